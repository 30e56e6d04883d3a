"""What `make install` has made of the machine, with its real udev, users and systemd."""

from tests.kernel.box import Box


def test_it_starts_and_says_where_to_go(machine: Box) -> None:
    code = machine.run("runuser -u warglass -- warglass join-code --state /var/lib/warglass").strip()
    assert f"Join code       {code}" in machine.said_at_install
    assert "Warglass is at  http://" in machine.said_at_install
    assert "REBOOT" not in machine.said_at_install
    assert machine.run("systemctl is-enabled warglass").strip() == "enabled"


def test_it_opens_pins_and_buses_to_groups_that_it_made_where_they_were_missing(machine: Box) -> None:
    assert machine.run("getent group spi gpio i2c | cut -d: -f1").split() == ["spi", "gpio", "i2c"]
    devices = machine.run("stat -c '%G %a' /dev/gpiochip0 /dev/i2c-*").splitlines()
    header_and_channels = 1 + 8
    assert devices == ["gpio 660", *["i2c 660"] * header_and_channels]

"""What `make install` has made of the machine, with its real udev, users and systemd: after a power cut, with which the
fixture follows it."""

from tests.kernel.box import SITE, Box

ENTRANCES = ("app.service", "app.panel", "app.site", "system.confined")
IMPORTS = f"import hardware.backend, web.app, {', '.join(f'companion.{each}' for each in ENTRANCES)}"


def test_it_starts_and_says_where_to_go(machine: Box) -> None:
    code = machine.run("runuser -u warglass -- warglass join-code --state /var/lib/warglass").strip()
    assert f"Join code       {code}" in machine.said_at_install
    assert "Warglass is at  the address that its screens show" in machine.said_at_install, "the guest has no network"
    assert "127.0.0.1" not in machine.said_at_install
    assert "REBOOT" not in machine.said_at_install
    assert machine.run("systemctl is-enabled warglass").strip() == "enabled"


def test_it_opens_pins_and_buses_to_groups_that_it_made_where_they_were_missing(machine: Box) -> None:
    assert machine.run("getent group spi gpio i2c | cut -d: -f1").split() == ["spi", "gpio", "i2c"]
    devices = machine.run("stat -c '%G %a' /dev/gpiochip0 /dev/i2c-*").splitlines()
    header_and_channels = 1 + 8
    assert devices == ["gpio 660", *["i2c 660"] * header_and_channels]


def test_it_leaves_the_checkout_to_its_owner(machine: Box) -> None:
    assert machine.checkout() == machine.checkout_before


def test_all_that_a_start_imports_is_compiled(machine: Box) -> None:
    """As the service's user, who could not write what is missing."""
    said = machine.run(f"cd / && runuser -u warglass -- /opt/warglass/bin/python -v -c '{IMPORTS}' 2>&1")
    assert f"matches {SITE}/companion/app/service.py" in said
    assert [line for line in said.splitlines() if line.startswith(f"# code object from {SITE}")] == []

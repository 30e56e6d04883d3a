"""The first line that `warglass doctor` prints names the one thing that is wrong, and the next what to do about it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app.cli import main
from tests.hardware.doctor.fake_machine import FakeMachine
from tests.hardware.doctor.faults import FAULTS, STATE, Spoil, both, gone, set_to, stray, written

OFF = ("/dev/i2c-1", "/sys/bus/i2c/devices/i2c-1")

FIRST: dict[str, tuple[str, str]] = {
    # a fault of FAULTS, the first line that is printed, what the lines after it say to do
    "one resistor not moved": (
        "gold-60a: most likely both modules on channel 0 are set to 0x3c, none to 0x3d.",
        "-> Move the address resistor on gold-60a's module, to 0x3d. To be sure, unplug each of the two in turn",
    ),
    "both resistors moved": (
        "gold-30: most likely both modules on channel 0 are set to 0x3d, none to 0x3c.",
        "-> Move the address resistor on gold-30's module, to 0x3c.",
    ),
    "a dead channel": (
        "wires bus 1, channel 1: neither gold-60b nor gold-90 answers, though the",
        "multiplexer does. -> Check the pair SD1 and SC1 of the multiplexer, at both ends: loose, or swapped?",
    ),
    "a loose channel": (
        "wires bus 1, channel 3: 50 of 200 transfers fail, on all of its 2 screens.",
        "-> What they share is at fault: SD3 and SC3 and ground, loose, too long",
    ),
    "a loose bus": (
        "wires bus 1: 240 of 1200 transfers fail, on all of its 12 screens.",
        "-> What they share is at fault: SDA and SCL and ground",
    ),
    "a screen that fails one time in three": (
        "red-60b: 34 of 100 transfers to 0x3d on bus 1, channel 3 fail.",
        "-> A plug or a wire of this screen is loose, or its wires are too long. Press its plug home",
    ),
    "another address": (
        "red-60a: no answer at 0x3c on bus 1, channel 3, but a chip answers at 0x3e",
        "-> Write address = 0x3e for red-60a in /etc/warglass.toml, or move the address resistor",
    ),
    "another channel": (
        "gold-30: no answer at 0x3c on bus 1, channel 0, but a chip answers there on bus",
        "-> Move its plug to bus 1, channel 0",
    ),
    "a mux at 0x71": (
        "mux 0x70, bus 1: it answers at 0x71, and /etc/warglass.toml has 0x70.",
        "-> Put A0 to ground on its board (a solder bridge sets it too). Or write mux = 0x71 for its screens in "
        "/etc/warglass.toml and addr=0x71 in its line of /boot/firmware/config.txt. Then restart.",
    ),
    "a mux without power": (
        "mux 0x70, bus 1: no multiplexer answers, at this address or another: it has no",
        "-> Check its own wires: VIN on 3.3 V, GND, SDA and SCL (SDA belongs on pin 3 and SCL on pin 5), and RST",
    ),
    "no supply for the screens": (
        "mux 0x70, bus 1: it answers, but none of the 12 screens behind it does.",
        "-> Check what they share first: the rails of their 3.3 V and ground.",
    ),
    "no mux overlay": (
        "mux 0x70, bus 1: the kernel looks for none: /boot/firmware/config.txt has no",
        "-> Add the line dtoverlay=i2c-mux,pca9548,addr=0x70 at the end of /boot/firmware/config.txt and restart.",
    ),
    "a hanging channel": (
        "wires bus 1, channel 2: hangs: SD2 or SC2 is held to ground by a short, or by a",
        "-> Pull the plugs of channel 2, and switch the Pi off and on. Then plug them in one by one",
    ),
    "the bus hangs": (
        "wires bus 1: hangs: SDA or SCL is held to ground by a short, or by a module",
        "-> Pull the screens' plugs one after the other and look again each time",
    ),
    "an SH1106": (
        "red-90: most likely its chip is an SH1106, and /etc/warglass.toml has ssd1306.",
        '-> If its picture is two columns off and its edge is noise, write chip = "sh1106" for red-90.',
    ),
    "not in the i2c group": (
        "i2c bus 1: pi may not open /dev/i2c-1: pi is not in the group i2c.",
        "-> Join the i2c group, then log out and in again. $ sudo usermod -aG i2c $USER",
    ),
    "not in the gpio group": (
        "gpio: pi may not open /dev/gpiochip0: pi is not in the group gpio.",
        "-> Join the gpio group, then log out and in again. $ sudo usermod -aG gpio $USER",
    ),
    "a group that counts from the next login": (
        "gpio: pi may not open /dev/gpiochip0 yet: this login is older than its place in",
        "-> Log out and in again, or restart",
    ),
    "no pins": (
        "gpio: there is no /dev/gpiochip0: this kernel has no GPIO driver.",
        "-> Bring the system up to date and start it again. $ sudo apt full-upgrade && sudo reboot",
    ),
    "no library": ("lgpio: not installed.", "-> Install it beside Warglass. $ pip install lgpio"),
    "a pin of SPI's": (
        "GPIO 24 (neutral-120) is taken by spi0 CS1.",
        "-> Switch SPI off, or give the button another pin. $ sudo raspi-config nonint do_spi 1",
    ),
    "a pin of another program": (
        "GPIO 23 (the lamp) is taken by lg.",
        "-> Stop what has it, or give the lamp another gpio in /etc/warglass.toml.",
    ),
    "a shorted button": (
        "GPIO 12 (red-30) reads pressed, and should not while its button is let go.",
        "-> Its wire sits on ground, or on two legs of the switch that are always connected",
    ),
    "a table with a fault": (
        "table: GPIO 5 (pin 29) is held by another program.",
        "-> The table plays on without it and tries again by itself.",
    ),
    "I2C is off": (
        "i2c bus 1: there is no /dev/i2c-1: I2C is not switched on.",
        "-> Switch it on and restart. $ sudo raspi-config nonint do_i2c 0 && sudo reboot",
    ),
    "a slow bus": (
        "speed bus 1: 100 kHz is too slow: 12 screens follow falling sand 15 times a",
        "-> Add the line dtparam=i2c_arm_baudrate=400000 at the end of config.txt and restart.",
    ),
    "a bus that is too fast": (
        "speed bus 1: 1000 kHz is more than the screens' chips take, which is 400 kHz.",
        "-> Make the line dtparam=i2c_arm_baudrate=400000 in config.txt and restart.",
    ),
    "undervoltage now": (
        "power: the supply voltage is too low.",
        "-> Use the supply made for this Pi and a short, thick cable",
    ),
    "no disk": (f"disk: full, 9 MB free for {STATE}.", "-> Make room: the package manager's cache can go."),
    "a disk that cannot be written": (
        f"disk: read-only at /, so no game can be saved in {STATE}.",
        "-> The system makes a failing card read-only: restart",
    ),
    "an old kernel": (
        "system: kernel 4.19 is older than 5.10, which the pins' libraries need.",
        "-> Bring the system up to date and restart. $ sudo apt full-upgrade && sudo reboot",
    ),
    "an old Python": ("python: Python 3.9, but Warglass needs 3.11 to 3.14.", "-> Install Warglass again"),
    "a port taken": (
        "port: 8080 is taken by another program.",
        "-> See which it is and stop it, or write another port below [web]. $ sudo ss -ltnp 'sport = :8080'",
    ),
    "the year 1970": ("clock: 1970-01-01 00:10 UTC, which cannot be.", "$ sudo timedatectl set-ntp true"),
    "no avahi": (
        "name: no daemon answers for warglass.local, so phones need the address above.",
        "-> Install the daemon that does. $ sudo apt install avahi-daemon",
    ),
    "no network": ("address: this machine is on no network, so no phone can find it.", "-> Join the Wi-Fi"),
}

ALL_IN_ONE: dict[str, tuple[Spoil, str, str]] = {
    # faults with company: what takes others along comes first
    "wrong groups": (
        set_to("forbidden", {"/dev/gpiochip0", "/dev/i2c-1"}),
        "gpio: pi may not open /dev/gpiochip0: pi is not in the group gpio.",
        "sudo usermod -aG gpio $USER",
    ),
    "no bus behind a low voltage": (
        both(gone(*OFF), written("/sys/devices/platform/soc/soc:firmware/get_throttled", b"50005\n")),
        "i2c bus 1: there is no /dev/i2c-1, though /boot/firmware/config.txt switches I2C",
        "sudo reboot",
    ),
    "a clock among the multiplexer's neighbours": (
        lambda machine: [machine.missing("gold-30"), stray(machine, 0x68, channel=None)],
        "gold-30: most likely both modules on channel 0 are set to 0x3d, none to 0x3c.",
        "Move the address resistor",
    ),
}


def first(machine: FakeMachine, *options: str) -> tuple[str, str]:
    """The first line that is printed, and what follows up to the first empty one with its line ends gone."""
    told = CliRunner().invoke(main, ["doctor", "--state", STATE, *options], obj=machine).output
    head, _, rest = told.partition("\n\n")[0].partition("\n")
    return head, " ".join(rest.split())


def test_there_are_more_than_twenty() -> None:
    assert len(FIRST) > 20


@pytest.mark.parametrize("fault", FIRST)
def test_the_first_line_names_the_fault_and_the_next_what_to_do(fault: str) -> None:
    machine = FakeMachine()
    FAULTS[fault][0](machine)
    head, rest = first(machine)
    assert head == FIRST[fault][0]
    assert FIRST[fault][1] in rest


@pytest.mark.parametrize("fault", ALL_IN_ONE)
def test_what_takes_others_along_is_named_before_them(fault: str) -> None:
    spoil, line, step = ALL_IN_ONE[fault]
    machine = FakeMachine()
    spoil(machine)
    head, rest = first(machine)
    assert head == line
    assert step in rest


def test_a_mistyped_file_is_named_by_its_line(tmp_path: Path) -> None:
    file = tmp_path / "warglass.toml"
    file.write_text("[web]\nport: 80\n")
    head, rest = first(FakeMachine(), "--config", str(file))
    assert " ".join([head, rest]).startswith(
        f"config: {file}, line 2: write = in place of the colon: port = 80. It says: port: 80."
    )
    assert f"-> Correct that line. $ sudo nano +2 {file}" in rest


def test_nothing_wrong_is_said_first_as_well() -> None:
    assert first(FakeMachine()) == ("All is well.", "")

"""What `warglass doctor` says first, with one thing wrong at a time: a real kernel, and the panel as it is shipped."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from tests.kernel.box import GPIO, Box

DOCTOR = "/opt/warglass/bin/warglass doctor"
Spoilt = Callable[[Box], AbstractContextManager[object]]
HOLD_A_PIN = (
    "import lgpio, time; chip = lgpio.gpiochip_open(0); "
    f"lgpio.gpio_claim_input(chip, {GPIO['gold-30']}); open('/tmp/held', 'w'); time.sleep(600)"
)
SMALL = (
    "mkdir -p /root/small && mount -t tmpfs -o size=1m tmpfs /root/small && mount --bind /root/small /var/lib/warglass"
)
BACK = "umount /var/lib/warglass && umount /root/small"


def set_on(screens: tuple[str, ...], name: str, value: int, back: int) -> Spoilt:
    """The bench's fault `name` on these screens, and afterwards as it was."""

    @contextmanager
    def spoilt(box: Box) -> Iterator[None]:
        box.fault(name, value, *screens)
        try:
            yield
        finally:
            box.fault(name, back, *screens)

    return spoilt


def bus(name: str, value: int, back: int) -> Spoilt:
    """The bench's fault `name` of the whole bus."""

    @contextmanager
    def spoilt(box: Box) -> Iterator[None]:
        box.guest.bus_fault(name, value)
        try:
            yield
        finally:
            box.guest.bus_fault(name, back)

    return spoilt


def done(spoil: str, mend: str) -> Spoilt:
    """Commands in the guest."""

    @contextmanager
    def spoilt(box: Box) -> Iterator[None]:
        box.run(spoil)
        try:
            yield
        finally:
            box.run(mend)

    return spoilt


def mistyped(old: str, new: str) -> Spoilt:
    file = "/etc/warglass.toml"
    keep = f"cp {file} /root/good.toml && sed -i {shlex.quote(f's/{old}/{new}/')} {file}"
    return done(keep, f"mv /root/good.toml {file}")


def unplugged(*screens: str) -> Spoilt:
    return lambda box: box.unplugged(*screens)


BESIDE_THE_TABLE: dict[str, tuple[Spoilt, str, str]] = {
    # what is done to the box, how doctor's first line begins, what it says to do
    "a resistor not moved": (
        set_on(("gold-60a",), "addr", 0x3C, 0x3D),
        "gold-60a: most likely both modules on channel 0 are set to 0x3c, none to 0x3d.",
        "Move the address resistor on gold-60a's module, to 0x3d.",
    ),
    "both resistors moved": (
        set_on(("gold-30",), "addr", 0x3D, 0x3C),
        "gold-30: most likely both modules on channel 0 are set to 0x3d, none to 0x3c.",
        "Move the address resistor on gold-30's module, to 0x3c.",
    ),
    "another address": (
        set_on(("gold-30",), "addr", 0x3E, 0x3C),
        "gold-30: no answer at 0x3c on bus 1, channel 0, but a chip answers at 0x3e",
        "Write address = 0x3e for gold-30",
    ),
    "another channel": (
        set_on(("gold-30",), "chan", 7, 0),
        "gold-30: no answer at 0x3c on bus 1, channel 0, but a chip answers there on bus",
        "Move its plug to bus 1, channel 0",
    ),
    "a dead pair of wires": (
        unplugged("gold-spell", "red-30"),
        "wires bus 1, channel 2: neither gold-spell nor red-30 answers, though the",
        "Check the pair SD2 and SC2 of the multiplexer",
    ),
    "a screen that fails one transfer in three": (
        set_on(("red-90",), "flaky", 33, 0),
        "red-90: ",
        "Press its plug home",
    ),
    "a bus that loses a fifth": (bus("bus_flaky", 20, 0), "wires bus 1: ", "What they share is at fault: SDA and SCL"),
    "a multiplexer without power": (
        bus("mux_present", 0, 1),
        "mux 0x70, bus 1: no multiplexer answers, at this address or another: it has no",
        "Check its own wires: VIN on 3.3 V",
    ),
    "a multiplexer at 0x71": (
        bus("mux_addr", 0x71, 0x70),
        "mux 0x70, bus 1: it answers at 0x71, and",
        "Put A0 to ground",
    ),
    "a multiplexer at 0x74": (
        bus("mux_addr", 0x74, 0x70),
        "mux 0x70, bus 1: it answers at 0x74, and",
        "Put A2 to ground",
    ),
    "a bus that hangs": (
        bus("hang", 1, 0),
        "wires bus 1: hangs: SDA or SCL is held to ground",
        "Pull the screens' plugs one after the other",
    ),
}

ALONE: dict[str, tuple[Spoilt, str, str]] = {
    # A table that runs would have made the whole bus hang before doctor is asked.
    "a channel that hangs": (
        bus("hang_mask", 1 << 3, 0),
        "wires bus 1, channel 3: hangs: SD3 or SC3 is held to ground",
        "Pull the plugs of channel 3",
    ),
    "no chip of pins": (lambda box: box.without_pins(), "gpio: there is no /dev/gpiochip0", "sudo apt full-upgrade"),
    "a pin of another program": (
        done(
            f"rm -f /tmp/held; cd /tmp; /opt/warglass/bin/python -c {shlex.quote(HOLD_A_PIN)} > /dev/null 2>&1 & "
            "echo $! > /tmp/holder; until test -e /tmp/held; do sleep 0.1; done",
            "kill $(cat /tmp/holder)",
        ),
        f"GPIO {GPIO['gold-30']} (gold-30) is taken by lg.",
        "Stop what has it",
    ),
    "a button that is shorted": (
        lambda box: held(box, GPIO["red-30"]),
        f"GPIO {GPIO['red-30']} (red-30) reads pressed",
        "legs",
    ),
    "no i2c-dev": (
        done("mv /dev/i2c-1 /root/i2c-1", "mv /root/i2c-1 /dev/i2c-1"),
        "i2c bus 1: there is no /dev/i2c-1, though the bus is on",
        "sudo modprobe i2c-dev",
    ),
    "no overlay for the multiplexer": (
        done(
            "echo 0x70 > /sys/bus/i2c/devices/i2c-1/delete_device; cp /boot/firmware/config.txt /root/config.txt;"
            "sed -i /i2c-mux/d /boot/firmware/config.txt",
            "mv /root/config.txt /boot/firmware/config.txt;"
            "echo pca9548 0x70 > /sys/bus/i2c/devices/i2c-1/new_device; udevadm settle",
        ),
        "mux 0x70, bus 1: the kernel looks for none",
        "Add the line dtoverlay=i2c-mux,pca9548,addr=0x70",
    ),
    "quotes left out": (
        mistyped("panel = .*", "panel = full"),
        "config: /etc/warglass.toml, line ",
        'put the text in quotes: panel = "full"',
    ),
    "a port below 1024 of another program": (
        done(
            "cd /tmp; python3 -m http.server 80 > /dev/null 2>&1 & echo $! > /tmp/holder; "
            "until curl -so /dev/null localhost; do sleep 0.2; done",
            "kill $(cat /tmp/holder)",
        ),
        "port: 80 is taken by another program.",
        "sudo ss -ltnp",
    ),
    "a full disk": (done(SMALL, BACK), "disk: full, 1 MB free", "Make room"),
    "a disk that cannot be written": (
        done(f"{SMALL} && mount -o remount,ro,bind /var/lib/warglass", BACK),
        "disk: read-only at /var/lib/warglass, so no game can be saved",
        "copy the card to a new one",
    ),
}


@contextmanager
def held(box: Box, gpio: int) -> Iterator[None]:
    box.guest.press(gpio)
    try:
        yield
    finally:
        box.guest.release(gpio)


def said(box: Box, who: str = "") -> str:
    """What doctor prints of the worst, up to the first empty line; the table follows that."""
    status, printed = box.tried(f"{who} {DOCTOR} 2>/dev/null")
    assert status == 1, printed
    return printed.partition("\n\n")[0]


def check(printed: str, first: str, step: str) -> None:
    assert printed.split("\n", maxsplit=1)[0].startswith(first), printed
    assert step in " ".join(printed.split()), printed


@pytest.mark.parametrize("fault", BESIDE_THE_TABLE)
def test_doctor_says_first_what_is_wrong_beside_a_running_table(box: Box, fault: str) -> None:
    spoilt, first, step = BESIDE_THE_TABLE[fault]
    process = box.show("MainPID")
    with spoilt(box):
        check(said(box), first, step)
    box.until(box.whole, within=30)
    assert box.show("MainPID") == process


@pytest.mark.parametrize("fault", ALONE)
def test_doctor_says_first_what_is_wrong_where_no_table_runs(machine: Box, fault: str) -> None:
    spoilt, first, step = ALONE[fault]
    machine.run("systemctl stop warglass")
    with spoilt(machine):
        check(said(machine), first, step)


def test_doctor_names_the_group_that_somebody_is_not_in(machine: Box) -> None:
    machine.run("id stranger || useradd -m stranger")
    printed = said(machine, "runuser -u stranger --")
    check(printed, "gpio: stranger may not open /dev/gpiochip0: stranger is not in the group", "sudo usermod -aG gpio")

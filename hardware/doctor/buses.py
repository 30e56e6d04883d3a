"""Looks at the buses that the panel's screens are on: there, open to us, and how fast."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from companion.clock import ManualClock
from companion.fields.numbers import whole
from companion.panel.config import PanelConfig, ScreenConfig
from companion.panel.notes import BAUDRATE, HEADER_BUS
from hardware.doctor.installation import Finding, Installation, fail, ok, skipped, warn
from hardware.doctor.pins import barred
from hardware.doctor.scan import acknowledges
from hardware.doctor.system import is_pi
from hardware.faces.face import Face
from hardware.faces.timer import STEP_MS, TimerFace
from hardware.screens.screen import Screen
from hardware.simulated.simulator import Simulator
from hardware.simulated.wires import bus_seconds

# Screens that are not on the bus that the configuration names, but on another.

_NUMBER = re.compile(r"/dev/i2c-([0-9]{1,3})$")


def on_another_bus(at: Installation, addresses: Iterable[int], but: int) -> int | None:
    """Returns the N of another /dev/i2c-N on which one of these addresses answers; None where none does."""
    wanted = sorted(addresses)
    for path in at.machine.glob("/dev/i2c-*"):
        found = _NUMBER.search(path)
        number = None if found is None else whole(found[1])
        if number is None or number == but:
            continue
        bus = at.machine.bus(number)
        try:
            if any(acknowledges(bus, address) for address in wanted):
                return number
        except OSError:
            continue
        finally:
            bus.close()
    return None


# The I2C buses that the panel's screens are on: there, and open to us.

CONFIG_TXT = ("/boot/firmware/config.txt", "/boot/config.txt")
"""The firmware's settings are here since Bookworm, and there before."""


def on_i2c(panel: PanelConfig | None) -> tuple[ScreenConfig, ...]:
    """Returns the screens that are on I2C."""
    return () if panel is None else tuple(screen for screen in panel.screens if screen.spi is None)


def buses(panel: PanelConfig | None) -> list[int]:
    """Returns the N of each /dev/i2c-N that screens, or their multiplexers, are wired to."""
    return sorted({screen.bus for screen in on_i2c(panel)})


def check_i2c(at: Installation) -> Iterator[Finding]:
    """Checks each bus: switched on, with its device file, and open to this user."""
    if not buses(at.panel):
        yield skipped("i2c", at.without("screens on I2C"))
    for number in buses(at.panel):
        device, subject = f"/dev/i2c-{number}", f"bus {number}"
        if not at.machine.glob(device):
            yield _missing(at, number, subject)
        elif not at.machine.may_open(device):
            yield barred(at, "i2c", device, "i2c", subject=subject)
        else:
            yield ok("i2c", f"{device} can be opened", subject=subject)


def firmware_settings(at: Installation) -> tuple[str, str]:
    """Reads config.txt: its path and its lines that count; the path alone where it cannot be read."""
    for path in CONFIG_TXT:
        try:
            text = at.machine.read(path).decode("utf-8", "replace")
        except OSError:
            continue
        return path, "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return CONFIG_TXT[0], ""


def _missing(at: Installation, number: int, subject: str) -> Finding:
    """Says why there is no device file: the driver of such files, the setting, or the restart is missing."""
    found = f"there is no /dev/i2c-{number}"
    path, settings = firmware_settings(at)
    if at.machine.glob(f"/sys/bus/i2c/devices/i2c-{number}"):
        return fail(
            "i2c",
            f"{found}, though the bus is on: the kernel module i2c-dev is not loaded",
            "Load it, now and at every start.",
            command="echo i2c-dev | sudo tee -a /etc/modules; sudo modprobe i2c-dev",
            subject=subject,
        )
    if not is_pi(at):
        return fail(
            "i2c",
            found,
            "Put the panel on a Raspberry Pi, or use simulated screens here.",
            command="warglass run --simulate",
            subject=subject,
        )
    if number != HEADER_BUS:
        wanted = {screen.mux or screen.address for screen in on_i2c(at.panel) if screen.bus == number}
        there = on_another_bus(at, wanted, number)
        if there is not None:
            return fail(
                "i2c",
                f"{found}, but what the panel has on it answers on bus {there}",
                f"Write bus = {there} for these screens in {at.file}.",
                command=f"sudo nano {at.file}",
                subject=subject,
            )
        return fail(
            "i2c",
            found,
            f"Switch this bus on with its dtoverlay line in {path} and restart, or wire the screens to bus 1.",
            command=f"sudo nano {path}",
            subject=subject,
        )
    if re.search(r"^[ \t]*dtparam=(?:\S*,)?(i2c|i2c_arm)=on", settings, re.MULTILINE):
        return fail(
            "i2c",
            f"{found}, though {path} switches I2C on",
            "Restart the Pi: the setting counts from then on.",
            command="sudo reboot",
            subject=subject,
        )
    return fail(
        "i2c",
        f"{found}: I2C is not switched on",
        "Switch it on and restart.",
        command="sudo raspi-config nonint do_i2c 0 && sudo reboot",
        subject=subject,
    )


# SPI, where the panel has screens on it.


def check_spi(at: Installation) -> Iterator[Finding]:
    """Checks each device file that a screen needs: there, and open to this user.

    It cannot check whether a screen is there: a screen on SPI never answers.
    """
    screens = [] if at.panel is None else [(screen.id, screen.spi) for screen in at.panel.screens if screen.spi]
    if not screens:
        yield skipped("spi", at.without("screens on SPI"))
    for name, spi in screens:
        device = f"/dev/spidev{spi.port}.{spi.device}"
        if not at.machine.glob(device) and is_pi(at):
            yield fail(
                "spi",
                f"there is no {device}: SPI is not switched on",
                "Switch it on and restart.",
                command="sudo raspi-config nonint do_spi 0 && sudo reboot",
                subject=name,
            )
        elif not at.machine.glob(device):
            yield fail(
                "spi",
                f"there is no {device}",
                "Put the panel on a Raspberry Pi, or use simulated screens here.",
                command="warglass run --simulate",
                subject=name,
            )
        elif not at.machine.may_open(device):
            yield barred(at, "spi", device, "spi", subject=name)
        else:
            yield ok("spi", f"{device} can be opened; see the screen with warglass doctor --screens", subject=name)


# How fast each bus is, and how often its screens can be redrawn at that.

FALLING_HZ = 1000 / STEP_MS
WHOLE_HZ = 2
"""When the table begins, pauses or takes back, every screen changes: it should take no longer than half a second."""
_STEPS = 10

Traffic = tuple[int, int]
"""Counts wire bytes and transactions."""


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """Says how many times a second all screens of a bus can follow falling sand, and be drawn whole."""

    falling: float
    whole: float


def check_speed(at: Installation) -> Iterator[Finding]:
    """Checks the clock that the device tree sets for each bus, and the frame rates that it gives this panel."""
    if not buses(at.panel):
        yield skipped("speed", at.without("screens on I2C"))
    for number in buses(at.panel):
        subject = f"bus {number}"
        try:
            word = at.machine.read(f"/sys/class/i2c-adapter/i2c-{number}/of_node/clock-frequency")
        except OSError:
            word = b""
        if not any(word):
            yield skipped("speed", "the kernel does not report the clock of this bus", subject=subject)
            continue
        khz = int.from_bytes(word[:4], "big") / 1000
        screens = tuple(screen for screen in on_i2c(at.panel) if screen.bus == number)
        speeds = rates(screens, khz=khz)
        pace = (
            f"{len(screens)} screens follow falling sand {speeds.falling:.0f} times a second "
            f"({FALLING_HZ:.0f} needed), and all change at once {speeds.whole:.1f} times ({WHOLE_HZ} needed)"
        )
        line = f"dtparam=i2c_arm_baudrate={BAUDRATE}"
        edit = "sudo nano /boot/firmware/config.txt"
        if khz * 1000 > BAUDRATE:
            yield warn(
                "speed",
                f"{khz:.0f} kHz is more than the screens' chips take, which is {BAUDRATE / 1000:.0f} kHz",
                f"Make the line {line} in config.txt and restart.",
                command=edit,
                subject=subject,
            )
        elif speeds.falling >= FALLING_HZ and speeds.whole >= WHOLE_HZ:
            yield ok("speed", f"{khz:.0f} kHz: {pace}", subject=subject)
        else:
            yield warn(
                "speed",
                f"{khz:.0f} kHz is too slow: {pace}",
                f"Add the line {line} at the end of config.txt and restart.",
                command=edit,
                subject=subject,
            )


def rates(screens: tuple[ScreenConfig, ...], *, khz: float) -> Rates:
    """Returns the rates for the screens of one bus at `khz`."""
    falling, whole = _measured(screens)
    return Rates(
        falling=_STEPS / (len(screens) * bus_seconds(wire_bytes=falling[0], transactions=falling[1], khz=khz)),
        whole=1 / (len(screens) * bus_seconds(wire_bytes=whole[0], transactions=whole[1], khz=khz)),
    )


@cache
def _measured(screens: tuple[ScreenConfig, ...]) -> tuple[Traffic, Traffic]:
    """Measures one screen's traffic for a second of falling sand, and for a whole picture with the chip's start.

    It is always the same for the same screens. The real driver draws on simulated chips behind a wire that counts. The
    first and the last screen stand for all: their multiplexer switches between them as it does between all.
    """
    few = screens[:: max(1, len(screens) - 1)]
    clock = ManualClock()
    simulator = Simulator(PanelConfig(name="speed", screens=few), clock=clock, khz=None)
    shown = [Screen(config=screen, link=simulator.link(screen), clock=clock) for screen in few]
    wire = simulator.bus(few[0])

    def drawn(*faces: Face) -> Traffic:
        began = wire.wire_bytes, wire.transactions
        for face in faces:
            for screen in shown:
                screen.show(face)
        return (wire.wire_bytes - began[0]) // len(few), (wire.transactions - began[1]) // len(few)

    whole = drawn(_sand(0))
    falling = drawn(*(_sand(step) for step in range(1, _STEPS + 1)))
    simulator.close()
    return falling, whole


def _sand(step: int) -> TimerFace:
    left_ms = 40_000 - step * STEP_MS
    return TimerFace(label="Gold 60a", short="60a", word="Archer", total_ms=60_000, left_ms=left_ms, falling=True)

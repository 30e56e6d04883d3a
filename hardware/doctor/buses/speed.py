"""How fast each bus is, and how often its screens can be redrawn at that."""

from collections.abc import Iterator
from functools import cache

import msgspec

from companion.clock import ManualClock
from companion.panel.boot import BAUDRATE
from companion.panel.config import PanelConfig, ScreenConfig
from hardware.doctor.buses.i2c import buses, on_i2c
from hardware.doctor.finding import Finding, ok, skipped, warn
from hardware.doctor.installation import Installation
from hardware.faces.face import Face
from hardware.faces.timer import STEP_MS, TimerFace
from hardware.screens.screen import Screen
from hardware.simulated.i2c import bus_seconds
from hardware.simulated.simulator import Simulator

FALLING_HZ = 1000 / STEP_MS
WHOLE_HZ = 2
"""When the table begins, pauses or takes back, every screen changes: it should take no longer than half a second."""
_STEPS = 10

Traffic = tuple[int, int]
"""Wire bytes and transactions."""


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """How many times a second all screens of a bus can follow falling sand, and be drawn whole."""

    falling: float
    whole: float


def check_speed(at: Installation) -> Iterator[Finding]:
    """The clock that the device tree sets for each bus, and the frame rates that it gives this panel."""
    if not buses(at.panel):
        yield skipped("speed", at.without("screens on I2C"))
    for number in buses(at.panel):
        subject = f"bus {number}"
        try:
            word = at.machine.read(f"/sys/class/i2c-adapter/i2c-{number}/of_node/clock-frequency")
        except OSError:
            word = b""
        if not any(word):
            yield skipped("speed", "the kernel does not tell the clock of this bus", subject=subject)
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
    """For the screens of one bus at `khz`."""
    falling, whole = _measured(screens)
    return Rates(
        falling=_STEPS / (len(screens) * bus_seconds(wire_bytes=falling[0], transactions=falling[1], khz=khz)),
        whole=1 / (len(screens) * bus_seconds(wire_bytes=whole[0], transactions=whole[1], khz=khz)),
    )


@cache
def _measured(screens: tuple[ScreenConfig, ...]) -> tuple[Traffic, Traffic]:
    """What one screen takes for a second of falling sand, and for a whole picture, the chip's start with it: always the
    same for the same screens.

    The real driver draws on simulated chips behind a wire that counts. The first and the last screen stand for all,
    which has their multiplexer switch between them as it does between all.
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

"""How fast each bus is, and how often its screens can be redrawn at that."""

from collections.abc import Iterator
from functools import cache

import msgspec

from companion.clock import MS, ManualClock
from companion.panel_config import PanelConfig, ScreenConfig
from hardware.doctor.finding import Finding, ok, skipped, warn
from hardware.doctor.i2c import buses
from hardware.doctor.installation import Installation
from hardware.screens import Screen
from hardware.simulated_bus import bus_seconds
from hardware.simulator import Simulator
from hardware.timer_face import STEP_MS, TimerFace
from hardware.windows import Window, cost

FALLING_HZ = 1000 / STEP_MS
WHOLE_HZ = 2
"""When the table begins, pauses or takes back, every screen changes: it should take no longer than half a second."""
_STEPS = 10


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """How many times a second all screens of a bus can follow falling sand, and be drawn whole."""

    falling: float
    whole: float


def check_speed(at: Installation) -> Iterator[Finding]:
    """The clock that the device tree sets for each bus, and the frame rates that it gives this panel."""
    if at.panel is None or not at.panel.screens:
        yield skipped("speed", "the panel has no screens")
        return
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
        screens = tuple(screen for screen in at.panel.screens if screen.bus == number)
        speeds = rates(screens, khz=khz)
        found = (
            f"{khz:.0f} kHz: {len(screens)} screens follow falling sand {speeds.falling:.0f} times a second "
            f"({FALLING_HZ:.0f} needed), and all change at once {speeds.whole:.1f} times ({WHOLE_HZ} needed)"
        )
        if speeds.falling >= FALLING_HZ and speeds.whole >= WHOLE_HZ:
            yield ok("speed", found, subject=subject)
        else:
            yield warn(
                "speed",
                found,
                "Add the line dtparam=i2c_arm_baudrate=400000 at the end of config.txt and restart.",
                command="sudo nano /boot/firmware/config.txt",
                subject=subject,
            )


def rates(screens: tuple[ScreenConfig, ...], *, khz: float) -> Rates:
    """For the screens of one bus at `khz`. Falling sand is measured: the real driver draws a second of it on simulated
    chips behind a wire that counts."""
    wire_bytes, transactions = _falling(screens)
    busy_s = len(screens) * bus_seconds(wire_bytes=wire_bytes, transactions=transactions, khz=khz)
    whole = sum(cost([Window(0, screen.width - 1, 0, screen.height // 8 - 1)], None) for screen in screens)
    whole_s = bus_seconds(wire_bytes=whole, transactions=2 * len(screens), khz=khz)
    return Rates(falling=_STEPS / busy_s, whole=1 / whole_s)


@cache
def _falling(screens: tuple[ScreenConfig, ...]) -> tuple[int, int]:
    """Wire bytes and transactions of one screen in a second of falling sand: always the same for the same screens.

    The first and the last stand for all, which has their multiplexer switch between them as it does between all.
    """
    few = screens[:: max(1, len(screens) - 1)]
    simulator, clock = Simulator(PanelConfig(name="speed", screens=few), khz=None), ManualClock()
    shown = [Screen(config=screen, bus=simulator.bus(screen), clock=clock) for screen in few]
    wire = simulator.bus(few[0])
    traffic = []
    for step in range(_STEPS + 1):
        for screen in shown:
            screen.show(_sand(left_ms=40_000 - step * STEP_MS))
        traffic.append((wire.wire_bytes, wire.transactions))
        clock.advance(ns=STEP_MS * MS)
    simulator.close()
    (bytes_before, before), (bytes_after, after) = traffic[0], traffic[-1]
    return (bytes_after - bytes_before) // len(few), (after - before) // len(few)


def _sand(*, left_ms: int) -> TimerFace:
    return TimerFace(label="Gold 60a", short="60a", word="Archer", total_ms=60_000, left_ms=left_ms, falling=True)

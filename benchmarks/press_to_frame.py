"""From a press on the mock pin to its frame on the simulated wire, every other screen animating.

Run it from the repository's root: python benchmarks/press_to_frame.py. The whole panel runs in this process, once on a
wire that takes no time (what the software costs) and once on one that takes as long as 400 kHz does. The rival is
luma's own display() on the same wire: a press waits for one whole frame at best, for twelve at worst.
"""

import statistics
import tempfile
import time
import warnings
from pathlib import Path

from wire_bytes import luma

from companion.clock import SystemClock
from companion.config import shipped_panel
from companion.games import FIRST, all_games
from companion.invite import Invite
from companion.journal.journal import Journal
from companion.system.watchdog import Watchdog
from companion.table.history import SERVICE
from companion.table.loop import TableLoop
from companion.table.table import Table
from companion.wartime.match import commands as c
from hardware.faces.face import draw
from hardware.games.faces import face_for
from hardware.simulated.i2c import SimulatedBus
from hardware.simulated.simulator import SimulatedPanel, Simulator
from hardware.simulated.ssd1306 import Ssd1306Chip

PRESSES = 200
PRESSED = "gold-30"
RUNNING = ["gold-60a", "gold-60b", "gold-90", "red-30", "red-60a", "red-60b", "red-90", "gold-spell", "red-spell"]


class Noted(Ssd1306Chip):
    """A chip that notes when each write to it is complete."""

    def __init__(self, *, name: str, notes: list[tuple[float, str]]) -> None:
        super().__init__()
        self._name = name
        self._notes = notes

    def receive(self, payload: bytes) -> None:
        super().receive(payload)
        self._notes.append((time.perf_counter(), self._name))


def frame_done(notes: list[tuple[float, str]], pressed: float) -> float:
    """When the first redraw of the pressed screen was complete: its last write before another screen's, for the writer
    finishes one before the next."""
    after = [note for note in notes if note[0] > pressed]
    first = next(index for index, note in enumerate(after) if note[1] == PRESSED)
    done = after[first][0]
    for at, name in after[first:]:
        if name != PRESSED or at - done > 0.02:
            break
        done = at
    return done


def milliseconds(khz: float | None) -> list[float]:
    clock = SystemClock()
    config = shipped_panel("full")
    simulator = Simulator(config, clock=clock, khz=khz)
    notes: list[tuple[float, str]] = []
    for screen in config.screens:
        simulator.bus(screen).attach(screen.address, Noted(name=screen.id, notes=notes))
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "t.sqlite")
        table = Table(clock=clock, journal=journal, games=all_games(), game=FIRST)
        panel = SimulatedPanel(
            config=config,
            simulator=simulator,
            table=table,
            clock=clock,
            invite=lambda: Invite(address=None, code="", phones=2),
        )
        loop = TableLoop(table=table, clock=clock, watchdog=Watchdog(every_ns=None, clock=clock, vitals=tuple))
        loop.start()
        panel.start()
        table.dispatch(c.Begin(), source=SERVICE)
        table.dispatch(c.Flip(timer="neutral-600"), source=SERVICE)
        time.sleep(1)
        pin = simulator.pin(next(control.gpio for control in config.controls if control.timer == PRESSED))
        found = []
        for number in range(PRESSES):
            for timer in table.view().timers:
                if timer.id in RUNNING and timer.state.value == "available":
                    table.dispatch(c.Flip(timer=timer.id), source=SERVICE)
            time.sleep(0.13 + 0.00071 * (number % 97))
            notes.clear()
            pressed = time.perf_counter()
            pin.drive_low()
            while all(name != PRESSED for _, name in list(notes)):
                time.sleep(0.01)
            time.sleep(0.08)
            found.append(1000 * (frame_done(list(notes), pressed) - pressed))
            pin.drive_high()
            table.dispatch(c.Free(timer=PRESSED), source=SERVICE)
        table.stop()
        panel.stop()
        loop.join()
        table.close()
    return found


def rival(khz: float | None) -> float:
    """Milliseconds for one frame by luma's display(), the median of fifty."""
    bus = SimulatedBus(khz=khz)
    bus.attach(0x3C, Ssd1306Chip())
    show = luma(bus)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "t.sqlite")
        table = Table(clock=SystemClock(), journal=journal, games=all_games(), game=FIRST)
        picture = draw(face_for((PRESSED,), table.view(), 0), 128, 64)
        table.close()
    times = []
    for _ in range(50):
        start = time.perf_counter()
        show(picture)
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


if __name__ == "__main__":
    warnings.filterwarnings("ignore", message=".*getdata", category=DeprecationWarning)
    for khz, name in ((None, "a wire that takes no time"), (400.0, "a 400 kHz wire")):
        own, one = milliseconds(khz), rival(khz)
        median, p99 = statistics.median(own), statistics.quantiles(own, n=100)[98]
        print(f"press to frame on {name}, median: {median:.1f} ms (luma, 1 frame {one:.1f}, ratio {one / median:.1f})")
        print(
            f"press to frame on {name}, p99: {p99:.1f} ms (luma, 12 frames {12 * one:.1f}, ratio {12 * one / p99:.1f})"
        )

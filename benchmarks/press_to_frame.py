"""From a press on the mock pin to its frame on the simulated wire, every other screen animating.

The whole panel runs in this process, once on a wire that takes no time (what the software costs) and once on one that
takes as long as 400 kHz does. The rival is luma's own display() on the same wire: a press waits for one whole frame at
best, for twelve at worst.
"""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.figures import Figure, median_p99
from benchmarks.running import wait_until
from benchmarks.wire import SCREENS, luma, timer_frames
from companion.clock import SystemClock
from companion.config import shipped_panel
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.people import Invite
from companion.system.watchdog import Watchdog
from companion.table.events import SERVICE
from companion.table.loop import TableLoop
from companion.table.table import Table
from companion.wartime.match import acts as c
from hardware.simulated.chips import Ssd1306Chip
from hardware.simulated.simulator import SimulatedPanel, Simulator
from hardware.simulated.wires import SimulatedBus

SHORT = {"presses": 2}
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


class Panel:
    """A table with the panel `full` on simulated wires, every screen but the pressed one animating."""

    def __init__(self, folder: Path, khz: float | None) -> None:
        clock, config = SystemClock(), shipped_panel("full")
        simulator = Simulator(config, clock=clock, khz=khz)
        self._notes: list[tuple[float, str]] = []
        for screen in config.screens:
            simulator.bus(screen).attach(screen.address, Noted(name=screen.id, notes=self._notes))
        journal = Journal(folder / "t.sqlite")
        self.table = Table(clock=clock, journal=journal, games=all_games(), game=FIRST)
        self._panel = SimulatedPanel(
            config=config,
            simulator=simulator,
            table=self.table,
            clock=clock,
            invite=lambda: Invite(address=None, code="", phones=2),
        )
        self._loop = TableLoop(
            table=self.table, clock=clock, watchdog=Watchdog(every_ns=None, clock=clock, vitals=tuple)
        )
        self._loop.start()
        self._panel.start()
        self.table.dispatch(c.Begin(), source=SERVICE)
        self.table.dispatch(c.Flip(timer="neutral-600"), source=SERVICE)
        time.sleep(1)
        self._pin = simulator.pin(next(control.gpio for control in config.controls if control.timer == PRESSED))

    def press(self, number: int) -> float:
        """Returns the milliseconds from the press to its frame. Presses fall anywhere between two frames."""
        for timer in self.table.view().timers:
            if timer.id in RUNNING and timer.state.value == "available":
                self.table.dispatch(c.Flip(timer=timer.id), source=SERVICE)
        time.sleep(0.13 + 0.00071 * (number % 97))
        self._notes.clear()
        pressed = time.perf_counter()
        self._pin.drive_low()
        wait_until(lambda: any(name == PRESSED and at > pressed for at, name in list(self._notes)))
        time.sleep(0.08)
        took = 1000 * (self._frame_done(pressed) - pressed)
        self._pin.drive_high()
        self.table.dispatch(c.Free(timer=PRESSED), source=SERVICE)
        return took

    def close(self) -> None:
        self.table.stop()
        self._panel.stop()
        self._loop.join()
        self.table.close()

    def _frame_done(self, pressed: float) -> float:
        """Returns when the first redraw of the pressed screen was complete: its last write before another screen's, for
        the writer finishes one screen before the next."""
        after = [note for note in list(self._notes) if note[0] > pressed]
        first = next(index for index, note in enumerate(after) if note[1] == PRESSED)
        done = after[first][0]
        for at, name in after[first:]:
            if name != PRESSED or at - done > 0.02:
                break
            done = at
        return done


@contextmanager
def panel(folder: Path, khz: float | None = None) -> Iterator[Panel]:
    """A wire without `khz` takes no time."""
    folder.mkdir()
    running = Panel(folder, khz)
    try:
        yield running
    finally:
        running.close()


def one_frame_ms(khz: float | None) -> float:
    """Returns what one frame takes by luma's display(), the median of ten."""
    bus = SimulatedBus(khz=khz)
    show, times = luma(SCREENS["SSD1306"], bus), []
    bus.attach(SCREENS["SSD1306"].address, Ssd1306Chip())
    for picture in timer_frames(1)[:10]:
        start = time.perf_counter()
        show(picture)
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def measure(folder: Path, *, presses: int = 200) -> Iterator[Figure]:
    for khz, name in (
        (None, "press to its frame on the wire, 12 screens animating, median / p99"),
        (400.0, "press to its frame on the wire at 400 kHz, 12 screens animating, median / p99"),
    ):
        with panel(folder / str(khz), khz) as running:
            own = [running.press(number) for number in range(presses)]
        rivals = [12 * one_frame_ms(khz)]
        yield Figure.of(name, median_p99(own), "ms", rival="luma.oled, 12 whole frames", rivals=rivals)

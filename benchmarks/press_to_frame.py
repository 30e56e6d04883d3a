"""From a press on the mock pin to its frame on the simulated wire, every other screen animating.

The whole panel runs in this process, once on a wire that takes no time (what the software costs) and once on one that
takes as long as 400 kHz does. The rival is luma's own display() on the same wire: a press waits for one whole frame at
best, for twelve at worst.

A frame is whole when all of it is in the chip. Its large figure is there sooner: "30" stands in place of "free".
"""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

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
from hardware.faces.timer import TimerFace
from hardware.oled.driver import unpacked
from hardware.simulated.chips import Ssd1306Chip
from hardware.simulated.simulator import SimulatedPanel, Simulator
from hardware.simulated.wires import SimulatedBus
from tests.companion.wartime import acts as c

SHORT = {"presses": 2}
PRESSED = "gold-30"
GLASS = (128, 64)
RUNNING = ["gold-60a", "gold-60b", "gold-90", "red-30", "red-60a", "red-60b", "red-90", "gold-spell", "red-spell"]


class Note(NamedTuple):
    """A write to a chip that was complete at that time, and what the chip then shows; b"" where nobody asks."""

    at: float
    name: str
    shown: bytes


class Noted(Ssd1306Chip):
    """A chip that notes when each write to it is complete."""

    def __init__(self, *, name: str, notes: list[Note]) -> None:
        super().__init__()
        self._name = name
        self._notes = notes

    def receive(self, payload: bytes) -> None:
        super().receive(payload)
        at = time.perf_counter()
        self._notes.append(Note(at, self._name, self.visible_bytes if self._name == PRESSED else b""))


class Panel:
    """A table with the panel `full` on simulated wires, every screen but the pressed one animating."""

    def __init__(self, folder: Path, khz: float | None) -> None:
        clock, config = SystemClock(), shipped_panel("full")
        simulator = Simulator(config, clock=clock, khz=khz)
        self._notes: list[Note] = []
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

    def press(self, number: int) -> tuple[float, float]:
        """Returns the milliseconds from the press to its large figure and to its frame. Presses fall anywhere between
        two frames."""
        for timer in self.table.view().timers:
            if timer.id in RUNNING and timer.state.value == "available":
                self.table.dispatch(c.Flip(timer=timer.id), source=SERVICE)
        time.sleep(0.13 + 0.00071 * (number % 97))
        self._notes.clear()
        pressed = time.perf_counter()
        self._pin.drive_low()
        wait_until(lambda: any(note.name == PRESSED and note.at > pressed for note in list(self._notes)))
        time.sleep(0.08)
        redraw = self._redraw(pressed)
        figure = figure_in(redraw[-1].shown)
        told = next(note for note in redraw if figure_in(note.shown) == figure)
        took = 1000 * (told.at - pressed), 1000 * (redraw[-1].at - pressed)
        self._pin.drive_high()
        self.table.dispatch(c.Free(timer=PRESSED), source=SERVICE)
        return took

    def close(self) -> None:
        self.table.stop()
        self._panel.stop()
        self._loop.join()
        self.table.close()

    def _redraw(self, pressed: float) -> list[Note]:
        """Returns the first redraw of the pressed screen: its writes before another screen's, for the writer finishes
        one screen before the next."""
        after = [note for note in list(self._notes) if note.at > pressed]
        first = next(index for index, note in enumerate(after) if note.name == PRESSED)
        redraw = [after[first]]
        for note in after[first + 1 :]:
            if note.name != PRESSED or note.at - redraw[-1].at > 0.02:
                break
            redraw.append(note)
        return redraw


def figure_in(shown: bytes) -> bytes:
    """Returns the part of a picture that has the timer's large figure, with a pixel around it."""
    left, top, right, bottom = TimerFace(label="", short="", word="", total_ms=0).lead(GLASS)
    return unpacked(shown, size=GLASS).crop((left - 1, top, right, bottom + 1)).tobytes()


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
    for khz, large, whole in (
        (
            None,
            "press to its large figure on the wire, 12 screens animating, median / p99",
            "press to its frame on the wire, 12 screens animating, median / p99",
        ),
        (
            400.0,
            "press to its large figure on the wire at 400 kHz, 12 screens animating, median / p99",
            "press to its frame on the wire at 400 kHz, 12 screens animating, median / p99",
        ),
    ):
        with panel(folder / str(khz), khz) as running:
            figures, frames = zip(*(running.press(number) for number in range(presses)), strict=True)
        yield Figure.of(large, median_p99(figures), "ms")
        rivals = [12 * one_frame_ms(khz)]
        yield Figure.of(whole, median_p99(frames), "ms", rival="luma.oled, 12 whole frames", rivals=rivals)

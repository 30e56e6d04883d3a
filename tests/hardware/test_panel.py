"""From the table to the display RAM, through the real drivers, with everything that a table does to cables."""

import logging
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from companion.clock import MS, SECOND
from companion.config import shipped_panel
from companion.system.watchdog import Vital, ailment
from companion.table.table import Table
from companion.table.view import TableView
from companion.wartime.match.state import Correction
from hardware.faces.face import placed
from hardware.faces.words import NO_TABLE
from hardware.games.registry import face_for
from hardware.oled.chips import OneBitDriver
from hardware.oled.windows import Window
from hardware.panel import HUNG_NS
from hardware.screens import writer
from hardware.screens.screen import Screen, shift_at
from hardware.simulated.simulator import SimulatedPanel, Simulator
from hardware.simulated.wires import SimulatedBus
from tests.companion.wartime import acts as c
from tests.hardware.rig import JOINED, Rig
from tests.hardware.rig_screens import Screens
from tests.support import PATIENCE_S, Players


@pytest.fixture(params=["full", "starter"])
def screens(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Screens]:
    rig = Rig.seated(tmp_path / "t.sqlite", panel=request.param)
    yield Screens(rig)
    rig.close()


@pytest.mark.parametrize("panel", ["full-8-channels", "full-2-multiplexers"])
def test_every_screen_shows_its_own_however_the_full_panel_is_wired(panel: str, tmp_path: Path) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite", panel=panel)
    try:
        screens = Screens(rig)
        rig.hold("gold-30", "red-30")
        rig.tap("gold-60a")
        screens.rounds(ms=300)
        assert [name for name in screens.all if not screens.right(name)] == []
    finally:
        rig.close()


def test_every_screen_shows_the_table_through_a_game(screens: Screens) -> None:
    def all_right() -> bool:
        screens.rounds()
        return all(screens.right(screen) for screen in screens.all)

    rig = screens.rig
    assert all_right()
    rig.hold("gold-30", "red-30")
    assert all_right()
    for timer in ("gold-30", "gold-60a", "red-90", "red-spell"):
        rig.tap(timer)
    rig.players.do(c.Assign(timer="gold-60a", unit="Wolf Rider"))
    assert all_right()
    for _ in range(40):
        rig.players.wait(0.9)
        assert all_right()
    rig.tap("red-90")
    assert all_right()
    rig.tap("pause")
    assert all_right()
    rig.players.do(c.End())
    assert all_right()


def test_a_screen_that_is_unplugged_is_a_fault_and_comes_back_by_itself(screens: Screens) -> None:
    rig = screens.rig
    rig.players.begin()
    screens.rounds()
    first, *others = screens.all
    screens.unplug(first)
    rig.tap("gold-30")
    rig.tap("red-30")
    screens.rounds(ms=1000)
    assert not screens.all[first].online
    assert any(first in fault and "does not answer" in fault for fault in rig.players.table.view().faults)
    assert all(screens.right(other) for other in others)
    assert rig.players.timer("gold-30").remaining_ms < 30_000, "its button works on"
    screens.plug(first)
    screens.rounds(ms=2100)
    assert screens.all[first].online
    assert screens.right(first)
    assert rig.players.table.view().faults == ()


def test_an_absent_screen_is_asked_ever_more_seldom(screens: Screens) -> None:
    first = next(iter(screens.all))
    screens.unplug(first)
    screen = screens.all[first]
    gaps = []
    for _ in range(6):
        screens.rounds()
        assert screen.retry_at is not None
        gap = screen.retry_at - screens.rig.clock.now()
        gaps.append(gap // MS)
        screens.rig.clock.advance(ns=gap)
    assert gaps == [250, 500, 1000, 2000, 2000, 2000]


def test_a_face_that_cannot_be_drawn_is_that_screens_trouble_alone(
    screens: Screens, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, *others = screens.all
    shows = screens.all[first].config.shows

    def broken(timers: tuple[str, ...], view: TableView, now_ms: int) -> object:
        if timers == shows:
            raise ZeroDivisionError("a face of its own")
        return face_for(timers, view, now_ms)

    monkeypatch.setattr(writer, "face_for", broken)
    with caplog.at_level(logging.ERROR, "hardware.screens.writer"):
        screens.rounds(ms=500)
    assert any("cannot be drawn" in fault for fault in screens.rig.players.table.view().faults)
    assert all(screens.right(other) for other in others)
    assert len(caplog.records) == 1, "said once, not ten times a second"
    monkeypatch.undo()
    screens.rounds(ms=200)
    assert screens.right(first)
    assert screens.rig.players.table.view().faults == ()


def test_when_the_table_cannot_be_read_nobody_is_shown_sand_that_stands_still(
    screens: Screens, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens.rounds()

    def broken() -> TableView:
        raise RuntimeError("no view")

    monkeypatch.setattr(screens.rig.players.table, "view", broken)
    version, patience = screens.writer.round()
    assert screens.rig.players.table.wait(version, timeout=0) is None, "it would not wait, but spin"
    assert patience > 0
    for chip in screens.rig.simulator.chips.values():
        shift = shift_at(screens.rig.clock.now(), screens.rig.config.rest)
        assert chip.picture().tobytes() == placed(NO_TABLE, (chip.width, chip.height), shift=shift).tobytes()


def test_the_touched_screen_is_written_first_and_the_newest_touch_before_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite")
    screens = Screens(rig)
    rig.players.begin()
    for timer in ("gold-60a", "gold-60b", "gold-90", "red-30", "red-60a", "red-spell"):
        rig.tap(timer)
        screens.rounds()
    rig.players.do(c.Free(timer="red-spell"))
    screens.rounds(ms=200)
    written: list[str] = []
    names = {id(screen._driver): screen.config.id for screen in screens.all.values()}
    show = OneBitDriver.show

    def noting(driver: OneBitDriver, picture: Image.Image, **more: Any) -> int:
        written.append(names[id(driver)])
        return show(driver, picture, **more)

    monkeypatch.setattr(OneBitDriver, "show", noting)
    # gold-30's screen has waited for the wire since the game began, red-spell's has just been written.
    rig.players.do(c.Flip(timer="gold-30"))
    rig.players.wait(0.1)
    rig.players.do(c.Flip(timer="red-spell"))
    screens.writer.round()
    assert written[:2] == ["red-spell", "gold-30"]
    assert len(written) == 7, "the others, whose sand falls, after them"
    rig.close()


def test_a_touch_interrupts_a_picture_and_both_are_whole_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite")
    screens = Screens(rig)
    rig.players.begin()
    rig.tap("gold-60a")
    screens.rounds(ms=200)
    sent: list[str] = []
    fill = OneBitDriver._fill
    names = {id(screen._driver): screen.config.id for screen in screens.all.values()}

    def noting(driver: OneBitDriver, window: Window) -> int:
        sent.append(names[id(driver)])
        if sent == ["gold-60a"]:
            rig.players.do(c.Flip(timer="gold-30"))
        return fill(driver, window)

    monkeypatch.setattr(OneBitDriver, "_fill", noting)
    rig.players.wait(11.3)
    screens.rounds()
    screens.rounds()
    assert sent[:2] == ["gold-60a", "gold-30"], "the touched screen waits for one part of another's picture"
    assert "gold-60a" in sent[2:]
    assert screens.right("gold-30")
    assert screens.right("gold-60a")
    rig.close()


def test_sand_put_right_shows_at_once_and_falls(screens: Screens, monkeypatch: pytest.MonkeyPatch) -> None:
    """Touched is whatever sand is given to, taken from or turned over, as if it had been flipped."""
    rig, screen = screens.rig, "gold-60a" if "gold-60a" in screens.all else "gold"
    rig.players.begin()
    rig.players.do(c.Flip(timer="red-60a"))
    screens.rounds(ms=200)
    drawn: list[str] = []
    show = Screen.show

    def noting(self: Screen, *args: Any, **more: Any) -> bool:
        drawn.append(self.config.id)
        return show(self, *args, **more)

    monkeypatch.setattr(Screen, "show", noting)
    for command in (
        c.Propose.of(Correction(timer="gold-60a", seconds=20)),
        c.Propose.of(Correction(timer="gold-60a", seconds=-5)),
        c.Turn(timer="gold-60a"),
        c.Propose.of(Correction(timer="gold-60a", seconds=-60)),
    ):
        screens.rounds(ms=200)
        drawn.clear()
        rig.players.do(command)
        screens.rounds()
        assert drawn[0] == screen, command
        shown = set()
        for _ in range(6):
            assert screens.right(screen)
            shown.add(rig.simulator.chips[screen].picture().tobytes())
            screens.rounds(ms=300)
        assert len(shown) > 1, "it falls, or blinks once it ran out"


def test_an_idle_table_sends_no_more_than_a_beat_and_waits(screens: Screens) -> None:
    screens.rounds()
    buses = {id(screens.bus(screen)): screens.bus(screen) for screen in screens.all}.values()
    sent = max(bus.wire_bytes for bus in buses)
    _, patience = screens.writer.round()
    assert patience == 2
    screens.rounds(ms=10_000)
    beats = 5 * len(screens.all)
    # A status byte, and where there is a multiplexer its switch.
    assert max(bus.wire_bytes for bus in buses) - sent <= beats * 4


def test_the_watchdog_sees_a_bus_that_keeps_its_thread_and_no_other(
    screens: Screens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error is an answer; a transfer that does not end is none."""
    table, hung, waiting, release = screens.rig.players.table, Event(), Event(), Event()
    screens.unplug("gold-30" if "gold-30" in screens.all else "gold")

    def hang(bus: SimulatedBus, address: int, payload: bytes) -> None:
        hung.set()
        assert release.wait(PATIENCE_S)

    def wait(version: int | None, timeout: float) -> int | None:
        waiting.set()
        return Table.wait(table, version, timeout)

    monkeypatch.setattr(table, "wait", wait)
    with monkeypatch.context() as pulled:
        pulled.setattr(SimulatedBus, "write", hang)
        screens.writer.start()
        assert hung.wait(PATIENCE_S)
        began = screens.rig.clock.now()
        screens.rig.clock.advance(seconds=30)
        assert ailment([screens.writer.vital], now=screens.rig.clock.now()) is not None
        assert screens.writer.vital.busy_since == began
    release.set()
    assert waiting.wait(PATIENCE_S)
    assert screens.writer.vital == Vital(name="bus 1", alive=True, busy_since=None)
    table.stop()
    screens.writer.join(until=screens.rig.clock.now() + PATIENCE_S * SECOND)
    assert ailment([screens.writer.vital], now=screens.rig.clock.now()) == "the thread 'bus 1' has ended"


def test_a_stop_waits_for_hung_buses_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock that is turned by hand, which each wait for a bus's thread takes along."""
    config = shipped_panel("starter")
    gold, red = config.screens
    config = replace(config, screens=(gold, replace(red, bus=3)))
    players, release, hung = Players(tmp_path / "t.sqlite"), Event(), Semaphore(0)

    def hang(bus: SimulatedBus, address: int, payload: bytes) -> None:
        hung.release()
        release.wait(PATIENCE_S)

    monkeypatch.setattr(SimulatedBus, "write", hang)
    panel = SimulatedPanel(
        config=config,
        simulator=Simulator(config, clock=players.clock),
        table=players.table,
        clock=players.clock,
        invite=lambda: JOINED,
    )
    panel.start()
    assert hung.acquire(timeout=PATIENCE_S)
    assert hung.acquire(timeout=PATIENCE_S)
    players.table.stop()
    began = players.clock.now()
    for bus in panel._writers:
        monkeypatch.setattr(bus._thread, "join", lambda timeout: players.clock.advance(seconds=timeout))
    panel.stop()
    release.set()
    assert players.clock.now() - began == HUNG_NS

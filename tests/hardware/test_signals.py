"""What is lit, and that light and sound follow the table by themselves."""

import threading
from pathlib import Path

import pytest

from companion.clock import MS
from companion.table.view import Phase
from hardware.signals import IDLE_S, Signals
from hardware.sound import WARNING, Glow, Pattern, Sounder, glow, lit
from tests.companion.wartime import acts as c
from tests.support import PATIENCE_S, Players


class Lamp:
    """Something to switch that notes it, and lets a test wait for so many notes."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self._noted = threading.Condition()

    def on(self) -> None:
        self._note("on")

    def off(self) -> None:
        self._note("off")

    def _note(self, note: str) -> None:
        with self._noted:
            self.notes.append(note)
            self._noted.notify_all()

    def wait_for(self, notes: list[str]) -> None:
        with self._noted:
            assert self._noted.wait_for(lambda: self.notes == notes, PATIENCE_S), self.notes


class Notes(Sounder):
    """Writes down what it would play."""

    def __init__(self) -> None:
        super().__init__(None, quiet=lambda: False)
        self.played: list[Pattern] = []

    def play(self, pattern: Pattern) -> None:
        self.played.append(pattern)


def following(players: Players, light: Lamp | None, sounder: Sounder | None = None) -> Signals:
    return Signals(table=players.table, sounder=sounder or Notes(), light=light, warning_ms=10_000)


def burning(signals: Signals, light: Lamp, players: Players, *, ms: int) -> str:
    """How the light burns meanwhile, a mark each tenth of a second, looked at only when it says that it changes."""
    marks, due = [], 0.0
    for elapsed in range(0, ms, 20):
        if elapsed >= due:
            due = elapsed + 1000 * signals.follow()
        if elapsed % 100 == 0:
            marks.append("#" if light.notes[-1] == "on" else ".")
        players.clock.advance(ns=20 * MS)
    return "".join(marks)


def test_the_light_flashes_at_the_start_burns_through_the_game_and_blinks_in_a_pause(players: Players) -> None:
    light = Lamp()
    signals = following(players, light)
    signals.follow()
    assert light.notes == ["off"]
    players.begin()
    start = burning(signals, light, players, ms=1500)
    assert start.count("#.") >= 4, "flashes"
    assert start.endswith("###")
    assert signals.follow() == IDLE_S
    players.do(c.Pause())
    assert burning(signals, light, players, ms=4000) == 2 * ("." * 10 + "#" * 10)
    players.do(c.Resume())
    assert burning(signals, light, players, ms=500) == "#####", "no second start signal"
    players.do(c.End())
    signals.follow()
    assert light.notes[-1] == "off"
    assert signals.follow() == IDLE_S


@pytest.mark.parametrize("says", list(Glow))
def test_the_light_is_looked_at_exactly_when_it_changes(says: Glow) -> None:
    elapsed, steps = 0, 0
    while steps < 30:
        now, change = lit(says, elapsed)
        if change is None:
            assert all(lit(says, elapsed + later) == (now, None) for later in (1, 999, 86_400_000))
            break
        assert all(lit(says, elapsed + later)[0] is now for later in range(change))
        assert lit(says, elapsed + change)[0] is not now or lit(says, elapsed + change)[1] is None
        elapsed, steps = elapsed + change, steps + 1


def test_a_service_that_starts_amid_a_game_gives_no_start_signal(players: Players) -> None:
    players.begin()
    view = players.table.view()
    assert view.phase is Phase.RUNNING
    assert glow(None, view) is Glow.LIT


def test_it_wakes_for_a_warning_although_nothing_happens(players: Players) -> None:
    sounder = Notes()
    signals = following(players, None, sounder)
    players.flip("neutral-120")
    assert signals.follow() == pytest.approx(110)
    players.wait(110)
    assert signals.follow() == IDLE_S
    assert sounder.played == [WARNING]


def test_the_light_follows_by_itself(tmp_path: Path) -> None:
    players = Players(tmp_path / "t.sqlite")
    light = Lamp()
    signals = following(players, light)
    signals.start()
    light.wait_for(["off"])
    players.begin()
    light.wait_for(["off", "on"])
    players.do(c.Pause())
    light.wait_for(["off", "on", "off"])
    players.table.stop()
    signals.join()
    players.table.close()


def test_a_light_that_breaks_is_a_fault_and_stops_nothing(tmp_path: Path) -> None:
    class Broken(Lamp):
        def on(self) -> None:
            super().on()
            raise OSError(5, "no light")

    players = Players(tmp_path / "t.sqlite")
    light = Broken()
    signals = following(players, light)
    signals.start()
    light.wait_for(["off"])
    players.begin()
    light.wait_for(["off", "on"])
    players.do(c.Pause())
    light.wait_for(["off", "on", "off"])
    assert "lamp does not work" in players.table.view().faults[0]
    players.table.stop()
    signals.join()
    players.table.close()

"""Undo takes back the last act, and the clocks with it."""

import pytest

from companion.table.commands import Undo
from companion.table.errors import Refused
from companion.table.view import Phase, TimerState
from tests.companion.wartime import acts as c
from tests.support import Players


def test_an_undone_flip_never_was(players: Players) -> None:
    players.begin().flip("gold-60a", "Archer")
    players.flip("red-90", "Orc")
    players.wait(2)
    view = players.do(Undo())
    assert players.timer("red-90").state is TimerState.AVAILABLE
    assert players.timer("gold-60a").remaining_ms == 58_000
    assert view.undo == "Archer flipped Valyance 60a"
    assert players.texts()[-1] == "Undone: Orc flipped Firebrand 90"


def test_an_undone_taking_back_gives_the_deadline_back(players: Players) -> None:
    players.begin().flip("gold-60a")
    players.wait(10)
    players.do(c.Free(timer="gold-60a"))
    players.wait(5)
    players.do(Undo())
    assert players.timer("gold-60a").remaining_ms == 45_000


def test_an_undone_taking_back_of_sand_that_would_have_run_out_since(players: Players) -> None:
    players.begin().flip("gold-30")
    players.wait(10)
    players.do(c.Free(timer="gold-30"))
    players.wait(60)
    players.do(Undo())
    players.wait(0)
    assert players.timer("gold-30").state is TimerState.AVAILABLE
    assert players.texts()[-2:] == ["Undone: Valyance 30 taken back with 20.0 s left", "Valyance 30 ran out"]


def test_an_undone_pause_restores_the_sand_as_it_stood(players: Players) -> None:
    players.begin().flip("gold-60a")
    players.wait(10)
    players.do(c.Pause())
    players.wait(1000)
    players.do(Undo())
    assert players.table.view().phase is Phase.RUNNING
    assert players.timer("gold-60a").remaining_ms == 50_000
    players.wait(1)
    assert players.timer("gold-60a").remaining_ms == 49_000


def test_an_undone_resumption_gives_the_sand_back(players: Players) -> None:
    players.begin().flip("gold-30")
    players.wait(10)
    players.do(c.Pause())
    players.do(c.Resume())
    players.wait(25)
    assert players.timer("gold-30").state is TimerState.AVAILABLE
    players.do(Undo())
    assert players.table.view().paused
    assert players.timer("gold-30").remaining_ms == 20_000


def test_an_undone_resumption_takes_refusals_and_a_restart_with_it(players: Players) -> None:
    players.begin().flip("gold-60a")
    players.wait(10)
    players.do(c.Pause())
    players.do(c.Resume())
    players.wait(5)
    with pytest.raises(Refused):
        players.flip("gold-60a")
    players.restart()
    players.do(Undo())
    assert players.timer("gold-60a").remaining_ms == 50_000
    players.do(c.Resume())
    players.wait(1)
    assert players.timer("gold-60a").remaining_ms == 49_000


def test_what_ran_out_after_an_undone_resumption_has_not_when_its_pause_is_undone_too(players: Players) -> None:
    players.begin().flip("gold-60a")
    players.wait(45)
    players.do(c.Pause())
    players.do(c.Resume())
    players.wait(20)
    with pytest.raises(Refused):
        players.do(c.Turn(timer="gold-60a"))
    players.do(Undo())
    players.do(Undo())
    assert players.timer("gold-60a").remaining_ms == 15_000
    players.wait(14)
    assert players.timer("gold-60a").remaining_ms == 1_000


def test_an_undone_end_goes_on(players: Players) -> None:
    players.begin().flip("gold-30")
    players.wait(10)
    players.do(c.End())
    players.wait(100)
    players.do(Undo())
    assert players.table.view().phase is Phase.RUNNING
    assert players.timer("gold-30").remaining_ms == 20_000


def test_undo_passes_over_what_happens_by_itself_and_over_refusals(players: Players) -> None:
    players.begin().flip("gold-30", "Archer")
    players.wait(31)
    with pytest.raises(Refused):
        players.do(c.Free(timer="gold-30"))
    assert players.table.view().undo == "Archer flipped Valyance 30"
    players.do(Undo())
    assert players.table.view().undo == "The game begins"
    players.do(Undo())
    assert players.table.view().phase is Phase.SETUP
    with pytest.raises(Refused, match="no act to undo"):
        players.do(Undo())


def test_undo_restores_an_eliminated_unit(players: Players) -> None:
    players.begin().flip("red-90", "Goblin")
    players.do(c.Eliminate(unit="Goblin"))
    players.do(Undo())
    assert (players.timer("red-90").unit, players.timer("red-90").off_board) == ("Goblin", False)

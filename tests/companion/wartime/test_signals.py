"""How a game begins and ends. Named after the WarTime Rulebook's headings."""

import pytest

from companion.table.commands import Undo
from companion.table.errors import Refused
from companion.table.opening import New
from companion.table.seats import Seat
from companion.table.view import Phase
from companion.wartime.match.views import WarTimeView
from companion.wartime.report import WarTimeReport
from tests.companion.wartime import acts as c
from tests.support import Players, entries


def view(players: Players) -> WarTimeView:
    found = players.table.view()
    assert isinstance(found, WarTimeView)
    return found


def length_ms(players: Players) -> int:
    found = players.table.report()
    assert isinstance(found, WarTimeReport)
    return found.length_ms


def test_set_up_the_game_begins_once_both_sides_gave_their_signal(players: Players) -> None:
    """Set Up: "the players should agree on a signal to start play"."""
    players.do(c.Begin(seat=Seat.GOLD))
    assert (view(players).phase, view(players).ready) == (Phase.SETUP, ("gold",))
    assert players.texts()[-1] == "Valyance is ready"
    with pytest.raises(Refused, match="Firebrand is not yet"):
        players.do(c.Begin(seat=Seat.GOLD))
    players.do(c.Begin(seat=Seat.RED))
    assert (view(players).phase, view(players).ready) == (Phase.RUNNING, ())
    assert players.texts()[-1] == "The game begins"


def test_a_signal_is_taken_back_as_any_act(players: Players) -> None:
    players.do(c.Begin(seat=Seat.RED))
    assert view(players).undo_act == "Firebrand's signal"
    players.do(Undo())
    assert view(players).ready == ()
    players.do(c.Begin(seat=Seat.GOLD))
    assert view(players).phase is Phase.SETUP


def test_who_speaks_for_both_begins_at_once(players: Players) -> None:
    players.do(c.Begin(seat=Seat.RED))
    players.do(c.Begin())
    assert view(players).phase is Phase.RUNNING


def test_a_signal_outlives_a_restart_and_no_other_game(players: Players) -> None:
    players.do(c.Begin(seat=Seat.RED))
    players.restart()
    assert view(players).ready == ("red",)
    players.do(New())
    assert view(players).ready == ()


@pytest.fixture
def out_of_time(players: Players) -> Players:
    players.do(New(scenario="ten-minutes"))
    players.begin().wait(650)
    return players


def test_game_end_who_has_won_is_said_after_time_ran_out(out_of_time: Players) -> None:
    before = view(out_of_time)
    assert (before.phase, before.over and before.over.title) == (Phase.ENDED, "Time is up")
    out_of_time.do(c.End(winner=Seat.RED))
    assert (view(out_of_time).winner, view(out_of_time).over_by_time) == ("red", True)
    over = view(out_of_time).over
    assert over is not None
    assert (over.winner, over.title) == ("red", "Firebrand wins")
    assert out_of_time.texts()[-1] == "Firebrand wins"


def test_saying_so_moves_neither_the_end_nor_the_reports_length(out_of_time: Players) -> None:
    assert length_ms(out_of_time) == 600_000
    out_of_time.wait(500)
    out_of_time.do(c.End(winner=Seat.RED))
    out_of_time.wait(500)
    assert length_ms(out_of_time) == 600_000
    sand = [entry.event.sand_ns for entry, _ in entries(out_of_time.table)]
    assert sand[-1] == sand[-2] == 600_000_000_000


def test_the_winner_can_be_changed_and_each_time_is_an_act_of_its_own(out_of_time: Players) -> None:
    out_of_time.do(c.End(winner=Seat.RED))
    out_of_time.do(c.End(winner=Seat.GOLD))
    assert (view(out_of_time).winner, view(out_of_time).undo_act) == ("gold", "who won")
    with pytest.raises(Refused, match="Valyance has won already"):
        out_of_time.do(c.End(winner=Seat.GOLD))
    out_of_time.do(Undo())
    assert view(out_of_time).winner == "red"
    out_of_time.do(Undo())
    assert (view(out_of_time).winner, view(out_of_time).phase) == (None, Phase.ENDED)


def test_a_game_that_the_panel_ended_gets_its_winner_too(players: Players) -> None:
    """Two buttons held in a pause end it, and cannot say for whom."""
    players.begin().wait(5)
    players.do(c.Pause())
    players.do(c.End())
    with pytest.raises(Refused, match="The game is over"):
        players.do(c.End())
    players.do(c.End(winner=Seat.GOLD))
    players.restart()
    assert (view(players).winner, length_ms(players)) == ("gold", 5_000)


def test_a_third_seat_wins_nothing_here(out_of_time: Players) -> None:
    with pytest.raises(Refused, match="Azure does not play here"):
        out_of_time.do(c.End(winner=Seat.AZURE))

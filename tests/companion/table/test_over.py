"""How a game ended: told once, and as long as nothing has changed."""

from pathlib import Path

import pytest

from companion.games import all_games
from companion.table.commands import Begin, Command, End, Undo
from companion.table.errors import Refused
from companion.table.events import HouseRuled
from companion.table.game import ALL, Figure, telling
from companion.table.opening import Again, New
from companion.table.seats import Seat, Side
from companion.table.view import Over
from companion.warzone.scenarios import DeploymentArea
from tests.companion.wartime import acts as w
from tests.companion.warzone import acts as z
from tests.support import BUTTON, PHONE, Players

SET_UP: dict[str, tuple[Command, ...]] = {
    "warzone": (
        z.Muster(side=Side.GOLD, name="Order", activations=2),
        z.Muster(side=Side.RED, name="Horde", activations=3),
        z.SelectArea(side=Side.GOLD, area=DeploymentArea.A),
    ),
}
NAMES = {
    "wartime": ("Valyance", "Firebrand"),
    "warzone": ("Order", "Horde"),
    "battleline": ("Team Gold", "Team Red"),
}


def seated(path: Path, game: str) -> Players:
    players = Players(path)
    for command in (New(game=game), *SET_UP.get(game, ()), Begin()):
        players.do(command)
    players.wait(10)
    return players


def end(players: Players) -> Over:
    over = players.table.view().over
    assert over is not None
    return over


@pytest.mark.parametrize("game", all_games())
def test_a_game_that_goes_on_has_not_ended(game: str, tmp_path: Path) -> None:
    players = Players(tmp_path / "t.sqlite")
    players.do(New(game=game))
    assert players.table.view().over is None
    for command in (*SET_UP.get(game, ()), Begin()):
        assert players.do(command).over is None


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("winner", [Seat.GOLD, Seat.RED])
def test_the_winner_goes_by_the_one_name_that_he_has(game: str, winner: Seat, tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", game)
    over = players.do(End(winner=winner)).over
    assert over is not None
    name = NAMES[game][winner is Seat.RED]
    assert (over.winner, over.title) == (winner.value, f"{name} wins")
    assert over.telling.keys() == {*players.table.view().names, ALL}
    assert all(said.endswith(".") for said in over.telling.values())


@pytest.mark.parametrize("game", all_games())
def test_where_nobody_won_it_says_so(game: str, tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", game)
    over = players.do(End()).over
    assert over is not None
    assert over.winner is None
    assert over.title in {"The game has ended", "The battle has ended", "Game over"}


@pytest.mark.parametrize("game", all_games())
def test_it_is_told_once_and_anew_after_an_undo(game: str, tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", game)
    players.do(End(winner=Seat.GOLD))
    told = end(players)
    for source in (PHONE, BUTTON):
        with pytest.raises(Refused):
            players.do(Begin(), source)
    players.table.note(HouseRuled(change="added", id="dice", question="What of a die on the floor?"), source=PHONE)
    players.wait(5)
    assert end(players) is told
    assert players.do(Undo()).over is None
    players.do(End(winner=Seat.RED))
    assert end(players).winner == "red"


@pytest.mark.parametrize("game", all_games())
def test_a_restart_tells_the_same_and_the_next_game_nothing(game: str, tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", game)
    players.do(End(winner=Seat.RED))
    told = end(players)
    players.restart()
    assert end(players) == told
    assert players.do(Again()).over is None


def test_time_that_is_up_ends_it(tmp_path: Path) -> None:
    players = Players(tmp_path / "t.sqlite")
    players.do(New(game="wartime", scenario="ten-minutes"))
    players.do(Begin())
    players.do(w.Flip(timer="gold-90"))
    view = players.wait(601)
    assert view.over is not None
    assert (view.over.winner, view.over.title) == (None, "Time is up")


def test_of_each_side_the_figure_that_is_farthest_off() -> None:
    figures = {
        Seat.GOLD: (Figure(1, "Your a.", "Gold's a."), Figure(2, "Your b.", "Gold's b.")),
        Seat.RED: (Figure(2, "Your c.", "Red's c."), Figure(-3, "Your d.", "Red's d.")),
    }
    assert telling(figures) == {"gold": "Your b.", "red": "Your c.", "all": "Gold's b."}

"""How a game of Warzone ended, and what of it is told."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.ledger import Ledger, Line
from companion.table.commands import End
from companion.table.seats import Seat
from companion.table.view import Over
from companion.warzone.match.report import CasualtyReport, SideReport, TurnReport, WarzoneReport, telling_figures
from companion.warzone.match.state import State
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import GOLD, RED, begun, open_questions, view
from tests.support import Players, Says

NAMES = {Seat.GOLD: "Order", Seat.RED: "Horde"}


def through(players: Players, answers: str) -> Players:
    """Five Turns in which red goes first in the odd ones; `answers` has who scores in Turns 2 to 5, "-" for nobody."""
    for turn in range(1, 6):
        players.do(c.GoFirst(side=RED if turn % 2 else GOLD))
        players.do(c.EndActivations())
        for question in open_questions(players):
            wanted = {"g": "gold", "r": "red"}.get(answers[turn - 2], "neither")
            breakthrough = question.id == "breakthrough"
            players.do(c.Answer(turn=turn, question=question.id, option=wanted if breakthrough else "neither"))
        players.do(c.EndTurn())
    return players


def end(players: Players) -> Over:
    found = view(players).over
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("ggrg", ("gold", "Gold wins", "3 to 1", Says("You", "all", "Turn 4"))),
        ("r---", ("red", "Red wins", "1 to 0", Says("You", "all", "Turn 2"))),
        ("g-gr", ("gold", "Gold wins", "2 to 1", Says("You", "all", "Turn 5"))),
        ("grgr", (None, "A draw", Says("2 to 2", "no tie-break"), Says("3 of 5 Turns"))),
    ],
)
def test_how_it_ended(tmp_path: Path, answers: str, said: tuple[str | None, str, str, str]) -> None:
    found = end(through(begun(tmp_path / "t"), answers))
    assert (found.winner, found.title, found.how, found.telling["red"]) == said


def test_before_its_end(tmp_path: Path) -> None:
    players = begun(tmp_path / "t")
    players.do(End())
    assert (end(players).title, end(players).how) == ("Game over", "before its end")
    assert end(players).telling["all"] == "Gold made 0 Activations."


def test_an_answer_put_right_after_the_end_changes_the_winner(tmp_path: Path) -> None:
    players = through(begun(tmp_path / "t"), "g---")
    assert end(players).winner == "gold"
    players.do(c.Answer(turn=2, question="breakthrough", option="red"))
    assert (end(players).winner, end(players).how) == ("red", "1 to 0")
    assert end(players).telling["red"] == Says("3 of 5 Turns"), "in which Turn it came is not known now"


def side(name: str, *, vps: tuple[int, ...] = (), fallen: int = 0) -> SideReport:
    gained = [Line("Scored", after - before, "") for before, after in pairwise((0, *vps))]
    return SideReport(
        side=name,
        title=name,
        vps=Ledger.of(gained),
        vps_by_turn=vps,
        activations=9,
        passes=0,
        reactions=0,
        casualties=tuple(CasualtyReport(unit="Hound", turn=2, by=None, dp=None) for _ in range(fallen)),
    )


@pytest.mark.parametrize(
    ("gold", "red", "firsts", "said"),
    [
        (side("gold", vps=(0, 1, 7, 8, 9)), side("red"), "grgrg", Says("You", "6 of your 9", "Turn 3")),
        (side("gold", vps=(0, 1, 2), fallen=7), side("red", fallen=1), "gr", "You lost 7 of the 8 Units that fell."),
        (side("gold", fallen=1), side("red", fallen=7), "grgrg", "You lost 1 of the 8 Units that fell."),
        (side("gold", fallen=1), side("red"), "gr", "You lost the only Unit that fell."),
        (side("gold", fallen=3), side("red"), "gr", "You lost all 3 Units that fell."),
        (side("gold"), side("red", fallen=3), "gr", "You lost no Unit."),
        (side("gold", fallen=2), side("red", fallen=3), "ggggr", Says("4 of 5 Turns")),
        (side("gold"), side("red"), "g", "You made 9 Activations."),
    ],
)  # fmt: skip
def test_the_figure_that_is_farthest_from_an_even_share(
    gold: SideReport, red: SideReport, firsts: str, said: str, tmp_path: Path
) -> None:
    state = begun(tmp_path / "t").table.match.state
    assert isinstance(state, State)
    turns = tuple(
        TurnReport(turn=number, first={"g": "gold", "r": "red"}[first], length_ms=1)
        for number, first in enumerate(firsts, 1)
    )
    report = WarzoneReport(length_ms=1, turns=turns, sides=(gold, red), outcome=None)
    assert telling_figures(report, NAMES)["gold"] == said

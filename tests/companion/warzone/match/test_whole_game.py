"""Five turns of a whole game by commands, and what its report tells."""

from pathlib import Path

import pytest

from companion.table.commands import Begin
from companion.table.errors import Refused
from companion.warzone.force.force import ForceEntry, read_line
from companion.warzone.match.report import WarzoneReport
from companion.warzone.scenarios import DeploymentArea, Secondary
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import GOLD, RED, answer, open_questions, roll, seated, view
from tests.support import Players

KNIGHTS = (
    ForceEntry(name="Knight", count=3, wounds=2, dp=4, trooper=True),
    ForceEntry(name="Captain", wounds=3, dp=9, leader=True),
)
HOUNDS = (
    ForceEntry(name="Hound", count=6, group=3, wounds=1, dp=2),
    ForceEntry(name="Lord", wounds=4, dp=12, leader=True),
)


def play_activations(players: Players) -> list[str]:
    """Everyone Activates whatever is ready, by its name."""
    acted = []
    while (active := view(players).active) is not None:
        side = GOLD if active == "gold" else RED
        unit = next(each for each in view(players).sides[active].units if not each.activated and each.fall is None)
        pack = [
            each.unit.id
            for each in view(players).sides[active].units
            if each.unit.card == unit.unit.card and not each.activated and each.fall is None
        ]
        players.clock.advance(seconds=60)
        players.do(c.Activate(side=side, units=tuple(pack[: unit.unit.group or 1])))
        players.do(c.EndActivation(side=side))
        acted.append(active)
    return acted


@pytest.fixture
def over(tmp_path: Path) -> Players:
    """Gold takes the Battlefield; red's Lord strikes a Knight down in Turn 2 and another in Turn 3."""
    players = seated(tmp_path / "t")
    players.do(c.Muster(side=GOLD, name="Order", entries=KNIGHTS))
    players.do(c.Muster(side=RED, entries=HOUNDS))
    players.do(c.ChooseAllegiance(light=GOLD))
    players.do(c.SetDeployment(die=roll(3)))
    players.do(c.SetScenario(die=roll(10)))
    players.do(c.Seal(side=GOLD, owner="phone 1", picks=(Secondary.HOLD_GROUND, Secondary.ACCEPTABLE_CASUALTIES)))
    players.do(c.Seal(side=RED, owner="phone 2", picks=(Secondary.SEND_A_MESSAGE, Secondary.SLAUGHTER)))
    players.do(c.Reveal())
    players.do(c.SelectArea(side=RED, area=DeploymentArea.B))
    players.clock.advance(seconds=500)
    players.do(Begin())
    for turn in range(1, 6):
        if turn > 1:
            players.do(c.RollInitiative(side=GOLD, die=roll(1)))
            players.do(c.RollInitiative(side=RED, die=roll(20)))
        players.do(c.KeepInitiative(side=GOLD))
        if turn in (2, 3):
            players.do(c.Wound(side=GOLD, unit=str(turn - 1), count=2, by="7", strike=True))
        acted = play_activations(players)
        assert acted[0] == "gold"
        for question in open_questions(players):
            chosen = question.suggested or ("gold" if question.side is None else "no")
            answer(players, question.id, chosen)
        for question in open_questions(players):
            answer(players, question.id, "gold")
        players.do(c.EndTurn())
    return players


def test_five_turns_of_a_whole_game(over: Players) -> None:
    seen = view(over)
    assert seen.phase.value == "ended"
    gold = [(line.label, line.value) for line in seen.sides["gold"].vps.lines]
    assert gold == [
        ("Breakthrough, Turn 2", 1),
        ("Breakthrough, Turn 3", 1),
        ("Breakthrough, Turn 4", 1),
        ("Breakthrough, Turn 5", 1),
        ("Breakthrough, Turn 5", 1),
        ("Acceptable Casualties, Turn 5", 1),
    ]
    red = [(line.label, line.value) for line in seen.sides["red"].vps.lines]
    assert red == [("Send a Message, Turn 2", 1), ("Send a Message, Turn 3", 1)]
    assert (seen.winner, seen.outcome) == ("gold", "Order wins, 6 to 2")
    with pytest.raises(Refused, match="The game is over"):
        over.do(c.EndTurn())


def test_its_report(over: Players) -> None:
    over.clock.advance(seconds=3600)
    report = over.table.report()
    assert isinstance(report, WarzoneReport)
    assert [turn.first for turn in report.turns] == ["gold"] * 5
    gold, red = report.sides
    assert gold.title == "Order"
    assert gold.vps_by_turn == (0, 1, 2, 3, 6)
    assert red.vps_by_turn == (0, 1, 2, 2, 2)
    assert (gold.activations, red.activations) == (4 + 3 + 2 + 2 + 2, 5 * 3)
    assert [(fall.unit, fall.turn, fall.by, fall.dp) for fall in gold.casualties] == [
        ("Knight 1", 2, "Lord", 4),
        ("Knight 2", 3, "Lord", 4),
    ]
    turns = [turn.start_ms for turn in report.turns]
    assert turns == sorted(turns)
    assert turns[0] == 0
    for fall in gold.casualties:
        assert fall.at_ms is not None
        assert turns[fall.turn - 1] <= fall.at_ms < turns[fall.turn]
    assert report.length_ms == sum(turn.length_ms for turn in report.turns) == 60_000 * (13 + 15)


def test_it_comes_back_from_its_journal_as_it_was(over: Players) -> None:
    before = view(over)
    over.restart()
    assert (view(over).sides, view(over).questions, view(over).outcome) == (
        before.sides,
        before.questions,
        before.outcome,
    )


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("Captain", ForceEntry(name="Captain")),
        ("3 Knights, W 2, DP 4, Trooper", ForceEntry(name="Knights", count=3, wounds=2, dp=4, trooper=True)),
        ("6x  Hounds ,group 3,w1", ForceEntry(name="Hounds", count=6, group=3, wounds=1)),
        ("Lord, LEADER, dp12", ForceEntry(name="Lord", leader=True, dp=12)),
        (f"2 {'n' * 60}", ForceEntry(name="n" * 60, count=2)),
    ],
)
def test_a_line_of_a_list(line: str, entry: ForceEntry) -> None:
    assert read_line(line) == entry


@pytest.mark.parametrize("line", ["", "n" * 61, "Lord, fast", "Lord, W 0", "99 Hounds", "Lord, Group 1"])
def test_what_is_no_line(line: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_line(line)

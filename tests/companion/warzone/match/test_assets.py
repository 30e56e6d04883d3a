"""Faction Assets that are used in the Start Turn Phase, each in its moment (Chapter 12, Faction Assets)."""

from pathlib import Path

import pytest

from companion.table.commands import Begin, Undo
from companion.table.errors import Refused
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.parts import Counter, LeadershipRoll
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import GOLD, RED, prepare, roll, seated, to_end_of, view
from tests.support import Players, Says, entries

PINNED = Counter.PINNED


def with_assets(path: Path, *assets: str) -> Players:
    """Gold has the assets; red goes first."""
    players = seated(path)
    prepare(players, scenario=None)
    players.do(c.Muster(side=GOLD, entries=(ForceEntry(name="Knight", count=2),), assets=assets))
    players.do(Begin())
    return players


def second_turn(players: Players) -> None:
    to_end_of(players, 1)
    players.do(c.EndTurn())


def due(players: Players, side: str = "gold") -> list[str]:
    return [effect.name for effect in view(players).sides[side].effects if effect.now]


def refused(players: Players, command: object) -> str:
    with pytest.raises(Refused) as reason:
        players.do(command)
    return str(reason.value)


def misdirect(die: int) -> c.RollInitiative:
    return c.RollInitiative(side=RED, die=roll(die), misdirected=True)


def test_intel_misdirection_rolls_their_die_again_and_is_one_act(tmp_path: Path) -> None:
    players = with_assets(tmp_path / "t", "intel misdirection")
    assert due(players) == []
    assert refused(players, misdirect(20)).startswith("No roll in the first Turn")
    second_turn(players)
    assert due(players) == []
    assert refused(players, misdirect(20)) == "Red must roll first."
    players.do(c.RollInitiative(side=GOLD, die=roll(8)))
    players.do(c.RollInitiative(side=RED, die=roll(2)))
    assert due(players) == ["intel misdirection"]
    assert view(players).initiative.chooser == "red"
    players.do(misdirect(20))
    assert view(players).initiative.chooser == "gold"
    assert view(players).sides["gold"].effects[0].turn == 2
    assert due(players) == []
    assert (
        entries(players.table)[-1][1].text
        == "Red rolled 20 for Initiative again (a real die): Gold used Intel Misdirection"
    )
    assert refused(players, misdirect(1)) == "Gold used intel misdirection in Turn 2."
    players.do(Undo())
    assert view(players).initiative.chooser == "red"
    assert due(players) == ["intel misdirection"]


def test_on_a_tie_only_their_die_is_rolled_again(tmp_path: Path) -> None:
    players = with_assets(tmp_path / "t", "Intel Misdirection")
    second_turn(players)
    for side in (GOLD, RED):
        players.do(c.RollInitiative(side=side, die=roll(8)))
    players.do(misdirect(9))
    assert view(players).initiative.chooser == "gold"


def test_the_moment_comes_before_anybody_rolls_and_after_the_first_turn(tmp_path: Path) -> None:
    players = with_assets(tmp_path / "t", "The Moment Has Come!")
    assert due(players) == []
    second_turn(players)
    assert due(players) == ["The Moment Has Come!"]
    players.do(c.RollInitiative(side=RED, die=roll(2)))
    assert due(players) == []


@pytest.mark.parametrize(
    "asset", ["Mission Critical", "Reliability", "Honored Charge", "Distort", "Fire Support", "Supply Drop"]
)
def test_the_start_turn_phase_lasts_until_the_first_activation(tmp_path: Path, asset: str) -> None:
    players = with_assets(tmp_path / "t", asset, "Air Strike", "Command Helmet")
    assert due(players) == [asset]
    players.do(c.KeepInitiative(side=RED))
    assert due(players) == [asset]
    players.do(c.Activate(side=RED))
    assert due(players) == []
    players.do(c.EndActivation(side=RED))
    assert due(players) == []
    second_turn(players)
    players.do(c.UseEffect(side=GOLD, effect=asset))
    assert due(players) == []


def tried(die: int, unit: str = "1", effect: str = "To the Last Warrior") -> c.UseEffect:
    return c.UseEffect(side=GOLD, effect=effect, test=LeadershipRoll(unit=unit, ld=12, die=roll(die)))


def test_to_the_last_warrior_tests_one_pinned_unit_a_turn(tmp_path: Path) -> None:
    players = with_assets(tmp_path / "t", "To the Last Warrior")
    assert due(players) == []
    for unit in ("1", "2"):
        players.do(c.Mark(side=GOLD, unit=unit, counter=PINNED))
    assert due(players) == ["To the Last Warrior"]
    assert refused(players, tried(5, effect="Fire Support")) == Says("No Unit", "Fire Support")
    players.do(tried(13))
    assert [unit.pinned for unit in view(players).sides["gold"].units] == [True, True]
    assert (
        entries(players.table)[-1][1].text
        == "Gold used To the Last Warrior: Knight 1 rolled 13 against LD 12 and stayed Pinned"
    )
    assert due(players) == []
    assert refused(players, tried(1)) == "Gold used To the Last Warrior in Turn 1."
    second_turn(players)
    assert due(players) == ["To the Last Warrior"]
    players.do(tried(12))
    assert [unit.pinned for unit in view(players).sides["gold"].units] == [False, True]
    players.do(Undo())
    assert [unit.pinned for unit in view(players).sides["gold"].units] == [True, True]
    players.do(c.Mark(side=GOLD, unit="1", counter=PINNED, on=False))
    assert refused(players, tried(1)) == Says("Knight 1", "not Pinned")

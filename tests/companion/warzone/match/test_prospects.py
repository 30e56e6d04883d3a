"""Who chooses next Turn, before this one ends: against the next Turn itself, thrown with every pair of dice."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.warzone.choices import TiedInitiative
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.acts import evolve
from companion.warzone.match.initiative import chooser
from companion.warzone.match.parts import Counter, Die
from companion.warzone.match.prospects import NOW, RALLY, VP, Swing, prospects
from companion.warzone.match.state import State
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import GOLD, RED, begun, prepare, seated, to_end_of, view
from tests.support import Players


def swing(players: Players, what: str, by: str | None = None) -> Swing:
    found = view(players).prospects
    assert found is not None
    return next(each for each in found.swings if (each.what, each.by) == (what, by))


def thrown(state: State) -> Fraction:
    """Gold's share of the next Turn's throws that settle who chooses."""
    ended = evolve(state, c.TurnEnded(sand_ns=0, turn=state.turn))
    won = settled = 0
    for gold in range(1, 21):
        rolled = evolve(ended, c.InitiativeRolled(sand_ns=0, side=GOLD, die=Die(value=gold)))
        for red in range(1, 21):
            choice = chooser(evolve(rolled, c.InitiativeRolled(sand_ns=0, side=RED, die=Die(value=red))))
            settled += choice is not None
            won += choice is GOLD
    return Fraction(won, settled)


@pytest.mark.parametrize("tied", list(TiedInitiative))
@pytest.mark.parametrize("asset", ["", "Seize the Initiative"])
def test_it_is_what_the_next_turn_s_dice_will_say(tmp_path: Path, tied: TiedInitiative, asset: str) -> None:
    players = begun(tmp_path / "t")
    to_end_of(players, 2)
    players.do(c.Answer(turn=2, question="breakthrough", option="gold"))
    players.do(c.Mark(side=RED, unit="1", counter=Counter.PINNED))
    players.do(c.Mark(side=RED, unit="2", counter=Counter.PINNED))
    state = players.table.match.state
    assert isinstance(state, State)
    forces = {**state.forces, GOLD: replace(state.forces[GOLD], assets=(asset,) if asset else ())}
    state = replace(state, forces=forces, choices=replace(state.choices, tied_initiative=tied))
    seen = prospects(state)
    assert seen is not None
    swings = {(each.what, each.by): each.chances for each in seen.swings}
    assert set(swings) == {(NOW, None), (VP, "gold"), (VP, "red"), (RALLY, "red")}
    rallied = evolve(state, c.Marked(sand_ns=0, side=RED, unit="1", counter=Counter.PINNED, on=False))
    for key, after in (((NOW, None), state), ((RALLY, "red"), rallied)):
        assert Fraction(swings[key]["gold"].exact) == thrown(after)
        assert Fraction(swings[key]["red"].exact) == 1 - thrown(after)
    assert (swings[VP, "gold"]["gold"] == swings[NOW, None]["gold"]) == bool(asset)


def test_a_point_costs_a_rally_helps_and_assets_in_hand_are_offered(tmp_path: Path) -> None:
    players = seated(tmp_path / "t")
    prepare(players)
    one = (ForceEntry(name="Knight", count=2),)
    players.do(c.Muster(side=GOLD, entries=one, assets=("the moment has come!", "Intel Misdirection")))
    players.do(c.Begin())
    assert view(players).prospects is None
    players.do(c.KeepInitiative(side=RED))
    now = swing(players, NOW).chances["gold"].p
    assert now == 0.5
    assert swing(players, VP, "gold").chances["gold"].p < now < swing(players, VP, "red").chances["gold"].p
    players.do(c.Mark(side=GOLD, unit="1", counter=Counter.PINNED))
    pinned = swing(players, NOW).chances["gold"].p
    assert pinned < now == swing(players, RALLY, "gold").chances["gold"].p
    for asset in ("The Moment Has Come!", "Intel Misdirection"):
        offered = swing(players, asset, "gold").chances
        assert offered["gold"].p > pinned
        assert offered["gold"].p + offered["red"].p == pytest.approx(1)
        players.do(c.UseEffect(side=GOLD, effect=asset, agreed=True))
        with pytest.raises(StopIteration):
            swing(players, asset, "gold")


def test_after_the_last_turn_there_is_no_next(tmp_path: Path) -> None:
    players = begun(tmp_path / "t", scenario=None)
    to_end_of(players, 4)
    assert view(players).prospects is not None
    to_end_of(players, 5)
    assert view(players).prospects is None

"""Fights in a match: all that comes of an attack in one event, and one undo."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.table.commands import Begin, Undo
from companion.table.errors import Refused
from companion.table.opening import New
from companion.warzone.attacks.actions import Action
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.actions import Do
from companion.warzone.match.fight import AttackDealt, Blow, Fight
from companion.warzone.match.parts import Counter, Die, LeadershipRoll, Reaction
from companion.warzone.match.reactions import aimed, braced
from companion.warzone.match.state import State
from companion.warzone.scenarios import DeploymentArea
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import GOLD, RED, acting, open_questions, unit, view
from tests.support import Players, Says, entries

LAMPS = (
    ForceEntry(name="Lamp", count=2, wounds=2, dp=4),
    ForceEntry(name="Wick", wounds=2, abilities=("Relentless",)),
)


@pytest.fixture
def players(tmp_path: Path) -> Players:
    """Red's Lamp 1 is being Activated."""
    return acting(tmp_path / "t", LAMPS)


def red(action: Action = Action.SHOOT, **changed: Any) -> Fight:
    blow = {"target": "1", "weapon": "Rifle", "dealt": AttackDealt(), **changed}
    return Fight(side=RED, unit="1", blow=Blow(action=action, **blow))


def gold(reaction: Reaction, action: Action = Action.SHOOT, **changed: Any) -> Fight:
    blow = {"target": "1", "dealt": AttackDealt(), **changed}
    return Fight(side=GOLD, unit="1", blow=Blow(action=action, reaction=reaction, **blow))


def refused(players: Players, command: object) -> str:
    with pytest.raises(Refused) as reason:
        players.do(command)
    return str(reason.value)


def test_everything_an_attack_does_is_one_event_and_one_undo(players: Players) -> None:
    before = players.table.match.state
    players.do(red(dealt=AttackDealt(hits=2, wounds=1, pinned=True, failed=True), dive=True))
    target, attacker = unit(players, "gold", "1"), unit(players, "red", "1")
    assert (target.wounds, target.pinned, target.reaction_counters, target.fall) == (1, True, 1, None)
    assert (attacker.jammed, attacker.actions) == (("Rifle",), (Action.SHOOT,))
    players.do(Undo())
    after = players.table.match.state
    assert isinstance(before, State)
    assert isinstance(after, State)
    assert after.forces == before.forces


def test_as_many_wounds_as_it_has_make_a_casualty_by_whom_and_how(players: Players) -> None:
    players.do(red(Action.CHARGE, dealt=AttackDealt(hits=1, wounds=3, pinned=True)))
    fall = unit(players, "gold", "1").fall
    assert fall is not None
    assert (fall.turn, fall.by, fall.strike) == (1, "1", True)
    assert unit(players, "red", "1").engaged == ()


def test_a_striker_that_fails_critically_is_pinned_but_for_the_relentless(players: Players) -> None:
    players.do(red(Action.STRIKE, dealt=AttackDealt(failed=True)))
    assert unit(players, "red", "1").pinned
    players.do(c.EndActivation(side=RED))
    relentless = Fight(side=GOLD, unit="3", blow=Blow(action=Action.STRIKE, target="1", dealt=AttackDealt(failed=True)))
    players.do(relentless)
    assert not unit(players, "gold", "3").pinned
    assert unit(players, "gold", "3").activated


def test_a_wound_brings_a_pinned_counter_but_for_the_relentless(players: Players) -> None:
    players.do(c.Wound(side=GOLD, unit="1"))
    players.do(c.Wound(side=GOLD, unit="3"))
    assert (unit(players, "gold", "1").pinned, unit(players, "gold", "3").pinned) == (True, False)
    players.do(c.Wound(side=GOLD, unit="1", count=-1))
    assert unit(players, "gold", "1").pinned
    assert "Relentless" in refused(players, c.Mark(side=GOLD, unit="3", counter=Counter.PINNED))


def test_wounds_of_an_older_journal_pin_nobody() -> None:
    old = b'{"type":"wounded","sand_ns":1,"side":"gold","unit":"1","count":1,"wounds":1,"by":null,"strike":false}'
    assert msgspec.json.decode(old, type=c.Wounded).pinned is msgspec.UNSET


def test_an_aim_is_for_the_next_shot_of_the_activation(players: Players) -> None:
    players.do(Do(side=RED, unit="1", action=Action.AIM))
    assert aimed(unit(players, "red", "1"))
    assert not braced(unit(players, "red", "1"))
    players.do(red())
    assert not aimed(unit(players, "red", "1"))
    players.do(Do(side=RED, unit="1", action=Action.AIM, agreed=True))
    players.do(c.EndActivation(side=RED))
    assert unit(players, "red", "1").actions == ()


def test_hits_are_counted_for_as_long_as_the_activation_lasts(players: Players) -> None:
    for hits in (2, 1):
        players.do(red(dealt=AttackDealt(hits=hits, pinned=True)))
    assert unit(players, "red", "1").hits == {"1": 3}
    players.do(c.EndActivation(side=RED))
    assert unit(players, "red", "1").hits == {}


def test_a_strike_engages_both_and_a_move_takes_them_apart(players: Players) -> None:
    players.do(red(Action.STRIKE))
    assert (unit(players, "red", "1").engaged, unit(players, "gold", "1").engaged) == (("1",), ("1",))
    players.do(Do(side=RED, unit="1", action=Action.MOVE))
    assert (unit(players, "red", "1").engaged, unit(players, "gold", "1").engaged) == ((), ())
    third = red(Action.STRIKE, apart=True)
    assert refused(players, third) == "Lamp 1: 2 of 2 actions used."
    players.do(replace(third, agreed=True))
    assert unit(players, "red", "1").engaged == ()


def test_reactions_cost_their_counters_and_no_action(players: Players) -> None:
    players.do(gold(Reaction.COUNTERATTACK))
    one = unit(players, "gold", "1")
    assert (one.reaction_counters, one.activated, one.actions) == (1, False, ())
    players.do(Undo())
    players.do(gold(Reaction.AMBUSH))
    assert (unit(players, "gold", "1").reaction_counters, unit(players, "gold", "1").activated) == (1, True)


def test_what_the_book_forbids_is_refused(players: Players) -> None:
    blow = Blow(action=Action.SHOOT, target="1", dealt=AttackDealt())
    assert "can react" in refused(players, Fight(side=GOLD, unit="1", blow=blow))
    assert refused(players, gold(Reaction.PARTING_BLOW)) == "No Shoot with Parting Blow."
    assert refused(players, red(Action.AIM)).startswith("Aim is not an attack")
    players.do(red(dealt=AttackDealt(failed=True)))
    assert refused(players, red()) == "Lamp 1 must Reload Rifle first."
    players.do(Do(side=RED, unit="1", action=Action.RELOAD, weapon="Rifle"))
    players.do(replace(red(dealt=AttackDealt(wounds=1, hits=1, pinned=True)), agreed=True))
    assert refused(players, gold(Reaction.COUNTERATTACK)) == "Lamp 1 cannot react: Pinned."
    assert refused(players, Do(side=RED, unit="1", action=Action.RALLY)) == Says("Lamp 1", "not Pinned")


def test_a_ready_unit_that_acts_is_activated_with_it(players: Players) -> None:
    players.do(c.EndActivation(side=RED))
    players.do(Do(side=GOLD, unit="2", action=Action.MOVE))
    assert unit(players, "gold", "2").activated
    assert view(players).acting
    players.do(Undo())
    assert not unit(players, "gold", "2").activated
    assert not view(players).acting


def test_a_reload_counter_does_not_come_in_a_turn_of_reliability(tmp_path: Path) -> None:
    seated = Players(tmp_path / "r")
    for command in (
        New(game="warzone"),
        c.Muster(side=GOLD, entries=LAMPS),
        c.Muster(side=RED, entries=LAMPS, assets=("reliability",)),
        c.SelectArea(side=GOLD, area=DeploymentArea.A),
        Begin(),
        c.UseEffect(side=RED, effect="reliability"),
        c.KeepInitiative(side=RED),
        red(dealt=AttackDealt(failed=True)),
    ):
        seated.do(command)
    assert unit(seated, "red", "1").jammed == ()
    assert entries(seated.table)[-1][1].text.endswith("a miss")


def test_the_log_pins_no_relentless_striker(players: Players) -> None:
    players.do(c.EndActivation(side=RED))
    players.do(Fight(side=GOLD, unit="3", blow=Blow(action=Action.STRIKE, target="1", dealt=AttackDealt(failed=True))))
    assert entries(players.table)[-1][1].text.endswith("a miss")


@pytest.mark.parametrize("out", [True, False])
def test_a_unit_whose_w_the_list_does_not_say_falls_by_its_card(tmp_path: Path, out: bool) -> None:
    """An attack by cards knows W."""
    nameless = ForceEntry(name="Lamp")
    seated = Players(tmp_path / "w")
    for command in (
        New(game="warzone"),
        c.Muster(side=GOLD, entries=(nameless,)),
        c.Muster(side=RED, entries=(nameless,)),
        c.SelectArea(side=GOLD, area=DeploymentArea.A),
        Begin(),
        c.KeepInitiative(side=RED),
        red(dealt=AttackDealt(hits=1, wounds=2, pinned=True, casualty=out)),
    ):
        seated.do(command)
    assert (unit(seated, "gold", "1").fall is not None) is out


RANKS = (
    ForceEntry(name="Drip", wounds=2, abilities=("Recruit",)),
    ForceEntry(name="Snuff", wounds=2, abilities=("Shake it Off",)),
)


@pytest.fixture
def ranks(tmp_path: Path) -> Players:
    """A Recruit and one that shakes it off on either side, all of them Pinned; red's Recruit acts."""
    seated = Players(tmp_path / "ranks")
    seated.do(New(game="warzone"))
    for side in (GOLD, RED):
        seated.do(c.Muster(side=side, entries=RANKS))
    for command in (c.SelectArea(side=GOLD, area=DeploymentArea.A), Begin(), c.KeepInitiative(side=RED)):
        seated.do(command)
    for side in (GOLD, RED):
        for id in ("1", "2"):
            seated.do(c.Mark(side=side, unit=id, counter=Counter.PINNED))
    seated.do(c.Activate(side=RED, units=("1",)))
    return seated


def rally(die: int | None, unit: str = "1") -> Do:
    test = None if die is None else LeadershipRoll(unit="1", ld=11, die=Die(value=die))
    return Do(side=RED, unit=unit, action=Action.RALLY, test=test)


def test_a_recruit_rallies_by_a_test_alone(ranks: Players) -> None:
    assert "must test LD" in refused(ranks, rally(None))
    ranks.do(rally(12))
    assert unit(ranks, "red", "1").pinned
    assert view(ranks).last[-1].text == "Red’s Drip rolled 12 against LD 11 and stayed Pinned"
    ranks.do(rally(11))
    found = unit(ranks, "red", "1")
    assert (found.pinned, found.actions) == (False, (Action.RALLY, Action.RALLY))
    assert "No test" in refused(ranks, rally(3, unit="2"))


def test_who_shakes_it_off_is_pinned_until_the_turn_is_over(ranks: Players) -> None:
    """And counts no more for the Initiative that is foreseen."""
    ranks.do(c.EndActivation(side=RED))
    prospects = view(ranks).prospects
    assert prospects is not None
    ranks.do(c.Mark(side=RED, unit="2", counter=Counter.PINNED, on=False))
    assert view(ranks).prospects == prospects
    ranks.do(Undo())
    ranks.do(c.EndActivations())
    for each in open_questions(ranks):
        ranks.do(c.Answer(turn=each.turn, question=each.id, option=each.options[-1].id))
    assert unit(ranks, "red", "2").pinned
    ranks.do(c.EndTurn())
    pinned = [(side, id) for side in ("gold", "red") for id in ("1", "2") if unit(ranks, side, id).pinned]
    assert pinned == [("gold", "1"), ("red", "1")]
    assert view(ranks).last[-1].text == "Turn 1 ended; Shake It Off: Gold’s Snuff, Red’s Snuff"
    ranks.do(Undo())
    assert unit(ranks, "gold", "2").pinned


def test_of_actions_without_end_the_last_few_are_known(players: Players) -> None:
    for _ in range(40):
        players.do(Do(side=RED, unit="1", action=Action.MOVE, agreed=True))
    players.do(Do(side=RED, unit="1", action=Action.AIM, agreed=True))
    assert len(unit(players, "red", "1").actions) <= 12
    assert aimed(unit(players, "red", "1"))

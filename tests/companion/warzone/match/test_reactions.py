"""Reactions: who may answer what, at which cost, against a plain re-statement of Chapter 6; and once each."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.table.commands import Undo
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.force import ForceEntry, Unit
from companion.warzone.match.actions import Do
from companion.warzone.match.declarations import Declare, Forgo, Spare
from companion.warzone.match.fight import AttackDealt, Blow, Fight
from companion.warzone.match.parts import Counter, Die, EnemyAction, Reaction
from companion.warzone.match.reactions import May, who_may
from companion.warzone.match.report import WarzoneReport
from companion.warzone.match.state import Casualty, Force, State, TurnPhase, UnitState
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import GOLD, RED, acting, unit, view
from tests.support import Players, Says

IDS = ("1", "2")
MINE = ("Fearless", "Awareness", "Pack Hunter", "Tactical", "Zombie")
THEIRS = ("Unstoppable", "Shadowed", "Flight")
MOVEMENT = (Action.MOVE, Action.FLY, Action.CLIMB, Action.CHARGE)
few_ids = st.lists(st.sampled_from(IDS), unique=True, max_size=2).map(tuple)


@st.composite
def units(draw: st.DrawFn, id: str, abilities: tuple[str, ...]) -> UnitState:
    """Most of them stand and are ready, so that one thing alone forbids what it forbids."""
    has = draw(st.sampled_from([(), *((each,) for each in abilities)]))
    return UnitState(
        unit=Unit(id=id, name=f"Lamp {id}", card="Lamp", abilities=has),
        activated=draw(_seldom(False, st.just(True))),
        reaction_counters=draw(_seldom(0, st.integers(1, 2))),
        pinned=draw(_seldom(False, st.just(True))),
        engaged=draw(_seldom((), few_ids)),
        fall=draw(_seldom(None, _seldom(None, st.just(Casualty(turn=1))))),
    )


def _seldom(usual: Any, other: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.just(usual), st.just(usual), other)


@st.composite
def states(draw: st.DrawFn) -> State:
    going = EnemyAction(
        side=Side.RED,
        unit="1",
        action=draw(st.sampled_from((*MOVEMENT, Action.SHOOT, Action.SHOOT, Action.STRIKE))),
        targets=draw(few_ids),
        done=draw(st.booleans()),
        left=draw(few_ids),
        reacted=draw(_seldom({}, st.dictionaries(st.sampled_from(IDS), st.sampled_from(Reaction), max_size=1))),
    )
    known = {Side.GOLD: MINE, Side.RED: THEIRS}
    drawn = {side: draw(units("1", known[side])) for side in Side}
    other = UnitState(unit=Unit(id="2", name="Lamp 2", card="Lamp"), pinned=draw(st.booleans()))
    forces = {side: Force(units={"1": drawn[side], "2": other}) for side in Side}
    return State(
        choices=WarzoneChoices(),
        clock=State.start(choices=WarzoneChoices(), now=0).clock,
        forces=forces,
        turn=1,
        turn_phase=TurnPhase.ACTIVATION,
        active=Side.RED,
        acting=("1",),
        declared=going,
    )


def by_the_book(state: State, unit: UnitState, reaction: Reaction) -> bool:
    """Whether the Unit may react so, as Chapter 6 and the abilities' cards say it, one sentence after the other; what
    the players alone see is taken to be so."""
    going, id = state.declared, unit.unit.id
    assert going is not None
    enemies = state.forces[going.side].units
    mover, mine = enemies[going.unit], set(unit.unit.abilities or ())
    if id in going.reacted:
        return False  # one Reaction for each Enemy Unit Action
    if going.reacted and reaction is not Reaction.DIVE_FOR_COVER:
        return False  # one Unit of the Force
    if "Zombie" in mine or unit.reaction_counters == 2:
        return False
    if unit.reaction_counters == 1 and not mine & {"Awareness", "Pack Hunter", "Tactical"}:
        return False
    if unit.pinned and "Fearless" not in mine:
        return False
    free = all(enemies[each].pinned or enemies[each].fall for each in unit.engaged)
    if reaction is Reaction.AMBUSH:
        if "Shadowed" in (mover.unit.abilities or ()) and going.action is not Action.CLIMB:
            return False
        if "Unstoppable" in (mover.unit.abilities or ()) and going.action is Action.CHARGE:
            return False
        return going.action in MOVEMENT and not going.done and free and not unit.activated
    if reaction is Reaction.PARTING_BLOW:
        return going.action in MOVEMENT and not going.done and id in going.left
    if reaction is Reaction.DIVE_FOR_COVER:
        return going.action is Action.SHOOT and not going.done and free
    struck = id in going.targets or going.action is Action.SHOOT
    return going.done and going.action in (Action.SHOOT, Action.STRIKE, Action.CHARGE) and struck


@settings(max_examples=250)
@given(states())
def test_who_may_react_by_the_book(state: State) -> None:
    found = who_may(state)
    if state.forces[Side.RED].units["1"].fall is not None:
        assert found == {}
        return
    for each in state.forces[Side.GOLD].units.values():
        may = {one.reaction for one in found.get(each.unit.id, ()) if not one.why_not}
        standing = each.fall is None
        assert may == {one for one in Reaction if standing and by_the_book(state, each, one)}


@pytest.mark.parametrize(
    ("ability", "forbidden"),
    [
        ("Unstoppable", {Action.CHARGE}),
        ("Shadowed", {Action.MOVE, Action.CHARGE, Action.FLY}),
        ("Flight", set()),
    ],
)
def test_whose_movement_nobody_ambushes(ability: str, forbidden: set[Action]) -> None:
    mover = UnitState(unit=Unit(id="1", name="Wick", card="Wick", abilities=(ability,)))
    lamp = UnitState(unit=Unit(id="1", name="Lamp", card="Lamp"))
    state = State.start(choices=WarzoneChoices(), now=0)
    forces = {Side.RED: Force(units={"1": mover}), Side.GOLD: Force(units={"1": lamp})}
    found = set()
    for action in MOVEMENT:
        going = EnemyAction(side=Side.RED, unit="1", action=action)
        (may,) = who_may(replace(state, forces=forces, declared=going))["1"]
        assert may.reaction is Reaction.AMBUSH
        found |= {action} if may.why_not else set()
    assert found == forbidden


# At a table

LAMPS = (
    ForceEntry(name="Lamp", count=2, wounds=2, dp=4),
    ForceEntry(name="Wick", wounds=2, abilities=("Awareness",)),
    ForceEntry(name="Moth", wounds=2, abilities=("Guerilla (5)", "Dodge")),
)


@pytest.fixture
def players(tmp_path: Path) -> Players:
    """Red's Lamp 1 is being Activated."""
    return acting(tmp_path / "t", LAMPS)


def declare(action: Action, target: str | None = None) -> Declare:
    return Declare(side=RED, unit="1", action=action, target=target)


def react(id: str, reaction: Reaction) -> c.React:
    return c.React(side=GOLD, unit=id, reaction=reaction)


def fight(side: Side, unit: str, action: Action = Action.SHOOT, **changed: Any) -> Fight:
    return Fight(side=side, unit=unit, blow=Blow(action=action, **{"target": "1", "dealt": AttackDealt(), **changed}))


def refused(players: Players, command: object) -> str:
    with pytest.raises(Refused) as reason:
        players.do(command)
    return str(reason.value)


def may(players: Players, id: str) -> dict[Reaction, str]:
    """What the Unit may, each with what forbids it."""
    return {each.reaction: each.why_not for each in view(players).reactions.get(id, ())}


def test_an_ambush_costs_both_counters_once_and_is_the_only_one(players: Players) -> None:
    players.do(declare(Action.MOVE))
    assert may(players, "1") == {Reaction.AMBUSH: ""}
    players.do(react("1", Reaction.AMBUSH))
    assert "another of its Force" in refused(players, react("2", Reaction.AMBUSH))
    players.do(fight(GOLD, "1", reaction=Reaction.AMBUSH))
    one = unit(players, GOLD, "1")
    assert (one.reaction_counters, one.activated, one.reacting) == (1, True, None)
    players.do(Undo())
    assert unit(players, GOLD, "1").reacting is Reaction.AMBUSH
    players.do(declare(Action.MOVE))
    assert may(players, "2") == {Reaction.AMBUSH: ""}, "another action, another Reaction"
    assert unit(players, RED, "1").actions == (Action.MOVE,), "what was declared has happened"


def test_a_dive_and_a_counterattack_are_both_reactions_to_one_shot(players: Players) -> None:
    players.do(declare(Action.SHOOT, "3"))
    players.do(react("3", Reaction.DIVE_FOR_COVER))
    players.do(react("2", Reaction.DIVE_FOR_COVER))
    players.do(fight(RED, "1", target="3", dive=True))
    assert [unit(players, GOLD, each).reaction_counters for each in ("2", "3")] == [1, 1]
    assert refused(players, react("3", Reaction.COUNTERATTACK)) == "Wick cannot react: reacted to this already."
    players.do(fight(RED, "1", target="3"))
    players.do(fight(GOLD, "3", reaction=Reaction.COUNTERATTACK))
    assert unit(players, GOLD, "3").reaction_counters == 2, "Awareness: one more"
    players.do(replace(fight(RED, "1", target="3"), agreed=True))
    assert refused(players, react("3", Reaction.COUNTERATTACK)) == "Wick cannot react: two Reaction Counters already."


def test_a_parting_blow_comes_before_the_engagement_is_left(players: Players) -> None:
    players.do(fight(RED, "1", Action.STRIKE, target="2"))
    players.do(declare(Action.MOVE))
    assert may(players, "2")[Reaction.PARTING_BLOW] == ""
    assert may(players, "2")[Reaction.AMBUSH] == "engaged"
    assert Reaction.PARTING_BLOW not in may(players, "1")
    players.do(fight(GOLD, "2", Action.STRIKE, reaction=Reaction.PARTING_BLOW))
    assert unit(players, RED, "1").engaged == ("2",)
    players.do(c.EndActivation(side=RED))
    assert (unit(players, RED, "1").engaged, unit(players, GOLD, "2").engaged) == ((), ())


def test_what_is_going_on_ends_with_the_next_action_and_the_activation(players: Players) -> None:
    players.do(declare(Action.SHOOT, "1"))
    players.do(Do(side=RED, unit="1", action=Action.AIM))
    assert view(players).declared is None
    players.do(fight(RED, "1"))
    assert may(players, "1") == {Reaction.COUNTERATTACK: ""}
    players.do(c.EndActivation(side=RED))
    assert view(players).declared is None
    players.do(Undo())
    assert may(players, "1") == {Reaction.COUNTERATTACK: ""}


def test_nobody_reacts_until_the_shot_is_made(players: Players) -> None:
    players.do(declare(Action.SHOOT, "1"))
    assert refused(players, Forgo(side=RED)) == Says("no act")
    players.do(Forgo(side=GOLD))
    going = view(players).declared
    assert going is not None
    assert going.forgone
    players.do(fight(RED, "1"))
    going = view(players).declared
    assert going is not None
    assert (going.forgone, going.done) == (False, True)


def test_a_guerilla_test_spares_the_activation_counter_and_a_dodge_the_reaction_counter(players: Players) -> None:
    players.do(declare(Action.MOVE))
    players.do(react("4", Reaction.AMBUSH))
    players.do(Spare(side=GOLD, unit="4", die=Die(value=5, real=True)))
    assert (unit(players, GOLD, "4").activated, unit(players, GOLD, "4").reaction_counters) == (False, 1)
    assert "No Reaction of Moth" in refused(players, Spare(side=GOLD, unit="4", die=Die(value=1)))
    players.do(c.Mark(side=GOLD, unit="4", counter=Counter.REACTION, on=False))
    players.do(declare(Action.SHOOT, "4"))
    players.do(react("4", Reaction.DIVE_FOR_COVER))
    assert refused(players, Spare(side=GOLD, unit="4", die=Die(value=3))) == Says("lowest die")
    players.do(fight(RED, "1", target="4", dive=True, rolls=(9, 3, 14)))
    players.do(Spare(side=GOLD, unit="4", die=Die(value=4)))
    assert unit(players, GOLD, "4").reaction_counters == 1, "4 is more than 3"
    players.do(Undo())
    players.do(Spare(side=GOLD, unit="4", die=Die(value=3)))
    assert unit(players, GOLD, "4").reaction_counters == 0


def test_the_report_counts_each_reaction_once(players: Players) -> None:
    players.do(declare(Action.SHOOT, "1"))
    players.do(react("1", Reaction.DIVE_FOR_COVER))
    players.do(fight(RED, "1", dive=True))
    players.do(fight(RED, "1", target="2", dive=True))
    players.do(replace(fight(RED, "1", target="3"), agreed=True))
    players.do(fight(GOLD, "3", reaction=Reaction.COUNTERATTACK))
    report = players.table.report()
    assert isinstance(report, WarzoneReport)
    assert [side.reactions for side in report.sides] == [3, 0]


def test_what_cannot_be_declared_is_refused(players: Players) -> None:
    assert refused(players, declare(Action.AIM)).startswith("Declare a Move")
    assert "can react" in refused(players, Declare(side=GOLD, unit="1", action=Action.MOVE))
    players.do(c.Remove(side=GOLD, unit="2"))
    assert refused(players, declare(Action.SHOOT, "2")) == Says("Lamp 2", "Casualty")


def test_declaring_begins_the_activation_of_a_ready_unit(players: Players) -> None:
    players.do(c.EndActivation(side=RED))
    players.do(Declare(side=GOLD, unit="2", action=Action.CHARGE, target="2"))
    assert view(players).acting
    assert unit(players, GOLD, "2").activated


def test_fire_support_silence_and_areas_are_the_players_word(players: Players) -> None:
    players.do(fight(RED, "1", target="1"))
    state = players.table.match.state
    assert isinstance(state, State)
    found = who_may(state, silenced=True)
    assert found["1"] == (
        May(
            reaction=Reaction.COUNTERATTACK,
            costs=(Counter.REACTION,),
            provided=(Says("not", "in part", "Silenced"),),
        ),
    )
    assert found["2"][0].provided[0] == Says("shot", "it too")

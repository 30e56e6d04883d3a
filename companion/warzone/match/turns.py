"""The Turn: Initiative, Activations and passes. Warzone Eternal, Chapter 4."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from companion.ledger import Ledger
from companion.names import spelt
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.choices import TiedInitiative
from companion.warzone.force.force import Unit
from companion.warzone.match import commands as c
from companion.warzone.match import events as e
from companion.warzone.match.fight import rest_units
from companion.warzone.match.parts import Die
from companion.warzone.match.points import due, unanswered, victory_points
from companion.warzone.match.reactions import shakes_off
from companion.warzone.match.refusals import in_phase, in_turn, not_over, playing, standing, unused
from companion.warzone.match.setup import lower
from companion.warzone.match.state import (
    COUNTS_AS_ONE,
    IGNORES_VPS,
    LAST_TURN,
    REROLLS_THEIRS,
    Casualty,
    Force,
    State,
    TurnPhase,
    called,
    has,
    possessive,
    used_in,
    with_force,
    with_unit,
    with_used,
)
from companion.warzone.scenarios import WarzoneScenario
from companion.warzone.sums import initiative
from companion.warzone.sums import initiative as passes
from companion.warzone.sums.initiative import Group

# How many Activations a Force has left. The sums are companion.warzone.sums.initiative's.


def activations(units: Iterable[Unit]) -> int:
    """Counts one for each Unit.

    Of Units with Group (X), it counts one for each Group of X or part of one (Calculate Pass Counters).
    """
    single, grouped = 0, Counter[tuple[str, int]]()
    for unit in units:
        if unit.group is None:
            single += 1
        else:
            grouped[unit.card, unit.group] += 1
    groups = (Group(name=card, count=count, size=size) for (card, size), count in grouped.items())
    return single + sum(group.activations for group in groups)


def left(force: Force) -> int:
    """Activations that the Force still has this Turn."""
    return max(0, activations(unit.unit for unit in force.units.values() if unit.ready) - force.anonymous)


def pass_counters(state: State, side: Side) -> int:
    """Returns the Pass Counters that the side has for the Turn that begins."""
    mine, theirs = (activations(unit.unit for unit in state.forces[each].standing) for each in (side, side.other))
    return passes.pass_counters(mine, theirs)


def can_act(force: Force) -> bool:
    """Returns True where it can be the Active Player: it has Units to Activate, or Pass Counters."""
    return left(force) > 0 or force.passes > 0


# Initiative in a match: a side's score now, and who chooses. The sum is companion.warzone.sums.initiative's.


def score(state: State, side: Side, die: Die) -> Ledger:
    """Returns the Initiative Score of this side, rolling `die` now.

    Two Faction Assets change it, where the Force has them.
    """
    force = state.forces[side]
    return initiative.score(
        die.value,
        vps=victory_points(state, side).value,
        pinned=sum(unit.pinned for unit in force.standing),
        ignores_vp=has(force, IGNORES_VPS),
        counts_as_one=used_in(force, COUNTS_AS_ONE) == state.turn,
    )


def scores_equal(state: State) -> bool:
    """Returns True where both rolled the same Initiative Score. The book is silent then: a rule choice decides."""
    gold, red = (state.forces[side].score for side in Side)
    return gold is not None and red is not None and gold.value == red.value


def to_reroll(state: State) -> bool:
    """Returns True where both roll again."""
    return scores_equal(state) and chooser(state) is None


def chooser(state: State) -> Side | None:
    """Returns the side that may keep the Initiative or pass it, or None while that is open.

    In the first Turn it is the one that did not select the Deployment Areas, later the one with the lower Initiative
    Score.
    """
    if state.turn == 1:
        return state.first
    if scores_equal(state):
        return state.last_first if state.choices.tied_initiative is TiedInitiative.HOLDER else None
    gold, red = (state.forces[side].score for side in Side)
    if gold is None or red is None:
        return None
    return lower(gold=gold.value, red=red.value)


# What the Turn's own commands bring about, or why they are refused. Warzone Eternal, Chapter 4.


def decide_turn(state: State, command: c.TurnCommand, at: int) -> e.TurnEvent:
    """Raises Refused, NotHere."""
    match command:
        case c.RollInitiative() | c.KeepInitiative() | c.PassInitiative() | c.GoFirst():
            return _initiative(state, command, at)
        case c.Activate(side=side, units=units):
            force = in_turn(state, side)
            return e.Activated(sand_ns=at, side=side, units=_chosen(state, force, side, units))
        case c.EndActivation(side=side):
            force = in_turn(state, side)
            begun = state.acting is not None
            return e.ActivationEnded(sand_ns=at, side=side, units=() if begun else _chosen(state, force, side, ()))
        case c.UsePass(side=side):
            force = in_turn(state, side)
            if state.acting is not None:
                raise Refused("End your Activation first.")
            if not force.passes:
                raise Refused(f"No Pass Counters are left for {called(state, side)}.")
            return e.Passed(sand_ns=at, side=side)
        case c.SetPasses(side=side, passes=passes):
            in_phase(state, TurnPhase.ACTIVATION)
            return e.PassesSet(sand_ns=at, side=side, passes=passes)
        case c.SetActive(side=side):
            playing(state)
            if state.turn_phase is TurnPhase.START:
                raise Refused("First see who goes first.")
            if not can_act(state.forces[side]):
                raise Refused(f"No Activation is left for {called(state, side)}.")
            return e.MadeActive(sand_ns=at, side=side)
        case c.EndActivations():
            in_phase(state, TurnPhase.ACTIVATION)
            if state.acting is not None:
                raise Refused("End the Activation first.")
            return e.ActivationsEnded(sand_ns=at)
        case c.EndTurn():
            return _end_turn(state, at)
        case c.Answer():
            return _answer(state, command, at)
        case _:
            assert_never(command)


def _initiative(
    state: State, command: c.RollInitiative | c.KeepInitiative | c.PassInitiative | c.GoFirst, at: int
) -> e.InitiativeRolled | e.InitiativeTaken:
    playing(state)
    side = command.side
    if state.turn_phase is not TurnPhase.START:
        raise Refused("The Turn is under way: it is settled who went first.")
    if isinstance(command, c.GoFirst):
        return e.InitiativeTaken(sand_ns=at, side=side)
    if state.turn == 1 and state.first is not None:
        has = called(state, state.first)
        if isinstance(command, c.RollInitiative):
            raise Refused(f"No roll in the first Turn: first is {has}.")
        if isinstance(command, c.PassInitiative):
            raise Refused(f"{has} must go first in the first Turn: the Initiative cannot be passed.")
    if isinstance(command, c.RollInitiative):
        if command.misdirected:
            return _misdirected(state, command, at)
        score = state.forces[side].score
        if score is not None and not to_reroll(state) and not command.again:
            raise Refused(f"{called(state, side)} rolled already.")
        return e.InitiativeRolled(sand_ns=at, side=side, die=command.die, again=command.again)
    chooses = chooser(state)
    if chooses is None:
        raise Refused("A tie: both roll again." if to_reroll(state) else "Both roll first.")
    if chooses is not side:
        raise Refused(f"The choice is {possessive(called(state, chooses))}.")
    return e.InitiativeTaken(sand_ns=at, side=side if isinstance(command, c.KeepInitiative) else side.other, by=side)


def _misdirected(state: State, command: c.RollInitiative, at: int) -> e.InitiativeRolled:
    """General Assets, Intel Misdirection: the other side has this one's die rolled again."""
    side = command.side
    unused(state, side.other, REROLLS_THEIRS)
    if state.forces[side].score is None:
        raise Refused(f"{called(state, side)} must roll first.")
    return e.InitiativeRolled(sand_ns=at, side=side, die=command.die, again=True, misdirected=True)


def _chosen(state: State, force: Force, side: Side, units: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the Units of an Activation. Of a Force that is only counted, the next one is as good as any."""
    acting = state.acting or ()
    if not units:
        if not left(force):
            raise Refused(f"No Units are left for {called(state, side)} to Activate: use a Pass Counter.")
        return () if force.listed else (next(id for id, unit in force.units.items() if unit.ready),)
    found = [standing(force, unit) for unit in dict.fromkeys(units)]
    for each in found:
        if each.activated and each.unit.id not in acting:
            raise Refused(f"An Activation Counter is on {each.unit.name} already.")
    kinds = {(each.unit.card, each.unit.group) for each in found}
    size = found[0].unit.group or 1
    if len(kinds) > 1 or len(found) > size:
        raise Refused("One Unit at a time, or those of one Group.")
    return tuple(each.unit.id for each in found)


def _end_turn(state: State, at: int) -> e.TurnEnded:
    in_phase(state, TurnPhase.END)
    if state.turn == LAST_TURN and state.scenario is WarzoneScenario.KEY_POSITIONS:
        forces = state.forces.values()
        if all(force.sealed_primary is not None for force in forces):
            raise Refused("Reveal the Primary Objectives first.")
    if questions := unanswered(state):
        raise Refused(f"Answer first: {questions[0]}")
    for cloud in state.clouds:
        if cloud.stayed < state.turn and state.turn < LAST_TURN:
            raise Refused(f"Roll for {cloud.name} first.")
    shaken = {
        side: found
        for side, force in state.forces.items()
        if (found := tuple(each.unit.id for each in force.standing if each.pinned and shakes_off(each.unit)))
    }
    return e.TurnEnded(sand_ns=at, turn=state.turn, shaken=shaken or UNSET)


def _answer(state: State, command: c.Answer, at: int) -> e.Answered:
    if state.stage is Stage.SETUP:
        playing(state)
    if command.turn == state.turn and state.turn_phase is not TurnPhase.END:
        not_over(state)
        raise Refused("That is asked at the end of the Turn.")
    question = next((each for each in due(state, command.turn) if each.id == command.question), None)
    if question is None or command.turn > state.turn:
        raise Refused("That is not asked in this Turn.")
    if question.option(command.option) is None:
        raise Refused("Choose one of the answers.")
    return e.Answered(sand_ns=at, turn=command.turn, question=question.id, option=command.option)


# How the Turn goes on. Warzone Eternal, Chapter 4.


def evolve_turn(state: State, event: e.TurnEvent) -> State:
    """Returns the state after an event of the Turn itself."""
    match event:
        case e.Begun():
            # First Turn Initiative: it belongs to the side that did not select the Deployment Areas.
            first = state.selector.other if state.selector else None
            return replace(state, stage=Stage.PLAY, turn=1, turn_phase=TurnPhase.START, first=first)
        case e.InitiativeRolled(side=side, die=die, misdirected=True):
            rolled = with_force(state, side, die=die, score=score(state, side, die))
            return with_used(rolled, side.other, spelt(REROLLS_THEIRS, state.forces[side.other].assets))
        case e.InitiativeRolled(side=side, die=die):
            fresh = _unrolled(state) if to_reroll(state) else state
            return with_force(fresh, side, die=die, score=score(fresh, side, die))
        case e.InitiativeTaken(side=side):
            return _open(state, side)
        case e.Activated(side=side, units=units):
            return replace(_marked(_unmarked(state, side), side, units), acting=units)
        case e.ActivationEnded(side=side, units=units):
            begun = state if state.acting is not None else _marked(state, side, units)
            rested = with_force(begun, side, units=rest_units(begun.forces[side].units))
            return _handed_over(replace(rested, acting=None), side)
        case e.Passed(side=side):
            passes = max(0, state.forces[side].passes - 1)
            return _handed_over(with_force(state, side, passes=passes), side)
        case e.PassesSet(side=side, passes=passes):
            return with_force(state, side, passes=passes)
        case e.MadeActive(side=side):
            return replace(state, turn_phase=TurnPhase.ACTIVATION, active=side, acting=None)
        case e.ActivationsEnded():
            return replace(state, turn_phase=TurnPhase.END, active=None, acting=None)
        case e.TurnEnded():
            return _next_turn(state, event)
        case e.Answered(turn=turn, question=question, option=option):
            return replace(state, answers={**state.answers, (turn, question): option})
        case e.Ended(winner=winner):
            return _over(replace(state, conceded=winner), event)
        case _:
            assert_never(event)


def settled(state: State) -> State:
    """Settles the turn between two Activations: a side that cannot act is not the Active Player.

    Once neither can, the Phase is over.
    """
    if state.stage is not Stage.PLAY or state.turn_phase is not TurnPhase.ACTIVATION or state.acting is not None:
        return state
    if state.active is not None and can_act(state.forces[state.active]):
        return state
    for side in Side:
        if can_act(state.forces[side]):
            return replace(state, active=side)
    return replace(state, turn_phase=TurnPhase.END, active=None)


def _open(state: State, first: Side) -> State:
    opened = replace(state, turn_phase=TurnPhase.ACTIVATION, first=first, active=first, acting=None)
    for side in Side:
        opened = with_force(opened, side, passes=pass_counters(state, side))
    return opened


def _unrolled(state: State) -> State:
    for side in Side:
        state = with_force(state, side, die=None, score=None)
    return state


def _marked(state: State, side: Side, units: tuple[str, ...]) -> State:
    """Returns the state with the Activation Counters of an Activation."""
    if not units:
        return with_force(state, side, anonymous=state.forces[side].anonymous + 1)
    for unit in units:
        state = with_unit(state, side, unit, activated=True)
    return state


def _unmarked(state: State, side: Side) -> State:
    """Returns the state without those of the Activation that was going on: it was another Unit's."""
    if state.acting is None:
        return state
    if not state.acting:
        return with_force(state, side, anonymous=max(0, state.forces[side].anonymous - 1))
    for unit in state.acting:
        state = with_unit(state, side, unit, activated=False)
    return state


def _handed_over(state: State, side: Side) -> State:
    """Transfer Active Player Designation: it stays where the other has neither Units nor Pass Counters."""
    return replace(state, active=side.other if can_act(state.forces[side.other]) else side)


def _next_turn(state: State, event: e.TurnEnded) -> State:
    for side, shaken in ({} if event.shaken is UNSET else event.shaken).items():
        for unit in shaken:
            state = with_unit(state, side, unit, pinned=False)
    if state.turn >= LAST_TURN:
        return _over(state, event)
    for side, force in state.forces.items():
        units = {id: replace(unit, activated=False, reactions=0) for id, unit in force.units.items()}
        state = with_force(state, side, units=units, passes=0, anonymous=0, die=None, score=None)
    return replace(
        state,
        turn=state.turn + 1,
        turn_phase=TurnPhase.START,
        first=None,
        last_first=state.first,
        active=None,
        acting=None,
    )


def _over(state: State, event: e.TurnEnded | e.Ended) -> State:
    return replace(state.over(event), active=None, acting=None)


# What an Ambush leaves of the Turn: Activations, and the Pass Counters of the next one.


def left_after(state: State, side: Side, unit: str) -> int:
    """Activations that the side has left this Turn once this Unit of it has the Activation Counter of an Ambush."""
    return left(with_unit(state, side, unit, activated=True).forces[side])


def passes_after(state: State, side: Side, fallen: str) -> dict[Side, int]:
    """Returns the Pass Counters of either side in the next Turn, if this Unit of the side falls and no other does."""
    then = with_unit(state, side, fallen, fall=Casualty(turn=state.turn))
    return {each: pass_counters(then, each) for each in Side}

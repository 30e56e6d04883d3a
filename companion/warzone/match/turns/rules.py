"""What the Turn's own commands bring about, or why they are refused. Warzone Eternal, Chapter 4."""

from typing import assert_never

from msgspec import UNSET

from companion.table.errors import Refused
from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.match import commands as c
from companion.warzone.match import events as e
from companion.warzone.match.effects import REROLLS_THEIRS
from companion.warzone.match.fight.tracking import shakes_off
from companion.warzone.match.names import called
from companion.warzone.match.points.questions import due
from companion.warzone.match.points.scoring import unanswered
from companion.warzone.match.refusals import in_phase, in_turn, not_over, playing, standing, unused
from companion.warzone.match.state import LAST_TURN, Force, State, TurnPhase
from companion.warzone.match.turns.activations import can_act, left
from companion.warzone.match.turns.initiative import chooser, to_reroll
from companion.warzone.scenario.scenarios import WarzoneScenario


def decide(state: State, command: c.TurnCommand, at: int) -> e.TurnEvent:
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
                raise Refused(f"{called(state, side)} has no Pass Counters left.")
            return e.Passed(sand_ns=at, side=side)
        case c.SetPasses(side=side, passes=passes):
            in_phase(state, TurnPhase.ACTIVATION)
            return e.PassesSet(sand_ns=at, side=side, passes=passes)
        case c.SetActive(side=side):
            playing(state)
            if state.turn_phase is TurnPhase.START:
                raise Refused("First see who goes first.")
            if not can_act(state.forces[side]):
                raise Refused(f"{called(state, side)} has nothing left to Activate.")
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
            raise Refused(f"No roll in the first Turn: {has} goes first.")
        if isinstance(command, c.PassInitiative):
            raise Refused(f"{has} goes first in the first Turn: it cannot be passed.")
    if isinstance(command, c.RollInitiative):
        if command.misdirected:
            return _misdirected(state, command, at)
        score = state.forces[side].score
        if score is not None and not to_reroll(state) and not command.again:
            raise Refused(f"{called(state, side)} has rolled already.")
        return e.InitiativeRolled(sand_ns=at, side=side, die=command.die, again=command.again)
    chooses = chooser(state)
    if chooses is None:
        raise Refused("A tie: both roll again." if to_reroll(state) else "Both roll first.")
    if chooses is not side:
        raise Refused(f"{called(state, chooses)} has the choice.")
    return e.InitiativeTaken(sand_ns=at, side=side if isinstance(command, c.KeepInitiative) else side.other, by=side)


def _misdirected(state: State, command: c.RollInitiative, at: int) -> e.InitiativeRolled:
    """General Assets, Intel Misdirection: the other side has this one's die rolled again."""
    side = command.side
    unused(state, side.other, REROLLS_THEIRS)
    if state.forces[side].score is None:
        raise Refused(f"{called(state, side)} has not rolled yet.")
    return e.InitiativeRolled(sand_ns=at, side=side, die=command.die, again=True, misdirected=True)


def _chosen(state: State, force: Force, side: Side, units: tuple[str, ...]) -> tuple[str, ...]:
    """The Units of an Activation. Of a Force that is only counted, the next one is as good as any."""
    acting = state.acting or ()
    if not units:
        if not left(force):
            raise Refused(f"{called(state, side)} has no Units left to Activate: use a Pass Counter.")
        return () if force.listed else (next(id for id, unit in force.units.items() if unit.ready),)
    found = [standing(force, unit) for unit in dict.fromkeys(units)]
    for each in found:
        if each.activated and each.unit.id not in acting:
            raise Refused(f"{each.unit.name} has an Activation Counter already.")
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

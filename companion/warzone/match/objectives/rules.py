"""What commands about Scenario Objective counters bring about, or why they are refused (Chapter 13)."""

from typing import assert_never

from companion.table.errors import Refused
from companion.table.sides import Side
from companion.warzone.match.commands import ObjectiveCommand
from companion.warzone.match.effects import used_in
from companion.warzone.match.events import ObjectiveEvent
from companion.warzone.match.fight.rules import begins
from companion.warzone.match.names import called
from companion.warzone.match.objectives import commands as c
from companion.warzone.match.objectives import events as e
from companion.warzone.match.objectives.counters import Kind, Objective, holder, name, objective, sentence_case, tracked
from companion.warzone.match.objectives.tracked import Place
from companion.warzone.match.points.tracked_answers import tracked_answers
from companion.warzone.match.refusals import in_phase, in_turn, playing, standing
from companion.warzone.match.state import State, TurnPhase
from companion.warzone.scenario.scenarios import WarzoneScenario

MISSION_CRITICAL = "Mission Critical"
"""The asset of one Turn in which Engaged Units may Interact (Chapter 12, General Assets)."""


def decide(state: State, command: ObjectiveCommand, at: int) -> ObjectiveEvent:
    """Raises Refused, NotHere."""
    playing(state)
    match command:
        case c.Interact():
            return _interact(state, command, at)
        case c.SetControl(counter=counter, control=control):
            _of(state, counter, Kind.KEY)
            return e.ControlSet(sand_ns=at, counter=counter, control=control)
        case c.SetDamage(side=side, counter=counter, damage=damage):
            _theirs(state, _of(state, counter, Kind.SABOTAGE), side)
            return e.DamageSet(sand_ns=at, side=side, counter=counter, damage=damage)
        case c.PlaceObjective(counter=counter, place=place):
            kind = _of(state, counter, Kind.ESCORT, Kind.INTERCEPT).kind
            if kind is Kind.INTERCEPT and place is Place.AREA:
                raise Refused("That counter stays where it was placed, or is gone.")
            return e.ObjectivePlaced(sand_ns=at, counter=counter, place=place)
        case c.SetConnection(counter=counter, unit=unit):
            owner = _of(state, counter, Kind.INTERCEPT).side
            if unit is not None and owner is not None:
                state.forces[owner].unit(unit)
            return e.ConnectionSet(sand_ns=at, counter=counter, unit=unit)
        case c.MeasureCommanders(gold=gold, red=red):
            if state.scenario is not WarzoneScenario.LEAD_FROM_THE_FRONT:
                raise Refused("Only Lead from the Front measures Commanders.")
            in_phase(state, TurnPhase.END)
            return e.CommandersMeasured(sand_ns=at, gold=gold, red=red)
        case c.AnswerTracked():
            in_phase(state, TurnPhase.END)
            answers = tracked_answers(state)
            if not answers:
                raise Refused("What is asked still does not follow from what was tracked: answer it yourselves.")
            return e.AnsweredTracked(sand_ns=at, turn=state.turn, answers=answers)
        case _:
            assert_never(command)


def _interact(state: State, command: c.Interact, at: int) -> e.Interacted:
    """As far as the table knows: in the Unit's own Activation, and with a counter that its Force may interact with."""
    counter = objective(state, command.counter)
    force = in_turn(state, command.side)
    unit = standing(force, command.unit)
    if state.acting and command.unit not in state.acting:
        names = ", ".join(force.units[each].unit.name for each in state.acting if each in force.units)
        raise Refused(f"{names} is acting: end that Activation before {unit.unit.name} Interacts.")
    if unit.engaged and used_in(force, MISSION_CRITICAL) != state.turn:
        raise Refused(f"{unit.unit.name} is Engaged: it may Interact in a Turn of {MISSION_CRITICAL} alone.")
    _theirs(state, counter, command.side)
    if tracked(state, counter.id).place is Place.OFF:
        raise Refused(f"{sentence_case(name(state, counter))} is off the Battlefield.")
    if command.place is not None and counter.kind is not Kind.ESCORT:
        raise Refused(f"{sentence_case(name(state, counter))} does not move.")
    success, dice = command.success, command.dice
    if dice:
        if command.needed is None:
            raise Refused(f"Type {unit.unit.name}'s LD, or say how it went.")
        dice = dice[: 1 if dice[0].value <= command.needed else 2]
        success = dice[-1].value <= command.needed
    return e.Interacted(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        counter=counter.id,
        success=success,
        needed=command.needed if dice else None,
        dice=dice,
        place=command.place if success else None,
        activates=begins(state, unit),
    )


def _of(state: State, counter: str, *kinds: Kind) -> Objective:
    """Raises Refused, NotHere."""
    found = objective(state, counter)
    if found.kind not in kinds:
        raise Refused(f"That is nothing that {name(state, found)} can have.")
    return found


def _theirs(state: State, counter: Objective, side: Side) -> None:
    """Raises Refused where this Force may not interact with the counter."""
    found = holder(state, counter)
    if counter.kind is Kind.SABOTAGE and found is side:
        raise Refused(f"That one lies in {called(state, side)}'s own half: only the enemy damages it.")
    if counter.side is not None and found is not side:
        raise Refused(f"Only {called(state, counter.side)} Interacts with that: it is their Secondary Objective's.")

"""Holds the acts of the Turn: Activations, passes, and its end. Warzone Eternal, Chapter 4."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.table.errors import Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.force.force import Unit
from companion.warzone.match.actions import complete_first, end_reactions, rest_units
from companion.warzone.match.forces import MOST_UNITS
from companion.warzone.match.kinds import (
    ForceAct,
    ForceEvent,
    WarzoneAct,
    WarzoneEvent,
    in_phase,
    in_turn,
    playing,
    standing,
)
from companion.warzone.match.parts import UnitId
from companion.warzone.match.points import unanswered
from companion.warzone.match.reactions import shakes_off
from companion.warzone.match.state import (
    LAST_TURN,
    Casualty,
    Force,
    State,
    TurnPhase,
    called,
    count_of,
    possessive,
    unit_name,
    unit_names,
    with_force,
    with_unit,
)
from companion.warzone.scenarios import WarzoneScenario
from companion.warzone.sums import initiative as sums
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
    """Counts the Activations that the Force still has this Turn."""
    return max(0, activations(unit.unit for unit in force.units.values() if unit.ready) - force.anonymous)


def pass_counters(state: State, side: Side) -> int:
    """Returns the Pass Counters that the side has for the Turn that begins."""
    mine, theirs = (activations(unit.unit for unit in state.forces[each].standing) for each in (side, side.other))
    return sums.pass_counters(mine, theirs)


def can_act(force: Force) -> bool:
    """Returns True where it can be the Active Player: it has Units to Activate, or Pass Counters."""
    return left(force) > 0 or force.passes > 0


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


def left_after(state: State, side: Side, unit: str) -> int:
    """Counts the Activations that the side has left this Turn once this Unit of it has the Activation Counter of an
    Ambush."""
    return left(with_unit(state, side, unit, activated=True).forces[side])


def passes_after(state: State, side: Side, fallen: str) -> dict[Side, int]:
    """Returns the Pass Counters of either side in the next Turn, if this Unit of the side falls and no other does."""
    then = with_unit(state, side, fallen, fall=Casualty(turn=state.turn))
    return {each: pass_counters(then, each) for each in Side}


# An Activation.


class SomeUnitsEvent(ForceEvent, frozen=True, kw_only=True):
    """Says what a side did with some of its Units."""

    WHAT = "Activation"

    units: tuple[str, ...] = ()

    def whose(self, state: State) -> str:
        if not self.units:
            return super().whose(state)
        return f"{possessive(unit_name(state, self.side, self.units[0]))} {self.what}"


class Activated(SomeUnitsEvent, frozen=True, kw_only=True):
    clear = complete_first

    def apply(self, state: State) -> State:
        marked = _with_counters(_without_counters(state, self.side), self.side, self.units)
        return replace(marked, acting=self.units)

    def sentence(self, state: State) -> str:
        return f"{self.who(state)} Activated {unit_names(state, self.side, self.units) or 'a Unit'}"


class Activate(ForceAct, frozen=True, kw_only=True):
    """Activates these Units: one, or several of one Group; none for a Unit without a name.

    Sent again before its end, it names another.
    """

    ADDRESSES = ("sides/{side}/activate",)
    SUMMARY = "A side Activates a Unit, or those of a Group"
    EVENT = Activated

    units: Annotated[tuple[UnitId, ...], msgspec.Meta(max_length=20)] = ()

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        in_turn(state, self.side)
        return [self.event(at, units=_chosen(state, self.side, self.units))]


class ActivationEnded(SomeUnitsEvent, frozen=True, kw_only=True):
    """`units`: whose Activation it was, where none had been begun."""

    clear = end_reactions

    def apply(self, state: State) -> State:
        """Returns the state with the other side's turn. It asks which Units a Cloud hits (Cloud Area of Effect), since
        only players see that."""
        begun = state if state.acting is not None else _with_counters(state, self.side, self.units)
        rested = with_force(begun, self.side, units=rest_units(begun.forces[self.side].units))
        return _ask_of_clouds(_handed_over(replace(rested, acting=None), self.side), asks=True)

    def sentence(self, state: State) -> str:
        names = unit_names(state, self.side, self.units)
        return f"{self.who(state)} Activated {names}, done" if names else f"{self.who(state)} ended an Activation"


class EndActivation(ForceAct, frozen=True, kw_only=True):
    """Ends the Activation. Where none was begun, a Unit without a name is Activated and done."""

    ADDRESSES = ("sides/{side}/done",)
    SUMMARY = "A side ends its Activation"
    EVENT = ActivationEnded

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        in_turn(state, self.side)
        units = _chosen(state, self.side, ()) if state.acting is None else ()
        return [self.event(at, units=units)]


def _chosen(state: State, side: Side, units: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the Units of an Activation. Of a Force that is only counted, the next one is as good as any. Raises
    Refused, NotHere."""
    force, acting = state.forces[side], state.acting or ()
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


def _with_counters(state: State, side: Side, units: tuple[str, ...]) -> State:
    """Returns the state with the Activation Counters of an Activation."""
    if not units:
        return with_force(state, side, anonymous=state.forces[side].anonymous + 1)
    for unit in units:
        state = with_unit(state, side, unit, activated=True)
    return state


def _without_counters(state: State, side: Side) -> State:
    """Returns the state without those of the Activation that was going on: it was another Unit's."""
    if state.acting is None:
        return state
    if not state.acting:
        return with_force(state, side, anonymous=max(0, state.forces[side].anonymous - 1))
    for unit in state.acting:
        state = with_unit(state, side, unit, activated=False)
    return state


def _handed_over(state: State, side: Side) -> State:
    """Transfers the Active Player Designation: it stays where the other has neither Units nor Pass Counters."""
    return replace(state, active=side.other if can_act(state.forces[side.other]) else side)


def _ask_of_clouds(state: State, *, asks: bool) -> State:
    if not state.clouds:
        return state
    return replace(state, clouds=tuple(replace(each, asked=asks and each.how is not None) for each in state.clouds))


# Pass Counters.


class Passed(ForceEvent, frozen=True, kw_only=True):
    WHAT = "pass"
    SAYS = "used a Pass Counter"

    clear = end_reactions

    def apply(self, state: State) -> State:
        passes = max(0, state.forces[self.side].passes - 1)
        return _handed_over(with_force(state, self.side, passes=passes), self.side)


class UsePass(ForceAct, frozen=True, kw_only=True):
    """Uses a Pass Counter in place of an Activation."""

    ADDRESSES = ("sides/{side}/pass",)
    SUMMARY = "A side uses a Pass Counter"
    EVENT = Passed

    def check(self, state: State) -> None:
        force = in_turn(state, self.side)
        if state.acting is not None:
            raise Refused("End your Activation first.")
        if not force.passes:
            raise Refused(f"No Pass Counters are left for {called(state, self.side)}.")


class PassesSet(ForceEvent, frozen=True, kw_only=True):
    WHAT = "Pass Counters"

    passes: int

    def apply(self, state: State) -> State:
        return with_force(state, self.side, passes=self.passes)

    def sentence(self, state: State) -> str:
        return f"{self.who(state)}: {count_of(self.passes, 'Pass Counter')} now"


class SetPasses(ForceAct, frozen=True, kw_only=True):
    """Puts the number of Pass Counters left right."""

    ADDRESSES = ("sides/{side}/passes",)
    SUMMARY = "Correct a side's Pass Counters"
    EVENT = PassesSet

    passes: Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)]

    def check(self, state: State) -> None:
        in_phase(state, TurnPhase.ACTIVATION)


# Whose turn it is, by the players' own word.


class MadeActive(ForceEvent, frozen=True, kw_only=True):
    WHAT = "Activation"
    SAYS = "became the Active Player"

    clear = end_reactions

    def apply(self, state: State) -> State:
        return replace(state, turn_phase=TurnPhase.ACTIVATION, active=self.side, acting=None)


class SetActive(ForceAct, frozen=True, kw_only=True):
    """Makes this side the Active Player, whatever the Turn said: the players' own word."""

    ADDRESSES = ("sides/{side}/active",)
    SUMMARY = "Make a side the Active Player"
    EVENT = MadeActive

    def check(self, state: State) -> None:
        playing(state)
        if state.turn_phase is TurnPhase.START:
            raise Refused("First see who goes first.")
        if not can_act(state.forces[self.side]):
            raise Refused(f"No Activation is left for {called(state, self.side)}.")


# The end of the Activations and of the Turn.


class ActivationsEnded(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "end of Activations"

    clear = end_reactions

    def apply(self, state: State) -> State:
        return replace(state, turn_phase=TurnPhase.END, active=None, acting=None)

    def sentence(self, _: State) -> str:
        return "No more Activations this Turn"


class EndActivations(WarzoneAct, frozen=True, kw_only=True):
    """Ends the Activations: neither side wants another. The End Turn Phase begins."""

    ADDRESSES = ("end-activations",)
    SUMMARY = "End the Activations of this Turn"
    EVENT = ActivationsEnded

    def check(self, state: State) -> None:
        in_phase(state, TurnPhase.ACTIVATION)
        if state.acting is not None:
            raise Refused("End the Activation first.")


class TurnEnded(WarzoneEvent, frozen=True, kw_only=True):
    """`shaken`: the Units of each side that lose their Pinned Counters with it, by Shake It Off."""

    WHAT = "end of the Turn"

    turn: int
    shaken: dict[Side, tuple[str, ...]] | msgspec.UnsetType = msgspec.UNSET

    clear = end_reactions

    def apply(self, state: State) -> State:
        for side, shaken in (self.shaken or {}).items():
            for unit in shaken:
                state = with_unit(state, side, unit, pinned=False)
        return _ask_of_clouds(self._over(state) if state.turn >= LAST_TURN else _next_turn(state), asks=False)

    def _over(self, state: State) -> State:
        return replace(state.over(self), active=None, acting=None)

    def sentence(self, state: State) -> str:
        shaken = ", ".join(
            f"{possessive(called(state, side))} {unit_names(state, side, units)}"
            for side, units in (self.shaken or {}).items()
        )
        return f"Turn {self.turn} ended{'; Shake It Off: ' if shaken else ''}{shaken}"


class EndTurn(WarzoneAct, frozen=True, kw_only=True):
    """Ends the Turn once all is answered and rolled: the next Turn, or after the fifth the end of the game."""

    ADDRESSES = ("end-turn",)
    SUMMARY = "The next Turn; after the fifth, the end"
    EVENT = TurnEnded

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        in_phase(state, TurnPhase.END)
        forces, last = state.forces, state.turn == LAST_TURN
        sealed = all(force.sealed_primary is not None for force in forces.values())
        if last and sealed and state.scenario is WarzoneScenario.KEY_POSITIONS:
            raise Refused("Reveal the Primary Objectives first.")
        if questions := unanswered(state):
            raise Refused(f"Answer first: {questions[0]}")
        for cloud in state.clouds:
            if cloud.stayed < state.turn and not last:
                raise Refused(f"Roll for {cloud.name} first.")
        shaken = {
            side: found
            for side, force in forces.items()
            if (found := tuple(each.unit.id for each in force.standing if each.pinned and shakes_off(each.unit)))
        }
        return [self.event(at, turn=state.turn, shaken=shaken or UNSET)]


def _next_turn(state: State) -> State:
    for side, force in state.forces.items():
        units = {id: replace(unit, activated=False, reaction_counters=0) for id, unit in force.units.items()}
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

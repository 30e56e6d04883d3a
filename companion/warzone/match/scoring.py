"""Holds Scenario Objective counters and the questions at a Turn's end: acts that score. Warzone Eternal, Chapter 13."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match.actions import activate, begins, complete_first, count_action
from companion.warzone.match.kinds import (
    AS_TYPED,
    Agreed,
    AgreedAct,
    ForceAct,
    ForceEvent,
    UnitEvent,
    WarzoneAct,
    WarzoneEvent,
    in_phase,
    in_turn,
    playing,
    standing,
)
from companion.warzone.match.limits import against_action
from companion.warzone.match.objectives import (
    ALL,
    CounterKind,
    Objective,
    holder,
    name,
    objective,
    sentence_case,
    tracked,
)
from companion.warzone.match.parts import BattlefieldPlace, Connection, Die, Tracked, UnitId
from companion.warzone.match.points import due
from companion.warzone.match.state import (
    Force,
    State,
    TurnPhase,
    UnitState,
    called,
    of_both,
    possessive,
    unit_name,
    used_in,
)
from companion.warzone.match.suggestions import tracked_answers
from companion.warzone.scenarios import WarzoneScenario
from companion.warzone.sums.sight import Stand, measure_commander

# What is known of a counter.

CounterId = Annotated[str, AS_TYPED]


def _known(state: State, counter: str, *kinds: CounterKind) -> Objective:
    """Returns the counter of this game, which is of one of these kinds. Raises Refused, NotHere."""
    playing(state)
    found = objective(state, counter)
    if found.kind not in kinds:
        raise Refused(f"Not recorded: {name(state, found)} cannot have that.")
    return found


def _theirs(state: State, counter: Objective, side: Side) -> None:
    """Raises Refused where this Force may not interact with the counter."""
    found = holder(state, counter)
    if counter.kind is CounterKind.SABOTAGE and found is side:
        raise Refused(f"That counter is in {possessive(called(state, side))} own half: only the enemy can damage it.")
    if counter.side is not None and found is not side:
        raise Refused(
            f"Only {called(state, counter.side)} can Interact with that: it is for their Secondary Objective."
        )


def _named(state: State, counter: str, *, first: bool = False) -> str:
    found = name(state, ALL[counter])
    return sentence_case(found) if first else found


def _with(state: State, counter: str, **changes: object) -> State:
    known = replace(state.scoring.counters.get(counter, Tracked()), **changes)
    scoring = replace(state.scoring, counters={**state.scoring.counters, counter: known})
    return replace(state, scoring=scoring)


def _damaged(state: State, counter: str, side: Side, damage: int) -> State:
    known = state.scoring.counters.get(counter, Tracked())
    return _with(state, counter, damage={**known.damage, (state.turn, side): damage})


_PLACES = {
    BattlefieldPlace.ELSEWHERE: "on the Battlefield",
    BattlefieldPlace.AREA: "in its Deployment Area",
    BattlefieldPlace.OFF: "off the Battlefield",
}


def _where(counter: str, place: BattlefieldPlace) -> str:
    if ALL[counter].kind is CounterKind.INTERCEPT:
        return "gone" if place is BattlefieldPlace.OFF else "there"
    return _PLACES[place]


# The Interact Action.

MISSION_CRITICAL = "Mission Critical"
"""The asset of one Turn in which Engaged Units may Interact (Chapter 12, General Assets)."""


class Interacted(UnitEvent, frozen=True, kw_only=True):
    """Records an Interact Action with the counter, one of the Unit's two Actions.

    `dice` were rolled against `needed`; empty where the players said how it went. `activates`: its Activation began
    with it.
    """

    WHAT = "Interact"

    counter: str
    success: bool
    needed: int | None = None
    dice: tuple[Die, ...] = ()
    place: BattlefieldPlace | None = None
    activates: bool = False
    agreed: Agreed = UNSET

    clear = complete_first

    def apply(self, state: State) -> State:
        """Returns the state after it. A connection that was tried, with whatever result, removes the other counter."""
        if self.activates:
            state = activate(state, self.side, self.unit)
        state = count_action(state, self.side, self.unit, Action.INTERACT)
        known = state.scoring.counters.get(self.counter, Tracked())
        state = _with(state, self.counter)
        kind = ALL[self.counter].kind
        if kind is CounterKind.INTERCEPT:
            for other in ALL.values():
                if other.kind is kind and other.side is self.side and other.id != self.counter:
                    state = _with(state, other.id, place=BattlefieldPlace.OFF)
        if not self.success:
            return state
        match kind:
            case CounterKind.KEY:
                return _with(state, self.counter, control=self.side)
            case CounterKind.SABOTAGE:
                done = known.damage.get((state.turn, self.side), 0)
                return _damaged(state, self.counter, self.side, done + 1)
            case CounterKind.ESCORT:
                return _with(state, self.counter, moves=known.moves + 1, place=self.place or known.place)
            case CounterKind.INTERCEPT:
                return _with(state, self.counter, connection=Connection(unit=self.unit, turn=state.turn))

    def sentence(self, state: State) -> str:
        rolled = " then ".join(str(die) for die in self.dice)
        real = " (a real die)" if any(die.real for die in self.dice) else ""
        told = f"{rolled}{real} against {self.needed}, " if self.dice else ""
        outcome = self._outcome(state) if self.success else "no effect"
        return f"{self.who(state)} Interacted with {_named(state, self.counter)}: {told}{outcome}"

    def _outcome(self, state: State) -> str:
        match ALL[self.counter].kind:
            case CounterKind.KEY:
                return f"it is {possessive(called(state, self.side))}"
            case CounterKind.SABOTAGE:
                return "damaged"
            case CounterKind.ESCORT:
                return 'moved 4"' + (f", {_where(self.counter, self.place)}" if self.place else "")
            case CounterKind.INTERCEPT:
                return "connected"


class Interact(AgreedAct, frozen=True, kw_only=True):
    """Performs an Interact Action: a TN(LD) Test by `dice` against `needed`, or `success` as the players say.

    A second die counts only where a failed test is rolled again. `place` is where the counter is then, if it can move
    and the players say so. As far as the table knows, it is the Unit's own Activation, and the counter is one that its
    Force may interact with.
    """

    ADDRESSES = ("objectives/{counter}/interact",)
    SUMMARY = "A Unit Interacts with a counter"
    EVENT = Interacted

    counter: str
    needed: int | None = None
    dice: tuple[Die, ...] = ()
    success: bool = True
    place: BattlefieldPlace | None = None

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        playing(state)
        counter = objective(state, self.counter)
        force = in_turn(state, self.side)
        unit = standing(force, self.unit)
        _theirs(state, counter, self.side)
        if tracked(state, counter.id).place is BattlefieldPlace.OFF:
            raise Refused(f"{sentence_case(name(state, counter))} is off the Battlefield.")
        if self.place is not None and counter.kind is not CounterKind.ESCORT:
            raise Refused(f"{sentence_case(name(state, counter))} does not move.")
        success, dice = self.success, self.dice
        if dice:
            if self.needed is None:
                raise Refused(f"Type the LD of {unit.unit.name}, or say how it went.")
            dice = dice[: 1 if dice[0].value <= self.needed else 2]
            success = dice[-1].value <= self.needed
        against = (*_while_engaged(state, force, unit), *against_action(state, self, unit, Action.INTERACT))
        return [
            self.event(
                at,
                counter=counter.id,
                success=success,
                needed=self.needed if dice else None,
                dice=dice,
                place=self.place if success else None,
                activates=begins(state, unit),
                agreed=self.agreement(against),
            )
        ]


def _while_engaged(state: State, force: Force, unit: UnitState) -> Iterator[str]:
    if unit.engaged and used_in(force, MISSION_CRITICAL) != state.turn:
        yield f"{unit.unit.name} can Interact while Engaged only in a Turn of {MISSION_CRITICAL}"


# Corrections of a counter, by the players' own word.


class ControlSet(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "counter"

    counter: str
    control: Side | None = None

    def apply(self, state: State) -> State:
        return _with(state, self.counter, control=self.control)

    def sentence(self, state: State) -> str:
        whose = possessive(called(state, self.control)) if self.control else "neither side’s"
        return f"{_named(state, self.counter, first=True)} is {whose}"


class SetControl(WarzoneAct, frozen=True, kw_only=True):
    """Sets who controls a counter of Key Positions; without `control`, neither side does."""

    ADDRESSES = ("objectives/{counter}/control",)
    SUMMARY = "Say who controls a counter"
    EVENT = ControlSet

    counter: CounterId
    control: Side | None = None

    def check(self, state: State) -> None:
        _known(state, self.counter, CounterKind.KEY)


class DamageSet(ForceEvent, frozen=True, kw_only=True):
    """Records damage in this Turn so far."""

    WHAT = "counter"

    counter: str
    damage: int

    def apply(self, state: State) -> State:
        return _damaged(state, self.counter, self.side, self.damage)

    def sentence(self, state: State) -> str:
        times = "once" if self.damage == 1 else f"{self.damage} times"
        return f"{self.who(state)} damaged {_named(state, self.counter)} {times} this Turn"


class SetDamage(ForceAct, frozen=True, kw_only=True):
    """Sets how often this side damaged a counter of Sabotage this Turn."""

    ADDRESSES = ("objectives/{counter}/damage",)
    SUMMARY = "Say how often a counter was damaged this Turn"
    EVENT = DamageSet

    counter: CounterId
    damage: Annotated[int, msgspec.Meta(ge=0, le=40)]

    def check(self, state: State) -> None:
        _theirs(state, _known(state, self.counter, CounterKind.SABOTAGE), self.side)


class ObjectivePlaced(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "counter"

    counter: str
    place: BattlefieldPlace

    def apply(self, state: State) -> State:
        return _with(state, self.counter, place=self.place)

    def sentence(self, state: State) -> str:
        return f"{_named(state, self.counter, first=True)} is {_where(self.counter, self.place)}"


class PlaceObjective(WarzoneAct, frozen=True, kw_only=True):
    """Sets where a counter of Escort or Intercept Transmissions is."""

    ADDRESSES = ("objectives/{counter}/place",)
    SUMMARY = "Say where a counter is"
    EVENT = ObjectivePlaced

    counter: CounterId
    place: BattlefieldPlace

    def check(self, state: State) -> None:
        kind = _known(state, self.counter, CounterKind.ESCORT, CounterKind.INTERCEPT).kind
        if kind is CounterKind.INTERCEPT and self.place is BattlefieldPlace.AREA:
            raise Refused("That counter stays where it was placed, or is gone.")


class ConnectionSet(WarzoneEvent, frozen=True, kw_only=True):
    """Records a connection in this Turn."""

    WHAT = "counter"

    counter: str
    unit: str | None = None

    def apply(self, state: State) -> State:
        made = None if self.unit is None else Connection(unit=self.unit, turn=state.turn)
        return _with(state, self.counter, connection=made)

    def sentence(self, state: State) -> str:
        if self.unit is None:
            return f"No connection at {_named(state, self.counter)}"
        owner = ALL[self.counter].side
        who = unit_name(state, owner, self.unit) if owner and self.unit else "A Unit"
        return f"{who} made a connection at {_named(state, self.counter)}"


class SetConnection(WarzoneAct, frozen=True, kw_only=True):
    """Sets which Unit made a connection at a counter of Intercept Transmissions this Turn; without `unit`, none did."""

    ADDRESSES = ("objectives/{counter}/connection",)
    SUMMARY = "Say who made a connection"
    EVENT = ConnectionSet

    counter: CounterId
    unit: UnitId | None = None

    def check(self, state: State) -> None:
        owner = _known(state, self.counter, CounterKind.INTERCEPT).side
        if self.unit is not None and owner is not None:
            state.forces[owner].unit(self.unit)


# What is asked at the end of a Turn.


class CommandersMeasured(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "measuring"

    gold: Stand
    red: Stand

    def apply(self, state: State) -> State:
        stands = {**state.scoring.stands, state.turn: {Side.GOLD: self.gold, Side.RED: self.red}}
        return replace(state, scoring=replace(state.scoring, stands=stands))

    def sentence(self, state: State) -> str:
        gold, red = (f"{measure_commander(stand).value}”" for stand in (self.gold, self.red))
        return f"Commanders: {of_both(state, gold, red)}"


class MeasureCommanders(WarzoneAct, frozen=True, kw_only=True):
    """Measures how far both Commanders are from their own Sides, at the end of the Turn."""

    ADDRESSES = ("commanders",)
    SUMMARY = "Measure both Commanders"
    EVENT = CommandersMeasured

    gold: Stand
    red: Stand

    def check(self, state: State) -> None:
        playing(state)
        if state.scenario is not WarzoneScenario.LEAD_FROM_THE_FRONT:
            raise Refused("Only Lead from the Front measures Commanders.")
        in_phase(state, TurnPhase.END)


class AnsweredTracked(WarzoneEvent, frozen=True, kw_only=True):
    """`answers`: the option that was taken, by question."""

    WHAT = "answers"

    turn: int
    answers: dict[str, str]

    def apply(self, state: State) -> State:
        given = {(self.turn, question): option for question, option in self.answers.items()}
        return replace(state, answers={**state.answers, **given})

    def sentence(self, state: State) -> str:
        found = {question.id: question for question in due(state, self.turn)}
        told = [
            f"{found[id].source}: {option.text}"
            for id, chosen in self.answers.items()
            if id in found and (option := found[id].option(chosen))
        ]
        return f"Turn {self.turn}, as tracked: {', '.join(told) or 'answered'}"


class AnswerTracked(WarzoneAct, frozen=True, kw_only=True):
    """Answers every question of this Turn's end that follows from what was tracked."""

    ADDRESSES = ("as-tracked",)
    SUMMARY = "Answer all that follows from the table"
    EVENT = AnsweredTracked

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        in_phase(state, TurnPhase.END)
        answers = tracked_answers(state)
        if not answers:
            raise Refused("What is asked still does not follow from what was tracked: answer it yourselves.")
        return [self.event(at, turn=state.turn, answers=answers)]

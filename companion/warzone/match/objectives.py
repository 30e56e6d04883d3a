"""Scenario Objective counters in a match: who controls them, and how they change."""

from collections.abc import Mapping
from enum import Enum
from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion.table.errors import NotHere
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match import events as e
from companion.warzone.match.events import ObjectiveEvent
from companion.warzone.match.fight import acted, begun
from companion.warzone.match.parts import BattlefieldPlace, Connection, Tracked
from companion.warzone.match.state import State, called, possessive
from companion.warzone.scenarios import BattlefieldPoint, DeploymentArea, Primary, Secondary, WarzoneScenario, counters

# Which Scenario Objective counters there are: the Scenario's, and those of Secondary Objectives that are revealed.


class CounterKind(Enum):
    """Says whose counter it is: a Scenario's or a Secondary Objective's."""

    KEY = "key"
    SABOTAGE = "sabotage"
    ESCORT = "escort"
    INTERCEPT = "intercept"

    @property
    def source(self) -> str:
        """Returns the heading in the book."""
        return _SOURCES[self]


_SOURCES = {
    CounterKind.KEY: WarzoneScenario.KEY_POSITIONS.title,
    CounterKind.SABOTAGE: WarzoneScenario.SABOTAGE.title,
    CounterKind.ESCORT: Secondary.ESCORT.title,
    CounterKind.INTERCEPT: Secondary.INTERCEPT_TRANSMISSIONS.title,
}


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one counter.

    `label` is its place as seen from Side A, or its number. `half` is its half of the Battlefield, where the book says
    which. `side` is the one whose Secondary Objective it belongs to.
    """

    id: str
    kind: CounterKind
    label: str
    half: DeploymentArea | None = None
    side: Side | None = None


_SCENARIOS: Mapping[WarzoneScenario, tuple[Objective, ...]] = {
    WarzoneScenario.KEY_POSITIONS: tuple(
        Objective(id=each.value, kind=CounterKind.KEY, label=each.value) for each in Primary
    ),
    WarzoneScenario.SABOTAGE: tuple(
        Objective(id=f"{half.value}-{where}", kind=CounterKind.SABOTAGE, label=where, half=half)
        for where in ("left", "right")
        for half in (DeploymentArea.B, DeploymentArea.A)
    ),
}
"""Has the order of companion.warzone.scenarios."""


def _secondary(secondary: Secondary, side: Side) -> tuple[Objective, ...]:
    match secondary:
        case Secondary.ESCORT:
            return (Objective(id=f"{side.value}-escort", kind=CounterKind.ESCORT, label="escort", side=side),)
        case Secondary.INTERCEPT_TRANSMISSIONS:
            return tuple(
                Objective(id=f"{side.value}-intercept-{number}", kind=CounterKind.INTERCEPT, label=number, side=side)
                for number in "12"
            )
        case _:
            return ()


ALL = {
    each.id: each
    for several in (
        *_SCENARIOS.values(),
        *(_secondary(secondary, side) for side in Side for secondary in Secondary),
    )
    for each in several
}
"""Has every counter that any game can have, by its id."""


def objectives(state: State) -> tuple[Objective, ...]:
    """Returns the counters of this game: the Scenario's, then each side's own."""
    scenario = _SCENARIOS.get(state.scenario, ()) if state.scenario else ()
    own = (
        each for side in Side for secondary in state.forces[side].secondaries for each in _secondary(secondary, side)
    )
    return (*scenario, *own)


def objective(state: State, id: str) -> Objective:
    """Raises NotHere."""
    for each in objectives(state):
        if each.id == id:
            return each
    raise NotHere("counter", id)


def tracked(state: State, id: str) -> Tracked:
    """Returns what is known of the counter of that id."""
    return state.scoring.counters.get(id, Tracked())


def told(state: State, kind: CounterKind, side: Side | None = None) -> bool:
    """Returns True where the players recorded anything of such counters: a game on paper records none."""
    return any(ALL[id].kind is kind and ALL[id].side is side for id in state.scoring.counters)


def title(state: State, counter: Objective) -> str:
    """Returns its name on a page, such as "Left" or "Order's escort"."""
    match counter.kind:
        case CounterKind.KEY:
            return counter.label.title()
        case CounterKind.SABOTAGE | CounterKind.ESCORT:
            return f"{_holder(state, counter)} {counter.label}"
        case CounterKind.INTERCEPT:
            return f"{_holder(state, counter)} transmitter {counter.label}"


def name(state: State, counter: Objective) -> str:
    """Returns its name in a sentence, such as "the left counter"."""
    match counter.kind:
        case CounterKind.KEY:
            return f"the {counter.label} counter"
        case CounterKind.SABOTAGE:
            return f"{title(state, counter)} counter"
        case _:
            return title(state, counter)


def sentence_case(words: str) -> str:
    """Returns the words with a capital at the start."""
    return words[:1].upper() + words[1:]


def holder(state: State, counter: Objective) -> Side | None:
    """Returns the side in whose half it is, or whose Secondary Objective it is."""
    if counter.half is None:
        return counter.side
    return next((side for side in Side if state.area_of(side) is counter.half), None)


def _holder(state: State, counter: Objective) -> str:
    side = holder(state, counter)
    if side is None:
        return f"Side {counter.half.value.upper()}’s" if counter.half else ""
    return possessive(called(state, side))


def places(state: State) -> dict[str, BattlefieldPoint]:
    """Returns the places of the Scenario's counters in inches (see scenarios.py); empty without a Deployment Type."""
    if state.deployment is None or state.scenario is None or state.scenario not in _SCENARIOS:
        return {}
    points = counters(state.scenario, state.deployment)
    return dict(zip((each.id for each in _SCENARIOS[state.scenario]), points, strict=True))


# How the counters and what is known of them change.


def evolve_objective(state: State, event: ObjectiveEvent) -> State:
    """Returns the state after an event about a counter, or about the scoring at the Turn's end."""
    match event:
        case e.Interacted():
            return _interacted(state, event)
        case e.ControlSet(counter=counter, control=control):
            return _with(state, counter, control=control)
        case e.DamageSet(side=side, counter=counter, damage=damage):
            return _damaged(state, counter, side, damage)
        case e.ObjectivePlaced(counter=counter, place=place):
            return _with(state, counter, place=place)
        case e.ConnectionSet(counter=counter, unit=unit):
            made = None if unit is None else Connection(unit=unit, turn=state.turn)
            return _with(state, counter, connection=made)
        case e.CommandersMeasured(gold=gold, red=red):
            stands = {**state.scoring.stands, state.turn: {Side.GOLD: gold, Side.RED: red}}
            return replace(state, scoring=replace(state.scoring, stands=stands))
        case e.AnsweredTracked(turn=turn, answers=answers):
            given = {(turn, question): option for question, option in answers.items()}
            return replace(state, answers={**state.answers, **given})
        case _:
            assert_never(event)


def _interacted(state: State, event: e.Interacted) -> State:
    """Chapter 13: what a Success does. A connection that was tried, with whatever result, removes the other counter."""
    if event.activates:
        state = begun(state, event.side, event.unit)
    state = acted(state, event.side, event.unit, Action.INTERACT)
    known = state.scoring.counters.get(event.counter, Tracked())
    state = _with(state, event.counter)
    kind = ALL[event.counter].kind
    if kind is CounterKind.INTERCEPT:
        for other in ALL.values():
            if other.kind is kind and other.side is event.side and other.id != event.counter:
                state = _with(state, other.id, place=BattlefieldPlace.OFF)
    if not event.success:
        return state
    match kind:
        case CounterKind.KEY:
            return _with(state, event.counter, control=event.side)
        case CounterKind.SABOTAGE:
            done = known.damage.get((state.turn, event.side), 0)
            return _damaged(state, event.counter, event.side, done + 1)
        case CounterKind.ESCORT:
            return _with(state, event.counter, moves=known.moves + 1, place=event.place or known.place)
        case CounterKind.INTERCEPT:
            return _with(state, event.counter, connection=Connection(unit=event.unit, turn=state.turn))


def _damaged(state: State, counter: str, side: Side, damage: int) -> State:
    known = state.scoring.counters.get(counter, Tracked())
    return _with(state, counter, damage={**known.damage, (state.turn, side): damage})


def _with(state: State, counter: str, **changes: object) -> State:
    known = replace(state.scoring.counters.get(counter, Tracked()), **changes)
    scoring = replace(state.scoring, counters={**state.scoring.counters, counter: known})
    return replace(state, scoring=scoring)

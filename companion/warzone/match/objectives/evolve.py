"""How the counters and what is known of them change."""

from typing import assert_never

from msgspec.structs import replace

from companion.table.sides import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match.events import ObjectiveEvent
from companion.warzone.match.fight.evolve import acted, begun
from companion.warzone.match.objectives import events as e
from companion.warzone.match.objectives.counters import ALL, Kind
from companion.warzone.match.objectives.tracked import Connection, Place, Tracked
from companion.warzone.match.state import State


def evolve(state: State, event: ObjectiveEvent) -> State:
    """The state after an event about a counter, or about what the Turn's end makes of them."""
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
    if kind is Kind.INTERCEPT:
        for other in ALL.values():
            if other.kind is kind and other.side is event.side and other.id != event.counter:
                state = _with(state, other.id, place=Place.OFF)
    if not event.success:
        return state
    match kind:
        case Kind.KEY:
            return _with(state, event.counter, control=event.side)
        case Kind.SABOTAGE:
            done = known.damage.get((state.turn, event.side), 0)
            return _damaged(state, event.counter, event.side, done + 1)
        case Kind.ESCORT:
            return _with(state, event.counter, moves=known.moves + 1, place=event.place or known.place)
        case Kind.INTERCEPT:
            return _with(state, event.counter, connection=Connection(unit=event.unit, turn=state.turn))


def _damaged(state: State, counter: str, side: Side, damage: int) -> State:
    known = state.scoring.counters.get(counter, Tracked())
    return _with(state, counter, damage={**known.damage, (state.turn, side): damage})


def _with(state: State, counter: str, **changes: object) -> State:
    known = replace(state.scoring.counters.get(counter, Tracked()), **changes)
    scoring = replace(state.scoring, counters={**state.scoring.counters, counter: known})
    return replace(state, scoring=scoring)

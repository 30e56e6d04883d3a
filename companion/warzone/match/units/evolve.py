"""What happens to Units, Clouds and effects."""

from typing import assert_never

from msgspec.structs import replace

from companion.warzone.match import events as e
from companion.warzone.match.counters import Counter
from companion.warzone.match.leadership import LeadershipRoll
from companion.warzone.match.reactions.costs import answering
from companion.warzone.match.state import Casualty, Cloud, State
from companion.warzone.match.units.changes import with_force, with_unit, with_used
from companion.warzone.sums.cloud import DISPERSES


def evolve(state: State, event: e.UnitChange) -> State:
    """The state after an event about a Unit, a Cloud or an effect."""
    match event:
        case e.Reacted(side=side, unit=unit, reaction=reaction):
            return answering(state, side, unit, reaction, made=False)
        case e.Marked():
            return _marked(state, event)
        case e.Wounded():
            return _wounded(state, event)
        case e.Removed(side=side, unit=unit, by=by, strike=strike):
            return with_unit(state, side, unit, fall=Casualty(turn=state.turn, by=by, strike=strike))
        case e.Returned(side=side, unit=unit):
            return with_unit(state, side, unit, fall=None)
        case e.Jammed(side=side, unit=unit, weapon=weapon):
            jammed = _jammed(state, event)
            return with_unit(state, side, unit, jammed=(*jammed, weapon))
        case e.Reloaded(side=side, unit=unit, weapon=weapon):
            jammed = _jammed(state, event)
            return with_unit(state, side, unit, jammed=tuple(each for each in jammed if each != weapon))
        case e.CloudPlaced(cloud=number, name=name):
            clouds = (*state.clouds, Cloud(id=number, name=name))
            return replace(state, clouds=clouds, clouds_placed=max(number, state.clouds_placed))
        case e.CloudRolled(cloud=number, die=die):
            if die.value >= DISPERSES:
                return _without_cloud(state, number)
            stayed = (replace(each, stayed=state.turn) if each.id == number else each for each in state.clouds)
            return replace(state, clouds=tuple(stayed))
        case e.CloudRemoved(cloud=number):
            return _without_cloud(state, number)
        case e.EffectUsed(side=side, effect=effect, test=test):
            if isinstance(test, LeadershipRoll) and test.success:
                state = with_unit(state, side, test.unit, pinned=False)
            return with_used(state, side, effect)
        case _:
            assert_never(event)


def _marked(state: State, event: e.Marked) -> State:
    side, unit, on = event.side, event.unit, event.on
    if event.counter is Counter.PINNED:
        return with_unit(state, side, unit, pinned=on)
    if event.counter is Counter.REACTION:
        return with_unit(state, side, unit, reactions=1 if on else 0, reacting=None)
    force = state.forces[side]
    named = on and force.anonymous > 0 and unit in force.units and not force.units[unit].activated
    if named and state.acting != ():
        # One of the Activations that nobody named was this Unit's.
        state = with_force(state, side, anonymous=force.anonymous - 1)
    return with_unit(state, side, unit, activated=on)


def _wounded(state: State, event: e.Wounded) -> State:
    """Wound Counters up to the Unit's W make it a Casualty; taken away below that, it is none."""
    found = state.forces[event.side].units.get(event.unit)
    if found is None:
        return state
    limit = found.unit.wounds
    fall = found.fall
    if limit is not None and event.wounds >= limit:
        fall = fall or Casualty(turn=state.turn, by=event.by, strike=event.strike)
    elif event.count < 0:
        fall = None
    pinned = found.pinned or event.pinned is True
    return with_unit(state, event.side, event.unit, wounds=event.wounds, pinned=pinned, fall=fall)


def _jammed(state: State, event: e.Jammed | e.Reloaded) -> tuple[str, ...]:
    found = state.forces[event.side].units.get(event.unit)
    return found.jammed if found else ()


def _without_cloud(state: State, number: int) -> State:
    return replace(state, clouds=tuple(each for each in state.clouds if each.id != number))

"""What commands about Units, Clouds and effects bring about, or why they are refused."""

from typing import assert_never

from msgspec import UNSET

from companion.player_names import same, spelt
from companion.table.errors import NotHere, Refused
from companion.warzone.match import commands as c
from companion.warzone.match import events as e
from companion.warzone.match.counters import Counter
from companion.warzone.match.effects import RALLIES
from companion.warzone.match.fight.tracking import unpinnable
from companion.warzone.match.names import called
from companion.warzone.match.reactions.reacting import may_react
from companion.warzone.match.refusals import in_phase, playing, standing, unused
from companion.warzone.match.state import Cloud, State, TurnPhase

MOST_CLOUDS = 40
MOST_RELOAD_COUNTERS = 12
MOST_EFFECTS = 100
"""More than any game has: every view tells them all."""


def decide(state: State, command: c.UnitsCommand, at: int) -> e.UnitChange:
    """Counters go where players put them: only what could not be meant is refused. Raises Refused, NotHere."""
    playing(state)
    match command:
        case c.React():
            return _react(state, command, at)
        case c.Mark(side=side, unit=unit, counter=counter, on=on):
            found = standing(state.forces[side], unit)
            if counter is Counter.PINNED and on and unpinnable(found.unit):
                raise Refused(f"{found.unit.name} is Relentless: it gets no Pinned Counters.")
            return e.Marked(sand_ns=at, side=side, unit=unit, counter=counter, on=on)
        case c.Wound():
            return _wound(state, command, at)
        case c.Return(side=side, unit=unit):
            found = state.forces[side].unit(unit)
            if found.fall is None:
                raise Refused(f"{found.unit.name} is no Casualty.")
            return e.Returned(sand_ns=at, side=side, unit=unit)
        case c.Remove(side=side, unit=unit, by=by, strike=strike):
            standing(state.forces[side], unit)
            if by is not None:
                state.forces[side.other].unit(by)
            return e.Removed(sand_ns=at, side=side, unit=unit, by=by, strike=strike)
        case c.Jam(side=side, unit=unit, weapon=weapon):
            found = standing(state.forces[side], unit)
            if weapon in found.jammed:
                raise Refused(f"{found.unit.name} has that Reload Counter already.")
            if len(found.jammed) >= MOST_RELOAD_COUNTERS:
                raise Refused(f"{found.unit.name} has {MOST_RELOAD_COUNTERS} Reload Counters already.")
            return e.Jammed(sand_ns=at, side=side, unit=unit, weapon=weapon)
        case c.Reload(side=side, unit=unit, weapon=weapon):
            found = standing(state.forces[side], unit)
            if weapon not in found.jammed:
                raise Refused(f"{found.unit.name} has no such Reload Counter.")
            return e.Reloaded(sand_ns=at, side=side, unit=unit, weapon=weapon)
        case c.UseEffect():
            return _effect(state, command, at)
        case c.PlaceCloud() | c.RollCloud() | c.RemoveCloud():
            return _cloud(state, command, at)
        case _:
            assert_never(command)


def _effect(state: State, command: c.UseEffect, at: int) -> e.EffectUsed:
    side, test = command.side, command.test
    force = state.forces[side]
    unused(state, side, command.effect)
    if len(force.used) >= MOST_EFFECTS:
        raise Refused(f"{called(state, side)} used {MOST_EFFECTS} effects already.")
    effect = spelt(command.effect, force.assets)
    if test is None:
        return e.EffectUsed(sand_ns=at, side=side, effect=effect)
    if not same(effect, RALLIES):
        raise Refused(f"No Unit is tested for {effect}.")
    tested = standing(force, test.unit)
    if not tested.pinned:
        raise Refused(f"{tested.unit.name} is not Pinned.")
    return e.EffectUsed(sand_ns=at, side=side, effect=effect, test=test)


def _react(state: State, command: c.React, at: int) -> e.Reacted:
    found = standing(state.forces[command.side], command.unit)
    may_react(state, command.side, found, command.reaction)
    return e.Reacted(sand_ns=at, side=command.side, unit=command.unit, reaction=command.reaction)


def _wound(state: State, command: c.Wound, at: int) -> e.Wounded:
    """With a Wound Counter comes a Pinned Counter (Armor Tests)."""
    force = state.forces[command.side]
    found = standing(force, command.unit) if command.count > 0 else force.unit(command.unit)
    if command.count < 0 and not found.wounds:
        raise Refused(f"{found.unit.name} has no Wound Counters.")
    if command.by is not None:
        state.forces[command.side.other].unit(command.by)
    return e.Wounded(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        count=command.count,
        wounds=max(0, found.wounds + command.count),
        pinned=True if command.count > 0 and not unpinnable(found.unit) else UNSET,
        by=command.by,
        strike=command.strike,
    )


def _cloud(state: State, command: c.PlaceCloud | c.RollCloud | c.RemoveCloud, at: int) -> e.UnitChange:
    """Warzone Eternal, Chapter 8, Cloud Area of Effect."""
    match command:
        case c.PlaceCloud(name=name):
            if len(state.clouds) >= MOST_CLOUDS:
                raise Refused(f"There are {MOST_CLOUDS} clouds already: take one away first.")
            number = state.clouds_placed + 1
            return e.CloudPlaced(sand_ns=at, cloud=number, name=name or f"Cloud {number}")
        case c.RemoveCloud(cloud=number):
            return e.CloudRemoved(sand_ns=at, cloud=_placed(state, number).id)
        case c.RollCloud(cloud=number, die=die):
            cloud = _placed(state, number)
            in_phase(state, TurnPhase.END)
            if cloud.stayed == state.turn:
                raise Refused(f"{cloud.name} has been rolled for this Turn.")
            return e.CloudRolled(sand_ns=at, cloud=cloud.id, die=die)
        case _:
            assert_never(command)


def _placed(state: State, number: int) -> Cloud:
    """Raises NotHere."""
    for cloud in state.clouds:
        if cloud.id == number:
            return cloud
    raise NotHere("cloud", str(number))

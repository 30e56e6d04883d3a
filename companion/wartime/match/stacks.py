"""Changes units and their stacks of tokens: which may act, what comes off and what goes back on."""

from msgspec.structs import replace

from companion.names import same, spelt
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.refusals import in_play, not_over, whose
from companion.wartime.match.state import State
from companion.wartime.scenario.parts import ARMIES, MOST_TOKENS

# Which units a side may act with (WarTime Rulebook, Units, and Optional Rules, Set Up).

MOST_NAMES = 100
"""Limits how many units a side may name in a match: the box has fewer than half, and every view lists them all."""


def named(state: State, side: Side, unit: str) -> str:
    """Returns the unit as its side spells it. Raises Refused where the side has named too many others."""
    names = state.forces[side].names
    unit = spelt(unit, names)
    if len(names) >= MOST_NAMES and unit not in names:
        raise Refused(f"The {ARMIES[side]} has {MOST_NAMES} units already: take one of these.")
    return unit


def brought(state: State, side: Side, unit: str) -> str:
    """Returns the unit as its side spells it, where the side has brought it and not lost it. Raises Refused."""
    force, army = state.forces[side], ARMIES[side]
    unit = named(state, side, unit)
    if force.units and unit not in force.units:
        locked = f"{unit} is not on the board: the {army}'s units are locked."
        raise Refused(locked if state.locked else f"{unit} is not among the {army}'s units.")
    if force.is_eliminated(unit):
        raise Refused(f"{unit} is eliminated.")
    return unit


# Tokens that come off stacks. WarTime Rulebook: Units (Eliminated Units), Damage, Terrain Features.


def eliminate(state: State, command: c.Eliminate, at: int) -> e.Eliminated:
    """Returns the unit's elimination. Raises Refused, NotHere."""
    not_over(state)
    side, unit = whose(state, command.unit, command.side)
    if state.forces[side].is_eliminated(unit):
        raise Refused(f"{unit} is eliminated already.")
    return e.Eliminated(sand_ns=at, side=side, unit=brought(state, side, unit))


def damage(state: State, command: c.Damage, at: int) -> e.Damaged:
    """Returns the damage, which is never more tokens than are there. Raises Refused, NotHere."""
    in_play(state)
    side, unit = whose(state, command.unit, command.side)
    force = state.forces[side]
    if force.is_eliminated(unit):
        raise Refused(f"{unit} is eliminated already.")
    if unit not in force.stacks:
        if not force.knows(unit):
            raise NotHere("unit", unit)
        raise Refused(f"The scenario does not say how many tokens {unit} has. Eliminate it when the last one goes.")
    tokens = min(command.tokens, force.stacks[unit])
    return e.Damaged(sand_ns=at, side=side, unit=unit, tokens=tokens, left=force.stacks[unit] - tokens)


def damage_feature(state: State, command: c.DamageFeature, at: int) -> e.FeatureDamaged:
    """Returns the damage, which is never more tokens than are there. Raises Refused, NotHere."""
    in_play(state)
    place = command.hex.upper()
    left = feature_left(state, place)
    tokens = min(command.tokens, left)
    return e.FeatureDamaged(sand_ns=at, hex=place, tokens=tokens, left=left - tokens)


def feature_left(state: State, place: str) -> int:
    """Returns the tokens of the Terrain Feature in that hex. Raises Refused, NotHere."""
    if (pile := state.ground.features.get(place)) is None:
        raise NotHere("terrain feature", place)
    if not pile.left:
        raise Refused(f"{place} is plains already.")
    return pile.left


# Tokens that go onto stacks, and units that come back.
#
# WarTime Rulebook: Spell Cards ("affect their opponent's units or timers or even bring a dead unit back into the
# game"), Eliminated Units. How many tokens, the card says; how many a stack may have at most, no book does.


def reinforce(state: State, command: c.Reinforce, at: int) -> e.Reinforced:
    """Returns the tokens that go on, never more than a stack may have. Raises Refused, NotHere."""
    in_play(state)
    side, unit = whose(state, command.unit, command.side)
    force = state.forces[side]
    if unit not in force.stacks:
        if not force.knows(unit):
            raise NotHere("unit", unit)
        raise Refused(f"The scenario does not say how many tokens {unit} has: count them on the table.")
    left = min(MOST_TOKENS, force.stacks[unit] + command.tokens)
    if left == force.stacks[unit]:
        raise Refused(f"{unit} has {MOST_TOKENS} tokens already: it takes no more.")
    return e.Reinforced(sand_ns=at, side=side, unit=unit, tokens=left - force.stacks[unit], left=left)


def revive(state: State, command: c.Revive, at: int) -> e.Revived:
    """Returns the unit's return. Raises Refused, NotHere."""
    not_over(state)
    side, unit = whose(state, command.unit, command.side)
    force = state.forces[side]
    if not force.knows(unit):
        raise NotHere("unit", unit)
    if not force.is_eliminated(unit):
        raise Refused(f"{unit} is not eliminated.")
    if unit in force.stacks:
        raise Refused(f"Say with how many tokens {unit} comes back.")
    return e.Revived(sand_ns=at, side=side, unit=unit)


def reinforced(state: State, event: e.Reinforced) -> State:
    """Returns the state after it. A timer that drains beside the board keeps draining."""
    force = state.forces[event.side]
    left = min(MOST_TOKENS, force.stacks.get(event.unit, 0) + event.tokens)
    stacked = replace(force, stacks={**force.stacks, event.unit: left})
    return revived(replace(state, forces={**state.forces, event.side: stacked}), event)


def revived(state: State, event: e.Revived | e.Reinforced) -> State:
    """Returns the state after it."""
    force = state.forces[event.side]
    gone = tuple(unit for unit in force.eliminated if not same(unit, event.unit))
    # A unit that was not brought, and has not acted, is known by its loss alone.
    seen = force.seen if replace(force, eliminated=gone).knows(event.unit) else (*force.seen, event.unit)
    return replace(state, forces={**state.forces, event.side: replace(force, eliminated=gone, seen=seen)})

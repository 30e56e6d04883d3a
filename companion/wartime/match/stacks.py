"""Tokens that come off stacks. WarTime Rulebook: Units (Eliminated Units), Damage, Terrain Features."""

from companion.table.errors import NotHere, Refused
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.brought import brought
from companion.wartime.match.refusals import in_play, not_over, whose
from companion.wartime.match.state import State


def eliminate(state: State, command: c.Eliminate, at: int) -> e.Eliminated:
    """Raises Refused, NotHere."""
    not_over(state)
    side, unit = whose(state, command.unit, command.side)
    if state.forces[side].is_eliminated(unit):
        raise Refused(f"{unit} is eliminated already.")
    return e.Eliminated(sand_ns=at, side=side, unit=brought(state, side, unit))


def damage(state: State, command: c.Damage, at: int) -> e.Damaged:
    """No more tokens come off than are there. Raises Refused, NotHere."""
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
    """No more tokens come off than are there. Raises Refused, NotHere."""
    in_play(state)
    place = command.hex.upper()
    left = feature_left(state, place)
    tokens = min(command.tokens, left)
    return e.FeatureDamaged(sand_ns=at, hex=place, tokens=tokens, left=left - tokens)


def feature_left(state: State, place: str) -> int:
    """The tokens of the Terrain Feature in that hex. Raises Refused, NotHere."""
    if (pile := state.ground.features.get(place)) is None:
        raise NotHere("terrain feature", place)
    if not pile.left:
        raise Refused(f"{place} is plains already.")
    return pile.left

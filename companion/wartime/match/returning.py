"""Tokens that go onto stacks, and units that come back.

WarTime Rulebook: Spell Cards ("affect their opponent's units or timers or even bring a dead unit back into the game"),
Eliminated Units. How many tokens, the card says; how many a stack may have at most, no book does.
"""

from msgspec.structs import replace

from companion.player_names import same
from companion.table.errors import NotHere, Refused
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.refusals import in_play, not_over, whose
from companion.wartime.match.state import State
from companion.wartime.scenario.parts import MOST_TOKENS


def reinforce(state: State, command: c.Reinforce, at: int) -> e.Reinforced:
    """No more tokens go on than a stack may have. Raises Refused, NotHere."""
    in_play(state)
    side, unit = whose(state, command.unit, command.side)
    force = state.forces[side]
    if unit not in force.stacks:
        if not force.knows(unit):
            raise NotHere("unit", unit)
        raise Refused(f"The scenario does not say how many tokens {unit} has: count them on the table.")
    left = min(MOST_TOKENS, force.stacks[unit] + command.tokens)
    if left == force.stacks[unit]:
        raise Refused(f"{unit} has {MOST_TOKENS} tokens already: more do not go on.")
    return e.Reinforced(sand_ns=at, side=side, unit=unit, tokens=left - force.stacks[unit], left=left)


def revive(state: State, command: c.Revive, at: int) -> e.Revived:
    """Raises Refused, NotHere."""
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
    """The state after it. A timer that drains beside the board goes on doing so."""
    force = state.forces[event.side]
    left = min(MOST_TOKENS, force.stacks.get(event.unit, 0) + event.tokens)
    stacked = replace(force, stacks={**force.stacks, event.unit: left})
    return revived(replace(state, forces={**state.forces, event.side: stacked}), event)


def revived(state: State, event: e.Revived | e.Reinforced) -> State:
    """The state after it."""
    force = state.forces[event.side]
    gone = tuple(unit for unit in force.eliminated if not same(unit, event.unit))
    # A unit that nobody had brought, or seen act, is known by its loss alone.
    seen = force.seen if replace(force, eliminated=gone).knows(event.unit) else (*force.seen, event.unit)
    return replace(state, forces={**state.forces, event.side: replace(force, eliminated=gone, seen=seen)})

"""Who casts a spell: an available Magic unit, which stays available.

Rules: WarTime Rulebook, Card Actions (Spell Card Action) and Units (Active / Available Units).
"""

from companion.player_names import spelt
from companion.table.errors import Refused
from companion.table.sides import Side
from companion.wartime.match.refusals import seconds_left
from companion.wartime.match.sandglass import Sandglass
from companion.wartime.match.state import State
from companion.wartime.scenario.armies import ARMIES
from companion.wartime.scenario.parts import MAGIC
from companion.wartime.scenario.scenario import TimerKind


def magic(state: State, side: Side) -> tuple[str, ...] | None:
    """The side's Magic units on the board or lost; None where the scenario calls none of its units Magic, so that
    nobody can tell."""
    known = {spec.name for spec in state.scenario.army(side) if spec.has(MAGIC)}
    return tuple(unit for unit in state.forces[side].units if unit in known) if known else None


def available(state: State, side: Side) -> tuple[str, ...] | None:
    """The Magic units that could cast now; None where nobody can tell."""
    units = magic(state, side)
    if units is None:
        return None
    force = state.forces[side]
    return tuple(unit for unit in units if not force.is_eliminated(unit) and state.timer_of(side, unit) is None)


def why_none(state: State, side: Side) -> str | None:
    """Why none of the side's Magic units can cast now; None where one can, or nobody can tell."""
    if available(state, side) != ():
        return None
    left = [unit for unit in magic(state, side) or () if not state.forces[side].is_eliminated(unit)]
    return f"{' and '.join(left)} cannot cast yet: busy." if left else f"The {ARMIES[side]} has no Magic unit left."


def at_flip(state: State, glass: Sandglass, said: str | None, at: int) -> str | None:
    """Who casts with the spell timer that is flipped now: the one that was named, else the only one that can. Raises
    Refused."""
    side = glass.spec.side
    if side is None or glass.spec.kind is not TimerKind.SPELL:
        _nobody(said)
        return None
    free = available(state, side)
    if said is not None:
        return _named(state, side, said, at)
    if free is None:
        return None
    if not free:
        raise Refused(_why_nobody(state, side, at))
    return free[0] if len(free) == 1 else None


def afterwards(state: State, glass: Sandglass, said: str | None) -> str | None:
    """Who casts with the spell timer that runs: whoever could when it was flipped. Raises Refused."""
    if said is None:
        return glass.caster
    side = glass.spec.side
    if side is None or glass.spec.kind is not TimerKind.SPELL:
        _nobody(said)
        return None
    name = spelt(said, state.forces[side].names)
    if glass.casters is not None and name not in glass.casters:
        raise Refused(f"{name} was no available Magic unit when {glass.spec.name} was flipped.")
    return name


def _named(state: State, side: Side, said: str, at: int) -> str:
    force, units = state.forces[side], magic(state, side)
    name = spelt(said, force.names)
    if units is not None and name not in units:
        raise Refused(f"{name} is no Magic unit of the {ARMIES[side]}'s: it casts no spell.")
    if force.is_eliminated(name):
        raise Refused(f"{name} is eliminated.")
    held = state.timer_of(side, name)
    if held is not None:
        raise Refused(_busy(name, held, at))
    return name


def _busy(unit: str, held: Sandglass, at: int) -> str:
    return f"{unit} cannot cast yet: {held.spec.name} has {seconds_left(held.left_ns(at))} left."


def _why_nobody(state: State, side: Side, at: int) -> str:
    """Why none can, with the sand of the one that can soonest."""
    running = [(unit, held) for unit in magic(state, side) or () if (held := state.timer_of(side, unit))]
    if not running:
        return why_none(state, side) or ""
    return _busy(*min(running, key=lambda each: each[1].left_ns(at)), at)


def _nobody(said: str | None) -> None:
    if said is not None:
        raise Refused("Only the spell timer has a caster.")

"""How many Activations a Force has left. The sums are companion.warzone.sums.passes's."""

from collections import Counter
from collections.abc import Iterable

from companion.table.sides import Side
from companion.warzone.force.roster import Unit
from companion.warzone.match.state import Force, State
from companion.warzone.sums import passes
from companion.warzone.sums.passes import Group


def activations(units: Iterable[Unit]) -> int:
    """One for each Unit; of those with Group (X), one for each Group of X or part of one (Calculate Pass Counters)."""
    single, grouped = 0, Counter[tuple[str, int]]()
    for unit in units:
        if unit.group is None:
            single += 1
        else:
            grouped[unit.card, unit.group] += 1
    groups = (Group(name=card, count=count, size=size) for (card, size), count in grouped.items())
    return single + sum(group.activations for group in groups)


def left(force: Force) -> int:
    """Activations that the Force still has this Turn."""
    return max(0, activations(unit.unit for unit in force.units.values() if unit.ready) - force.anonymous)


def pass_counters(state: State, side: Side) -> int:
    """The Pass Counters that the side has for the Turn that begins."""
    mine, theirs = (activations(unit.unit for unit in state.forces[each].standing) for each in (side, side.other))
    return passes.pass_counters(mine, theirs)


def can_act(force: Force) -> bool:
    """Whether it can be the Active Player: it has Units to Activate, or Pass Counters."""
    return left(force) > 0 or force.passes > 0

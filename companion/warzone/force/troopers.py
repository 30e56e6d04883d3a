"""Which Troopers serve which Leader or Specialist, so that as many as can be have theirs (Chapter 12, Leader and
Specialist)."""

from collections.abc import Sequence

from companion.warzone.cards.card import Designation, Role, UnitCard


def unserved(units: Sequence[UnitCard], role: Role) -> dict[int, int]:
    """How many Troopers are missing for which unit, by its index, when they are shared out as well as they can be.

    Leaders and Specialists are looked at apart: a Trooper may serve one of each, but only one of either. A unit that is
    both Leader and Trooper does not serve itself: its (X : Y) must be included "as well". An augmenting path (Kuhn) for
    each call finds the largest assignment; what is left over then cannot be served by any other, nor can another call
    for the same Troopers.
    """
    calls = [
        (index, needs)
        for index, unit in enumerate(units)
        if (designation := unit.designation(role)) is not None
        for needs in _places(designation)
    ]
    fit = {
        call: [index for index, unit in enumerate(units) if index != call[0] and _serves(unit, call[1])]
        for call in calls
    }
    serving: dict[int, int] = {}

    def serve(call: int, seen: set[int]) -> bool:
        for trooper in fit[calls[call]]:
            if trooper in seen:
                continue
            seen.add(trooper)
            if trooper not in serving or serve(serving[trooper], seen):
                serving[trooper] = call
                return True
        return False

    missing: dict[int, int] = {}
    in_vain: set[tuple[int, ...]] = set()
    for call, (leader, types) in enumerate(calls):
        alike = tuple(fit[leader, types])
        if alike in in_vain or not serve(call, set()):
            in_vain.add(alike)
            missing[leader] = missing.get(leader, 0) + 1
    return missing


def _places(designation: Designation) -> list[frozenset[str]]:
    """A set of Unit Types for each Trooper that is called for."""
    needs = designation.needs
    return [] if needs is None else [frozenset(type.casefold() for type in needs.types)] * needs.count


def _serves(unit: UnitCard, types: frozenset[str]) -> bool:
    return unit.designation(Role.TROOPER) is not None and unit.type.casefold() in types

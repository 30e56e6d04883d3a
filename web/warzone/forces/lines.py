"""A Force's Units as the lines that they are typed in as (companion.warzone.force.roster_lines)."""

from string import digits

from companion.warzone.force.force import Unit
from companion.warzone.match.views import ForceView


def lines(force: ForceView) -> list[str]:
    """A line for each card, none for a Force that is only counted."""
    if not force.listed:
        return []
    cards: dict[str, list[Unit]] = {}
    for each in force.units:
        cards.setdefault(each.unit.card, []).append(each.unit)
    return [_line(card, units) for card, units in cards.items()]


def _line(card: str, units: list[Unit]) -> str:
    one = units[0]
    numbers = (("W", one.wounds), ("DP", one.dp), ("Group", one.group))
    roles = (("Leader", one.leader), ("Trooper", one.trooper))
    counted = f"{len(units)} {card}" if len(units) > 1 or card[:1] in digits else card
    return ", ".join((counted, *(f"{what} {n}" for what, n in numbers if n is not None), *(r for r, on in roles if on)))

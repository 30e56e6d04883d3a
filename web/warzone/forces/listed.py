"""A Force's Units as the rows that they are typed in as."""

from companion.warzone.force.force import Entry
from companion.warzone.match.views import ForceView


def listed(force: ForceView) -> list[Entry]:
    """Returns a row for each card, none for a Force that is only counted."""
    if not force.listed:
        return []
    cards: dict[str, Entry] = {}
    for unit in (each.unit for each in force.units):
        known = cards.get(unit.card)
        cards[unit.card] = Entry(
            name=unit.card,
            count=1 if known is None else known.count + 1,
            wounds=unit.wounds,
            dp=unit.dp,
            leader=unit.leader,
            trooper=unit.trooper,
            group=unit.group,
        )
    return list(cards.values())

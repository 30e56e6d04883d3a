"""The cards that a Force may be put together from, in groups."""

from collections.abc import Mapping, Sequence

from companion.warzone.cards.card import Role, UnitCard
from companion.warzone.force.force import Force, ally_problem, is_ally

_GROUPS = {
    Role.LEADER: "Leaders",
    Role.TROOPER: "Troopers",
    Role.SPECIALIST: "Specialists",
    Role.SUPPORT: "Support",
}
_OTHERS, _ALLIES = "Others", "Allies"
_JOIN = (Role.ADVISOR, Role.SECONDING, Role.DARK_CULT)


def offered(cards: Sequence[UnitCard], force: Force) -> Mapping[str, Sequence[UnitCard]]:
    """The Faction's own cards by their first Designation of the book's order, and the Allies that may join a Force of
    this Faction and Allegiance, or are in it already."""
    groups: dict[str, list[UnitCard]] = {title: [] for title in (*_GROUPS.values(), _OTHERS, _ALLIES)}
    for card in cards:
        if not is_ally(card, force.faction):
            groups[next((title for role, title in _GROUPS.items() if card.designation(role)), _OTHERS)].append(card)
        elif card.id in force.units or _may_join(card, force):
            groups[_ALLIES].append(card)
    return {title: found for title, found in groups.items() if found}


def _may_join(card: UnitCard, force: Force) -> bool:
    return any(card.designation(role) for role in _JOIN) and ally_problem(force, card) is None

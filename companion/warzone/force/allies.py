"""Which units of a Force are Allies, and what that makes of them (Chapter 12, Ally Designations)."""

from collections.abc import Iterator, Sequence

import msgspec

from companion.warzone.cards.card import Designation, Role, UnitCard
from companion.warzone.cards.factions import Allegiance, Faction
from companion.warzone.force.force import Force
from companion.warzone.force.problem import ForceProblem


def is_ally(card: UnitCard, faction: Faction) -> bool:
    """Whether the unit belongs to none of the Force's Faction: its own, or one of its Faction Availability."""
    return faction not in (card.faction, *card.also_in)


def deployed(card: UnitCard, faction: Faction) -> UnitCard:
    """The unit as the Force has it: an Ally is a Trooper in place of what it was, its Faction and SP stay."""
    if not is_ally(card, faction):
        return card
    return msgspec.structs.replace(card, designations=(Designation(Role.TROOPER),))


def ally_problems(force: Force, units: Sequence[UnitCard]) -> Iterator[ForceProblem]:
    """What forbids the Allies among these units, each told once."""
    allies = {card.id: card for card in units if is_ally(card, force.faction)}
    beside_legion = any(card.faction is not None and card.faction.dark_legion for card in units)
    for card in allies.values():
        if (problem := ally_problem(force, card, beside_legion=beside_legion)) is not None:
            yield problem
    legions = {card.faction.value for card in allies.values() if card.faction is not None and card.faction.dark_legion}
    if len(legions) > 1:
        yield ForceProblem(
            "Dark Cult", f"Take Dark Cult allies from one Dark Legion, not {' and '.join(sorted(legions))}."
        )


def ally_problem(force: Force, card: UnitCard, *, beside_legion: bool = False) -> ForceProblem | None:
    """What forbids this Ally; `beside_legion`: whether a unit of a Dark Legion is in the Force."""
    name, legion = card.name, force.faction.dark_legion
    if card.faction is None:
        return ForceProblem("Select Factions", f"Say on its card which Faction {name} belongs to.")
    if card.designation(Role.ADVISOR):
        never = legion or beside_legion
        return ForceProblem("Advisor", f"{name} is an Advisor: never beside a Dark Legion unit.") if never else None
    if card.designation(Role.SECONDING):
        if legion:
            return ForceProblem("Seconding", f"{name} is of the Brotherhood: never in a Dark Legion's Force.")
        light = force.allegiance is Allegiance.LIGHT
        return None if light else ForceProblem("Seconding", f"{name} joins only the Agents of Light.")
    if card.designation(Role.DARK_CULT):
        if legion:
            return ForceProblem("Dark Cult", f"{name} is of another Dark Legion: it joins no Dark Legion's Force.")
        if force.faction is Faction.BROTHERHOOD:
            return ForceProblem("Dark Cult", f"{name} is of the Dark Legion: never in the Brotherhood's Force.")
        darkness = force.allegiance is Allegiance.DARKNESS
        return None if darkness else ForceProblem("Dark Cult", f"{name} joins only the Servants of Darkness.")
    return ForceProblem("Select Factions", f"{name} is of {card.faction.value}, and no Ally: leave it out.")

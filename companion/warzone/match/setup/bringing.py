"""A Force that was built from cards: into a match, and how the rules judge it there (Chapter 12, Building a Force)."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.table.sides import Side
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.factions import Allegiance
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.check import Verdict, check_force
from companion.warzone.force.enlisting import entries
from companion.warzone.force.force import Force
from companion.warzone.match.commands import Muster
from companion.warzone.match.views import ForceView


def bringing(side: Side, force: Force, name: str, cards: Mapping[str, UnitCard]) -> Muster:
    """The command that brings it, legal or not: that is the players' word. Raises Invalid where a card is gone, or all
    are."""
    if not force.units:
        raise Invalid("force", "has no Units yet: put some in first")
    if lost := [unit for unit in force.units if unit not in cards]:
        raise Invalid("force", f"has no card any more for {', '.join(dict.fromkeys(lost))}")
    return Muster(
        side=side,
        faction=force.faction,
        name=name,
        entries=entries([cards[unit] for unit in force.units], force.faction),
        assets=force.assets,
        designated=force.designated,
    )


def as_built(brought: ForceView, size: int) -> Force | None:
    """The Force that a side of a match has before it begins, for a game of `size` DP; None where it did not come from
    cards."""
    units = tuple(id for each in brought.units if isinstance(id := each.unit.card_id, str))
    if brought.faction is None or not units or len(units) < len(brought.units):
        return None
    return Force(
        game_size=size,
        faction=brought.faction,
        allegiance=brought.allegiance or Allegiance.LIGHT,
        units=units,
        assets=tuple(effect.name for effect in brought.effects),
        designated={asset: id for each, id in zip(brought.units, units, strict=True) for asset in each.assets},
    )


def judged(
    force: Force, *, size: int, allegiance: Allegiance | None, cards: Mapping[str, UnitCard], choices: WarzoneChoices
) -> tuple[Force, Verdict]:
    """The Force as it is in a match of `size` DP, and the verdict on it. While its Allegiance is not determined, it may
    be either: the one that breaks fewer rules."""
    sides = [allegiance] if allegiance else [force.allegiance, *Allegiance]
    found = [replace(force, game_size=size, allegiance=each) for each in dict.fromkeys(sides)]
    verdicts = [(each, check_force(each, cards, choices)) for each in found]
    return min(verdicts, key=lambda each: len(each[1].problems))

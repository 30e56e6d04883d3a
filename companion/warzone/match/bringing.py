"""Unit cards and Forces on their way into a match, and into its file."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from companion.fields.decode import from_json
from companion.fields.invalid import Invalid
from companion.table.game import Cards
from companion.table.seats import Side
from companion.warzone.cards.card import Allegiance, UnitCard
from companion.warzone.cards.card_file import CardFile, file_of
from companion.warzone.cards.kept import ADDRESSES, UNIT
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.check import ForceVerdict, check_force
from companion.warzone.force.force import ForceRoster, entries
from companion.warzone.match.commands import Muster
from companion.warzone.match.views import ForceView, WarzoneView

# The unit cards that a match's Units came from, for its file.


def _used(view: WarzoneView) -> Iterator[str]:
    return (id for force in view.sides.values() for each in force.units if isinstance(id := each.unit.card_id, str))


def _written(kept: bytes) -> bytes:
    return msgspec.json.encode(file_of(from_json(kept, UnitCard)))


def _read(said: bytes) -> tuple[str, bytes]:
    card = from_json(said, CardFile).card()
    if card.id in ADDRESSES:
        raise Invalid("id", "is the address of another page")
    return card.id, msgspec.json.encode(card)


CARDS = Cards(kind=UNIT, used=_used, written=_written, read=_read)

# A Force that was built from cards: into a match, and how the rules judge it there (Chapter 12, Building a Force).


def bringing(side: Side, force: ForceRoster, name: str, cards: Mapping[str, UnitCard]) -> Muster:
    """Returns the command that brings the Force, legal or not: the players decide.

    Raises Invalid where it has no Units, or a card is gone.
    """
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


def as_built(brought: ForceView, size: int) -> ForceRoster | None:
    """Returns the Force that a side of a match has before it begins, for a game of `size` DP.

    None where it did not come from cards.
    """
    units = tuple(id for each in brought.units if isinstance(id := each.unit.card_id, str))
    if brought.faction is None or not units or len(units) < len(brought.units):
        return None
    return ForceRoster(
        game_size=size,
        faction=brought.faction,
        allegiance=brought.allegiance or Allegiance.LIGHT,
        units=units,
        assets=tuple(effect.name for effect in brought.effects),
        designated={asset: id for each, id in zip(brought.units, units, strict=True) for asset in each.assets},
    )


def judged(
    force: ForceRoster,
    *,
    size: int,
    allegiance: Allegiance | None,
    cards: Mapping[str, UnitCard],
    choices: WarzoneChoices,
) -> tuple[ForceRoster, ForceVerdict]:
    """Returns the Force as it is in a match of `size` DP, and the verdict on it.

    While its Allegiance is not determined, it may be either: the one that breaks fewer rules.
    """
    sides = [allegiance] if allegiance else [force.allegiance, *Allegiance]
    found = [replace(force, game_size=size, allegiance=each) for each in dict.fromkeys(sides)]
    verdicts = [(each, check_force(each, cards, choices)) for each in found]
    return min(verdicts, key=lambda each: len(each[1].problems))

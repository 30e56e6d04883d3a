"""Unit cards as a match needs to know them, and the way back from its Units."""

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from companion.player_names import same
from companion.warzone.cards.card import Role, UnitCard
from companion.warzone.cards.factions import Faction
from companion.warzone.force.allies import deployed
from companion.warzone.force.roster import Entry, Unit

_GROUP = "group"
_SIZES = range(2, 21)


def entries(cards: Sequence[UnitCard], faction: Faction) -> tuple[Entry, ...]:
    """A line for each card, counting the models that have it: `cards` has one a model, all in a Force of `faction`."""
    counts = Counter(card.id for card in cards)
    by_id = {card.id: deployed(card, faction) for card in cards}
    return tuple(_entry(by_id[id], count) for id, count in counts.items())


def card_of(unit: Unit, faction: Faction | None, cards: Sequence[UnitCard]) -> UnitCard | None:
    """The card of a match's Unit in a Force of `faction`: the one that it came with, while it is kept; else one of its
    name, that Faction's before another's."""
    if (own := next((card for card in cards if card.id == unit.card_id), None)) is not None:
        return own
    named = [card for card in cards if same(card.name, unit.card)]
    return min(named, key=lambda card: card.faction is not faction, default=None)


def _entry(card: UnitCard, count: int) -> Entry:
    return Entry(
        name=card.name,
        count=count,
        wounds=card.w,
        dp=card.dp,
        leader=card.designation(Role.LEADER) is not None,
        trooper=card.designation(Role.TROOPER) is not None,
        group=_group(card),
        abilities=tuple(str(ability) for ability in card.abilities) or UNSET,
        card_id=card.id,
    )


def _group(card: UnitCard) -> int | None:
    """The X of Group (X); a Group of one is none."""
    for ability in card.abilities:
        if ability.key == _GROUP and ability.number in _SIZES:
            return ability.number
    return None

"""The cards that are laid on a battle line, in one line's notation: `R10`, `LA`.

The 60 Troop cards have six colours with the values 1 to 10 each; three kinds of Tactics cards are laid like Troop cards
(Battle Line, Components; Morale Tactics). Sets of Troop cards are bit masks: a colour has ten bits, lowest value first.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TypeAlias

Card: TypeAlias = str
"""A card as the notation has it: `R10`, or one of `LA`, `LD`, `CC` and `SB`."""


class Colour(Enum):
    """The six armies of Troop cards, by the letter that the notation has for them."""

    RED = "R"
    ORANGE = "O"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"
    PURPLE = "P"

    @property
    def word(self) -> str:
        return self.name.capitalize()


VALUES = range(1, 11)
LEADERS: tuple[Card, ...] = ("LA", "LD")
CAVALRY: Card = "CC"
BEARERS: Card = "SB"
MORALE: tuple[Card, ...] = (*LEADERS, CAVALRY, BEARERS)
"""The Tactics cards that are played in place of Troop cards."""
TROOPS: tuple[Card, ...] = tuple(f"{colour.value}{value}" for colour in Colour for value in VALUES)
"""Every Troop card, in the order of the masks' bits."""
CARDS: tuple[Card, ...] = (*TROOPS, *MORALE)
"""Every card that can lie beside a flag."""

BIT: dict[Card, int] = {**{card: 1 << index for index, card in enumerate(TROOPS)}, **dict.fromkeys(MORALE, 0)}
"""A card's bit in a mask of Troop cards; none for a Tactics card."""
ALL_TROOPS = (1 << len(TROOPS)) - 1


class Edition(Enum):
    """Whose names the Tactics cards have: GMT's ancient world, or the second edition's kings and queens."""

    FIRST = "first"
    SECOND = "second"


_TROOP_NAMES = {card: f"{Colour(card[0]).word} {card[1:]}" for card in TROOPS}
_NAMES = {
    edition: _TROOP_NAMES | dict(zip(MORALE, names, strict=True))
    for edition, names in (
        (Edition.FIRST, ("Alexander", "Darius", "Companion Cavalry", "Shield Bearers")),
        (Edition.SECOND, ("King", "Queen", "Battle Ally", "Shield Bearer")),
    )
}


def parsed(text: str) -> Card:
    """The card that `text` names, in either case. Raises ValueError, fit to show to a player."""
    card = text.strip().upper()
    if card not in BIT:
        raise ValueError(f"{text.strip()[:20] or 'nothing'} is no card: write R10, or LA, LD, CC, SB")
    return card


def named(card: Card, edition: Edition = Edition.FIRST) -> str:
    """The card's name as players say it: `Red 10`, `Alexander`."""
    return _NAMES[edition][card]


def mask(cards: Iterable[Card]) -> int:
    """The Troop cards among `cards`, as a mask."""
    found = 0
    for card in cards:
        found |= BIT[card]
    return found


def troops(found: int) -> Iterator[Card]:
    """The cards of a mask, colour by colour, lowest value first."""
    while found:
        lowest = found & -found
        yield TROOPS[lowest.bit_length() - 1]
        found ^= lowest

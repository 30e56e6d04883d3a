"""Describes cards as they are printed and written down, the two rulebooks, a flag with what lies there, and
formations."""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TypeAlias

import msgspec

from companion.fields.invalid import Invalid

# The cards that are laid on a battle line, in one line's notation: `R10`, `LA`.
#
# The 60 Troop cards have six colours with the values 1 to 10 each; three kinds of Tactics cards are laid like Troop
# cards (Battle Line, Components; Morale Tactics). Sets of Troop cards are bit masks: a colour has ten bits, lowest
# value first.

Card: TypeAlias = str
"""A card as the notation has it: `R10`, or one of `LA`, `LD`, `CC` and `SB`."""


class Colour(Enum):
    """Names the six armies of Troop cards, by the letter that the notation has for them."""

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
    """Says whose names the Tactics cards have: GMT's ancient world, or the second edition's kings and queens."""

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
    """Returns the card that `text` names, in either case. Raises ValueError, fit to show to a player."""
    card = text.strip().upper()
    if card not in BIT:
        raise ValueError(f"{text.strip()[:20] or 'nothing'} is no card: write R10, or LA, LD, CC, SB")
    return card


def named(card: Card, edition: Edition = Edition.FIRST) -> str:
    """Returns the card's name as players say it: `Red 10`, `Alexander`."""
    return _NAMES[edition][card]


def mask(cards: Iterable[Card]) -> int:
    """Returns the Troop cards among `cards`, as a mask."""
    found = 0
    for card in cards:
        found |= BIT[card]
    return found


def troops(found: int) -> Iterator[Card]:
    """Yields the cards of a mask, colour by colour, lowest value first."""
    while found:
        lowest = found & -found
        yield TROOPS[lowest.bit_length() - 1]
        found ^= lowest


# The two printed rulebooks of Battle Line. They differ in places; each is right at its own table.

BOOKS = {Edition.FIRST: "Battle Line (GMT)", Edition.SECOND: "Battle Line (variants)"}
"""The rulebook that has each edition's names."""


class BookCite(msgspec.Struct, frozen=True):
    """Says where a rule is from: `section` is the heading as the book prints it."""

    book: str
    section: str


# Cards as they are written down, each at a place: known ones, each only once.


def once(written: Iterable[tuple[str, str]]) -> tuple[Card, ...]:
    """Returns the cards, each given with its place, in their order. Raises Invalid for no card, and for one that lies
    twice."""
    lying: dict[Card, str] = {}
    for field, text in written:
        try:
            card = parsed(text)
        except ValueError as error:
            raise Invalid(field, str(error)) from error
        if card in lying:
            raise Invalid(field, f"{named(card)} ({card}) is there already, at {lying[card]}")
        lying[card] = field
    return tuple(lying)


def one_leader(lying: Iterable[tuple[str, Card]]) -> None:
    """Raises Invalid where a side of the line, given with each card's place, has a second Leader (Morale Tactics)."""
    leaders = [(field, card) for field, card in lying if card in LEADERS]
    for field, card in leaders[1:]:
        first, there = leaders[0]
        raise Invalid(field, f"{named(card)} ({card}) is a second Leader: {named(there)} lies at {first} on this side")


def room(field: str, cards: Iterable[object], *, slots: int) -> None:
    """Raises Invalid where a side has more cards than its flag has slots (Battle Line, Troop Cards; Mud)."""
    if (count := len(tuple(cards))) > slots:
        raise Invalid(field, f"{count} cards are too many: this flag takes {slots}")


# One flag: what lies on either side of it.


class Who(Enum):
    """Names a side of the line, as the one who asks sees it."""

    MINE = "mine"
    THEIRS = "theirs"

    @property
    def other(self) -> "Who":
        return Who.THEIRS if self is Who.MINE else Who.MINE


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the cards beside a flag and the Environment Tactics on it. `last`: who played the last card, if that is
    known."""

    mine: tuple[Card, ...] = ()
    theirs: tuple[Card, ...] = ()
    fog: bool = False
    mud: bool = False
    last: Who | None = None

    @property
    def slots(self) -> int:
        """Says how many cards make a formation here (Environment Tactics, Mud)."""
        return 4 if self.mud else 3

    def turned(self) -> "Flag":
        """Returns the same flag as the other side sees it."""
        return Flag(
            mine=self.theirs,
            theirs=self.mine,
            fog=self.fog,
            mud=self.mud,
            last=self.last and self.last.other,
        )


# The kinds of formation, and one as it is made (Battle Line, Formations; Environment Tactics, Fog).


class Formation(Enum):
    """Names the kinds of formation from highest to lowest; SUM is all that counts in Fog."""

    WEDGE = "wedge"
    PHALANX = "phalanx"
    BATTALION = "battalion"
    SKIRMISH = "skirmish"
    HOST = "host"
    SUM = "sum"

    def __init__(self, _name: str) -> None:
        self.rank = -len(type(self).__members__)
        """Larger beats smaller; only formations of one flag are compared."""


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a complete formation: its kind, the sum of its values, and each card as what it counts.

    `as_` has the cards in the order in which they lie, then those that are still to come.
    """

    formation: Formation
    total: int
    as_: tuple[Card, ...] = msgspec.field(name="as")

    @property
    def strength(self) -> tuple[int, int]:
        """Returns the larger one wins; equal ones are tied."""
        return self.formation.rank, self.total


class Reply(Made, frozen=True, kw_only=True):
    """Describes the best that a side could still make; `needs` are the unseen cards that it takes."""

    needs: tuple[Card, ...]

    @property
    def made(self) -> Made:
        """Returns the formation alone, where all its cards are there."""
        return Made(formation=self.formation, total=self.total, as_=self.as_)


class FlagOutcome(Enum):
    """Says which of two formations is higher."""

    MINE = "mine"
    THEIRS = "theirs"
    TIE = "tie"


def compared(mine: Made, theirs: Made) -> FlagOutcome:
    """Returns which one is higher (Battle Line, Formations)."""
    one, other = mine.strength, theirs.strength
    return FlagOutcome.TIE if one == other else FlagOutcome.MINE if one > other else FlagOutcome.THEIRS

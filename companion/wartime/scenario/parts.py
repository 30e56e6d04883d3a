"""Describes what a scenario says of armies, units, terrain features, items and cards, and those that the rulebook
names."""

from enum import Enum
from importlib import resources
from typing import Annotated, Literal, get_args

import msgspec

from companion.fields.characters import LINES, Word
from companion.fields.decode import from_file
from companion.table.seats import Side
from companion.toml.reading import read_toml
from companion.wartime.referee.attacks import DamageAtRange
from companion.wartime.referee.board import AttackKind, Hex, Keyword
from companion.wartime.referee.board import Feature as FeatureTerrain

# The two armies, as the Battle Book names them.

ARMIES = {Side.GOLD: "Valyance", Side.RED: "Firebrand"}

# What a scenario says of units, terrain features, items and cards. What it leaves out is not known at this table.

HERO = Keyword.HERO.value
MAGIC = Keyword.MAGIC.value

Range = Literal["1", "2", "3", "4"]
"""Lists the ranges that a Unit Token has a value for, in spaces."""
Points = Annotated[int, msgspec.Meta(ge=0, le=20)]
MOST_TOKENS = 40
"""Limits the tokens in one stack, and off it at once."""
Tokens = Annotated[int, msgspec.Meta(ge=1, le=MOST_TOKENS)]
Count = Annotated[int, msgspec.Meta(ge=0, le=20)]
Says = Annotated[str, msgspec.Meta(max_length=400), LINES]
"""Is what a scenario says about one thing on its board."""
Words = Annotated[tuple[Word, ...], msgspec.Meta(max_length=40)]


class Condition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describes one way for a side to win that the table can count. Every part that it has must hold at the same
    time."""

    side: Side
    destroy: Annotated[int, msgspec.Meta(ge=1, le=40)] | None = None
    """Counts the enemy units to eliminate."""
    of: Words = ()
    """Lists the names, types or keywords of the enemy units that count; empty for any."""
    hold: Annotated[tuple[Hex, ...], msgspec.Meta(max_length=12)] = ()
    """Lists the hexes in each of which a unit of the side has to stand."""
    raze: Annotated[tuple[Hex, ...], msgspec.Meta(max_length=12)] = ()
    """Lists the hexes whose Terrain Feature has to be gone."""

    @property
    def fact(self) -> str:
        """Returns it in words, as if it had come true: "Valyance has destroyed 2 Orc units and holds E5"."""
        kinds = f"{' or '.join(self.of)} " if self.of else ""
        parts = (
            f"has destroyed {self.destroy} {kinds}unit{'' if self.destroy == 1 else 's'}" if self.destroy else "",
            f"has razed {' and '.join(self.raze)}" if self.raze else "",
            f"holds {' and '.join(self.hold)}" if self.hold else "",
        )
        return f"{ARMIES[self.side]} {' and '.join(filter(None, parts))}"


class CardKind(Enum):
    """Says what kind a card is. Action cards are Standard or Heroic; Spell cards are a deck of their own."""

    STANDARD = "standard"
    HEROIC = "heroic"
    SPELL = "spell"


class ScenarioHit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes the damage printed for one range, in tokens."""

    kind: AttackKind
    value: Points


class UnitSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describes one unit and what its token says.

    `name` is its own among its side's, `type` the name printed on the token where that is another. `health` is how many
    tokens are in the stack, `charge` the damage in the tan circle, `hex` where it starts.
    """

    side: Side
    name: Word
    type: Word | None = None
    hex: Hex | None = None
    speed: Points | None = None
    health: Tokens | None = None
    charge: Points | None = None
    keywords: Words = ()
    damage: Annotated[dict[Range, ScenarioHit], msgspec.Meta(max_length=4)] = {}

    @property
    def hits(self) -> dict[int, DamageAtRange]:
        """Returns the damage by range in spaces, as the referee reads it."""
        numbered = {key: far for far, key in enumerate(get_args(Range), start=1)}
        return {numbered[key]: DamageAtRange(hit.kind, hit.value) for key, hit in self.damage.items()}

    def has(self, keyword: str) -> bool:
        return any(keyword.casefold() == own.casefold() for own in self.keywords)

    def is_one_of(self, names: tuple[str, ...]) -> bool:
        """Returns whether a restriction to unit types or keywords lets this unit through."""
        own = {(self.type or self.name).casefold(), *(keyword.casefold() for keyword in self.keywords)}
        return not names or any(name.casefold() in own for name in names)


class PlacedFeature(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a stack of Terrain Feature Tokens."""

    hex: Hex
    terrain: FeatureTerrain
    tokens: Tokens


class TimeSpace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describes one of the spaces that only certain scenarios use (WarTime Rulebook, Game Board), and what the scenario
    says of it. The Rulebook does not say in which hexes they lie."""

    hex: Hex
    text: Says = ""


class Item(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describes an item token (WarTime Rulebook, Items): where it lies, and how the scenario says that it is used."""

    name: Word
    hex: Hex | None = None
    text: Says = ""


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describes one card that a side may choose. `only`: the unit types or keywords it is for; empty for any."""

    name: Word
    kind: CardKind
    only: Words = ()


class Hand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Describes the cards of one side: from which it chooses, and how many.

    `actions` counts Standard and Heroic cards together, `spells` comes on top. With `dealt`, so many Action cards are
    dealt at random and the choice is among them (Optional Rules, Action Cards: five, of which three).
    """

    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=60)] = ()
    actions: Count = 0
    spells: Count = 0
    dealt: Count = 0


# The units, cards and items that the WarTime Rulebook names, with only the figures that it prints.

BOOK = "WarTime Rulebook"


class BookUnit(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a unit as far as it is printed. `side` is None where the book does not print whose it is; `cites` has
    the heading of each figure by its field."""

    name: str
    side: Side | None = None
    speed: int | None = None
    health: int | None = None
    charge: int | None = None
    keywords: tuple[str, ...] = ()
    cites: dict[str, str] = {}

    def spec(self, side: Side) -> UnitSpec:
        """Returns the unit in one side's army."""
        return UnitSpec(
            side=side, name=self.name, speed=self.speed, health=self.health, charge=self.charge, keywords=self.keywords
        )


class NamedPart(msgspec.Struct, frozen=True, kw_only=True):
    """Lists the names under one heading."""

    names: tuple[str, ...]
    cite: str


class NamedCards(NamedPart, frozen=True, kw_only=True):
    kind: CardKind


class Typical(msgspec.Struct, frozen=True, kw_only=True):
    """Says how many Action cards a player selects "in a typical scenario" (Optional Rules, Action Cards)."""

    actions: int
    cite: str


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Holds all of it."""

    units: tuple[BookUnit, ...]
    cards: tuple[NamedCards, ...]
    items: tuple[NamedPart, ...]
    typical: Typical

    def army(self, side: Side) -> tuple[BookUnit, ...]:
        """Returns the units that a side may have: its own, and those whose side is not known."""
        return tuple(unit for unit in self.units if unit.side in (side, None))

    def deck(self) -> tuple[Card, ...]:
        """Returns every card. The Rulebook does not have a card's text, nor the units it is for."""
        return tuple(Card(name=name, kind=cards.kind) for cards in self.cards for name in cards.names)

    def item_names(self) -> tuple[str, ...]:
        return tuple(name for items in self.items for name in items.names)


PRINTED: Book = read_toml(
    resources.files("companion.wartime.scenario").joinpath("shipped", "book.toml").read_text(encoding="utf-8"),
    lambda data: from_file(data, Book),
)

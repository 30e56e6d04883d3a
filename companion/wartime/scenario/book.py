"""The units, cards and items that the WarTime Rulebook names, with the figures that it prints and nothing more."""

from importlib import resources

import msgspec

from companion.fields.decode import from_file
from companion.table.sides import Side
from companion.toml.reading import read_toml
from companion.wartime.scenario.parts import Card, CardKind, UnitSpec

BOOK = "WarTime Rulebook"


class BookUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as far as it is printed. `side` is None where the book does not print whose it is; `cites` has the heading
    of each figure by its field."""

    name: str
    side: Side | None = None
    speed: int | None = None
    health: int | None = None
    charge: int | None = None
    keywords: tuple[str, ...] = ()
    cites: dict[str, str] = {}

    def spec(self, side: Side) -> UnitSpec:
        """The unit in one side's army."""
        return UnitSpec(
            side=side,
            name=self.name,
            speed=self.speed,
            health=self.health,
            charge=self.charge,
            keywords=self.keywords,
        )


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """Names that stand under one heading."""

    names: tuple[str, ...]
    cite: str


class NamedCards(Named, frozen=True, kw_only=True):
    kind: CardKind


class Typical(msgspec.Struct, frozen=True, kw_only=True):
    """How many Action cards a player selects "in a typical scenario" (Optional Rules, Action Cards)."""

    actions: int
    cite: str


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    units: tuple[BookUnit, ...]
    cards: tuple[NamedCards, ...]
    items: tuple[Named, ...]
    typical: Typical

    def army(self, side: Side) -> tuple[BookUnit, ...]:
        """The units that a side may have: its own, and those of which nobody knows."""
        return tuple(unit for unit in self.units if unit.side in (side, None))

    def deck(self) -> tuple[Card, ...]:
        """Every card. What its text says, and for whom it is, is not in the Rulebook."""
        return tuple(Card(name=name, kind=cards.kind) for cards in self.cards for name in cards.names)

    def item_names(self) -> tuple[str, ...]:
        return tuple(name for items in self.items for name in items.names)


PRINTED: Book = read_toml(
    resources.files("companion.wartime.scenario").joinpath("shipped", "book.toml").read_text(encoding="utf-8"),
    lambda data: from_file(data, Book),
)

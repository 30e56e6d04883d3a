"""The live board but for the units: what lies and stands on its hexes now (WarTime Rulebook, Terrain Tiles, Terrain
Features and Items)."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from companion.wartime.referee.hexes import Hex
from companion.wartime.referee.position import Position
from companion.wartime.referee.terrain import Feature, Terrain
from companion.wartime.scenario.scenario import Terms

K = TypeVar("K")
V = TypeVar("V")
Edge = tuple[Hex, Hex]


class Pile(msgspec.Struct, frozen=True):
    """A Terrain Feature's stack: `left` of `tokens`. With none left the hex is plains."""

    terrain: Feature
    left: int
    tokens: int


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Terrain Tiles by hex, features by hex, solid black lines, and where each item lies that is on the board."""

    terrain: dict[Hex, Terrain] = {}
    features: dict[Hex, Pile] = {}
    lines: tuple[Edge, ...] = ()
    items: dict[str, Hex] = {}

    @classmethod
    def of(cls, scenario: Terms) -> "Ground":
        """The board as a scenario sets it up."""
        return cls(
            terrain=scenario.terrain,
            features={each.hex: Pile(each.terrain, each.tokens, each.tokens) for each in scenario.features},
            lines=scenario.lines,
            items={item.name: item.hex for item in scenario.items if item.hex is not None},
        )

    @property
    def standing(self) -> dict[Hex, Feature]:
        """The features that have a token left."""
        return {place: pile.terrain for place, pile in self.features.items() if pile.left}

    def tiled(self, place: Hex, terrain: Terrain) -> "Ground":
        """With another tile there, in place of whatever it was; plains are no tile."""
        bare = replace(self, terrain=_without(self.terrain, place), features=_without(self.features, place))
        return bare if terrain is Terrain.PLAINS else replace(bare, terrain={**bare.terrain, place: terrain})

    def piled(self, place: Hex, feature: Feature, tokens: int) -> "Ground":
        """With a feature there, in place of whatever it was."""
        pile = Pile(feature, tokens, tokens)
        return replace(self, terrain=_without(self.terrain, place), features={**self.features, place: pile})

    def worn(self, place: Hex, tokens: int) -> "Ground":
        """With so many tokens off the feature there."""
        if (pile := self.features.get(place)) is None:
            return self
        return replace(self, features={**self.features, place: replace(pile, left=max(0, pile.left - tokens))})

    def restored(self, place: Hex, tokens: int) -> "Ground":
        """With so many tokens back on the feature there: no more than it had."""
        if (pile := self.features.get(place)) is None:
            return self
        return replace(
            self, features={**self.features, place: replace(pile, left=min(pile.tokens, pile.left + tokens))}
        )

    def lined(self, edge: Edge, *, drawn: bool) -> "Ground":
        """With a solid black line between two hexes, or without."""
        others = tuple(each for each in self.lines if set(each) != set(edge))
        return replace(self, lines=(*others, edge) if drawn else others)

    def has_line(self, edge: Edge) -> bool:
        return any(set(each) == set(edge) for each in self.lines)

    def with_item(self, name: str, place: Hex | None) -> "Ground":
        """With the item there, or off the board."""
        others = _without(self.items, name)
        return replace(self, items=others if place is None else {**others, name: place})

    def position(self, units: Iterable[Hex]) -> Position:
        """The same for the referee, with units in those hexes."""
        return Position(terrain=self.terrain, features=self.standing, lines=self.lines, units=tuple(units))


def _without(some: dict[K, V], key: K) -> dict[K, V]:
    return {each: value for each, value in some.items() if each != key}

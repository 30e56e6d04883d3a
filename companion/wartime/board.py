"""A checked position, and what its hexes are to a unit that counts or moves through them."""

from companion.wartime.hexes import HEXES, Hex
from companion.wartime.keywords import Keyword
from companion.wartime.position import Misplaced, Position, on_board
from companion.wartime.terrain import ALONG_THE_WALL, Terrain


class Board:
    """A position made ready for one unit's question. It copies what it needs and never changes."""

    def __init__(self, position: Position, *, actor: Hex, target: Hex | None = None) -> None:
        """`actor`: where the unit is that acts; `target`: what it aims at. Raises Misplaced.

        Both stand where the question says, whether or not `units` has them; the actor is not in its own way.
        """
        position.check()
        on_board("from", actor)
        if (feature := position.features.get(actor)) is not None:
            raise Misplaced("from", f"{actor} holds {feature.label.lower()}, which does not act")
        if target is not None and on_board("to", target) == actor:
            raise Misplaced("to", "must be another hex than from")
        self._features = position.features
        self._units = frozenset((*position.units, *(() if target is None else (target,)))) - {actor}
        self._lines = frozenset(frozenset(pair) for pair in position.lines)
        self._terrain = {name: position.terrain_of(name) for name in HEXES}
        blind = {name for name, terrain in position.terrain.items() if terrain.effect.blocks_sight}
        self.unclear = frozenset(blind | self._units | position.features.keys())
        """The hexes that a range is not counted through."""

    def terrain(self, name: Hex) -> Terrain:
        return self._terrain[name]

    def has_line(self, one: Hex, other: Hex) -> bool:
        """Whether a solid black line is between two hexes that touch.

        The book prints black lines on castle walls only; one drawn elsewhere is taken at its word too.
        """
        return bool(self._lines) and frozenset((one, other)) in self._lines

    def obstacle(self, name: Hex) -> str | None:
        """Why a range is not counted through this hex, in words; None where it is clear.

        WarTime Rulebook, Determining Range to a Target: a clear space has no unit, no Terrain Feature and no tile that
        blocks line of sight. A river is clear.
        """
        if name not in self.unclear:
            return None
        if (feature := self._features.get(name)) is not None:
            return f"{feature.label}: a terrain feature blocks line of sight"
        if name in self._units:
            return "Unit: you never count through one, friend or foe"
        return f"{self._terrain[name].label}: blocks line of sight"

    def cost(self, at: Hex, to: Hex, *, keywords: frozenset[Keyword]) -> int | None:
        """Movement Points from a hex into one that it touches; None where such a unit cannot go.

        WarTime Rulebook, Movement Restrictions, and Terrain Tiles with the second footnote: into a castle wall 2, along
        it 1, out of it as normal, never across a solid black line.
        """
        if to in self._units or to in self._features or self.has_line(at, to):
            return None
        terrain = self._terrain[to]
        if terrain.effect.closed_to & keywords:
            return None
        if terrain is Terrain.CASTLE_WALL and self._terrain[at] is Terrain.CASTLE_WALL:
            return ALONG_THE_WALL
        return terrain.effect.enter

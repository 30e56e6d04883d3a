"""A checked position, and what its hexes are to a unit that counts or moves through them."""

from companion.fields.invalid import Invalid
from companion.wartime.referee.hexes import HEXES, Hex
from companion.wartime.referee.keywords import Keyword
from companion.wartime.referee.position import Position, on_board
from companion.wartime.referee.terrain import Terrain


class Board:
    """A position made ready for one unit's question. It copies what it needs and never changes."""

    def __init__(self, position: Position, *, actor: Hex, target: Hex | None = None) -> None:
        """`actor`: where the unit is that acts; `target`: what it aims at. Raises Invalid.

        Both stand where the question says, whether or not `units` has them; the actor is not in its own way.
        """
        position.check()
        on_board("from", actor)
        if (feature := position.features.get(actor)) is not None:
            raise Invalid("from", f"{actor} holds {feature.label.lower()}, which does not act")
        if target is not None and on_board("to", target) == actor:
            raise Invalid("to", "must be another hex than from")
        self._features = position.features
        self._units = frozenset((*position.units, *(() if target is None else (target,)))) - {actor}
        self.lines = frozenset(pair for one, other in position.lines for pair in ((one, other), (other, one)))
        """The pairs of hexes, in either order, with a solid black line between them.

        The book prints black lines on castle walls only; one drawn elsewhere is taken at its word too.
        """
        self._terrain = position.terrain
        self.walls = frozenset(name for name, terrain in position.terrain.items() if terrain is Terrain.CASTLE_WALL)
        """The castle wall spaces."""
        blind = {name for name, terrain in position.terrain.items() if terrain.effect.blocks_sight}
        self.unclear = frozenset(blind | self._units | position.features.keys())
        """The hexes that a range is not counted through."""

    def terrain(self, name: Hex) -> Terrain:
        return self._terrain.get(name, Terrain.PLAINS)

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

    def entries(self, keywords: frozenset[Keyword], *, ignores_cost: bool = False) -> dict[Hex, int]:
        """The hexes that a unit with these keywords can enter, and the Movement Points it takes from plain ground.

        WarTime Rulebook, Movement Restrictions and Terrain Tiles: no unit moves into or through another one.
        `ignores_cost`: a card lets it enter whatever is open for 1 (Standard Card Action, the example of Advance).
        """
        costs = dict.fromkeys(HEXES, 1)
        for name, terrain in self._terrain.items():
            effect = terrain.effect
            if effect.enter is None or effect.closed_to & keywords:
                del costs[name]
            else:
                costs[name] = 1 if ignores_cost else effect.enter
        for name in (*self._units, *self._features):
            costs.pop(name, None)
        return costs

"""What can be put down on a hex of the live board by hand: so that a table without a scenario makes its map."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.wartime.match.state import State
from companion.wartime.referee.board import NEIGHBOURS, Feature, Hex, Terrain


@dataclass(frozen=True, kw_only=True)
class Offered:
    """Every tile but what lies there, the features, the hexes that a line can be drawn to, and the scenario's items,
    each with whether it lies here."""

    tiles: tuple[Terrain, ...]
    features: tuple[Feature, ...]
    around: tuple[Hex, ...]
    items: Mapping[str, bool]


def offered(state: State, place: Hex) -> Offered:
    lies = None if place in state.ground.features else state.position.terrain_of(place)
    return Offered(
        tiles=tuple(tile for tile in Terrain if tile is not lies),
        features=tuple(Feature),
        around=NEIGHBOURS[place],
        items={item.name: state.ground.items.get(item.name) == place for item in state.scenario.items},
    )

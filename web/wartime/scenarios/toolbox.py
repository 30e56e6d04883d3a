"""The tools of the scenario's editor, in the order in which they lie beside its board."""

from dataclasses import dataclass

from companion.table.seats import Side
from companion.wartime.referee.board import Feature, Terrain
from companion.wartime.scenario.parts import ARMIES
from web.wartime.scenarios import brush as tools
from web.wartime.scenarios.brush import Brush


@dataclass(frozen=True, kw_only=True)
class Tool:
    """`symbol` is the one on the map, `look` the class that colours it."""

    id: str
    label: str
    href: str
    symbol: str
    look: str
    current: bool


def toolbox(brush: Brush) -> list[Tool]:
    """Every tool, each a link to the page with it in hand."""

    def tool(put: str, label: str, symbol: str, *, side: Side = Side.GOLD, look: str = "") -> Tool:
        unit = put == tools.UNIT
        return Tool(
            id=f"{put}-{side.value}" if unit else put,
            label=label,
            href=brush.address(put=put, side=side, name="", start=None, hex=None),
            symbol=symbol,
            look=look or symbol,
            current=brush.put == put and (not unit or brush.side is side),
        )

    return [
        tool(tools.LOOK, "Look", "look"),
        *(tool(tools.UNIT, f"{ARMIES[side]} unit", f"unit-{side.value}", side=side, look=side.value) for side in Side),
        *(tool(tile.value, tile.label, tile.value) for tile in Terrain if tile is not Terrain.PLAINS),
        *(tool(feature.value, feature.label, feature.value) for feature in Feature),
        tool(tools.LINE, "Black line", "line"),
        tool(tools.ITEM, "Item", "item"),
        tool(tools.TIME, "Time space", "time"),
        tool(Terrain.PLAINS.value, "Clear", "plains"),
    ]

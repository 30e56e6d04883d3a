"""Changes a scenario's board by taps: the tool in hand, as an address and as a form have it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from companion.fields.numbers import whole
from companion.names import tidy
from companion.table.seats import Side
from companion.wartime.referee.board import CENTRES, NEIGHBOURS, Feature, Hex, Terrain
from companion.wartime.scenario import edits
from companion.wartime.scenario.parts import ARMIES, MOST_TOKENS, PRINTED
from companion.wartime.scenario.scenario import Scenario

LOOK, UNIT, PLACE, OFF, LINE, ITEM, TIME = "look", "unit", "place", "off", "line", "item", "time"
TILES = {tile.value: tile for tile in Terrain}
FEATURES = {feature.value: feature for feature in Feature}
TOOLS = (LOOK, UNIT, PLACE, OFF, LINE, ITEM, TIME, *TILES, *FEATURES)


@dataclass(frozen=True, kw_only=True)
class Brush:
    """Describes the tool in hand. `put` is one of TOOLS. `side` and `name` are those of a unit: of its type if it is
    put down new, of the unit itself if it is placed. `name` is also an item's.

    `tokens` are a feature's. `start` is where a line has been begun, `hex` the hex that was chosen. `open` is the part
    of the page that is unfolded.
    """

    put: str = LOOK
    side: Side = Side.GOLD
    name: str = ""
    tokens: int = 1
    start: Hex | None = None
    hex: Hex | None = None
    open: str = ""

    def address(self, **changes: object) -> str:
        """Returns the query string of this tool, changed, with its question mark."""
        other = replace(self, **changes)  # type: ignore[arg-type]
        said = {
            "put": other.put if other.put != LOOK else "",
            "side": other.side.value if other.put in (UNIT, PLACE, OFF) else "",
            "name": other.name if other.put in (UNIT, PLACE, OFF, ITEM) else "",
            "tokens": str(other.tokens) if other.put in FEATURES else "",
            "start": other.start if other.put == LINE else "",
            "hex": other.hex,
            "open": other.open,
        }
        return "?" + urlencode({name: text for name, text in said.items() if text})

    @property
    def fields(self) -> dict[str, str]:
        """Returns what a form sends along, so that it does what this tool does, without its hex."""
        return {
            "put": self.put,
            "side": self.side.value,
            "name": self.name,
            "tokens": str(self.tokens),
            "start": self.start or "",
        }

    def begins_line(self, hex: Hex) -> bool:
        """Returns whether a tap there is the first side of a line, or drops the one that was begun."""
        return self.put == LINE and (self.start is None or hex not in NEIGHBOURS[self.start])

    def tapped(self, scenario: Scenario, hex: Hex) -> Scenario:
        """Returns the scenario after a tap on the hex. Unchanged where the tool has no effect there."""
        if self.put in TILES:
            tile = TILES[self.put]
            return edits.cleared(scenario, hex) if tile is Terrain.PLAINS else edits.tile(scenario, hex, tile)
        if self.put in FEATURES:
            return edits.feature(scenario, hex, FEATURES[self.put], self.tokens)
        match self.put:
            case "line" if self.start is not None and not self.begins_line(hex):
                return edits.line(scenario, self.start, hex)
            case "unit" if not any(unit.hex == hex for unit in scenario.units):
                return edits.unit(scenario, hex, self.side, self.name or self.types(scenario)[0])
            case "place":
                return edits.place(scenario, self.side, self.name, hex)
            case "off":
                return edits.place(scenario, self.side, self.name, None)
            case "item":
                return edits.item(scenario, hex, self.name or PRINTED.item_names()[0])
            case "time":
                return edits.time_space(scenario, hex)
        return scenario

    def types(self, scenario: Scenario) -> list[str]:
        """Returns the types that this side's units may have: those it has, those of the book, the one in hand."""
        known = [unit.type or unit.name for unit in scenario.army(self.side)]
        names = [*(each.name for each in PRINTED.army(self.side)), *known, *([self.name] if self.name else [])]
        first: dict[str, str] = {}
        for name in names:
            first.setdefault(name.casefold(), name)
        return list(first.values())


def read_brush(given: Mapping[str, str]) -> Brush:
    """Returns the tool that an address or a form names. It ignores what cannot be read."""
    side, put = given.get("side", ""), given.get("put", "")
    return Brush(
        put=put if put in TOOLS else LOOK,
        side=Side(side) if side in {each.value for each in Side} else Side.GOLD,
        name=_name(given.get("name", "")),
        tokens=whole(given.get("tokens", ""), least=1, most=MOST_TOKENS) or 1,
        start=_hex(given.get("start", "")),
        hex=_hex(given.get("hex", "")),
        open=given.get("open", "")[:20],
    )


def _hex(text: str) -> Hex | None:
    return text if text in CENTRES else None


def _name(text: str) -> str:
    try:
        return tidy(text)
    except ValueError:
        return ""


# The tools of the scenario's editor, in the order beside its board.


@dataclass(frozen=True, kw_only=True)
class BrushTool:
    """Describes a tool. `symbol` is the one on the map, `look` the class that colours it."""

    id: str
    label: str
    href: str
    symbol: str
    look: str
    current: bool


def toolbox(brush: Brush) -> list[BrushTool]:
    """Returns every tool, each a link to the page with it in hand."""

    def tool(put: str, label: str, symbol: str, *, side: Side = Side.GOLD, look: str = "") -> BrushTool:
        unit = put == UNIT
        return BrushTool(
            id=f"{put}-{side.value}" if unit else put,
            label=label,
            href=brush.address(put=put, side=side, name="", start=None, hex=None),
            symbol=symbol,
            look=look or symbol,
            current=brush.put == put and (not unit or brush.side is side),
        )

    return [
        tool(LOOK, "Look", "look"),
        *(tool(UNIT, f"{ARMIES[side]} unit", f"unit-{side.value}", side=side, look=side.value) for side in Side),
        *(tool(tile.value, tile.label, tile.value) for tile in Terrain if tile is not Terrain.PLAINS),
        *(tool(feature.value, feature.label, feature.value) for feature in Feature),
        tool(LINE, "Black line", "line"),
        tool(ITEM, "Item", "item"),
        tool(TIME, "Time space", "time"),
        tool(Terrain.PLAINS.value, "Clear", "plains"),
    ]

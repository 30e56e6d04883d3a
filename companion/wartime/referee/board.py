"""Describes the game board: its hexes, its terrain, the position of a question, and what a hex is to a unit."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, TypeAlias

import msgspec

from companion.fields.invalid import Invalid

# The keywords that unit tokens carry as icons (WarTime Rulebook, Unit Types).


class Keyword(Enum):
    INFANTRY = "infantry"
    RANGED = "ranged"
    MOUNTED = "mounted"
    MAGIC = "magic"
    SIEGE = "siege"
    HERO = "hero"
    CHARGE = "charge"


# The two kinds of attack (WarTime Rulebook, Types of Attacks): circles are melee, diamonds are distance.


class AttackKind(Enum):
    MELEE = "melee"
    DISTANCE = "distance"


# The game board's 113 hexes: their names, their neighbours and their places.
#
# WarTime Rulebook, Game Board, prints the board without names. Here its rows are A to I from the top; A, C, E, G and I
# have the columns 1 to 13, the rows between have 1 to 12 and sit half a hex to the right.

Hex: TypeAlias = Annotated[str, msgspec.Meta(max_length=8)]
"""Names a hex: `C5`."""

ROWS = "ABCDEFGHI"


def _columns(row: int) -> int:
    return 12 if row % 2 else 13


HEXES: tuple[Hex, ...] = tuple(
    f"{letter}{column}" for row, letter in enumerate(ROWS) for column in range(1, _columns(row) + 1)
)
"""Lists every hex of the board, row by row."""

CENTRES: dict[Hex, tuple[int, int]] = {
    f"{letter}{column}": (2 * column + row % 2, row)
    for row, letter in enumerate(ROWS)
    for column in range(1, _columns(row) + 1)
}
"""Says where each hex's middle is: x in half hexes to the right, y in rows down. On paper, where neighbours are 1
apart, a half hex is 1/2 and a row is √3/2."""

_BY_CENTRE = {centre: name for name, centre in CENTRES.items()}
_STEPS = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))

NEIGHBOURS: dict[Hex, tuple[Hex, ...]] = {
    name: tuple(_BY_CENTRE[x + dx, y + dy] for dx, dy in _STEPS if (x + dx, y + dy) in _BY_CENTRE)
    for name, (x, y) in CENTRES.items()
}
"""Lists the hexes that each hex touches, in the order of HEXES."""


def distance(one: Hex, other: Hex) -> int:
    """Returns the hexes from `one` to `other` on an empty board: 0 to itself, 1 to a neighbour."""
    (x, y), (to_x, to_y) = CENTRES[one], CENTRES[other]
    across, down = abs(to_x - x), abs(to_y - y)
    return down + max(0, across - down) // 2


def astray(at: Hex, *, start: Hex, end: Hex) -> int:
    """Returns how far `at` is beside the line from `start` to `end`. Compare it only along one line."""
    (x, y), (from_x, from_y), (to_x, to_y) = CENTRES[at], CENTRES[start], CENTRES[end]
    return abs((x - from_x) * (to_y - from_y) - (y - from_y) * (to_x - from_x))


# Every terrain type and terrain feature, and what each does to movement, range and damage.
#
# WarTime Rulebook, Terrain Tiles (the two tables with their footnotes) and Terrain Features.

TILES = "WarTime Rulebook, Terrain Tiles"
FEATURES = "WarTime Rulebook, Terrain Features"


class Terrain(Enum):
    """Says what a hex is; one without a Terrain Tile is plains."""

    PLAINS = "plains"
    HILLS = "hills"
    WOODS = "woods"
    THICKET = "thicket"
    RIVER = "river"
    BRIDGE = "bridge"
    HUT = "hut"
    DRAWBRIDGE_LEVER = "drawbridge_lever"
    OPEN_DRAWBRIDGE = "open_drawbridge"
    CASTLE_WALL = "castle_wall"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ").capitalize()

    @property
    def effect(self) -> "TerrainEffect":
        return _EFFECTS[self]


class Feature(Enum):
    """Names a stack of tokens that is terrain: it blocks line of sight, cannot be moved into and can be attacked."""

    ALTAR = "altar"
    BATTLEMENT = "battlement"
    FLAMES = "flames"

    @property
    def label(self) -> str:
        return self.value.capitalize()


@dataclass(frozen=True)
class Penalty:
    """Describes one damage less for attacks of this kind, by units with this keyword or, where it is None, by all."""

    kind: AttackKind
    keyword: Keyword | None = None

    def applies(self, kind: AttackKind, keywords: frozenset[Keyword]) -> bool:
        return kind is self.kind and (self.keyword is None or self.keyword in keywords)


@dataclass(frozen=True, kw_only=True)
class TerrainEffect:
    """Describes a row of the tables.

    `enter` is in Movement Points, None where units cannot move in; `closed_to` are the keywords that keep a unit out.
    `penalties` are for attacks on a unit in this terrain: attacking out of it is free.
    """

    enter: int | None = 1
    blocks_sight: bool = False
    closed_to: frozenset[Keyword] = frozenset()
    penalties: tuple[Penalty, ...] = ()

    def weakens(self, kind: AttackKind, keywords: frozenset[Keyword]) -> bool:
        """Returns whether such an attack deals 1 damage less here."""
        return any(penalty.applies(kind, keywords) for penalty in self.penalties)


ALONG_THE_WALL = 1
"""Is in Movement Points, from a castle wall space to a contiguous one (Terrain Tiles, second footnote)."""

_MELEE, _DISTANCE = Penalty(AttackKind.MELEE), Penalty(AttackKind.DISTANCE)

_EFFECTS = {
    Terrain.PLAINS: TerrainEffect(),
    Terrain.HILLS: TerrainEffect(enter=2, blocks_sight=True, penalties=(_MELEE,)),
    Terrain.WOODS: TerrainEffect(
        enter=2, blocks_sight=True, penalties=(_DISTANCE, Penalty(AttackKind.MELEE, Keyword.MOUNTED))
    ),
    Terrain.THICKET: TerrainEffect(enter=None, blocks_sight=True),
    Terrain.RIVER: TerrainEffect(enter=None),
    Terrain.BRIDGE: TerrainEffect(),
    Terrain.HUT: TerrainEffect(
        blocks_sight=True, closed_to=frozenset({Keyword.MOUNTED, Keyword.SIEGE}), penalties=(_MELEE, _DISTANCE)
    ),
    Terrain.DRAWBRIDGE_LEVER: TerrainEffect(),
    Terrain.OPEN_DRAWBRIDGE: TerrainEffect(),
    Terrain.CASTLE_WALL: TerrainEffect(enter=2, blocks_sight=True, penalties=(_MELEE, _DISTANCE)),
}

# Where everything stands: the board of one question, as the API's JSON has it.

EACH = msgspec.Meta(max_length=len(HEXES))
"""Limits a list to one item for each hex."""


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes the hexes that are not plain and empty.

    `terrain` are the Terrain Tiles. `features` are the Terrain Features, stacks of tokens. `lines` are solid black
    lines, each between two hexes that touch. `units` are the hexes with a unit of either side.
    """

    terrain: Annotated[dict[Hex, Terrain], EACH] = msgspec.field(default_factory=dict)
    features: Annotated[dict[Hex, Feature], EACH] = msgspec.field(default_factory=dict)
    lines: Annotated[tuple[tuple[Hex, Hex], ...], msgspec.Meta(max_length=len(HEXES) * 3)] = ()
    units: Annotated[tuple[Hex, ...], EACH] = ()

    def check(self) -> None:
        """Raises Invalid where this is no board that players could set up.

        A hex has a single terrain type, and no more than one stack stands in it (WarTime Rulebook, Terrain Tiles,
        Terrain Features, Movement Restrictions).
        """
        for name in self.terrain:
            if name not in CENTRES:
                raise _off_board(f"terrain.{name}", name)
        for name in self.features:
            if name not in CENTRES:
                raise _off_board(f"features.{name}", name)
            if (tile := self.terrain_of(name)) is not Terrain.PLAINS:
                raise Invalid(f"features.{name}", f"{name} already is {tile.label.lower()}")
        for index, (one, other) in enumerate(self.lines):
            if other not in NEIGHBOURS.get(one, ()):
                on_board(f"lines[{index}]", one)
                on_board(f"lines[{index}]", other)
                raise Invalid(f"lines[{index}]", f"{one} and {other} do not touch")
        standing: set[Hex] = set()
        for index, name in enumerate(self.units):
            if name not in CENTRES:
                raise _off_board(f"units[{index}]", name)
            if name in self.features:
                raise Invalid(f"units[{index}]", f"{name} holds {self.features[name].label.lower()} already")
            if name in standing:
                raise Invalid(f"units[{index}]", f"{name} is there twice")
            standing.add(name)

    def terrain_of(self, name: Hex) -> Terrain:
        return self.terrain.get(name, Terrain.PLAINS)

    def without_stack(self, name: Hex) -> "Position":
        """Returns the board when the stack in this hex has lost its last token. The hex is empty, and plains where a
        feature stood (WarTime Rulebook, Eliminated Units and Terrain Features)."""
        return Position(
            terrain=self.terrain,
            features={at: feature for at, feature in self.features.items() if at != name},
            lines=self.lines,
            units=tuple(at for at in self.units if at != name),
        )


def on_board(field: str, name: Hex) -> Hex:
    """Returns the same name. Raises Invalid where the board has no such hex."""
    if name not in CENTRES:
        raise _off_board(field, name)
    return name


def _off_board(field: str, name: str) -> Invalid:
    return Invalid(field, f"must be a hex from A1 to I13, got {name[:8]!r}")


# A checked position, and what its hexes are to a unit that counts or moves through them.


class Board:
    """Prepares a position for one unit's question. It copies what it needs and never changes."""

    def __init__(self, position: Position, *, actor: Hex, target: Hex | None = None) -> None:
        """Takes as `actor` the hex of the unit that acts, as `target` the hex it aims at. Raises Invalid.

        Both stand where the question says, whether or not `units` has them. The actor does not block itself.
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
        """Has the pairs of hexes, in either order, with a solid black line between them.

        The book prints black lines on castle walls only; one drawn elsewhere counts too.
        """
        self._terrain = position.terrain
        self.walls = frozenset(name for name, terrain in position.terrain.items() if terrain is Terrain.CASTLE_WALL)
        """Lists the castle wall spaces."""
        blind = {name for name, terrain in position.terrain.items() if terrain.effect.blocks_sight}
        self.unclear = frozenset(blind | self._units | position.features.keys())
        """Lists the hexes that a range is not counted through."""

    def terrain(self, name: Hex) -> Terrain:
        return self._terrain.get(name, Terrain.PLAINS)

    def obstacle(self, name: Hex) -> str | None:
        """Returns why a range is not counted through this hex, in words; None where it is clear.

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
        """Returns the hexes that a unit with these keywords can enter, and the Movement Points it takes from plain
        ground.

        WarTime Rulebook, Movement Restrictions and Terrain Tiles: no unit moves into or through another one. With
        `ignores_cost` a card lets it enter any open hex for 1 (Standard Card Action, the example of Advance).
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

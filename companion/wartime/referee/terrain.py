"""Every terrain type and terrain feature, and what each does to movement, range and damage.

WarTime Rulebook, Terrain Tiles (the two tables with their footnotes) and Terrain Features.
"""

from dataclasses import dataclass
from enum import Enum

from companion.wartime.referee.attack_kinds import AttackKind
from companion.wartime.referee.keywords import Keyword

TILES = "WarTime Rulebook, Terrain Tiles"
FEATURES = "WarTime Rulebook, Terrain Features"


class Terrain(Enum):
    """What a hex is; one without a Terrain Tile is plains."""

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
    def effect(self) -> "Effect":
        return _EFFECTS[self]


class Feature(Enum):
    """A stack of tokens that is terrain: it blocks line of sight, cannot be moved into and can be attacked."""

    ALTAR = "altar"
    BATTLEMENT = "battlement"
    FLAMES = "flames"

    @property
    def label(self) -> str:
        return self.value.capitalize()


@dataclass(frozen=True)
class Penalty:
    """One damage less for attacks of this kind, by units with this keyword or, where it is None, by all."""

    kind: AttackKind
    keyword: Keyword | None = None

    def applies(self, kind: AttackKind, keywords: frozenset[Keyword]) -> bool:
        return kind is self.kind and (self.keyword is None or self.keyword in keywords)


@dataclass(frozen=True, kw_only=True)
class Effect:
    """A row of the tables.

    `enter` is in Movement Points, None where units cannot move in; `closed_to` are the keywords that keep a unit out.
    `penalties` are for attacks on a unit in this terrain: attacking out of it costs nothing.
    """

    enter: int | None = 1
    blocks_sight: bool = False
    closed_to: frozenset[Keyword] = frozenset()
    penalties: tuple[Penalty, ...] = ()

    def weakens(self, kind: AttackKind, keywords: frozenset[Keyword]) -> bool:
        """Whether such an attack deals 1 damage less here."""
        return any(penalty.applies(kind, keywords) for penalty in self.penalties)


ALONG_THE_WALL = 1
"""Movement Points from a castle wall space to a contiguous one (Terrain Tiles, second footnote)."""

_MELEE, _DISTANCE = Penalty(AttackKind.MELEE), Penalty(AttackKind.DISTANCE)

_EFFECTS = {
    Terrain.PLAINS: Effect(),
    Terrain.HILLS: Effect(enter=2, blocks_sight=True, penalties=(_MELEE,)),
    Terrain.WOODS: Effect(
        enter=2, blocks_sight=True, penalties=(_DISTANCE, Penalty(AttackKind.MELEE, Keyword.MOUNTED))
    ),
    Terrain.THICKET: Effect(enter=None, blocks_sight=True),
    Terrain.RIVER: Effect(enter=None),
    Terrain.BRIDGE: Effect(),
    Terrain.HUT: Effect(
        blocks_sight=True, closed_to=frozenset({Keyword.MOUNTED, Keyword.SIEGE}), penalties=(_MELEE, _DISTANCE)
    ),
    Terrain.DRAWBRIDGE_LEVER: Effect(),
    Terrain.OPEN_DRAWBRIDGE: Effect(),
    Terrain.CASTLE_WALL: Effect(enter=2, blocks_sight=True, penalties=(_MELEE, _DISTANCE)),
}

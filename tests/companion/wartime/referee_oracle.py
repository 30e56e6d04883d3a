"""WarTime's range, moves, attacks and charges a second time: the rulebook's tables over networkx, slowly and plainly.

It shares nothing with companion.wartime: boards are the API's JSON, hexes touch where their middles are 1 apart.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import dist, sqrt
from typing import Any

import networkx as nx

Weigh = Callable[[str, str, object], int | None]
Ways = dict[str, tuple[int, int]]
"""Hex -> its cost in Movement Points and the fewest hexes that it takes at this cost."""

# WarTime Rulebook, Terrain Tiles, column by column.
MP = {"plains": 1, "hills": 2, "woods": 2, "bridge": 1, "hut": 1, "drawbridge_lever": 1, "open_drawbridge": 1}
MP_OF_A_WALL = 2
BLOCKS_LOS = {"hills", "woods", "thicket", "hut", "castle_wall"}
MELEE_LESS = {"hills", "hut", "castle_wall"}
DISTANCE_LESS = {"woods", "hut", "castle_wall"}
LONGER_THAN_ANY_WAY = 1000
"""Weights are Movement Points times this, and 1 a hex: the least weight is the cheapest way of the fewest hexes."""


@cache
def board() -> nx.Graph:
    """The 113 hexes, joined where they touch."""
    middles = {}
    for row, letter in enumerate("ABCDEFGHI"):
        shifted = letter in "BDFH"
        for column in range(1, 13 if shifted else 14):
            middles[f"{letter}{column}"] = (column + shifted / 2, row * sqrt(3) / 2)
    graph = nx.Graph()
    graph.add_nodes_from(middles)
    graph.add_edges_from((a, b) for a, b in combinations(middles, 2) if dist(middles[a], middles[b]) < 1.01)
    return graph


@cache
def empty_board_distances() -> dict[str, dict[str, int]]:
    return dict(nx.all_pairs_shortest_path_length(board()))


@dataclass(frozen=True)
class Setup:
    """A position as it lies on the table."""

    terrain: dict[str, str]
    features: set[str]
    lines: set[frozenset[str]]
    units: set[str]

    @classmethod
    def of(cls, position: dict[str, Any]) -> "Setup":
        lines = {frozenset(pair) for pair in position["lines"]}
        return cls(position["terrain"], set(position["features"]), lines, set(position["units"]))

    def tile(self, name: str) -> str:
        return self.terrain.get(name, "plains")

    def is_clear(self, name: str) -> bool:
        return name not in self.units and name not in self.features and self.tile(name) not in BLOCKS_LOS


def countable(setup: Setup, start: str, to: str) -> nx.Graph:
    """The clear hexes and the two ends, joined where a count may step."""
    graph = nx.Graph()
    graph.add_nodes_from((start, to))
    counted = {name for name in board() if name in (start, to) or setup.is_clear(name)}
    graph.add_edges_from((a, b) for a, b in board().edges if a in counted and b in counted)
    return graph


def steps(setup: Setup, start: str, to: str, *, without_lines: bool = False) -> int | None:
    """The range, None where no count arrives."""

    def weigh(at: str, next_to: str, _: object) -> int | None:
        if without_lines and frozenset((at, next_to)) in setup.lines:
            return None
        return 1 if next_to == to or setup.is_clear(next_to) else None

    try:
        return int(nx.dijkstra_path_length(board(), start, to, weight=weigh))
    except nx.NetworkXNoPath:
        return None


def weight(setup: Setup, at: str, to: str, keywords: set[str], *, ignores_cost: bool = False) -> int | None:
    """Movement Points from one hex into the next: 1 into any that is open, where a card `ignores_cost`."""
    kind = setup.tile(to)
    if to in setup.units or to in setup.features or (setup.lines and frozenset((at, to)) in setup.lines):
        return None
    if kind == "hut" and keywords & {"mounted", "siege"}:
        return None
    if kind == "castle_wall":
        return 1 if ignores_cost or setup.tile(at) == "castle_wall" else MP_OF_A_WALL
    return 1 if ignores_cost and kind in MP else MP.get(kind)


def moves(
    setup: Setup,
    start: str,
    *,
    speed: int,
    keywords: set[str],
    target: str | None = None,
    ignores_cost: bool = False,
) -> Ways:
    """Where a unit can go; `target` holds a unit too."""

    def weigh(at: str, to: str, _: object) -> int | None:
        cost = None if to == target else weight(setup, at, to, keywords, ignores_cost=ignores_cost)
        return None if cost is None else cost * LONGER_THAN_ANY_WAY + 1

    cutoff = speed * LONGER_THAN_ANY_WAY + LONGER_THAN_ANY_WAY - 1
    found = nx.single_source_dijkstra_path_length(board(), start, cutoff=cutoff, weight=weigh)
    return {name: divmod(total, LONGER_THAN_ANY_WAY) for name, total in found.items() if name != start}


def lessened(setup: Setup, to: str, kind: str, keywords: set[str], value: int) -> int:
    where = setup.tile(to)
    less = where in (MELEE_LESS if kind == "melee" else DISTANCE_LESS)
    less = less or (kind == "melee" and where == "woods" and "mounted" in keywords)
    return max(0, value - 1) if less else value


def attack(
    setup: Setup, start: str, to: str, damage: dict[str, Any], keywords: set[str]
) -> tuple[bool, str | None, int]:
    """Whether the attack is legal, its kind, its damage."""
    found = steps(setup, start, to)
    if found is None or str(found) not in damage:
        return False, None, 0
    kind = "melee" if found == 1 else damage[str(found)]["kind"]
    if kind == "melee":
        if found > 1 and setup.tile(start) == "castle_wall":
            return False, kind, 0
        if setup.lines and steps(setup, start, to, without_lines=True) != found:
            return False, kind, 0
    return True, kind, lessened(setup, to, kind, keywords, damage[str(found)]["value"])


def charge(setup: Setup, start: str, to: str, *, speed: int, value: int, keywords: set[str]) -> tuple[Ways, int]:
    """The hexes to charge to, none where the charge is not legal, and the damage."""
    if board().has_edge(start, to):
        return {}, 0
    ways = moves(setup, start, speed=speed, keywords=keywords, target=to)
    stands = {name: ways[name] for name in board()[to] if name in ways and frozenset((name, to)) not in setup.lines}
    return stands, lessened(setup, to, "melee", keywords, value) if stands else 0

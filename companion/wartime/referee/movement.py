"""Where a unit can move (WarTime Rulebook, Move and Movement Restrictions)."""

from collections.abc import Iterable
from heapq import heappop, heappush

import msgspec

from companion.wartime.referee.board import Board
from companion.wartime.referee.hexes import HEXES, NEIGHBOURS, Hex
from companion.wartime.referee.keywords import Keyword
from companion.wartime.referee.position import Position
from companion.wartime.referee.terrain import ALONG_THE_WALL

_POINT = len(HEXES)
"""A Movement Point, where a hex on the way counts 1: points come first, and the fewest hexes among equals."""


class Route(msgspec.Struct, frozen=True):
    """A way into a hex: its cost in Movement Points and its hexes, the last included and the first not."""

    cost: int
    path: tuple[Hex, ...]


class MovesAnswer(msgspec.Struct, frozen=True):
    """Every hex in which the unit can end its move, with the cheapest way there, of the fewest hexes."""

    reachable: dict[Hex, Route]


def moves(
    position: Position, from_: Hex, speed: int, keywords: Iterable[Keyword] = (), *, ignores_cost: bool = False
) -> MovesAnswer:
    """The hexes that a unit in `from_` can reach with `speed` Movement Points. Raises Invalid.

    Its own hex is none of them: putting a unit back is no move, though it costs a timer. `ignores_cost`: a card such as
    Advance ignores what terrain costs beyond 1; what is closed stays closed (Standard Card Action).
    """
    board = Board(position, actor=from_)
    marks = frozenset(keywords)
    return MovesAnswer(reachable(board, from_, speed=speed, keywords=marks, ignores_cost=ignores_cost))


def reachable(
    board: Board, from_: Hex, *, speed: int, keywords: frozenset[Keyword], ignores_cost: bool = False
) -> dict[Hex, Route]:
    """The same for a board and a hex that have been checked."""
    ways = ways_from(board, (from_,), speed=speed, keywords=keywords, ignores_cost=ignores_cost)
    del ways[from_]
    return {name: Route(cost, path[1:]) for name, (cost, path) in ways.items()}


def ways_from(
    board: Board, starts: Iterable[Hex], *, speed: int, keywords: frozenset[Keyword], ignores_cost: bool = False
) -> dict[Hex, tuple[int, tuple[Hex, ...]]]:
    """What each hex costs from the one of `starts` from which it is cheapest, and the hexes on the way, both ends
    included.

    Into a castle wall costs 2, along it 1, and no way leads across a solid black line (Terrain Tiles, second footnote).
    """
    enter, walls, lines = board.entries(keywords, ignores_cost=ignores_cost), board.walls, board.lines
    best = dict.fromkeys(starts, 0)
    ways: dict[Hex, tuple[int, tuple[Hex, ...]]] = {start: (0, (start,)) for start in best}
    came_from: dict[Hex, Hex] = {}
    waiting = [(0, start) for start in sorted(best)]
    beyond = (speed + 1) * _POINT
    while waiting:
        spent, at = heappop(waiting)
        if spent != best[at]:
            continue
        if spent:
            ways[at] = (spent // _POINT, (*ways[came_from[at]][1], at))
        for name in NEIGHBOURS[at]:
            cost = enter.get(name)
            if cost is None or (at, name) in lines:
                continue
            if at in walls and name in walls:
                cost = ALONG_THE_WALL
            there = spent + cost * _POINT + 1
            if there < best.get(name, beyond):
                best[name], came_from[name] = there, at
                heappush(waiting, (there, name))
    return ways

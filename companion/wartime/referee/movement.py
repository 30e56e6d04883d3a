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
    """The same for a board and a hex that have been checked.

    Into a castle wall costs 2, along it 1, and no way leads across a solid black line (Terrain Tiles, second footnote).
    """
    enter, walls, lines = board.entries(keywords, ignores_cost=ignores_cost), board.walls, board.lines
    routes = {from_: Route(0, ())}
    best, came_from = {from_: 0}, {from_: from_}
    waiting = [(0, from_)]
    beyond = (speed + 1) * _POINT
    while waiting:
        spent, at = heappop(waiting)
        if spent != best[at]:
            continue
        if spent:
            routes[at] = Route(spent // _POINT, (*routes[came_from[at]].path, at))
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
    del routes[from_]
    return routes

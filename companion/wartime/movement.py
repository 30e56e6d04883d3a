"""Where a unit can move (WarTime Rulebook, Move and Movement Restrictions)."""

from collections.abc import Iterable
from heapq import heappop, heappush

import msgspec

from companion.wartime.board import Board
from companion.wartime.hexes import NEIGHBOURS, Hex
from companion.wartime.keywords import Keyword
from companion.wartime.position import Position


class Route(msgspec.Struct, frozen=True):
    """A way into a hex: its cost in Movement Points and its hexes, the last included and the first not."""

    cost: int
    path: tuple[Hex, ...]


class MovesAnswer(msgspec.Struct, frozen=True):
    """Every hex in which the unit can end its move, with the cheapest way there, of the fewest hexes."""

    reachable: dict[Hex, Route]


def moves(position: Position, from_: Hex, speed: int, keywords: Iterable[Keyword] = ()) -> MovesAnswer:
    """The hexes that a unit in `from_` can reach with `speed` Movement Points. Raises Misplaced.

    Its own hex is none of them: putting a unit back is no move, though it costs a timer.
    """
    board = Board(position, actor=from_)
    return MovesAnswer(reachable(board, from_, speed=speed, keywords=frozenset(keywords)))


def reachable(board: Board, from_: Hex, *, speed: int, keywords: frozenset[Keyword]) -> dict[Hex, Route]:
    """The same for a board and a hex that have been checked."""
    routes: dict[Hex, Route] = {}
    waiting: list[tuple[int, int, tuple[Hex, ...]]] = [(0, 0, (from_,))]
    while waiting:
        spent, steps, path = heappop(waiting)
        at = path[-1]
        if at in routes:
            continue
        routes[at] = Route(spent, path[1:])
        for name in NEIGHBOURS[at]:
            if name in routes:
                continue
            cost = board.cost(at, name, keywords=keywords)
            if cost is not None and spent + cost <= speed:
                heappush(waiting, (spent + cost, steps + 1, (*path, name)))
    del routes[from_]
    return routes

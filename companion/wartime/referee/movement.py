"""Finds where a unit can move, and how far off a target is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

import msgspec

from companion.wartime.referee.board import (
    ALONG_THE_WALL,
    HEXES,
    NEIGHBOURS,
    Board,
    Hex,
    Keyword,
    Position,
    astray,
    distance,
)

# Where a unit can move (WarTime Rulebook, Move and Movement Restrictions).

_POINT = len(HEXES)
"""Weighs a Movement Point, where a hex on the path counts 1: points come first, and the fewest hexes among equals."""


class Route(msgspec.Struct, frozen=True):
    """Describes a path into a hex: its cost in Movement Points and its hexes, the last included and the first not."""

    cost: int
    path: tuple[Hex, ...]


class MovesAnswer(msgspec.Struct, frozen=True):
    """Describes every hex in which the unit can end its move, with the cheapest path there, of the fewest hexes."""

    reachable: dict[Hex, Route]


def moves(
    position: Position, from_: Hex, speed: int, keywords: Iterable[Keyword] = (), *, ignores_cost: bool = False
) -> MovesAnswer:
    """Returns the hexes that a unit in `from_` can reach with `speed` Movement Points. Raises Invalid.

    Its own hex is not among them: putting a unit back is not a move, though it costs a timer. With `ignores_cost` a
    card such as Advance ignores what terrain costs beyond 1; what is closed stays closed (Standard Card Action).
    """
    board = Board(position, actor=from_)
    marks = frozenset(keywords)
    return MovesAnswer(reachable(board, from_, speed=speed, keywords=marks, ignores_cost=ignores_cost))


def reachable(
    board: Board, from_: Hex, *, speed: int, keywords: frozenset[Keyword], ignores_cost: bool = False
) -> dict[Hex, Route]:
    """Returns the same for a board and a hex that have been checked."""
    ways = ways_from(board, (from_,), speed=speed, keywords=keywords, ignores_cost=ignores_cost)
    del ways[from_]
    return {name: Route(cost, path[1:]) for name, (cost, path) in ways.items()}


def ways_from(
    board: Board, starts: Iterable[Hex], *, speed: int, keywords: frozenset[Keyword], ignores_cost: bool = False
) -> dict[Hex, tuple[int, tuple[Hex, ...]]]:
    """Returns what each hex costs from the cheapest of `starts`, and the hexes on the path, both ends included.

    Into a castle wall costs 2, along it 1, and no path leads across a solid black line (Terrain Tiles, second
    footnote).
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


# The range to a target: the shortest count through clear hexes (WarTime Rulebook, Determining Range to a Target).


class HexObstacle(msgspec.Struct, frozen=True):
    """Describes a hex that is not clear, and why."""

    hex: Hex
    reason: str


class Closer(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a move towards the target: where it ends, the range from there, its cost in Movement Points and its
    hexes."""

    stand: Hex
    range: int
    cost: int
    path: tuple[Hex, ...]


class RangeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Says how far it is.

    `path` is one shortest count, target included and attacker not, the straightest where several are as short.
    `alternatives` is how many others are as short.

    `blocked_by` has the hexes of the straight count that are not clear, in the order of counting. It is filled where
    the count has to go around, or cannot arrive (`range` None).

    `closer` is the move that shortens the range most, where a speed was given and a move shortens it.
    """

    range: int | None
    path: tuple[Hex, ...]
    alternatives: int
    blocked_by: tuple[HexObstacle, ...]
    closer: Closer | None


@dataclass(frozen=True)
class Count:
    """Holds the ranges to one target: `ranges` from every hex that has one, `ways` how many counts are that short."""

    ranges: dict[Hex, int]
    ways: dict[Hex, int]


def range_between(
    position: Position, from_: Hex, to: Hex, speed: int | None = None, keywords: Iterable[Keyword] = ()
) -> RangeAnswer:
    """Returns the range from `from_` to `to`. They count as the attacker's and the target's hexes whether or not
    `units` has them. Raises Invalid.

    The target's own hex need not be clear. A solid black line does not lengthen a count: the book forbids only moves
    and melee across it. With a `speed`, the answer also says how near a Move Action would bring the unit.
    """
    board = Board(position, actor=from_, target=to)
    count = count_to(board, to, until=from_ if speed is None else None)
    found = count.ranges.get(from_)
    straight = distance(from_, to)
    return RangeAnswer(
        range=found,
        path=() if found is None else _straightest(board, count, from_, to),
        alternatives=count.ways.get(from_, 1) - 1,
        blocked_by=() if found == straight else _in_the_way(board, from_, to),
        closer=None
        if speed is None
        else _closer(count, reachable(board, from_, speed=speed, keywords=frozenset(keywords)), found),
    )


def count_to(board: Board, to: Hex, *, until: Hex | None = None, across_lines: bool = True) -> Count:
    """Returns every hex's range to `to`, or those up to `until`. Counts may cross black lines if `across_lines`."""
    ranges, ways = {to: 0}, {to: 1}
    edge, steps = [to], 0
    while edge and until not in ranges:
        steps += 1
        beyond = []
        for at in edge:
            for next_to in NEIGHBOURS[at]:
                known = ranges.get(next_to)
                if (known is not None and known < steps) or (not across_lines and (at, next_to) in board.lines):
                    continue
                if known is None:
                    ranges[next_to], ways[next_to] = steps, ways[at]
                    if next_to not in board.unclear:
                        beyond.append(next_to)
                else:
                    ways[next_to] += ways[at]
        edge = beyond
    return Count(ranges, ways)


def _closer(count: Count, routes: Mapping[Hex, Route], now: int | None) -> Closer | None:
    ranges = {name: count.ranges[name] for name in routes if name in count.ranges}
    if not ranges:
        return None
    stand = min(ranges, key=lambda name: (ranges[name], routes[name].cost, len(routes[name].path)))
    if now is not None and ranges[stand] >= now:
        return None
    route = routes[stand]
    return Closer(stand=stand, range=ranges[stand], cost=route.cost, path=route.path)


def _straightest(board: Board, count: Count, from_: Hex, to: Hex) -> tuple[Hex, ...]:
    path: list[Hex] = []
    at = from_
    while at != to:
        nearer = count.ranges[at] - 1
        steps = [
            name
            for name in NEIGHBOURS[at]
            if count.ranges.get(name) == nearer and (name == to or name not in board.unclear)
        ]
        at = min(steps, key=lambda name: astray(name, start=from_, end=to))
        path.append(at)
    return tuple(path)


def _in_the_way(board: Board, from_: Hex, to: Hex) -> tuple[HexObstacle, ...]:
    at, found = from_, []
    while distance(at, to) > 1:
        nearer = [name for name in NEIGHBOURS[at] if distance(name, to) < distance(at, to)]
        at = min(nearer, key=lambda name: astray(name, start=from_, end=to))
        if (reason := board.obstacle(at)) is not None:
            found.append(HexObstacle(at, reason))
    return tuple(found)

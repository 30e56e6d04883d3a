"""How screens are spared: what they may show, how brightly, and where, by how long nothing has happened."""

from enum import Enum

from companion.clock import SECOND
from companion.panel.config import RestConfig
from companion.table.at_hall import AtHall, RoundHere

_WALK = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Where the picture stands, in pixels right and down from its place, one after the other."""
WANDER_NS = 10 * SECOND
"""How often the screen saver moves."""


_MOMENTS_MS = 2000


class Rest(Enum):
    """How far the table is asleep."""

    AWAKE = "awake"
    DIM = "dim"
    SAVER = "saver"
    OFF = "off"


def stirs(before: AtHall | None, after: AtHall | None) -> bool:
    """Whether news of the hall wakes a table that rests: not that its broker comes and goes, nor that the round's clock
    was put right by moments."""
    if before is None or after is None:
        return before is not after
    told = (before.said, before.call, before.result) != (after.said, after.call, after.result)
    return told or _counted_anew(before.round, after.round)


def _counted_anew(before: RoundHere | None, after: RoundHere | None) -> bool:
    if before is None or after is None or before.ends_ms is None or after.ends_ms is None:
        return before != after
    moved = abs(after.ends_ms - before.ends_ms) >= _MOMENTS_MS
    return moved or (before.number, before.title, before.players) != (after.number, after.title, after.players)


def rest_after(idle_ns: int, rest: RestConfig) -> Rest:
    """What screens do when nothing has happened for `idle_ns`."""
    for seconds, then in ((rest.off_s, Rest.OFF), (rest.save_s, Rest.SAVER), (rest.dim_s, Rest.DIM)):
        if seconds and idle_ns >= seconds * SECOND:
            return then
    return Rest.AWAKE


def next_rest_ns(idle_ns: int, rest: RestConfig) -> int | None:
    """In how many nanoseconds `rest_after` says something else; None if never."""
    later = [seconds * SECOND - idle_ns for seconds in (rest.dim_s, rest.save_s, rest.off_s) if seconds]
    return min((wait for wait in later if wait > 0), default=None)


def next_move_ns(now_ns: int, rest: RestConfig) -> int | None:
    """In how many nanoseconds `shift_at` says something else; None if never."""
    every = rest.shift_s * SECOND
    return every - now_ns % every if every else None


def shift_at(now_ns: int, rest: RestConfig) -> tuple[int, int]:
    """Where pictures stand at that instant, in pixels right and down from their place."""
    if not rest.shift_s:
        return 0, 0
    return _WALK[now_ns // (rest.shift_s * SECOND) % len(_WALK)]

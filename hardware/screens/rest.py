"""How screens are spared: what they may show, how brightly, and where, by how long nothing has happened."""

from enum import Enum

from companion.clock import SECOND
from companion.panel.config import RestConfig

_WALK = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Where the picture stands, in pixels right and down from its place, one after the other."""
WANDER_NS = 10 * SECOND
"""How often the screen saver moves."""


class Rest(Enum):
    """How far the table is asleep."""

    AWAKE = "awake"
    DIM = "dim"
    SAVER = "saver"
    OFF = "off"


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

"""Whose request computes now: a joined phone's tap waits for nobody, and questions wait for each other."""

import threading

from flask import g

from web.http.problems import TurnedAway

AT_ONCE = 2
"""So many questions are worked on at a time. One interpreter runs them all: more would be no quicker, and each would
make a tap wait."""
WAITING = 32
"""So many more may wait for their turn, each in one of the server's threads; the others are left to taps."""


class Turns:
    """The turns of those who only ask. Any thread may call."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._room = threading.BoundedSemaphore(at_once + waiting)
        self._turn = threading.BoundedSemaphore(at_once)

    def take(self) -> None:
        """Waits for a turn. Raises TurnedAway (503) where too many wait already."""
        if not self._room.acquire(blocking=False):
            raise TurnedAway(503, "Too many are asking at once. Ask again in a moment.", retry_after=1)
        self._turn.acquire()

    def give_back(self) -> None:
        self._turn.release()
        self._room.release()


def wait_for(turns: Turns) -> None:
    """Waits for this request's turn, which ends with it. Raises TurnedAway, see `Turns.take`."""
    turns.take()
    g.turns = turns


def let_go() -> None:
    """Gives the turn of this request back, if it has one: it is answered, or about to wait for something else."""
    turns: Turns | None = g.pop("turns", None)
    if turns is not None:
        turns.give_back()

"""A lane of their own for replays: to tell a long match for the first time takes seconds, and nobody who asks for
anything else waits for that."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from web.http.live import Waiters, rest, waiter
from web.http.problems import TurnedAway


class Lane:
    """Requests follow each other in it, beside those that the server works at: those of phones that have joined, and
    beside them those of who has not. Any thread may call."""

    def __init__(self, waiters: Waiters) -> None:
        """Who waits in it has one of these places."""
        self._waiters = waiters
        self._turns = {True: Lock(), False: Lock()}

    @contextmanager
    def turn(self) -> Iterator[None]:
        """For the request that is being answered. Raises TurnedAway (503) where too many wait."""
        who = waiter()
        with self._waiters.place(who) as taken:
            if not taken:
                raise TurnedAway(503, "Too many replays are being looked at. Try again in a moment.", retry_after=5)
            rest()
            with self._turns[who.joined]:
                yield

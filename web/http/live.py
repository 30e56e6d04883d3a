"""Keeps pages live: places for those that wait for the table, and what they are sent."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import msgspec
from flask import Flask, Response, g, request

from companion.table.table import Table
from companion.table.view import TableView
from web.door.channel import RESTS
from web.door.guesses import household
from web.http.endpoint import Media
from web.http.problems import TurnedAway

LONG_POLL_S = 25.0
LISTEN_S = 5.0
"""Says how often, in seconds, a stream without news sends a heartbeat, so that either end notices when the other is
gone.

A closed tab gives its place back within this time. A page without heartbeats for two of these takes the table to be
away.
"""

PLACES = 64
PLACES_EACH = 16
"""Limits one household's places. A page has one, and gives it back while it is hidden."""
PLACES_OF_STRANGERS = 32


@dataclass(frozen=True, kw_only=True)
class Waiter:
    """Describes a waiting page: its address's household, and whether the phone has joined."""

    household: str
    joined: bool


class Waiters:
    """Counts the places for event streams and long polls together. Any thread may call any method.

    Each waits in a thread of the server's. There are 80 threads, and 64 places: enough for fifty streams and some
    polls. The 16 others always answer taps, so watching can never keep anyone from playing.

    Phones that have not joined get no more than half, so that strangers cannot keep players from watching. One
    household gets a quarter. Beyond that, a stream has to come back later and its page polls; a long poll gets its
    answer at once.
    """

    def __init__(self) -> None:
        self._taken: Counter[Waiter] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def place(self, waiter: Waiter) -> Iterator[bool]:
        """Takes a place for the length of the block; False where none is free."""
        taken = self.take(waiter)
        try:
            yield taken
        finally:
            if taken:
                self.give_back(waiter)

    def take(self, waiter: Waiter) -> bool:
        with self._lock:
            own = sum(taken for each, taken in self._taken.items() if each.household == waiter.household)
            strangers = sum(taken for each, taken in self._taken.items() if not each.joined)
            if self._taken.total() >= PLACES or own >= PLACES_EACH:
                return False
            if not waiter.joined and strangers >= PLACES_OF_STRANGERS:
                return False
            self._taken[waiter] += 1
            return True

    def give_back(self, waiter: Waiter) -> None:
        with self._lock:
            self._taken[waiter] -= 1
            if not self._taken[waiter]:
                del self._taken[waiter]


def rest() -> None:
    """Gives way to other requests: the request that calls only waits from here on."""
    request.environ.get(RESTS, lambda: None)()


def streamed(waiters: Waiters, stream: Callable[[Callable[[], bool]], Iterator[bytes]]) -> Response:
    """Returns the response of an event stream, in a waiter's place. Raises TurnedAway (503) where no place is free."""
    who = waiter()
    if not waiters.take(who):
        raise TurnedAway(503, "Too many pages are watching. This one asks again by itself.", retry_after=5)
    rest()
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    response = Response(stream(gone), content_type=Media.EVENTS.value)
    response.call_on_close(partial(waiters.give_back, who))
    return response


def waiter() -> Waiter:
    """Returns the page that asks, as a waiter."""
    return Waiter(household=household(request.remote_addr or ""), joined=g.seating is not None)


class TableFeed:
    """Encodes the table's views as events, each version once for all streams. Any thread may call any method."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._version = -1
        self._frame = b""

    def since(self, version: int) -> TableView:
        """Returns the view as soon as it is another than `version`, or after LONG_POLL_S seconds."""
        self._table.wait(version, LONG_POLL_S)
        return self._table.view()

    def stream(self, gone: Callable[[], bool]) -> Iterator[bytes]:
        """Yields the table at once and after every change, until the table is stopped or `gone` says that the client
        has left.

        A slow phone misses versions in between, never the latest.
        """
        # A frame of the past would carry the past's `server_ms`, so the first one is drawn for this stream alone.
        view = self._table.view()
        seen = view.version
        yield _frame(view)
        while not self._table.stopped and not gone():
            newer = self._table.wait(seen, LISTEN_S)
            if newer is not None and newer != seen:
                seen, frame = self._latest(newer)
                yield frame
            elif not self._table.stopped:
                yield HEARTBEAT

    def _latest(self, version: int) -> tuple[int, bytes]:
        """Returns the frame of `version` or a newer one."""
        with self._lock:
            if self._version < version:
                view = self._table.view()
                self._version, self._frame = view.version, _frame(view)
            return self._version, self._frame


def event(name: str, data: bytes, *, id: int | None = None) -> bytes:
    """Returns one server-sent event. JSON has no raw line breaks, so the data is one line."""
    number = b"" if id is None else b"id: %d\n" % id
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), number, data)


HEARTBEAT = event("beat", b"{}")


def _frame(view: TableView) -> bytes:
    return event("table", msgspec.json.encode(view), id=view.version)


# /healthz: whether what the site shows is live.


def install(app: Flask, live: Callable[[], bool]) -> None:
    @app.get("/healthz", provide_automatic_options=False)
    def healthz() -> Response:
        well = live()
        body = msgspec.json.encode({"status": "ok" if well else "stopped"})
        return Response(body, status=200 if well else 503, content_type="application/json")

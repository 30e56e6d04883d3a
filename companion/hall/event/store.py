"""Keeps the event, and takes its last steps back."""

import logging
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import Protocol

import msgspec

from companion.fields.invalid import Invalid
from companion.hall.event.event import HallEvent, of_json, to_json
from companion.table.errors import Refused

FILE = "event.sqlite"
"""Names the event's own file in the hall's folder.

A damaged archive is set aside and tables fill another one, but no other machine has the event.
"""
MOST_STEPS = 30
"""Limits the steps that can be taken back. They are the process's own: the file holds only the present event."""

_logger = logging.getLogger(__name__)


class Kept(Protocol):
    """Keeps the event's JSON."""

    def get(self) -> bytes | None: ...

    def put(self, data: bytes) -> None:
        """Writes it. Raises sqlite3.Error or OSError where it cannot be kept."""


class EventRow:
    """Keeps it as one row of an SQLite file. Each call opens the file again, so that it may be moved meanwhile."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self) -> bytes | None:
        """Reads it. Raises sqlite3.Error, OSError."""
        with closing(self._open()) as db:
            found = db.execute("SELECT body FROM event").fetchone()
        return None if found is None else bytes(found[0])

    def put(self, data: bytes) -> None:
        with closing(self._open()) as db, db:
            db.execute("INSERT OR REPLACE INTO event VALUES (1, ?)", (data,))

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        db = sqlite3.connect(self._path, timeout=5)
        try:
            db.execute(
                "CREATE TABLE IF NOT EXISTS event (only INTEGER PRIMARY KEY CHECK (only = 1), body BLOB NOT NULL)"
            )
        except BaseException:
            db.close()
            raise
        return db


class EventStep(msgspec.Struct, frozen=True):
    """Describes the last step: its number since the start, and what it was, in words.

    `asks`: taking it back changes who plays, so pages ask first.
    """

    number: int
    words: str
    asks: bool = False


Allowed = Callable[[HallEvent, HallEvent], object]
"""Checks whether the present event may become the second one. Raises Refused."""


class EventStore:
    """Keeps the event and its steps. Any thread may call. A change that cannot be kept is refused, and so is each
    change while the file cannot be read. Reading never waits for a change: a round of two thousand takes seconds to
    pair.
    """

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._lock = Lock()
        self._event = HallEvent()
        self._read = False
        self._before: deque[tuple[EventStep, HallEvent]] = deque(maxlen=MOST_STEPS)
        self._last: EventStep | None = None
        self._steps = 0
        self._version = 0
        self._followers: list[Callable[[], object]] = []
        with suppress(Refused):
            self._know()

    def follow(self, changed: Callable[[], object]) -> None:
        """Has `changed` called after each change, in the thread that made it: it must not wait for the event."""
        self._followers.append(changed)

    @property
    def version(self) -> int:
        """Counts the event's changes since the start."""
        return self._version

    @property
    def event(self) -> HallEvent:
        """Returns the event. Raises Refused while the file cannot be read."""
        if not self._read:
            with self._lock:
                self._know()
        return self._event

    @property
    def last(self) -> EventStep | None:
        """Returns the step that `undo` would take back."""
        return self._last

    def do(self, words: str, command: Callable[[HallEvent], HallEvent]) -> HallEvent:
        """Returns the event after `command`. Where that raises, the event stays. Without a change it is not a step."""
        with self._lock:
            self._know()
            before = self._event
            after = command(before)
            if after == before:
                return before
            self._keep(after)
            self._steps += 1
            others = abs(len(after.players) - len(before.players)) > 1
            self._last = EventStep(self._steps, words, _pairs(after) != _pairs(before) or others)
            self._before.append((self._last, before))
            return after

    def undo(self, step: int, *, allowed: Allowed) -> HallEvent:
        """Returns the event without that step. It must be the last one: another organiser may have made a step
        since.
        """
        with self._lock:
            if not self._before:
                raise Refused("There is no step to take back.")
            last, before = self._before[-1]
            if last.number != step:
                raise Refused(f"Another step has been made since: {last.words}.")
            allowed(self._event, before)
            self._keep(before)
            self._before.pop()
            self._last = self._before[-1][0] if self._before else None
            return before

    def _know(self) -> None:
        """Reads the file, unless it has been read."""
        if self._read:
            return
        try:
            data = self._kept.get()
            self._event = HallEvent() if data is None else of_json(data)
        except (sqlite3.Error, OSError, Invalid) as error:
            _logger.warning("the event is not read: %s", error)
            raise Refused(
                f"What is kept of the event cannot be read: {error}. Put a copy of {FILE} back into the hall's folder, "
                "or move it out of there to begin another event."
            ) from error
        self._read = True

    def _keep(self, event: HallEvent) -> None:
        try:
            self._kept.put(to_json(event))
        except (sqlite3.Error, OSError) as error:
            raise Refused(f"This could not be kept, and so is not done: {error}.") from error
        self._event = event
        self._version += 1
        for changed in self._followers:
            changed()


def _pairs(event: HallEvent) -> list[tuple[tuple[str, ...], ...]]:
    return [tuple(each.players for each in round.pairings) for round in event.rounds]

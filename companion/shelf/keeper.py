"""Who keeps the index as the journal is, and deletes what is to go, bite by bite beside the table."""

import logging
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Condition, Event, Lock, Thread
from typing import TypeVar

from companion.clock import MS
from companion.journal.store import in_words
from companion.shelf.filling import Filler, Stopped
from companion.shelf.index import Index, IndexFault
from companion.table.errors import NotHere, Refused
from companion.table.game import AnyGame
from companion.table.table import Table

BREATH_S = 0.01
"""Between two bites of work: presses come first."""
EVERY_S = 10.0
"""So often what happened meanwhile is looked for where nobody looks at the shelf."""
PATIENCE_S = 0.5
"""So long a page waits for what happened since the last one: it is only listed until then."""
_FAULTS = 3
"""So often in one go the index is made anew, the later times in memory: one that does not hold then never will."""
_LOST = "The shelf's list cannot be kept; see the service's log."
_AT_ONCE = 20
T = TypeVar("T")

_logger = logging.getLogger(__name__)


class Keeper:
    """Any thread may call. A thread of its own looks through what the journal has, the newest first, and rests between
    two bites. As long as it is not started, whoever asks does that."""

    def __init__(self, *, table: Table, games: Mapping[str, AnyGame], path: Path | None) -> None:
        """The index lies in `path`, or in memory alone."""
        self._table = table
        self._index = Index(path)
        self._filler = Filler(table=table, games=games, index=self._index, breathe=self._breathe)
        self._one_at_a_time = Lock()
        self._listed = Condition()
        self._poked = Event()
        self._asked = Event()
        self._stopping = Event()
        self._ordering = Lock()
        self._before_ms = self.glance(Index.going)
        self._thread: Thread | None = None

    def start(self) -> None:
        """Looks through whatever comes from now on."""
        self._thread = Thread(target=self._run, name="shelf", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends with the bite that it is at. May be called again."""
        self._stopping.set()
        self._poked.set()
        if self._thread is not None:
            self._thread.join(timeout=2)
        with self._one_at_a_time:
            self._index.close()

    def ask(self, asked: Callable[[Index], T]) -> T | None:
        """What the index says, once it has what the journal has; None where it cannot be had. One that does not hold is
        made anew."""
        for _ in range(2):
            self._catch_up()
            try:
                return asked(self._index)
            except IndexFault:
                _logger.exception("the shelf's index is made anew")
                self._index.anew()
                self._filler.stamp = None
        self._table.fault("matches", _LOST)
        return None

    def glance(self, asked: Callable[[Index], T]) -> T | None:
        """What the index says as it is, waiting for nothing; None where it does not hold."""
        try:
            return asked(self._index)
        except IndexFault:
            return None

    @property
    def going_before_ms(self) -> int | None:
        """What was last played before that is being deleted."""
        return self._before_ms

    def drop(self, match: int) -> None:
        """The journal has that match no more."""
        self.glance(lambda index: index.drop([match]))

    def delete_before(self, before_ms: int) -> None:
        """All that were last played before that wall time, and do not lie on the table, go one by one."""
        with self._ordering:
            self._let_go(max(before_ms, self._before_ms or 0))
        self._bring_up()

    def fill(self) -> None:
        """Does all that there is to do: deletes what is to go, and tells what was not told yet. Raises Stopped."""
        with self._one_at_a_time:
            faults = 0
            while True:
                try:
                    if not self._step():
                        break
                    self._breathe()
                except IndexFault:
                    _logger.exception("the shelf's index is made anew")
                    faults += 1
                    if faults > _FAULTS:
                        self._table.fault("matches", _LOST)
                        return
                    self._index.anew(in_memory=faults > 1)
                    self._filler.stamp = None
                except sqlite3.Error as error:
                    self._table.fault("matches", f"The shelf cannot be read: {in_words(error)}.")
                    return
        trouble = self._index.trouble
        self._table.fault("matches", trouble and f"The shelf is made anew with every start: {trouble}.")

    def _step(self) -> bool:
        """Whether there was anything to do."""
        if self._asked.is_set() or self._filler.stamp is None:
            self._asked.clear()
            if self._filler.behind(closely=True):
                self._filler.list()
            with self._listed:
                self._listed.notify_all()
        elif self._before_ms is not None:
            self._delete_some(self._before_ms)
        elif self._filler.tell():
            pass
        elif self._filler.behind(closely=False):
            self._filler.list()
        else:
            return False
        return True

    def _delete_some(self, before_ms: int) -> None:
        some = self._index.older(before_ms, most=_AT_ONCE)
        if not some:
            self._done(before_ms)
            return
        for match in some:
            try:
                self._table.delete(match, before_ns=before_ms * MS)
            except NotHere:
                # It went already, or was played on since it was listed: then it is listed anew.
                self._filler.stamp = None
            except Refused as refused:
                _logger.warning("match %s: %s", match, refused)
                self._done(before_ms)
                self._table.fault("deleting", f"Not all of the old games are deleted. {refused}")
                return
            self._index.drop([match])
            self._breathe()
        self._table.fault("deleting", None)

    def _done(self, before_ms: int) -> None:
        """All is gone that was to go, unless somebody wants more of it by now."""
        with self._ordering:
            if self._before_ms == before_ms:
                self._let_go(None)

    def _let_go(self, before_ms: int | None) -> None:
        self._before_ms = before_ms
        # An index that does not hold is made anew, and knows of it no more after a restart.
        self.glance(lambda index: index.let_go(before_ms))

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._poked.clear()
            try:
                self.fill()
            except Stopped:
                return
            except Exception:
                _logger.exception("the shelf")
                self._table.fault("matches", "The shelf stumbled; see the service's log.")
            self._poked.wait(EVERY_S)

    def _breathe(self) -> None:
        if self._stopping.is_set():
            raise Stopped
        if self._thread is not None:
            self._stopping.wait(BREATH_S)

    def _catch_up(self) -> None:
        """Waits a moment where something has happened that the index has not got."""
        try:
            stamp = self._table.reader.stamp()
        except sqlite3.Error:
            self._bring_up()
            return
        if self._filler.stamp != stamp:
            self._bring_up()
            with self._listed:
                self._listed.wait_for(lambda: self._filler.stamp == stamp or self._thread is None, PATIENCE_S)

    def _bring_up(self) -> None:
        self._asked.set()
        if self._thread is None:
            self.fill()
        else:
            self._poked.set()

"""All matches that this table's journal has: looked for, and deleted."""

import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Condition, Event, Lock, Thread
from typing import TypeVar

import msgspec

from companion.journal.store import in_words
from companion.shelf.filling import Filler, Stopped
from companion.shelf.index import NONE, Index, IndexFault, Shelved, Sum
from companion.shelf.search import EVERYTHING, Search
from companion.table.errors import NotHere, Refused
from companion.table.events import Deleted, ThrownAway
from companion.table.game import AnyGame
from companion.table.history import Source
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
T = TypeVar("T")
_AT_ONCE = 20
_ROUND = 10_000_000
"""The disk's room is told in so many bytes: what a row takes of it is nobody's business."""
_PAGE = 100

_logger = logging.getLogger(__name__)


class Storage(msgspec.Struct, frozen=True, kw_only=True):
    """How many matches there are, the bytes of their rows, and those that the disk has left; None where nobody knows.
    `untold` of them are still being looked through, and `going` are being deleted."""

    matches: int
    size: int
    free: int | None
    untold: int = 0
    going: int = 0


class Looked(msgspec.Struct, frozen=True, kw_only=True):
    """What was looked for: `found` in all, and a page of them."""

    matches: tuple[Shelved, ...]
    found: int


class Matches:
    """The shelf. Any thread may call: nobody holds the table's lock for longer than a glance.

    A thread of its own looks through what the journal has, the newest first, and rests between two bites. As long as
    it is not started, whoever looks does that.
    """

    def __init__(self, *, table: Table, games: Mapping[str, AnyGame], path: Path | None) -> None:
        """The index lies in `path`, or in memory alone."""
        self._table = table
        self._games = games
        self._folder = None if path is None else path.parent
        self._index = Index(path)
        self._filler = Filler(table=table, games=games, index=self._index, breathe=self._breathe)
        self._one_at_a_time = Lock()
        self._listed = Condition()
        self._poked = Event()
        self._asked = Event()
        self._stopping = Event()
        self._ordering = Lock()
        self._before_ms: int | None = None
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

    # What pages ask

    def look(self, search: Search, *, skip: int, most: int) -> Looked:
        """At most so many of what is looked for, the one that was played last first."""

        def ask() -> Looked:
            found = self._index.find(search, skip=skip, most=most)
            return Looked(matches=tuple(found), found=self._index.sum(search).matches)

        return self._asked_of_index(ask) or Looked(matches=(), found=0)

    def find(self, match: int) -> Shelved:
        """That match. Raises NotHere."""
        found = self._asked_of_index(lambda: self._index.get(match))
        if found is None:
            raise NotHere("game", str(match))
        return found

    def every(self) -> Iterator[Shelved]:
        """All of them, the one that was played last first, read by page."""
        skip = 0
        while page := self.look(EVERYTHING, skip=skip, most=_PAGE).matches:
            yield from page
            skip += len(page)

    def storage(self) -> Storage:
        """As of now."""
        try:
            everything, untold = self._index.sum(), self._index.count_untold()
            going = 0 if self._before_ms is None else self._index.sum_older(self._before_ms).matches
        except IndexFault:
            everything, untold, going = NONE, 0, 0
        return Storage(matches=everything.matches, size=everything.size, free=self.free(), untold=untold, going=going)

    def free(self) -> int | None:
        """Bytes that the disk has room for, roughly; None where nothing is kept on one, or it does not say."""
        try:
            return None if self._folder is None else shutil.disk_usage(self._folder).free // _ROUND * _ROUND
        except OSError:
            return None

    def older(self, before: datetime) -> Sum:
        """What `delete_older` would delete."""
        return self._asked_of_index(lambda: self._index.sum_older(_ms(before))) or NONE

    # What players do

    def delete(self, match: int, *, source: Source) -> None:
        """That match is gone for good, and the log of the one on the table says so. Raises NotHere, and Refused where
        it lies on the table or the disk does not forget it."""
        was = self._named(self.find(match))
        self._table.delete(match)
        self._table.note(ThrownAway(match=match, was=was), source=source)
        with suppress(IndexFault):
            self._index.drop([match])

    def delete_older(self, before: datetime, *, source: Source) -> None:
        """All that were last played before that, and do not lie on the table, go for good, one by one beside the table.
        Raises Refused where there is none."""
        found = self.older(before).matches
        if not found:
            raise Refused("No game here is as old as that.")
        day = f"{before.day} {before:%B %Y}"
        kind = "game" if found == 1 else f"{found} games"
        self._table.note(Deleted(kind=kind, name=f"from before {day}"), source=source)
        with self._ordering:
            self._before_ms = max(_ms(before), self._before_ms or 0)
        self._bring_up()

    # The work itself

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
                self._table.delete(match)
            except NotHere:
                pass
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
                self._before_ms = None

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

    def _asked_of_index(self, ask: Callable[[], T]) -> T | None:
        """What the index says, once it has what the journal has; None where it cannot be had. One that does not hold is
        made anew."""
        for _ in range(2):
            self._catch_up()
            try:
                return ask()
            except IndexFault:
                _logger.exception("the shelf's index is made anew")
                self._index.anew()
                self._filler.stamp = None
        self._table.fault("matches", _LOST)
        return None

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

    def _named(self, shelved: Shelved) -> str:
        """As the log says which one it was: "Battle Line, Anna against Ben, 3 March 2026"."""
        summary = shelved.summary
        game = self._games.get(summary.game)
        sides = " against ".join(each.person or each.name for each in summary.sides)
        played = datetime.fromtimestamp(summary.last_ms // 1000)
        day = f"{played.day} {played:%B %Y}"
        return ", ".join(filter(None, (game.title if game else summary.game, summary.called, sides, day)))


def _ms(when: datetime) -> int:
    return int(when.timestamp() * 1000)

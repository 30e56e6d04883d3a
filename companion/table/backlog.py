"""Keeps what the journal does not have yet of the matches that were played, and brings it to the disk."""

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager

import msgspec

from companion.journal.journal import Journal, MatchRow, Row
from companion.journal.store import in_words
from companion.table.history import Entry

# The journal on its way to the disk, beside the game.

_TRIES = (1, 2, 4, 8, 16, 32)
"""Lists the seconds since a journal could not be opened in which opening is tried again; then it is every 32nd."""
Fault = Callable[[str, str | None], None]


class Disk:
    """Does what may take a while with a table's journal, in the table's loop, so that no player waits for it. Where the
    disk fails, the table says so."""

    def __init__(
        self,
        journal: Journal,
        *,
        lock: AbstractContextManager[object],
        fault: Fault,
        owes: Callable[[], bool],
        save: Callable[[], None],
    ) -> None:
        """Takes the table's `lock` and its method `fault`. `owes` says whether the journal lacks anything that `save`
        would write."""
        self._journal = journal
        self._lock = lock
        self._fault = fault
        self._owes = owes
        self._save = save
        self._unsure = False
        self._tries = 0

    @property
    def unsynced(self) -> bool:
        """Returns whether a power cut would lose anything."""
        return self._journal.dirty or self._owes()

    @property
    def waiting(self) -> int:
        """Returns how many bytes of the journal a checkpoint would copy to their place. The disk holds about as many
        twice."""
        return self._journal.log_bytes

    def sync(self) -> None:
        """Writes into the journal what it lacks, then syncs it to the disk."""
        self._tries = self._tries + 1 if self._journal.trouble is not None else 0
        if self._tries in _TRIES or self._tries % _TRIES[-1] == 0:
            self._journal.try_again()
        if self._owes():
            self._save()
        if self._unsure and not self.checkpoint():
            return
        self._unsure = False
        try:
            self._journal.sync()
        except OSError as error:
            # The kernel may count as written what it could not write. A checkpoint writes it once more, elsewhere.
            self._unsure = True
            self._fault("sync", f"Not saving: {in_words(error)}. The game goes on.")
        else:
            self._fault("sync", None)

    def checkpoint(self) -> bool:
        """Makes the journal one file again; False where that cannot be done for now. Most of it runs beside the game,
        the last step between two acts."""
        try:
            done = self._journal.copy_log()
            if done:
                with self._lock:
                    done = self._journal.empty_log()
        except sqlite3.Error as error:
            self._fault("checkpoint", f"The journal cannot be tidied up: {in_words(error)}.")
            return False
        self._fault("checkpoint", None)
        return done


# What the journal does not have yet of the matches that were played: empty, unless the disk fails.

_logger = logging.getLogger(__name__)

MOST_MATCHES = 20
"""Limits how many matches wait for the disk at a time."""
_TRIED_AT_ONCE = 100
"""Limits how many owed entries let every act try the disk again. Beyond it only the table's loop does."""


class _PutAway(msgspec.Struct, frozen=True):
    wall_ns: int
    called: str
    standing: str


class Owed:
    """Keeps what the journal lacks of one match, and of the matches before. The caller holds the table's lock."""

    def __init__(self, row: MatchRow, *, journal: Journal, laid: bool, brought: Sequence[Row] = ()) -> None:
        """Takes `laid`, which says whether the journal has the match as the one on the table.

        `brought` is how the match began in another journal. This journal is to have those rows byte for byte.
        """
        self.row = row
        self._journal = journal
        self._laid = laid
        self._brought = brought
        self._before: Owed | None = None
        self._entries: list[Entry] = []
        self._last: Entry | None = None
        self._put_away: _PutAway | None = None
        self._forgotten = False
        self._failed: sqlite3.Error | None = None
        self._held = False

    @property
    def nothing(self) -> bool:
        """Returns whether the journal has all of it, on the disk."""
        return (
            not self._held
            and self._laid
            and not self._entries
            and self._before is None
            and self._journal.trouble is None
        )

    @property
    def trouble(self) -> str | None:
        """Returns why the journal lacks some of it, as of the last try."""
        if self._journal.trouble is not None:
            return f"Not saving: {self._journal.trouble}."
        return None if self._failed is None else f"Not saving: {in_words(self._failed)}."

    @property
    def brought(self) -> Sequence[Row]:
        """Returns how the match began in another journal, until this journal has it."""
        return self._brought

    @property
    def first(self) -> "Owed":
        """Returns the Owed of the first match that the journal lacks some rows of."""
        return self._before.first if self._before is not None else self

    @property
    def matches(self) -> int:
        """Returns how many matches wait, this one included."""
        return 1 + (self._before.matches if self._before is not None else 0)

    @property
    def untouched(self) -> bool:
        """Returns True while no player has acted in this match, so it can be forgotten."""
        return not (self.row.id or self._entries or self._brought)

    def since(self, next: int) -> int:
        """Returns the number of the first entry of this match that waits; `next` where none does."""
        return self._entries[0].seq if self._entries else next

    def add(self, entry: Entry) -> None:
        """Adds an entry that has happened in the match."""
        self._entries.append(entry)

    def follow(self, before: "Owed") -> None:
        """Orders the match after `before`, which is written first."""
        self._before = before._before if before.untouched else before

    def leave(self, last: Entry, *, called: str, standing: str) -> None:
        """Saves the match for later, with `last` as its last entry."""
        self._last, self._put_away = last, _PutAway(last.wall_ns, called, standing)

    def forget(self) -> None:
        """Forgets a match that leaves without any entry."""
        self._forgotten = True

    def stay(self) -> None:
        """Takes `leave` and `forget` back: the match stays."""
        self._last = self._put_away = None
        self._forgotten = False

    def hold(self) -> None:
        """Holds all writing back, until `release`."""
        self._held = True

    def release(self, before: "Owed") -> None:
        """Ends `hold`: the match is to be written after all, after `before`."""
        self._held = False
        self.follow(before)

    def save(self) -> None:
        """Writes all of it together. Raises sqlite3.Error, and then has written none of it."""
        if self._held or self.nothing:
            return
        with self._journal.together():
            written = list(self._write())
        for each, row in written:
            each.row, each._laid, each._entries, each._before, each._failed = row, True, [], None, None
            each._brought = ()

    def attempt(self) -> None:
        """Writes it if it can be written; else `trouble` says why not."""
        if self._failed is None or len(self._entries) <= _TRIED_AT_ONCE:
            self.insist()

    def insist(self) -> None:
        """Writes it, however much it is. `trouble` says why it could not."""
        try:
            self.save()
        except sqlite3.Error as error:
            if self._failed is None:
                _logger.exception("journal")
            self._failed = error

    def _write(self) -> Iterator[tuple["Owed", MatchRow]]:
        if self._before is not None:
            yield from self._before._write()
        row = self.row
        if not row.id:
            row = self._journal.open_match(row.game, row.setup, wall_ns=row.wall)
        if not self._laid:
            self._journal.away.lay(row.id)
        entries = self._entries if self._last is None else [*self._entries, self._last]
        self._journal.append(row.id, [*self._brought, *(entry.row() for entry in entries)])
        if (away := self._put_away) is not None:
            self._journal.away.put(row.id, wall_ns=away.wall_ns, called=away.called, standing=away.standing)
        if self._forgotten:
            self._journal.away.delete(row.id)
        yield self, row

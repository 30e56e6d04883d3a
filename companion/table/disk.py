"""The journal on its way to the disk, beside the game."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager

from companion.journal.journal import Journal
from companion.journal.store import in_words

_TRIES = (1, 2, 4, 8, 16, 32)
"""Of the seconds in which a journal could not be opened, those in which that is tried again; then every 32nd."""
Fault = Callable[[str, str | None], None]


class Disk:
    """What is done with a table's journal that may take a while, so it is done by the table's loop and holds nobody up.
    Where the disk fails, the table says so."""

    def __init__(
        self,
        journal: Journal,
        *,
        lock: AbstractContextManager[object],
        fault: Fault,
        owes: Callable[[], bool],
        save: Callable[[], None],
    ) -> None:
        """`lock` is the table's, `fault` its method; `owes` says whether the journal lacks anything that `save` would
        write."""
        self._journal = journal
        self._lock = lock
        self._fault = fault
        self._owes = owes
        self._save = save
        self._unsure = False
        self._tries = 0

    @property
    def unsynced(self) -> bool:
        """Whether a power cut would lose anything."""
        return self._journal.dirty or self._owes()

    @property
    def waiting(self) -> int:
        """How many bytes of the journal a checkpoint would bring to their place; about as many the disk holds twice."""
        return self._journal.log_bytes

    def sync(self) -> None:
        """Brings the journal to the disk, and before that into the journal what it lacks."""
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
            # The kernel may take what it could not write for written. A checkpoint writes it once more, elsewhere.
            self._unsure = True
            self._fault("sync", f"The journal does not reach the disk: {in_words(error)}.")
        else:
            self._fault("sync", None)

    def checkpoint(self) -> bool:
        """Makes the journal one file again; False where it could not be, for now. Most of it beside whatever happens,
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

"""The journal on its way to the disk, beside the game."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager

from companion.journal.journal import Journal

Fault = Callable[[str, str | None], None]


class Disk:
    """What is done with a table's journal that may take a while, so it is done by the table's loop and holds nobody up.
    Where the disk fails, the table says so."""

    def __init__(self, journal: Journal, *, lock: AbstractContextManager[object], fault: Fault) -> None:
        """`lock` is the table's, `fault` its method."""
        self._journal = journal
        self._lock = lock
        self._fault = fault

    @property
    def unsynced(self) -> bool:
        """Whether the journal holds events that a power cut would lose."""
        return self._journal.dirty

    @property
    def waiting(self) -> int:
        """How many bytes of the journal a checkpoint would bring to their place; about as many the disk holds twice."""
        return self._journal.log_bytes

    def sync(self) -> None:
        """Brings the journal to the disk."""
        try:
            self._journal.sync()
        except OSError as error:
            self._fault("sync", f"The journal does not reach the disk: {error.strerror}.")
        else:
            self._fault("sync", None)

    def checkpoint(self) -> bool:
        """Makes the journal one file again; False where it could not be, for now. Most of it beside whatever happens,
        the last step between two acts."""
        try:
            self._journal.copy_log()
            with self._lock:
                done = self._journal.empty_log()
        except sqlite3.Error as error:
            self._fault("checkpoint", f"The journal cannot be tidied up: {error}.")
            return False
        self._fault("checkpoint", None)
        return done

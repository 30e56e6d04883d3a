"""When the journal is brought to the disk, and its log into the one file."""

from companion.clock import SECOND, Clock
from companion.table.disk import Disk

SYNC_NS = SECOND
"""Between two syncs of the journal, while there is something to sync."""
QUIET_NS = 3 * SECOND
"""So long has nothing been written when a checkpoint comes in a quiet moment."""
WORTH_BYTES = 1024 * 1024
"""A log as large as this is worth one: some 250 acts."""
MOST_BYTES = 8 * WORTH_BYTES
"""At a log as large as this it comes, quiet or not."""
AGAIN_NS = 5 * SECOND
"""How soon it is tried again after one that could not be made to the end."""


class Chores:
    """Does with a table's journal what is due. For the table's loop alone."""

    def __init__(self, disk: Disk, *, clock: Clock) -> None:
        self._disk = disk
        self._clock = clock
        self._synced = self._written = clock.now()
        self._not_before = clock.now()
        self._size = disk.waiting

    def do(self) -> float | None:
        """Does it, which may take a while. Returns in how many seconds there may be more; None where only something
        new makes more."""
        now = self._clock.now()
        if self._disk.unsynced and now - self._synced >= SYNC_NS:
            self._disk.sync()
            self._synced = now
        if self._disk.waiting != self._size:
            self._size, self._written = self._disk.waiting, now
        if self._size >= WORTH_BYTES and now >= self._checkpoint_at():
            if not self._disk.checkpoint():
                self._not_before = now + AGAIN_NS
            self._size = self._disk.waiting
        dues = [self._synced + SYNC_NS] if self._disk.unsynced else []
        dues += [self._checkpoint_at()] if self._size >= WORTH_BYTES else []
        return max(0, min(dues) - self._clock.now()) / SECOND if dues else None

    def _checkpoint_at(self) -> int:
        quiet = self._written + QUIET_NS if self._size < MOST_BYTES else 0
        return max(quiet, self._not_before)

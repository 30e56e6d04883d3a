"""Runs the thread in which the table's own time passes, and the chores that it does in quiet moments."""

import logging
from threading import Thread

from companion.clock import SECOND, Clock
from companion.system.watchdog import Watchdog
from companion.table.backlog import Disk
from companion.table.table import Table

# When the journal is synced to the disk, and its log copied into the one file.

SYNC_NS = SECOND
"""Is the time between two syncs of the journal, while it has unsynced rows."""
QUIET_NS = 3 * SECOND
"""Is how long the journal must be quiet before a checkpoint comes."""
WORTH_BYTES = 1024 * 1024
"""Is how large a log is worth a checkpoint: some 250 acts."""
MOST_BYTES = 8 * WORTH_BYTES
"""Is how large a log brings a checkpoint, quiet or not."""
AGAIN_NS = 5 * SECOND
"""Is how soon a checkpoint that did not get to the end is tried again."""


class Chores:
    """Does the chores of a table's journal that are due. For the table's loop alone."""

    def __init__(self, disk: Disk, *, clock: Clock) -> None:
        self._disk = disk
        self._clock = clock
        self._synced = self._written = clock.now()
        self._not_before = clock.now()
        self._size = disk.waiting

    def do(self) -> float | None:
        """Does what is due, which may take a while. Returns in how many seconds there may be more; None where only a
        new row makes more."""
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


# The thread in which the table's own time passes.

_logger = logging.getLogger(__name__)


class TableLoop:
    """Lets sand run out at its deadline, syncs the journal to the disk and feeds the watchdog. Sleeps in between."""

    def __init__(self, *, table: Table, clock: Clock, watchdog: Watchdog) -> None:
        self._table = table
        self._clock = clock
        self._watchdog = watchdog
        self._chores = Chores(table.disk, clock=clock)
        self._thread = Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        """Waits for the thread, which ends when the table stops."""
        self._thread.join(timeout=2)

    def _run(self) -> None:
        while not self._table.stopped:
            try:
                self._table.tell_the_end()
                due = self._table.settle()
                version = self._table.version
                waits = [self._watchdog.beat()]
                chores = self._chores.do()
                if chores is not None:
                    waits.append(chores)
                if due is not None:
                    waits.append(max(0.0, (due - self._clock.now()) / SECOND))
                self._table.wait_behind(version, min(waits))
            except Exception:
                _logger.exception("table loop")
                self._table.fault("loop", "The table's clock failed. See the service's log.")
                self._table.wait(self._table.version, 0.1)

"""The thread in which the table's own time passes."""

import logging
from threading import Thread

from companion.clock import SECOND, Clock
from companion.system.watchdog import Watchdog
from companion.table.table import Table

_logger = logging.getLogger(__name__)

SYNC_EVERY = 1.0
"""Seconds between two syncs of the journal, while there is something to sync."""


class TableLoop:
    """Lets sand run out at its deadline, brings the journal to the disk and feeds the watchdog. Sleeps in between."""

    def __init__(self, *, table: Table, clock: Clock, watchdog: Watchdog) -> None:
        self._table = table
        self._clock = clock
        self._watchdog = watchdog
        self._thread = Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        """Waits for the thread, which ends when the table stops."""
        self._thread.join(timeout=2)

    def _run(self) -> None:
        synced = self._clock.now()
        while not self._table.stopped:
            try:
                self._table.tell_the_end()
                due = self._table.settle()
                version = self._table.version
                now = self._clock.now()
                if self._table.unsynced and now - synced >= SYNC_EVERY * SECOND:
                    self._table.sync()
                    synced = now
                    continue
                waits = [self._watchdog.beat()]
                if due is not None:
                    waits.append(max(0.0, (due - now) / SECOND))
                if self._table.unsynced:
                    waits.append(max(0.0, SYNC_EVERY - (now - synced) / SECOND))
                self._table.wait(version, min(waits))
            except Exception:
                _logger.exception("table loop")
                self._table.fault("loop", "The table's clock stumbled; see the service's log.")
                self._table.wait(self._table.version, 0.1)

"""The thread in which the table's own time passes."""

import logging
from threading import Thread

from companion.clock import SECOND, Clock
from companion.system.watchdog import Watchdog
from companion.table.chores import Chores
from companion.table.table import Table

_logger = logging.getLogger(__name__)


class TableLoop:
    """Lets sand run out at its deadline, brings the journal to the disk and feeds the watchdog. Sleeps in between."""

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
                self._table.wait(version, min(waits))
            except Exception:
                _logger.exception("table loop")
                self._table.fault("loop", "The table's clock stumbled; see the service's log.")
                self._table.wait(self._table.version, 0.1)

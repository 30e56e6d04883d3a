"""The sounder and the start light, following the table."""

import logging
from threading import Thread

from companion.table.table import Table
from companion.table.view import Phase, TableView
from hardware.sounder import Sounder, Switch, sounds

_logger = logging.getLogger(__name__)

IDLE_S = 3600.0


class Signals:
    """Plays what the table's changes sound like and lights the start light while the game runs."""

    def __init__(self, *, table: Table, sounder: Sounder, light: Switch | None) -> None:
        self._table = table
        self._sounder = sounder
        self._light = light
        self._thread = Thread(target=self._run, name="signals", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        """Waits for the thread, which ends when the table stops."""
        self._thread.join(timeout=1)

    def _run(self) -> None:
        before: TableView | None = None
        while not self._table.stopped:
            after = self._table.view()
            try:
                self._follow(before, after)
            except Exception:
                _logger.exception("signals")
                self._table.fault("signals", "The sounder or the light does not work; see the service's log.")
            before = after
            self._table.wait(after.version, timeout=IDLE_S)

    def _follow(self, before: TableView | None, after: TableView) -> None:
        for pattern in sounds(before, after) if before else ():
            self._sounder.play(pattern)
        if self._light is not None and (before is None or before.phase is not after.phase):
            (self._light.on if after.phase is Phase.RUNNING else self._light.off)()

"""The sounder and the start light, following the table."""

import logging
from threading import Thread

from companion.table.table import Table
from companion.table.view import Phase, TableView
from hardware.sounder import Sounder, Switch, sounds

_logger = logging.getLogger(__name__)


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
        before = self._table.view()
        self._shine(before)
        while not self._table.stopped:
            version = self._table.wait(before.version, timeout=60)
            if version is None:
                continue
            after = self._table.view()
            try:
                for pattern in sounds(before, after):
                    self._sounder.play(pattern)
                self._shine(after)
            except Exception:
                _logger.exception("signals")
                self._table.fault("signals", "The sounder or the light does not work; see the service's log.")
            before = after

    def _shine(self, view: TableView) -> None:
        if self._light is not None:
            (self._light.on if view.phase is Phase.RUNNING else self._light.off)()

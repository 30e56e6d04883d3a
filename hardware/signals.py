"""Has the buzzer and the lamp follow the table."""

import logging
from threading import Thread
from typing import Protocol

from companion.table.table import Table
from companion.table.view import TableView
from hardware.games.registry import next_warning, sounds
from hardware.sound import Glow, Sounder, glow, lit

_logger = logging.getLogger(__name__)

IDLE_S = 3600.0


class SoundSwitch(Protocol):
    """Can be on or off, such as gpiozero's LED."""

    def on(self) -> None: ...

    def off(self) -> None: ...


class Signals:
    """Plays the sounds of the table's changes and lights the lamp by them, in a thread of its own."""

    def __init__(self, *, table: Table, sounder: Sounder, light: SoundSwitch | None, warning_ms: int) -> None:
        """`warning_ms` before its end the shared sand has a sound; 0 for none."""
        self._table = table
        self._sounder = sounder
        self._light = light
        self._warning_ms = warning_ms
        self._before: TableView | None = None
        self._glow, self._since_ms = Glow.DARK, 0
        self._lit: bool | None = None
        self._thread = Thread(target=self._run, name="signals", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        """Waits for the thread, which ends when the table stops."""
        self._thread.join(timeout=1)

    def _run(self) -> None:
        while not self._table.stopped:
            version, patience = self._table.version, IDLE_S
            try:
                patience = self.follow()
            except Exception:
                _logger.exception("signals")
                self._table.fault("signals", "The buzzer or the lamp does not work; see the service's log.")
            self._table.wait_behind(version, patience)

    def follow(self) -> float:
        """Catches up with the table. Returns the seconds until there is more to do, unless the table changes."""
        before, after = self._before, self._table.view(words=False)
        self._before = after
        for pattern in sounds(before, after, warning_ms=self._warning_ms) if before else ():
            self._sounder.play(pattern)
        warning = next_warning(after, warning_ms=self._warning_ms)
        due = [] if warning is None else [warning - after.server_ms]
        if self._light is not None:
            change = self._shine(self._light, before, after)
            due += [] if change is None else [change]
        return min(due) / 1000 if due else IDLE_S

    def _shine(self, light: SoundSwitch, before: TableView | None, after: TableView) -> int | None:
        """Switches the lamp. Returns in how many milliseconds it changes, None for not at all."""
        if before is None or before.phase is not after.phase:
            self._glow, self._since_ms = glow(before, after), after.server_ms
        shining, change = lit(self._glow, after.server_ms - self._since_ms)
        if shining is not self._lit:
            self._lit = shining
            (light.on if shining else light.off)()
        return change

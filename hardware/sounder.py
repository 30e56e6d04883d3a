"""The sounder: short patterns of on and off, and who plays them."""

import logging
from queue import SimpleQueue
from threading import Event, Thread
from typing import Protocol

from companion.table.view import Phase, TableView, TimerState

_logger = logging.getLogger(__name__)

Pattern = tuple[float, ...]
"""Seconds on, off, on, off …, beginning with on."""

REFUSED: Pattern = (0.04, 0.04, 0.04)
BEGUN: Pattern = (0.1, 0.1, 0.1, 0.1, 0.4)
ENDED: Pattern = (0.4, 0.1, 0.4)
RAN_OUT: dict[str, Pattern] = {"gold": (0.12,), "red": (0.06, 0.06, 0.06), "neutral": (0.3, 0.1, 0.3)}
"""By the timer's side: one longer beep for gold, two short ones for red."""


class Switch(Protocol):
    """Something that is on or off, such as gpiozero's Buzzer and LED."""

    def on(self) -> None: ...

    def off(self) -> None: ...


def sounds(before: TableView, after: TableView) -> list[Pattern]:
    """What is to be heard when the table has gone from one view to another."""
    heard = []
    running = {timer.id for timer in before.timers if timer.state is TimerState.ACTIVE}
    for timer in after.timers:
        if timer.id in running and timer.state is TimerState.AVAILABLE and timer.ran_out_ms is not None:
            heard.append(RAN_OUT[timer.side])
    if before.phase is Phase.SETUP and after.phase is Phase.RUNNING:
        heard.append(BEGUN)
    if before.phase is not Phase.ENDED and after.phase is Phase.ENDED:
        heard.append(ENDED)
    return heard


class Sounder:
    """Plays patterns one after the other in a thread of its own, for a pattern takes longer than anyone may wait."""

    def __init__(self, switch: Switch | None) -> None:
        """`switch` is None where the panel has no sounder: then nothing is played."""
        self._switch = switch
        self._queue: SimpleQueue[Pattern | None] = SimpleQueue()
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="sounder", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def play(self, pattern: Pattern) -> None:
        """Queues a pattern; a queue that has grown long is a din, and what would make it longer is left out."""
        if self._switch is not None and self._queue.qsize() < 4:
            self._queue.put(pattern)

    def refused(self) -> None:
        self.play(REFUSED)

    def stop(self) -> None:
        self._stopping.set()
        self._queue.put(None)
        self._thread.join(timeout=1)

    def _run(self) -> None:
        switch = self._switch
        while (pattern := self._queue.get()) is not None and switch is not None:
            try:
                for index, seconds in enumerate(pattern):
                    (switch.off if index % 2 else switch.on)()
                    self._stopping.wait(seconds)
                switch.off()
                self._stopping.wait(0.1)
            except Exception:
                _logger.exception("sounder")

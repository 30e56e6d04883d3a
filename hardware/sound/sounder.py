"""The sounder: plays patterns, one after the other."""

import logging
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread

from hardware.sound.patterns import GAP_S, REFUSED, Pattern
from hardware.sound.voices import Voice

_logger = logging.getLogger(__name__)

_LONGEST_QUEUE = 4


class Sounder:
    """Plays in a thread of its own, for a pattern takes longer than anyone may wait. Any thread may ask for one."""

    def __init__(self, voice: Voice | None, *, quiet: Callable[[], bool]) -> None:
        """`voice` is None where the panel has no sounder: then nothing is played; `quiet` tells whether these are quiet
        hours."""
        self.muted = False
        """Whether nothing is to be played, until somebody says otherwise. Any thread may."""
        self._voice = voice
        self._quiet = quiet
        self._queue: SimpleQueue[Pattern | None] = SimpleQueue()
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="sounder", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def play(self, pattern: Pattern) -> None:
        """Queues a pattern; a queue that has grown long is a din, and what would make it longer is left out."""
        if self._voice is None or self.muted or self._quiet():
            return
        if self._queue.qsize() < _LONGEST_QUEUE:
            self._queue.put(pattern)

    def refused(self) -> None:
        self.play(REFUSED)

    def stop(self) -> None:
        """Ends the thread, and the sound with it; the voice may be closed then."""
        self._stopping.set()
        self._queue.put(None)
        self._thread.join(timeout=1)

    def _run(self) -> None:
        voice = self._voice
        while (pattern := self._queue.get()) is not None and voice is not None:
            try:
                for note in voice.at_volume(pattern):
                    if self._stopping.is_set():
                        return
                    voice.sound(note.hz)
                    self._stopping.wait(note.seconds)
                    voice.silence()
                    self._stopping.wait(GAP_S)
                self._stopping.wait(GAP_S)
            except Exception:
                _logger.exception("sounder")

"""Runs the one thread that waits for all lines at once, and sleeps while none moves."""

import logging
import os
import select
from collections.abc import Callable, Sequence
from operator import itemgetter
from threading import Lock, Thread
from typing import NamedTuple, Protocol

_logger = logging.getLogger(__name__)

_ROUNDS = 16
"""Limits how often the lines are read again before the edges go out: a line that never rests holds up no others."""


class KernelEdge(NamedTuple):
    """Says that a line went high or low at `at`, nanoseconds of CLOCK_MONOTONIC, as the kernel's interrupt handler saw
    it.
    """

    at: int
    high: bool


class PinLine(Protocol):
    """Describes a line whose edges are waited for. The thread that waits calls both methods."""

    def read(self) -> Sequence[KernelEdge]:
        """Returns what the kernel holds of its edges, maybe none. Never waits. Raises OSError once the line is gone."""

    def tell(self, edge: KernelEdge) -> None:
        """Passes the edge on to its receiver."""


class EdgeThread:
    """Passes the edges of all lines on in the order of their stamps. Any thread may add lines and remove them.

    The epoll object takes both while it waits, so only an edge and the end ever have to wake the thread.
    """

    def __init__(self, gone: Callable[[], None]) -> None:
        """`gone` is called by the thread when a line has gone, and when it ends by itself."""
        self._gone = gone
        self._epoll = select.epoll()
        self._end = os.eventfd(0, os.EFD_CLOEXEC)
        self._epoll.register(self._end, select.EPOLLIN)
        self._lines: dict[int, PinLine] = {}
        self._lock = Lock()
        self._closed = False
        self._at_work = False
        self._thread = Thread(target=self._run, name="edges", daemon=True)
        self._thread.start()

    def watch(self, descriptor: int, line: PinLine) -> None:
        """Adds the line. Raises ValueError once the thread has ended."""
        with self._lock:
            self._epoll.register(descriptor, select.EPOLLIN)
            self._lines[descriptor] = line

    def unwatch(self, descriptor: int) -> None:
        """Removes the line. Call it before the descriptor is closed; once more is no harm."""
        with self._lock:
            if self._lines.pop(descriptor, None) is not None and not self._epoll.closed:
                self._epoll.unregister(descriptor)

    @property
    def has_unread(self) -> bool:
        """Returns True where the kernel or this thread holds edges that are not passed on yet. Any thread may ask."""
        try:
            return bool(self._epoll.poll(0)) or self._at_work
        except ValueError:
            return False

    def close(self) -> None:
        """Ends the thread, for good: when this returns, no edge is passed on any more. Once more is no harm."""
        if self._closed:
            return
        os.eventfd_write(self._end, 1)
        self._thread.join(timeout=1)
        if not self._thread.is_alive():
            self._closed = True
            self._epoll.close()
            os.close(self._end)

    def _run(self) -> None:
        try:
            self._hand_on()
        except Exception:
            _logger.exception("edges")
            with self._lock:
                self._epoll.close()
            self._gone()

    def _hand_on(self) -> None:
        while (edges := self._wake()) is not None:
            for edge, line in sorted(edges, key=itemgetter(0)):
                try:
                    line.tell(edge)
                except Exception:
                    _logger.exception("%r", line)

    def _wake(self) -> list[tuple[KernelEdge, PinLine]] | None:
        """Sleeps until a line moves, then reads until all are still. Returns None at the end.

        An edge that came while others were read is older than some of them.
        """
        edges = []
        self._at_work = False
        ready = self._epoll.poll()
        self._at_work = True
        for _ in range(_ROUNDS):
            for descriptor, _ in ready:
                if descriptor == self._end:
                    return None
                edges += self._read(descriptor)
            ready = self._epoll.poll(0)
            if not ready:
                break
        return edges

    def _read(self, descriptor: int) -> list[tuple[KernelEdge, PinLine]]:
        line = self._lines.get(descriptor)
        if line is None:
            return []
        try:
            return [(edge, line) for edge in line.read()]
        except OSError as error:
            # The chip has gone. A descriptor that stays ready for ever would keep the thread from sleeping.
            _logger.error("%r: %s", line, error)  # noqa: TRY400
            self.unwatch(descriptor)
            self._gone()
            return []

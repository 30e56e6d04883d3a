"""What happens when lines go, or the thread that waits for them does."""

import os
from collections.abc import Iterator, Sequence
from queue import SimpleQueue
from threading import Event

import pytest

from hardware.pins.edges import EdgeThread, KernelEdge
from tests.support import PATIENCE_S


class Line:
    """One whose reads a test decides."""

    def __init__(self, error: Exception | None = None) -> None:
        self.ready, self._finger = os.pipe()
        self._error = error
        self.told: SimpleQueue[KernelEdge] = SimpleQueue()

    def move(self) -> None:
        os.write(self._finger, b"!")

    def read(self) -> Sequence[KernelEdge]:
        os.read(self.ready, 1)
        if self._error is not None:
            raise self._error
        return [KernelEdge(1, high=False)]

    def tell(self, edge: KernelEdge) -> None:
        self.told.put(edge)

    def close(self) -> None:
        os.close(self.ready)
        os.close(self._finger)


@pytest.fixture
def lines() -> Iterator[tuple[Line, Line]]:
    made = (Line(), Line(OSError(19, "No such device")))
    yield made
    for each in made:
        each.close()


def test_a_line_that_has_gone_is_said_and_the_others_are_heard(lines: tuple[Line, Line]) -> None:
    good, bad = lines
    gone: SimpleQueue[bool] = SimpleQueue()
    edges = EdgeThread(lambda: gone.put(True))
    for line in lines:
        edges.watch(line.ready, line)
    bad.move()
    assert gone.get(timeout=PATIENCE_S)
    good.move()
    assert good.told.get(timeout=PATIENCE_S) == KernelEdge(1, high=False)
    edges.close()
    assert gone.empty()


def test_it_says_that_edges_are_on_their_way_until_they_have_been_passed_on(lines: tuple[Line, Line]) -> None:
    good, _ = lines
    read, passed = Event(), Event()
    tell, good.tell = good.tell, lambda edge: (read.set(), passed.wait(PATIENCE_S), tell(edge))[-1]  # type: ignore
    edges = EdgeThread(lambda: None)
    assert not edges.has_unread
    edges.watch(good.ready, good)
    good.move()
    assert read.wait(PATIENCE_S)
    assert edges.has_unread
    good.move()
    passed.set()
    good.told.get(timeout=PATIENCE_S)
    good.told.get(timeout=PATIENCE_S)
    edges.close()
    assert not edges.has_unread


def test_a_thread_that_ends_by_itself_says_so(lines: tuple[Line, Line]) -> None:
    good, _ = lines
    gone: SimpleQueue[bool] = SimpleQueue()
    good.read = lambda: 1 // 0  # type: ignore[method-assign]
    edges = EdgeThread(lambda: gone.put(True))
    edges.watch(good.ready, good)
    good.move()
    assert gone.get(timeout=PATIENCE_S)
    edges.close()

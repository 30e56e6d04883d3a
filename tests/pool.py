"""Runs the tests in several processes that are forked once all tests are collected: `pytest --processes 3`.

Each process begins with its share of the list. One that has come to the end of its share takes the later half of the
largest share that is left.
"""

import gc
import marshal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any

import pytest

_FORK = get_context("fork")


class Shares:
    """What is left of the list of tests, for all processes: from where to where the share of each goes."""

    def __init__(self, tests: int, processes: int) -> None:
        cuts = [tests * number // processes for number in range(processes + 1)]
        self._bounds = _FORK.Array("i", [each for pair in pairwise(cuts) for each in pair])

    def take(self, process: int) -> int | None:
        """Returns the number of the test that this process runs next, or None if none is left."""
        with self._bounds.get_lock():
            bounds = self._bounds.get_obj()
            own = 2 * process
            if bounds[own] == bounds[own + 1]:
                largest = max(range(0, len(bounds), 2), key=lambda share: bounds[share + 1] - bounds[share])
                begin, end = bounds[largest], bounds[largest + 1]
                if begin == end:
                    return None
                bounds[largest + 1] = begin + (end - begin) // 2
                bounds[own : own + 2] = [bounds[largest + 1], end]
            bounds[own] += 1
            return int(bounds[own]) - 1

    def clear(self) -> None:
        """Leaves no test to be run."""
        with self._bounds.get_lock():
            self._bounds.get_obj()[:] = [0] * len(self._bounds)


class _Teller:
    """Tells the first process what pytest reports in this one."""

    def __init__(self, config: pytest.Config, pipe: Connection) -> None:
        self._config = config
        self._pipe = pipe

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._pipe.send_bytes(marshal.dumps(data))

    def pytest_runtest_logfinish(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self._pipe.send_bytes(marshal.dumps((nodeid, location)))


def run_in_processes(session: pytest.Session, processes: int) -> None:
    """Runs all tests of the session. A test that a process did not survive has failed."""
    config = session.config
    folder: Any = config._tmp_path_factory  # type: ignore[attr-defined]
    folder.getbasetemp()
    terminal: Any = config.pluginmanager.get_plugin("terminalreporter")
    # Of tests that run beside each other no line has only those of one file.
    terminal.showfspath = False
    terminal.flush()
    gc.freeze()
    shares = Shares(len(session.items), processes)
    left = {item.nodeid: item.location for item in session.items}
    with _working(session, shares, processes) as pipes:
        while pipes:
            for pipe in wait(pipes):
                assert isinstance(pipe, Connection)
                try:
                    said = marshal.loads(pipe.recv_bytes())
                except EOFError:
                    pipes.remove(pipe)
                    continue
                if isinstance(said, tuple):
                    left.pop(said[0], None)
                    config.hook.pytest_runtest_logfinish(nodeid=said[0], location=said[1])
                else:
                    report = config.hook.pytest_report_from_serializable(config=config, data=said)
                    config.hook.pytest_runtest_logreport(report=report)
            if session.shouldfail or session.shouldstop:
                shares.clear()
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
    for nodeid, location in left.items():
        report = pytest.TestReport(
            nodeid, location, {}, "failed", "Its process ended before this test did.", "call", duration=0
        )
        config.hook.pytest_runtest_logreport(report=report)


@contextmanager
def _working(session: pytest.Session, shares: Shares, processes: int) -> Iterator[list[Connection]]:
    """Yields the end of each process's pipe, until all have ended."""
    workers: list[ForkProcess] = []
    pipes: list[Connection] = []
    for number in range(processes):
        heard, told = _FORK.Pipe(duplex=False)
        pipes.append(heard)
        workers.append(_FORK.Process(target=_work, args=(session, shares, number, told, pipes)))
        workers[-1].start()
        told.close()
    try:
        yield pipes
    except BaseException:
        shares.clear()
        raise
    finally:
        for each in workers:
            each.join()


def _work(session: pytest.Session, shares: Shares, number: int, told: Connection, heard: list[Connection]) -> None:
    """Runs tests until none is left, or until nobody hears of them. Of what pytest has open, this process gets its
    own."""
    for each in heard:
        each.close()
    config = session.config
    config.pluginmanager.unregister(name="terminalreporter")
    capture: Any = config.pluginmanager.get_plugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    capture.suspend_global_capture(in_=True)
    folder: Any = config._tmp_path_factory  # type: ignore[attr-defined]
    folder._basetemp = folder.getbasetemp() / f"{number}"
    folder._basetemp.mkdir(mode=0o700)
    config.pluginmanager.register(_Teller(config, told))
    mine = shares.take(number)
    try:
        while mine is not None:
            following = shares.take(number)
            item, after = session.items[mine], None if following is None else session.items[following]
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            mine = following
    except (KeyboardInterrupt, BrokenPipeError):
        session._setupstate.teardown_exact(None)

"""A worker does its piece, or does not: whatever it does, the table hears a sentence and the process is gone."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.clock import ManualClock, SystemClock
from companion.system.sandbox import SIZE_BYTES
from companion.system.worker import ROOT, Failed, Worker
from tests.support import PATIENCE_S

PIECES = "tests.companion.system.pieces"


def asked(what: str, *, time_s: float = PATIENCE_S, told: Callable[[float], None] = lambda _: None) -> object:
    worker = Worker(PIECES, clock=SystemClock(), time_s=time_s)
    return json.loads(worker.work(what.encode(), told=told, stopped=lambda: False))


def children() -> set[str]:
    """Returns the processes that this one has started, those included that have ended and were not waited for."""
    return {pid for each in Path("/proc/self/task").glob("*/children") for pid in each.read_text().split()}


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    """A browser may run beside this, for other tests of this process."""
    before = children()
    yield
    assert children() <= before


def test_it_tells_how_far_it_is_and_answers() -> None:
    shares: list[float] = []
    assert asked("count", told=shares.append) == {"counted": 5000}
    assert shares == [number / 100 for number in range(100)]


def test_a_large_request_arrives_whole() -> None:
    assert asked("x" * 3_000_000) == 3_000_000


def test_it_may_use_little_and_write_nothing() -> None:
    limits = str(asked("limits"))
    lines = {line[:26].strip(): line[26:].split()[:2] for line in limits.splitlines()[1:]}
    assert lines["Max cpu time"] == ["1", "1"]
    assert lines["Max address space"] == [str(256 << 20)] * 2
    assert lines["Max file size"] == lines["Max core file size"] == ["0", "0"]
    assert lines["Max open files"] == ["16", "16"]
    with pytest.raises(Failed):
        asked("write")


def test_it_has_no_part_of_the_table() -> None:
    descriptor = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(descriptor, True)
    pid, session, niceness, environment, descriptors = asked("who")  # type: ignore[misc]
    os.close(descriptor)
    assert pid == session != os.getpid()
    assert niceness >= min(os.nice(0) + 10, 19)
    assert "NOTIFY_SOCKET" not in environment
    assert str(descriptor) not in descriptors


def test_what_is_refused_is_said_in_its_words() -> None:
    with pytest.raises(Failed, match=r"^lamps\.cat: is too dark$"):
        asked("refuse")


@pytest.mark.parametrize("what", ["spin", "eat", "die", "answer too much", "talk on"])
def test_one_that_takes_too_much_is_ended(what: str) -> None:
    with pytest.raises(Failed, match=r"more time or memory|more in it than a table takes"):
        asked(what)


@pytest.mark.parametrize("what", ["break", "talk nonsense", "leave"])
def test_one_that_breaks_is_told_apart(what: str) -> None:
    with pytest.raises(Failed, match="could not be read to its end"):
        asked(what)


def test_one_that_hangs_is_ended_when_its_time_is_up() -> None:
    clock = ManualClock()

    def tired() -> bool:
        clock.advance(seconds=1)
        return False

    worker = Worker(PIECES, clock=clock, time_s=3)
    with pytest.raises(Failed, match="more time or memory"):
        worker.work(b"hang", told=lambda _: None, stopped=tired)


def test_one_that_is_not_wanted_any_more_is_stopped() -> None:
    worker = Worker(PIECES, clock=SystemClock(), time_s=PATIENCE_S)
    with pytest.raises(Failed, match="It was stopped"):
        worker.work(b"hang", told=lambda _: None, stopped=lambda: True)


def test_it_does_not_outlive_who_asked() -> None:
    """The service may be killed at any moment, and closes nothing then but what the kernel closes for it."""
    asking = subprocess.Popen(
        [sys.executable, "-s", "-P", "-m", PIECES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(ROOT)},
    )
    with asking:
        assert asking.stdin is not None
        asking.stdin.write((4).to_bytes(SIZE_BYTES) + b"hang")
        asking.stdin.close()
        assert asking.wait(PATIENCE_S) != 0


def test_a_machine_that_starts_no_process_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(Failed, match="no room for this now"):
        asked("count")


def test_a_thread_may_ask_while_others_go_on() -> None:
    answers: list[object] = []
    threads = [threading.Thread(target=lambda: answers.append(asked("count"))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert answers == [{"counted": 5000}] * 2

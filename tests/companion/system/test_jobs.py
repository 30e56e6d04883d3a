"""One piece of work at a time, some that wait, and a memory that does not grow."""

import threading
from collections.abc import Callable, Iterator

import pytest

from companion.clock import ManualClock
from companion.system.sandbox import Told
from companion.system.worker import KEPT_S, MOST_KEPT, MOST_WAITING, Busy, Failed, Job, Jobs
from tests.support import PATIENCE_S


class Kitchen:
    """Where work is done as soon as the test says so."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.closed = False
        self.at_work = 0
        self.most_at_work = 0
        self._go = threading.Semaphore(0)
        self.jobs: Jobs[str] = Jobs(self._cook, clock=self.clock, stopped=lambda: self.closed)

    def _cook(self, request: bytes, told: Told, stopped: Callable[[], bool]) -> str:
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        told(0.5)
        try:
            while not self._go.acquire(timeout=0.01):
                if stopped():
                    raise Failed("It was stopped.")
            if request == b"burnt":
                raise KeyError(request)
            return request.decode()
        finally:
            self.at_work -= 1

    def serve(self, *, plates: int = 1) -> None:
        self._go.release(plates)


@pytest.fixture
def kitchen() -> Iterator[Kitchen]:
    kitchen = Kitchen()
    yield kitchen
    kitchen.closed = True


def over(job: Job[str]) -> Job[str]:
    job.wait(PATIENCE_S)
    assert job.over
    return job


def test_one_at_a_time_and_the_others_wait_their_turn(kitchen: Kitchen) -> None:
    jobs = [kitchen.jobs.begin(b"%d" % number) for number in range(MOST_WAITING)]
    with pytest.raises(Busy):
        kitchen.jobs.begin(b"one more")
    kitchen.serve(plates=MOST_WAITING)
    assert sorted(over(job).result() for job in jobs) == ["0", "1", "2", "3"]
    assert kitchen.most_at_work == 1
    assert kitchen.jobs.begin(b"another").id not in {job.id for job in jobs}


def test_one_that_waits_can_be_stopped_and_so_can_one_at_work(kitchen: Kitchen) -> None:
    first, second = kitchen.jobs.begin(b"1"), kitchen.jobs.begin(b"2")
    for job in (second, first):
        job.stop()
    for job in (first, second):
        with pytest.raises(Failed, match="It was stopped"):
            over(job).result()


def test_what_is_at_work_ends_with_the_table(kitchen: Kitchen) -> None:
    job = kitchen.jobs.begin(b"1")
    kitchen.closed = True
    with pytest.raises(Failed):
        over(job).result()


def test_one_that_breaks_is_a_sentence_and_the_next_is_done(kitchen: Kitchen) -> None:
    kitchen.serve(plates=2)
    with pytest.raises(Failed, match="Something is broken here"):
        over(kitchen.jobs.begin(b"burnt")).result()
    assert over(kitchen.jobs.begin(b"1")).result() == "1"


def test_what_came_of_it_is_remembered_for_a_while_and_of_a_few(kitchen: Kitchen) -> None:
    jobs = []
    for number in range(MOST_KEPT + 2):
        kitchen.serve()
        jobs.append(over(kitchen.jobs.begin(b"%d" % number)))
        kitchen.clock.advance(seconds=1)
    assert [kitchen.jobs.find(job.id) for job in jobs] == [None, None, *jobs[2:]]
    kitchen.clock.advance(seconds=KEPT_S - 3)
    assert [kitchen.jobs.find(job.id) for job in jobs[2:]] == [None, None, *jobs[4:]]
    kitchen.clock.advance(seconds=3)
    assert not any(kitchen.jobs.find(job.id) for job in jobs)

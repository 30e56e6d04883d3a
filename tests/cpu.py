"""What work costs in CPU, in milliseconds of a machine that does nothing else."""

import gc
from collections.abc import Callable
from time import thread_time_ns
from typing import TypeVar

T = TypeVar("T")

YARD_MS = 0.83
"""What `_once_ns` takes where nothing else runs, on the machine that the bounds were set on."""
TOO_DEAR_MS = 400
"""What no answer may cost. The dearest come to 100 to 230, as a core's speed has it; what is not bounded to seconds."""


def costs_ms(work: Callable[[], T]) -> tuple[T, float]:
    """What the work brings, and what it cost this thread. A core that is shared with other processes does less in a
    millisecond of its own time, so it is held against ordinary Python on the same core just before and just after; and
    what other tests have left in memory is not gone through meanwhile."""
    gc.collect()
    gc.freeze()
    before = _yard_ns()
    began = thread_time_ns()
    brought = work()
    cpu = thread_time_ns() - began
    yard = max(before, _yard_ns())
    return brought, YARD_MS * cpu / yard


def _yard_ns() -> int:
    """The median of a few."""
    return sorted(_once_ns() for _ in range(3))[1]


def _once_ns() -> int:
    began = thread_time_ns()
    seen: dict[str, int] = {}
    for number in range(5_000):
        key = f"{number % 977}"
        seen[key] = seen.get(key, 0) + len(key)
    sorted(seen.items(), key=lambda each: each[1])
    return thread_time_ns() - began

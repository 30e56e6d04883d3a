"""Runs in the guest: closes and opens the contacts at the pins, to the microsecond, and tells when that was.

    fingers.py [--frozen PID MS] GPIO@MS …

Presses each at its milliseconds and lets it go 80 ms later. With --frozen the process stands still meanwhile, and for
so many milliseconds from the first press on at least: it learns of them only then. Prints one JSON object: GPIO ->
[before, after], CLOCK_MONOTONIC nanoseconds around the press.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from heapq import heapify, heappop, heappush
from typing import NamedTuple

HELD_MS = 80
LEAD_NS = 20_000_000
"""Time enough for a stop to have arrived before the first press."""
LATE_NS = 500_000
AWAKE_NS = 3_000_000
OVER_OTHERS = 5
"""Above whatever else wants the processor, and below the kernel's threads that take the edges."""
MS = 1_000_000
PULL = "/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio{}/pull"


class Touch(NamedTuple):
    """A contact closes or opens, so many milliseconds after all begins; for good, or for `back_ms`. What is not for
    good is left out where it would come late: a contact does not catch up with an emulator that stood still."""

    ms: float
    gpio: int
    closed: bool
    back_ms: float | None = None


def play(touches: Iterable[Touch]) -> list[tuple[Touch, int, int]]:
    """Each, in the order of their instants, with the monotonic nanoseconds before it and after."""
    score = list(touches)
    lines = {gpio: os.open(PULL.format(gpio), os.O_WRONLY) for gpio in {touch.gpio for touch in score}}
    made = []
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(OVER_OTHERS))
    try:
        began = time.monotonic_ns() + LEAD_NS
        heapify(score)
        while score:
            touch = heappop(score)
            before = wait_until(began + round(touch.ms * MS))
            if touch.back_ms is not None:
                if before > began + round(touch.ms * MS) + LATE_NS:
                    continue
                heappush(score, Touch(touch.ms + touch.back_ms, touch.gpio, not touch.closed))
            os.pwrite(lines[touch.gpio], b"hold-low" if touch.closed else b"release", 0)
            made.append((touch, before, time.monotonic_ns()))
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        for line in lines.values():
            os.close(line)
    return made


def wait_until(instant: int) -> int:
    """The monotonic nanoseconds now, which are that instant or later. Sleeps for most of a long wait: the kernel takes
    the processor from what is over others for a second on end."""
    left = instant - time.monotonic_ns() - AWAKE_NS
    if left > 0:
        time.sleep(left / 1e9)
    while (now := time.monotonic_ns()) < instant:
        pass
    return now


def main() -> None:
    arguments = sys.argv[1:]
    frozen = (int(arguments[1]), float(arguments[2])) if arguments[0] == "--frozen" else None
    presses = [(float(ms), int(gpio)) for gpio, ms in (each.split("@") for each in arguments if "@" in each)]
    if frozen is not None:
        os.kill(frozen[0], signal.SIGSTOP)
    try:
        made = play(
            Touch(at, gpio, closed) for ms, gpio in presses for at, closed in ((ms, True), (ms + HELD_MS, False))
        )
        if frozen is not None:
            time.sleep(max(0.0, frozen[1] / 1000 - (time.monotonic_ns() - made[0][1]) / 1e9))
    finally:
        if frozen is not None:
            with suppress(ProcessLookupError):
                os.kill(frozen[0], signal.SIGCONT)
    sys.stdout.write(json.dumps({touch.gpio: (before, after) for touch, before, after in made if touch.closed}))


if __name__ == "__main__":
    main()

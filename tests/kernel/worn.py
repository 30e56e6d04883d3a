"""Runs in the guest: buttons whose switches are worn.

    worn.py SEED ROUNDS GPIO ...

Every round presses each of these buttons twice: first shortly, to flip its timer, then for so long that the flip is
taken back. Every second short press closes again by itself 45 to 150 ms after it has closed. In every long one the
contact opens for 4 to 30 ms now and then. Prints JSON. `moves` says how the contacts moved, a list of
[GPIO, closed, before, after], CLOCK_MONOTONIC nanoseconds around each movement. `readings` says which levels the kernel
read after its edges, a list of [GPIO, closed, at].
"""

import json
import random
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from fingers import Touch, play

AGAIN_MS = (45.0, 150.0)
OPEN_MS = (4.0, 30.0)
LET_GO_MS = 42.0
"""A contact that is open for as long has been let go."""
FLIP_MS, HOLD_MS = (60.0, 120.0), (1150.0, 1400.0)
REST_MS = 450.0
"""Between two presses of a finger: no button takes another sooner."""
APART_MS = 9.0
TRACING = Path("/sys/kernel/tracing")
"""The kernel tells here of each level that it reads, with its instant, in seconds of CLOCK_MONOTONIC."""
READING = re.compile(r"irq/.* ([\d.]+): gpio_value: (\d+) get ([01])$", re.MULTILINE)
"""A level that was read by the thread that takes a line's edges, and not by the service."""
FIRST_GPIO = re.compile(r"gpiochip0: GPIOs (\d+)-")


def openings(dice: random.Random, pin: int, begins: float, ends: float) -> Iterator[Touch]:
    """The contact opens now and then while it is held."""
    at = begins + dice.uniform(8, 200)
    while at + OPEN_MS[1] < ends - 5:
        yield Touch(at, pin, False, dice.uniform(*OPEN_MS))
        at += dice.uniform(60, 300)


def press(dice: random.Random, pin: int, at: float, held: float) -> Iterator[Touch]:
    """One press of a finger, from `at` on."""
    yield Touch(at, pin, True)
    ends = at + held
    if held >= HOLD_MS[0]:
        yield from openings(dice, pin, at, ends)
    elif dice.random() < 0.5 and (again := dice.uniform(*AGAIN_MS)) > LET_GO_MS + 2:
        yield Touch(at + dice.uniform(1, again - LET_GO_MS), pin, False)
        yield Touch(at + again, pin, True)
        ends = max(ends, at + again + 20)
    yield Touch(ends, pin, False)


def one_round(dice: random.Random, pins: list[int]) -> list[Touch]:
    """All buttons at once, a finger each."""
    found: list[Touch] = []
    for number, pin in enumerate(dice.sample(pins, len(pins))):
        at = number * APART_MS + dice.uniform(0, 4)
        found += press(dice, pin, at, dice.uniform(*FLIP_MS))
        found += press(dice, pin, at + FLIP_MS[1] + AGAIN_MS[1] + REST_MS, dice.uniform(*HOLD_MS))
    return found


def listen() -> None:
    """Lets the kernel note its readings from now on."""
    (TRACING / "trace_clock").write_text("mono")
    (TRACING / "trace").write_text("")
    (TRACING / "events/gpio/gpio_value/enable").write_text("1")


def readings() -> list[tuple[int, bool, int]]:
    """What the kernel has read since: GPIO, whether the contact was closed, and when."""
    (TRACING / "events/gpio/gpio_value/enable").write_text("0")
    first = int(FIRST_GPIO.findall(Path("/sys/kernel/debug/gpio").read_text())[0])
    found = READING.findall((TRACING / "trace").read_text())
    return [(int(gpio) - first, level == "0", round(float(at) * 1e9)) for at, gpio, level in found]


def main() -> None:
    seed, rounds, *pins = map(int, sys.argv[1:])
    dice = random.Random(seed)
    listen()
    moved = []
    for _ in range(rounds):
        moved += [(touch.gpio, touch.closed, before, after) for touch, before, after in play(one_round(dice, pins))]
        time.sleep(REST_MS / 1000)
    sys.stdout.write(json.dumps({"moves": moved, "readings": readings()}))


main()

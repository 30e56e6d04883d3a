"""Runs in the guest: contacts that bounce.

    bursts.py SEED ROUNDS GPIO …

In every round each pin is pressed and let go once, in any order and close together; both times its contact bounces.
Prints JSON: a list of rounds, each a list of [GPIO, closed, before, after, last]: CLOCK_MONOTONIC nanoseconds around
the moment in which the contact moved first, and when it had come to rest.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import chain

from fingers import Touch, play

BOUNCES = (5, 15)
BOUNCING_MS = (2.0, 12.0)
APART_MS = (4.0, 15.0)
"""From one finger to the next."""
HELD_MS = (45.0, 110.0)
TOLD_APART_MS = 3.0
"""No two contacts begin to move within less, so that there is no doubt which was first."""
QUIET_S = 0.06
"""From the last release of a round to the first press of the next: the contacts have to come to rest."""


def moments(dice: random.Random, pins: Sequence[int]) -> Iterator[tuple[float, int, bool]]:
    """When each contact begins to close and to open, in milliseconds."""
    taken: list[float] = []
    ms = 0.0
    for pin in dice.sample(pins, len(pins)):
        ms += dice.uniform(*APART_MS)
        while any(abs(ms - other) < TOLD_APART_MS for other in taken):
            ms += TOLD_APART_MS
        held = ms
        while any(abs(held - other) < TOLD_APART_MS for other in (*taken, ms)):
            held = ms + dice.uniform(*HELD_MS)
        taken += [ms, held]
        yield ms, pin, True
        yield held, pin, False


def burst(dice: random.Random, ms: float, pin: int, *, closed: bool) -> Iterator[Touch]:
    """The contact moves, and back and again so many times."""
    bounces = dice.randint(*BOUNCES)
    over = dice.uniform(*BOUNCING_MS)
    bounced = sorted(dice.uniform(0, over) for _ in range(2 * bounces))
    yield Touch(ms, pin, closed)
    for number, after in enumerate(bounced):
        yield Touch(ms + after, pin, closed if number % 2 else not closed)


def one_round(dice: random.Random, pins: Sequence[int]) -> list[tuple[int, bool, int, int, int]]:
    bursts = {(pin, closed): list(burst(dice, ms, pin, closed=closed)) for ms, pin, closed in moments(dice, pins)}
    made = {touch: (before, after) for touch, before, after in play(chain(*bursts.values()))}
    moved = [(pin, closed, *made[touches[0]], made[touches[-1]][1]) for (pin, closed), touches in bursts.items()]
    return sorted(moved, key=lambda each: each[2])


def main() -> None:
    seed, rounds, *pins = map(int, sys.argv[1:])
    dice = random.Random(seed)
    made = []
    for _ in range(rounds):
        made.append(one_round(dice, pins))
        time.sleep(QUIET_S)
    sys.stdout.write(json.dumps(made))


main()

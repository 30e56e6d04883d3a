"""Runs in the guest: contacts that bounce.

    bursts.py SEED PRESSES GPIO …

In every round some pins are pressed and let go once, close together; both times the contact bounces. Prints JSON: how
many `bounces` there were, and `rounds`, each a list of [GPIO, closed, before, after, last]: CLOCK_MONOTONIC nanoseconds
around the moment in which the contact moved first, and when it had come to rest. Rounds in which the emulator stood
still in the middle of a bounce are left out, for then it was more than that, until the others have so many presses.
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
LEAST_MS = 0.15
"""From one movement of a contact to the next, on average."""
Moved = tuple[int, bool, int, int, int]
APART_MS = (4.0, 15.0)
"""From one finger to the next."""
HELD_MS = (45.0, 80.0)
TOLD_APART_MS = 3.0
"""No two contacts begin to move within less, so that there is no doubt which was first."""
AT_REST_NS = 21_000_000
"""A contact that moves for longer does more than bounce."""
HELD_NS = 28_000_000, 800_000_000
"""What is held for less may be taken for a bounce, and for more for another gesture."""
TOGETHER = 5
MOST = 3
"""So many times the presses that are wanted are made at most."""
QUIET_S = 0.04
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
    over = dice.uniform(*BOUNCING_MS)
    bounces = dice.randint(BOUNCES[0], min(BOUNCES[1], int(over / LEAST_MS / 2)))
    yield Touch(ms, pin, closed)
    for number in range(bounces):
        away = ms + (number + dice.uniform(0.3, 0.5)) * over / bounces
        yield Touch(away, pin, not closed, dice.uniform(0.3, 0.5) * over / bounces)


def one_round(dice: random.Random, pins: Sequence[int]) -> tuple[list[Moved], int]:
    """How the contacts moved, in the order of their instants, and how often they bounced."""
    begins = list(moments(dice, pins))
    made = play(chain(*(burst(dice, ms, pin, closed=closed) for ms, pin, closed in begins)))
    moved: dict[tuple[int, bool], Moved] = {}
    let_go = {pin: ms for ms, pin, closed in begins if not closed}
    for touch, before, after in made:
        which = touch.gpio, touch.ms < let_go[touch.gpio]
        first = moved.get(which)
        moved[which] = (*which, before, after, after) if first is None else (*first[:4], after)
    return sorted(moved.values(), key=lambda each: each[2]), (len(made) - len(moved)) // 2


def told_apart(moved: Sequence[Moved]) -> bool:
    """Whether each contact bounced no longer than one does, and stayed where it was in between."""
    rested = {pin: last for pin, closed, _, _, last in moved if closed}
    return all(last - before < AT_REST_NS for _, _, before, _, last in moved) and all(
        HELD_NS[0] < before - rested[pin] < HELD_NS[1] for pin, closed, before, _, _ in moved if not closed
    )


def main() -> None:
    seed, presses, *pins = map(int, sys.argv[1:])
    dice = random.Random(seed)
    made: list[list[Moved]] = []
    bounces = 0
    for _ in range(MOST * presses // TOGETHER):
        moved, bounced = one_round(dice, dice.sample(pins, TOGETHER))
        time.sleep(QUIET_S)
        if told_apart(moved):
            made.append(moved)
            bounces += bounced
        if TOGETHER * len(made) >= presses:
            break
    sys.stdout.write(json.dumps({"bounces": bounces, "rounds": made}))


main()

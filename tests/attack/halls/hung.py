"""A broker that stands still for a minute while tables play: none notices, and all is right soon after."""

import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from companion.hall.link.connection import MOST_QUEUED
from tests.attack.found import Found
from tests.attack.halls.seats import GIVEN_UP_S, RIGHT_S, Seats
from tests.hall.test_link import out_of

TABLES = 6
BEFORE_S = 10
ACTS_A_SECOND = 60
LOOK_S = 5.0
SLOWER = 2.0
"""Many times as long may an act take at the table while its broker stands still: a median, on whatever machine."""


def run(seconds: int, seed: int) -> Found:
    """So long it stands still."""
    chance = random.Random(seed)
    with TemporaryDirectory() as folder, Seats(Path(folder), tables=TABLES) as seats:
        return _run(seats, seconds, chance)


def _run(seats: Seats, seconds: int, chance: random.Random) -> Found:
    found = Found()
    if seats.right_after_s(GIVEN_UP_S) is None:
        found.wrong("no table came", str(seats.wrong()))
        return found
    before, _, _ = _played(seats, BEFORE_S, chance)
    seats.broker.stand_still()
    during, said, queued = _played(seats, seconds, chance)
    seats.hall.new_round(title="", minutes=60)
    seats.broker.go_on()
    right = seats.right_after_s(GIVEN_UP_S)
    found.counts["seconds of standing still"] = seconds
    found.counts["ms an act took before it, half of the times"] = round(1000 * before, 1)
    found.counts["during it"] = round(1000 * during, 1)
    found.counts["seconds until the organiser's page said so"] = seconds if said is None else round(said, 1)
    found.counts["ms until all were right"] = -1 if right is None else round(1000 * right)
    found.counts["messages that waited at one table at most"] = queued
    if queued > MOST_QUEUED:
        found.wrong(f"{queued} messages waited at one table")
    if during > before * SLOWER:
        found.wrong(f"an act took {during / before:.1f} times as long")
    if said is None:
        found.wrong("the organiser's page never said so")
    if right is None or right > RIGHT_S:
        found.wrong(f"right after {right} s", str(seats.late))
    for what, number in seats.compared().items():
        found.counts[what] = number
        if number and what != "rows":
            found.wrong(f"{number} {what}")
    return found


def _played(seats: Seats, seconds: int, chance: random.Random) -> tuple[float, float | None, int]:
    """How long half of the acts took at most, in seconds; after how long the organiser's page said that something is
    wrong with the broker; and how many messages waited at one table at most."""
    took, said, queued, pause = [], None, 0, Event()
    begun = looked = time.monotonic()
    while time.monotonic() - begun < seconds:
        at = time.monotonic()
        seats.play(1, chance)
        took.append(time.monotonic() - at)
        if said is None and seats.hall.view().broker:
            said = time.monotonic() - begun
        if time.monotonic() - looked >= LOOK_S:
            queued = max(queued, *(out_of(table)[0] for table in seats.tables))
            looked = time.monotonic()
        pause.wait(1 / ACTS_A_SECOND)
    return sorted(took)[len(took) // 2], said, queued

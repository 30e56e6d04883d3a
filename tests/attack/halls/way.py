"""A way to the broker that delays, cuts and floods, while tables play: each is right again soon after."""

import random
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from tests.attack.found import Found
from tests.attack.halls.proxy import Proxy, Way
from tests.attack.halls.seats import GIVEN_UP_S, RIGHT_S, Seats

TABLES = 6
SHORTEST_S, LONGEST_S = 0.5, 4.0
ACTS_A_SECOND = 60


def run(count: int, seed: int) -> Found:
    """`count` disturbances of each kind, in any order."""
    chance = random.Random(seed)
    with TemporaryDirectory() as folder:
        proxies: list[Proxy] = []

        def between(broker: int) -> int:
            proxies.append(Proxy(broker, seed=seed))
            return proxies[0].__enter__().port

        try:
            with Seats(Path(folder), tables=TABLES, between=between) as seats:
                return _run(seats, proxies[0], count, chance)
        finally:
            proxies[0].__exit__()


def _run(seats: Seats, proxy: Proxy, count: int, chance: random.Random) -> Found:
    found, pause = Found(), Event()
    if seats.right_after_s(GIVEN_UP_S) is None:
        found.wrong("no table came", str(seats.wrong()))
        return found
    ways = [way for way in Way if way is not Way.CLEAR] * count
    chance.shuffle(ways)
    took: dict[Way, list[float]] = {}
    for way in ways:
        proxy.go(way)
        for _ in range(round(chance.uniform(SHORTEST_S, LONGEST_S) * 10)):
            seats.play(ACTS_A_SECOND // 10, chance)
            pause.wait(0.1)
        seats.hall.new_round(title="", minutes=60)
        proxy.go(Way.CLEAR)
        right = seats.right_after_s(GIVEN_UP_S)
        found.add("disturbances")
        if right is None or right > RIGHT_S:
            found.wrong(f"{way.value}: right after {right} s", str(seats.late))
        took.setdefault(way, []).append(GIVEN_UP_S if right is None else right)
    every = sorted(time for times in took.values() for time in times)
    found.counts["ms until all were right, half of the times"] = round(1000 * every[len(every) // 2])
    for way, times in sorted(took.items(), key=lambda each: each[0].value):
        found.counts[f"at worst after {way.value}"] = round(1000 * max(times))
    for what, number in seats.compared().items():
        found.counts[what] = number
        if number and what != "rows":
            found.wrong(f"{number} {what}")
    return found

"""What a Battle Line claim costs, beside brute force on positions that it can still try.

Run it from the repository's root: python benchmarks/battleline.py. A claim is the whole answer: both formations, the
cards of the best reply and the sentence to read out. Positions are random, with wilds, Fog, Mud, full decks and small.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random

from companion.battleline.cards import MORALE, TROOPS, mask
from companion.battleline.claim import claim
from companion.battleline.flag import Flag, Who
from companion.battleline.line import Place
from companion.battleline.verdicts import judged

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.companion.battleline import oracle
from tests.companion.battleline.positions import Drawn, position

POSITIONS, TRIED, LINES = 100_000, 2_000, 2_000
MEDIAN_TARGET_US, WORST_TARGET_MS, LINE_TARGET_MS = 50, 2.0, 1.0
FORMATIONS = 5_000
"""The most formations that brute force is given to try."""


def drawn(random: Random) -> Drawn:
    """A complete side against anything, with any number of Troop cards still unseen."""
    deck, wild = random.sample(TROOPS, len(TROOPS)), random.sample(MORALE, len(MORALE))
    mud = random.random() < 0.3
    slots = 4 if mud else 3
    sides = []
    for count in (slots, random.randint(0, slots)):
        wilds = min(count, random.choice((0, 0, 1, 2)))
        sides.append((*(wild.pop() for _ in range(wilds)), *(deck.pop() for _ in range(count - wilds))))
    flag = Flag(mine=sides[0], theirs=sides[1], fog=random.random() < 0.1, mud=mud, last=random.choice(list(Who)))
    return Drawn(flag, deck[: random.randint(0, len(deck))])


def line(random: Random) -> tuple[Place, ...]:
    """Nine flags, each with a complete side, so that each has a claim to prove."""
    deck = random.sample(TROOPS, len(TROOPS))
    places = []
    for _ in range(9):
        mine = tuple(deck.pop() for _ in range(3))
        theirs = tuple(deck.pop() for _ in range(random.randint(0, 2)))
        places.append(Place(flag=Flag(mine=mine, theirs=theirs)))
    return tuple(places)


def times_us(calls: Iterable[Callable[[], object]]) -> list[float]:
    """Microseconds of processor time for each call."""
    found = []
    for call in calls:
        start = time.thread_time_ns()
        call()
        found.append((time.thread_time_ns() - start) / 1e3)
    return found


def brute(each: Drawn) -> bool:
    flag = each.flag
    return oracle.claimable(
        flag.mine, flag.theirs, each.unseen, fog=flag.fog, mud=flag.mud, last=flag.last.value if flag.last else "mine"
    )


def quicker_us(calls: list[Callable[[], object]]) -> list[float]:
    """Of two tries each the quicker: what else the machine does is no part of an answer."""
    return [min(pair) for pair in zip(times_us(calls), times_us(calls), strict=True)]


if __name__ == "__main__":
    random = Random(5)
    asked = [(each.flag, mask(each.unseen)) for each in (drawn(random) for _ in range(POSITIONS))]
    ours = quicker_us([partial(claim, flag, unseen) for flag, unseen in asked])
    print(
        f"a claim, {POSITIONS:,} positions: median {statistics.median(ours):.1f} µs, target {MEDIAN_TARGET_US} µs; "
        f"worst {max(ours) / 1e3:.2f} ms, target {WORST_TARGET_MS:.0f} ms"
    )
    small = [position(random, most=FORMATIONS) for _ in range(TRIED)]
    theirs = times_us([partial(brute, each) for each in small])
    same = quicker_us([each.claim for each in small])
    print(
        f"brute force, {TRIED:,} positions with at most {FORMATIONS:,} formations: median "
        f"{statistics.median(theirs):.0f} µs, worst {max(theirs) / 1e3:.1f} ms "
        f"(a claim on the same: median {statistics.median(same):.1f} µs, worst {max(same) / 1e3:.2f} ms)"
    )
    nine = quicker_us([partial(judged, line(random)) for _ in range(LINES)])
    print(
        f"nine flags at once, both sides' claims: median {statistics.median(nine) / 1e3:.2f} ms, "
        f"worst {max(nine) / 1e3:.2f} ms, target {LINE_TARGET_MS:.0f} ms"
    )

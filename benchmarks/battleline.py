"""What a Battle Line claim costs, beside brute force on positions that it can still try.

Run it from the repository's root: python benchmarks/battleline.py. A claim is the whole answer: both formations, the
cards of the best reply and the sentence to read out. Positions are random, with wilds, Fog, Mud, full decks and small.
A view is what every phone is told after a card: all claims, the weather of every flag and the cards left, once with
nothing kept from before it, as after each card laid, and once more unchanged.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from companion.battleline.cards import CARDS, MORALE, TROOPS, mask
from companion.battleline.choices import DEFAULTS, Players
from companion.battleline.claim import claim, unseen
from companion.battleline.flag import Flag, Who
from companion.battleline.line import FLAGS, Place
from companion.battleline.match.events import Laid
from companion.battleline.match.evolve import evolve
from companion.battleline.match.series import Series
from companion.battleline.match.state import State
from companion.battleline.match.views import view
from companion.battleline.saves import saves
from companion.battleline.verdicts import judged
from companion.battleline.weather import weather

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.companion.battleline import oracle
from tests.companion.battleline.positions import Drawn, position

POSITIONS, TRIED, LINES, BATTLES = 100_000, 2_000, 2_000, 40
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


def forget() -> None:
    """Nothing is kept of any flag's weather."""
    saves.cache_clear()
    weather.cache_clear()


def skies(line: tuple[Place, ...]) -> None:
    """The weather of each flag for both sides."""
    forget()
    left = unseen(place.flag for place in line)
    for place in line:
        weather(place.flag, left)
        weather(place.flag.turned(), left)


def battle(random: Random) -> Iterator[State]:
    """What lies there after each card of a battle in which nobody claims, flag by flag or all over."""
    state = State.opened(choices=DEFAULTS, players=Players.TWO, series=Series(), now=0)
    deck, spread = random.sample(CARDS, len(CARDS)), random.random()
    free = {side: [flag for flag in range(1, FLAGS + 1) for _ in range(3)] for side in state.layout.seats}
    while all(free.values()):
        for side, flags in free.items():
            flag = flags.pop(random.randrange(len(flags)) if random.random() < spread else 0)
            state = evolve(state, Laid(sand_ns=0, side=side, flag=flag, piece=deck.pop()))
            yield state


def anew(state: State) -> None:
    """A view with nothing kept from before it."""
    forget()
    view(state, 0)


def times_us(calls: Iterable[Callable[[], object]]) -> list[float]:
    """Microseconds of processor time for each call."""
    found = []
    for call in calls:
        start = time.thread_time_ns()
        call()
        found.append((time.thread_time_ns() - start) / 1e3)
    return found


def p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


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
    lines = [line(random) for _ in range(LINES)]
    claims, weathers = (quicker_us([partial(what, each) for each in lines]) for what in (judged, skies))
    print(
        f"the weather of nine such flags for both sides: median {statistics.median(weathers) / 1e3:.2f} ms, worst "
        f"{max(weathers) / 1e3:.2f} ms, {statistics.median(weathers) / statistics.median(claims):.1f} times the claims"
    )
    states = [state for _ in range(BATTLES) for state in battle(random)]
    cold, warm = ([], [])
    for state in states:
        cold += times_us([partial(anew, state)])
        warm += times_us([partial(view, state, 0)])
    for name, times in (("after a card", cold), ("once more", warm)):
        print(f"a whole view {name}: median {statistics.median(times) / 1e3:.2f} ms, p99 {p99(times) / 1e3:.2f} ms")

"""What a Battle Line claim costs, beside brute force on positions that it can still try.

A claim is the whole answer: both formations, the
cards of the best reply and the sentence to read out. Positions are random, with wilds, Fog, Mud, full decks and small.
A view is what every phone is told after a card: all claims, the weather of every flag and the cards left, once with
nothing kept from before it, as after each card laid, and once more unchanged.
"""

import statistics
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from benchmarks.figures import Figure, median_p99, quickest_ms
from companion.battleline.cards import CARDS, MORALE, TROOPS, Flag, Who, mask
from companion.battleline.choices import DEFAULTS, Players
from companion.battleline.claim import claim, saves, unseen, weather
from companion.battleline.line import FLAGS, FlagPlace, judged
from companion.battleline.match.acts import evolve
from companion.battleline.match.plays import Laid
from companion.battleline.match.state import Series, State
from companion.battleline.match.views import view
from tests.companion.battleline import oracle
from tests.companion.battleline.positions import Drawn, position

SHORT = {"positions": 50, "small": 5, "lines": 5, "battles": 1}
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


def line(random: Random) -> tuple[FlagPlace, ...]:
    """Nine flags, each with a complete side, so that each has a claim to prove."""
    deck = random.sample(TROOPS, len(TROOPS))
    places = []
    for _ in range(9):
        mine = tuple(deck.pop() for _ in range(3))
        theirs = tuple(deck.pop() for _ in range(random.randint(0, 2)))
        places.append(FlagPlace(flag=Flag(mine=mine, theirs=theirs)))
    return tuple(places)


def forget() -> None:
    """Nothing is kept of any flag's weather."""
    saves.cache_clear()
    weather.cache_clear()


def skies(line: tuple[FlagPlace, ...]) -> None:
    """The weather of each flag for both sides."""
    forget()
    left = unseen(place.flag for place in line)
    for place in line:
        weather(place.flag, left)
        weather(place.flag.turned(), left)


def battle(random: Random) -> Iterator[State]:
    """What lies there after each card of a battle in which nobody claims, flag by flag or all over."""
    state = State.start(choices=DEFAULTS, players=Players.TWO, series=Series(), now=0)
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


def brute(each: Drawn) -> bool:
    flag = each.flag
    return oracle.claimable(
        flag.mine, flag.theirs, each.unseen, fog=flag.fog, mud=flag.mud, last=flag.last.value if flag.last else "mine"
    )


def median_worst(times: Sequence[float]) -> tuple[float, float]:
    return statistics.median(times), max(times)


def measure(*, positions: int = 100_000, small: int = 2_000, lines: int = 2_000, battles: int = 40) -> Iterator[Figure]:
    random = Random(5)
    asked = [(each.flag, mask(each.unseen)) for each in (drawn(random) for _ in range(positions))]
    claims = quickest_ms([partial(claim, flag, unseen) for flag, unseen in asked], tries=2)
    tried = [position(random, most=FORMATIONS) for _ in range(small)]
    theirs = quickest_ms([partial(brute, each) for each in tried], tries=1)
    yield Figure.of(
        "a Battle Line claim over 100,000 positions, median / worst",
        median_worst(claims),
        "ms",
        rival="brute force, small positions only",
        rivals=median_worst(theirs),
    )
    same = quickest_ms([each.claim for each in tried], tries=2)
    yield Figure.of("a claim on those small positions, median / worst", median_worst(same), "ms")
    nines = [line(random) for _ in range(lines)]
    judging = quickest_ms([partial(judged, each) for each in nines], tries=2)
    yield Figure.of("all nine flags for both sides, median / worst", median_worst(judging), "ms")
    weathers = quickest_ms([partial(skies, each) for each in nines], tries=2)
    yield Figure.of("the weather of those nine flags for both sides, median / worst", median_worst(weathers), "ms")
    cold, warm = [], []
    for state in (state for _ in range(battles) for state in battle(random)):
        cold += quickest_ms([partial(anew, state)], tries=1)
        warm += quickest_ms([partial(view, state, 0)], tries=1)
    yield Figure.of(
        "a phone's whole view of a battle after a card, the weather of nine flags in it, median / p99",
        median_p99(cold),
        "ms",
        rival="again, nothing changed",
        rivals=median_p99(warm),
    )

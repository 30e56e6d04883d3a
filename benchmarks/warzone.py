"""What an exact answer about a Warzone attack costs, beside 100,000 simulated ones of the same attack.

Run it from the repository's root: python benchmarks/warzone.py. Every answer has all its sums and chances; the
comparison has every plan of a rifleman with a blade against five targets: shooting twice, aiming, moving, charging.
The simulation rolls the attack that is printed above it, one die at a time as a dice site would, and says only how
often the target is a Casualty.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from random import Random

from companion.warzone.attacks.obstruction import Obstruction
from companion.warzone.attacks.plans import compare
from companion.warzone.attacks.shoot import Shoot, shoot
from companion.warzone.attacks.situation import Situation, UnitState
from companion.warzone.chances.dice import Reroll
from companion.warzone.choices import WarzoneChoices

QUESTIONS = 400
TRIES = 5
"""What else the machine does is no part of an answer."""
RUNS = 100_000
ATTACK_MS, COMPARISON_MS = 1.0, 20.0
TARGETS = 5
AGREED = WarzoneChoices()
PRINTED = Shoot(
    mw=12, dam=14, cf=19, range=-2, def_=-1, obstruction=Obstruction.HEAVY, ar=22, cover=True, wounds=2, shots=2
)


def attacks(random: Random) -> list[Shoot]:
    """Shots as they come up at a table, re-rolls, multipliers and several tests among them."""
    return [
        Shoot(
            mw=random.randint(8, 16),
            dam=random.randint(10, 16),
            cf=random.randint(17, 20),
            range=random.randint(-3, 1),
            def_=random.randint(-3, 0),
            obstruction=random.choice(tuple(Obstruction)),
            multiplier=random.choice((1, 1, 2)),
            shots=random.choice((1, 1, 2, 3)),
            reroll=random.choice(tuple(Reroll)),
            ar=random.randint(18, 24),
            cover=random.random() < 0.5,
            armor_reroll=random.choice(tuple(Reroll)),
            wounds=random.randint(1, 4),
        )
        for _ in range(QUESTIONS)
    ]


def comparisons(random: Random) -> list[list[Situation]]:
    return [[_target(random, name) for name in range(TARGETS)] for _ in range(QUESTIONS // TARGETS)]


def _target(random: Random, name: int) -> Situation:
    return Situation(
        name=f"Target {name}",
        mw=12,
        dam=14,
        cf=19,
        range=random.randint(-3, 1),
        def_=random.randint(-3, 0),
        obstruction=Obstruction.HEAVY,
        move_obstruction=Obstruction.CLEAR,
        move_cover=False,
        cover=True,
        ar=random.randint(18, 24),
        wounds=random.randint(1, 4),
        cc=11,
        strike_dam=12,
        strike_cf=20,
        charge=True,
    )


def times_ms(answers: Sequence[Callable[[], object]]) -> tuple[float, float]:
    """Median and 99th percentile, in milliseconds; of a question's tries the quickest counts."""
    times = [min(_once_ms(answer) for _ in range(TRIES)) for answer in answers]
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


def _once_ms(answer: Callable[[], object]) -> float:
    start = time.perf_counter_ns()
    answer()
    return (time.perf_counter_ns() - start) / 1e6


def simulated(random: Random) -> float:
    """How often PRINTED makes a Casualty, in RUNS of it: MW 12 - 2 - 1 - 4 = 5, AR 22 - 14 + 2 = 10, two shots."""
    casualties = 0
    for _ in range(RUNS):
        wounds = 0
        for _ in range(PRINTED.shots):
            roll = random.randint(1, 20)
            if roll <= 5:
                worst = max(random.randint(1, 20) for _ in range(2 if roll == 1 else 1))
                wounds += 2 if worst >= 16 else 1 if worst >= 11 else 0
        casualties += wounds >= PRINTED.wounds
    return casualties / RUNS


def report() -> None:
    random = Random(4)
    median, p99 = times_ms([lambda each=each: shoot(each, AGREED) for each in attacks(random)])
    print(f"a full attack, {QUESTIONS} of them: median {median:.2f} ms, p99 {p99:.2f} ms, target {ATTACK_MS:.0f} ms")
    asked = comparisons(random)
    plans = sum(len(compare(each, UnitState(), AGREED).plans) for each in asked) / len(asked)
    median, p99 = times_ms([lambda each=each: compare(each, UnitState(), AGREED) for each in asked])
    print(
        f"two actions against {TARGETS} targets, {plans:.0f} plans: median {median:.1f} ms, p99 {p99:.1f} ms, "
        f"target {COMPARISON_MS:.0f} ms"
    )
    exact = shoot(PRINTED, AGREED).casualty
    ours = min(_once_ms(lambda: shoot(PRINTED, AGREED)) for _ in range(TRIES))
    print(f"one attack of two shots: casualty exactly {exact.exact} ({exact.p:.4%}) in {ours:.2f} ms")
    start = time.perf_counter()
    sampled = simulated(random)
    took = (time.perf_counter() - start) * 1000
    print(f"the same, {RUNS:,} times by Monte Carlo: about {sampled:.4%}, off by {abs(sampled - exact.p):.4%}, "
          f"in {took:.0f} ms")  # fmt: skip


if __name__ == "__main__":
    report()

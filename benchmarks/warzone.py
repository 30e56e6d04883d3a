"""What an exact answer about a Warzone attack costs, beside 100,000 simulated ones of the same attack, and what a
duel sheet costs beside icepool.

Every answer has all its sums and chances. The comparison has every plan of a rifleman with a blade against five
targets: shooting twice, aiming, moving, charging. The simulation rolls PRINTED, one die at a time as a dice site
would, and says only how often the target is a Casualty.

A duel sheet has every line of a Unit with four weapons, each in both bands and striking, and bare hands. It is made
from both cards, what is beside both Units and what players tapped: its sums, its exact chances and the best of them.
icepool gets the Target Numbers of the very same lines and counts their dice alone: the wounds of every line.
"""

import time
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from benchmarks.figures import Figure, median_p99, quickest_ms
from companion.table.seats import Side
from companion.warzone.attacks.plans import compare
from companion.warzone.attacks.shoot import Shoot, shoot
from companion.warzone.attacks.situation import Situation, UnitSituation
from companion.warzone.attacks.target import Obstruction
from companion.warzone.cards.card_file import card_of
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import FACES, Dice, KeptDice, Reroll
from companion.warzone.choices import WarzoneChoices
from companion.warzone.duel.fighter import Duel, Told, duel
from companion.warzone.duel.lines import duel_lines
from companion.warzone.force.force import Unit
from companion.warzone.match.state import Force, State
from companion.warzone.match.state import UnitState as UnitOnTable
from tests.companion.warzone import attack_dice
from tests.companion.warzone.attack_oracle import Numbers
from tests.companion.warzone.cards_strategy import GUARD

SHORT = {"questions": 10, "runs": 100, "sheets": 2}
TARGETS = 5
AGREED = WarzoneChoices()
ABILITIES = (["Burst (3)", "Recoil (3)"], ["Vicious (2)"], ["Explosive (3)"], ["Executioner", "Continuous"])
WEAPONS = [
    {
        "name": f"Lamp {n}",
        "abilities": abilities,
        "cc": "+1 ST+5",
        "short": '12" +0 13',
        "long": '36" -2 12x2',
        "cf": 19,
    }
    for n, abilities in enumerate(ABILITIES)
]
PRINTED = Shoot(
    mw=12, dam=14, cf=19, range=-2, def_=-1, obstruction=Obstruction.HEAVY, ar=22, cover=True, wounds=2, shots=2
)


def attacks(random: Random, count: int) -> list[Shoot]:
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
        for _ in range(count)
    ]


def comparisons(random: Random, count: int) -> list[list[Situation]]:
    return [[_target(random, name) for name in range(TARGETS)] for _ in range(count)]


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


def simulated(random: Random, runs: int) -> float:
    """Returns how often PRINTED makes a Casualty: MW 12 - 2 - 1 - 4 = 5, AR 22 - 14 + 2 = 10, two shots."""
    casualties = 0
    for _ in range(runs):
        wounds = 0
        for _ in range(PRINTED.shots):
            roll = random.randint(1, 20)
            if roll <= 5:
                worst = max(random.randint(1, 20) for _ in range(2 if roll == 1 else 1))
                wounds += 2 if worst >= 16 else 1 if worst >= 11 else 0
        casualties += wounds >= PRINTED.wounds
    return casualties / runs


def a_duel(random: Random) -> tuple[Duel, Told]:
    attacker = card_of(GUARD | {"id": "a", "weapons": WEAPONS, "mw": random.randint(9, 15)})
    target = card_of(
        GUARD
        | {
            "id": "t",
            "w": 4,
            "ar": random.randint(18, 24),
            "abilities": random.sample(["Evasive (2)", "Duelist (-2)", "Camouflage (2)"], 2),
        }
    )
    units = [
        UnitOnTable(unit=Unit(id="1", name=card.name, card=card.name, card_id=card.id), wounds=wounds)
        for card, wounds in ((attacker, 0), (target, random.randint(0, 3)))
    ]
    forces = {side: Force(units={"1": unit}) for side, unit in zip((Side.GOLD, Side.RED), units, strict=True)}
    state = State(choices=AGREED, clock=State.start(choices=AGREED, now=0).clock, forces=forces)
    told = Told(obstruction=random.choice(tuple(Obstruction)), friends=random.randint(0, 2), aim=random.random() < 0.3)
    return duel(state, [attacker, target], side=Side.GOLD, unit="1", target="1", primary=None), told


def numbers(attack: Attack) -> Numbers:
    """What icepool is told of a line."""
    return Numbers(
        attack=attack.target_number.value,
        damage=attack.damage.value,
        armor=attack.armor_after or (attack.armor.value,),
        tests=attack.multiplier,
        critical_tests=attack.critical_multiplier,
        rolls=attack.tests,
        critical=attack.critical_up_to,
        fails_from=attack.cf or FACES + 1,
        dice=_dice(attack.dice),
        reroll=attack.reroll is Reroll.FAILED,
        armor_dice=_dice(attack.armor_dice),
        armor_reroll=attack.armor_reroll is Reroll.FAILED,
        most_wounds=2 if attack.most_wounds is None else attack.most_wounds,
        again=(attack.again.armor.value, attack.again.multiplier) if attack.again else None,
        pins=attack.pins,
        unpinnable=attack.unpinnable,
    )


def _dice(dice: Dice) -> int:
    return dice.count if dice.keep is KeptDice.BEST else -dice.count


def by_icepool(attacks: Sequence[Numbers]) -> None:
    for part in (attack_dice.worst, attack_dice.harm, attack_dice.one_test):
        part.cache_clear()
    for each in attacks:
        attack_dice.action(each)


def measure(*, questions: int = 400, runs: int = 100_000, sheets: int = 200) -> Iterator[Figure]:
    random = Random(4)
    start = time.thread_time()
    sampled = simulated(random, runs)
    rolling_ms = 1000 * (time.thread_time() - start)
    off = 100 * abs(sampled - shoot(PRINTED, AGREED).casualty.p)
    yield Figure.of(
        "an attack of Warzone Eternal, its sums and exact chances, median / p99",
        median_p99(quickest_ms([partial(shoot, each, AGREED) for each in attacks(random, questions)])),
        "ms",
        rival=f"100,000 dice rolls, off by {off:.1f} points",
        rivals=[rolling_ms],
    )
    compared = [partial(compare, each, UnitSituation(), AGREED) for each in comparisons(random, questions // TARGETS)]
    yield Figure.of("two actions against five targets, 25 plans, median / p99", median_p99(quickest_ms(compared)), "ms")
    asked = [a_duel(Random(number)) for number in range(sheets)]
    dice = [[numbers(line.attack) for line in duel_lines(*each, AGREED) if line.attack] for each in asked]
    yield Figure.of(
        "a duel sheet of Warzone: 4 weapons, 13 lines with their answers, median / p99",
        median_p99(quickest_ms([partial(duel_lines, *each, AGREED) for each in asked])),
        "ms",
        rival="icepool, the dice alone",
        rivals=median_p99(quickest_ms([partial(by_icepool, each) for each in dice])),
    )

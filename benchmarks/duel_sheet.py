"""What a duel sheet costs: every line of a Unit with four weapons, each in both bands and striking, and bare hands.

Run it from the repository's root: python benchmarks/duel_sheet.py. The sheet is made anew from both cards, what lies
beside both Units and what players tapped: its sums, its exact chances and the best of them. Beside it icepool, which
is told the Target Numbers of the very same lines and counts their dice alone: the wounds of every line.
"""

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.table.sides import Side
from companion.warzone.attacks.obstruction import Obstruction
from companion.warzone.cards.card_file import card_of
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import FACES, Dice, Keep, Reroll
from companion.warzone.choices import WarzoneChoices
from companion.warzone.duel.fighter import Duel, duel
from companion.warzone.duel.lines import DuelLine, duel_lines
from companion.warzone.duel.told import Told
from companion.warzone.force.roster import Unit
from companion.warzone.match.state import Force, State, UnitState
from tests.companion.warzone import attack_dice
from tests.companion.warzone.attack_oracle import Numbers
from tests.companion.warzone.cards_strategy import GUARD

SHEETS, TRIES = 200, 5
SHEET_MS = 10.0
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
CHOICES = WarzoneChoices()


def duels(random: Random) -> list[tuple[Duel, Told]]:
    """A Unit of four weapons against one that has an answer to some, hidden and hurt as it comes."""
    return [_duel(random) for _ in range(SHEETS)]


def _duel(random: Random) -> tuple[Duel, Told]:
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
        UnitState(unit=Unit(id="1", name=card.name, card=card.name, card_id=card.id), wounds=wounds)
        for card, wounds in ((attacker, 0), (target, random.randint(0, 3)))
    ]
    forces = {side: Force(units={"1": unit}) for side, unit in zip((Side.GOLD, Side.RED), units, strict=True)}
    state = State(choices=CHOICES, clock=State.opened(choices=CHOICES, now=0).clock, forces=forces)
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
    return dice.count if dice.keep is Keep.BEST else -dice.count


def by_icepool(attacks: Sequence[Numbers]) -> None:
    for part in (attack_dice.worst, attack_dice.harm, attack_dice.one_test):
        part.cache_clear()
    for each in attacks:
        attack_dice.action(each)


def times_ms(jobs: Sequence[Callable[[], object]]) -> str:
    """In milliseconds; of a job's tries the quickest counts."""
    times = [min(_once_ms(job) for _ in range(TRIES)) for job in jobs]
    cuts = statistics.quantiles(times, n=100)
    return f"median {statistics.median(times):.1f} ms, p90 {cuts[89]:.1f} ms, p99 {cuts[98]:.1f} ms"


def _once_ms(job: Callable[[], object]) -> float:
    start = time.perf_counter_ns()
    job()
    return (time.perf_counter_ns() - start) / 1e6


def report() -> None:
    asked = duels(Random(15))
    sheets: list[tuple[DuelLine, ...]] = [duel_lines(each, told, CHOICES) for each, told in asked]
    lines = [[numbers(line.attack) for line in sheet if line.attack] for sheet in sheets]
    print(f"{SHEETS} sheets of {len(sheets[0])} lines: "
          f"{times_ms([lambda each=each, told=told: duel_lines(each, told, CHOICES) for each, told in asked])}, "
          f"target {SHEET_MS:.0f} ms")  # fmt: skip
    print(f"their dice by icepool: {times_ms([lambda each=each: by_icepool(each) for each in lines])}")


if __name__ == "__main__":
    report()

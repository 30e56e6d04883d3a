"""2,000 random attacks and more, each exactly as icepool has it from the rules."""

from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from companion.warzone.attacks.answers import AttackAnswer
from companion.warzone.attacks.shoot import Shoot, shoot
from companion.warzone.attacks.strike import Strike, strike
from companion.warzone.choices import ArmorBounds, OverwhelmingNumbers, WarzoneChoices
from tests.companion.warzone import attack_oracle as oracle

BATCH = 256
BATCHES = 4


def random_target(random: Random) -> dict[str, Any]:
    wounds = random.randint(1, 5)
    return {
        "ar": random.randint(8, 26),
        "cover": random.random() < 0.3,
        "dive": random.random() < 0.3,
        "armor_modifier": random.choice((-3, 0, 0, 0, 1)),
        "armor_reroll": random.choice(("none", "none", "failed")),
        "wounds": wounds,
        "wounds_taken": random.randrange(wounds),
        "def": random.randint(-4, 2),
        "modifier": random.choice((-2, 0, 0, 3)),
        "multiplier": random.choice((1, 1, 2, 4)),
        "reroll": random.choice(("none", "none", "failed")),
        **random.choice(({}, {"cf": random.randint(1, 20)}, {"cf": 20})),
    }


def random_shot(random: Random) -> dict[str, Any]:
    area = random.choice(("none", "none", "cloud", "explosive", "projected"))
    return {
        **random_target(random),
        "mw": random.randint(1, 20),
        "dam": random.randint(5, 20),
        "range": random.randint(-4, 3),
        "obstruction": random.choice(("clear", "light", "heavy")),
        "friends_engaged": random.random() < 0.2,
        "aim": random.random() < 0.4,
        "indirect": random.random() < 0.25,
        "beyond_short": random.random() < 0.5,
        "sight_blocked": random.random() < 0.5,
        "shots": random.choice((1, 1, 2, 3, 5)),
        "burst": random.random() < 0.2,
        "area": area,
        "secondary": area != "none" and random.random() < 0.4,
    }


def asked(question: dict[str, Any]) -> dict[str, Any]:
    numbers = {name: value for name, value in question.items() if name != "burst"}
    return {**numbers, "abilities": "Burst (4)" if question["burst"] else ""}


def random_strike(random: Random) -> dict[str, Any]:
    return {
        **random_target(random),
        "cc": random.randint(1, 20),
        random.choice(("dam", "st")): random.randint(5, 20),
        "weapon": random.randint(-3, 3),
        "charge": random.random() < 0.4,
        "apart": random.random() < 0.4,
        "friends": random.choice((0, 0, 1, 3)),
        "strikes": random.choice((1, 1, 2, 3, 4)),
    }


def random_choices(random: Random) -> WarzoneChoices:
    return WarzoneChoices(
        armor_bounds=random.choice(tuple(ArmorBounds)), overwhelming_numbers=random.choice(tuple(OverwhelmingNumbers))
    )


def exact(answer: AttackAnswer) -> dict[str, Any]:
    def fractions(names: tuple[str, ...], struct: Any) -> list[Fraction]:
        return [Fraction(getattr(struct, name).exact) for name in names]

    singles = ("hit", "critical_success", "critical_failure", "pinned", "casualty")
    return {
        **dict(zip(singles, fractions(singles, answer), strict=True)),
        "one_test": fractions(("miss", "no_effect", "pinned", "one_wound", "two_wounds"), answer.one_test),
        "wounds": [Fraction(chance.exact) for chance in answer.wounds],
        "at_least": [Fraction(chance.exact) for chance in answer.at_least],
        "expected_wounds": Fraction(answer.expected_wounds_exact),
    }


def sums(answer: AttackAnswer) -> tuple[int, int, int]:
    for ledger in (answer.target_number, answer.damage, answer.armor):
        assert ledger.value == sum(line.value for line in ledger.lines)
    return answer.target_number.value, answer.damage.value, answer.armor.value


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_shots(batch: int) -> None:
    random = Random(batch)
    for _ in range(BATCH):
        question, choices = random_shot(random), random_choices(random)
        answer = shoot(msgspec.convert(asked(question), Shoot), choices)
        numbers = oracle.shoot_numbers(question, clamp=choices.armor_bounds is ArmorBounds.BOUNDED)
        assert sums(answer) == numbers[:3], question
        assert exact(answer) == oracle.answer(question, numbers, question["shots"]), question


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_strikes(batch: int) -> None:
    random = Random(-1 - batch)
    for _ in range(BATCH):
        question, choices = random_strike(random), random_choices(random)
        answer = strike(msgspec.convert(question, Strike), choices)
        numbers = oracle.strike_numbers(
            question,
            attacker_counts=choices.overwhelming_numbers is OverwhelmingNumbers.ATTACKER_TOO,
            clamp=choices.armor_bounds is ArmorBounds.BOUNDED,
        )
        assert sums(answer) == numbers[:3], question
        assert exact(answer) == oracle.answer(question, numbers, question["strikes"]), question

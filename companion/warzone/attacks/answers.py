"""Works out an attack exactly, and holds the sums that Shoot and Strike Actions share."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

import msgspec

from companion.choices import Chosen, reading
from companion.fields.invalid import Invalid
from companion.ledger import NOTHING, Ledger, Line
from companion.warzone.abilities.ability import Does
from companion.warzone.abilities.standing import AbilityLine, Counted
from companion.warzone.attacks.target import Target, armor_after, leaves_bounds, unbounded, wounds_left
from companion.warzone.chances.attack import Attack, RollEnds, most_dice, outcomes, roll_ends
from companion.warzone.chances.dice import FACES, Chance, Dice, KeptDice, Reroll, RollAgain
from companion.warzone.choices import ARMOR_BOUNDS, WarzoneChoices

# What an attack does, exactly.


class OneTest(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the chances of one attack roll, the first of its action; together they are 1.

    `three_wounds` and `four_wounds` are there where one hit can cause another.
    """

    miss: Chance
    no_effect: Chance
    pinned: Chance
    one_wound: Chance
    two_wounds: Chance
    three_wounds: Chance | msgspec.UnsetType = msgspec.UNSET
    four_wounds: Chance | msgspec.UnsetType = msgspec.UNSET


class AttackAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the numbers to roll and the chances that follow from them.

    `target_number`, `damage` and `armor` are the sums. `multiplier` is the number of Armor Tests for a hit; for a
    Critical Success the Primary Target takes one more. `hit`, `critical_success` and `critical_failure`: at least one
    among all tests of the action. `wounds[k]` is exactly k Wound Counters after the action, `at_least[k]` k or more,
    not capped by W. `pinned`: the target gets a Pinned Counter from this action. `casualty`: with the wounds it already
    had, the target is gone. `choices` are the rule choices that the numbers depend on. `abilities` lists every ability
    of either side that concerns the attack, and how it takes part. Abilities with an unknown effect are not counted.
    """

    target_number: Ledger
    damage: Ledger
    armor: Ledger
    multiplier: int
    hit: Chance
    critical_success: Chance
    critical_failure: Chance
    one_test: OneTest
    wounds: tuple[Chance, ...]
    at_least: tuple[Chance, ...]
    pinned: Chance
    casualty: Chance
    expected_wounds: float
    expected_wounds_exact: str
    choices: tuple[Chosen, ...]
    abilities: tuple[AbilityLine, ...]


MOST_DICE = 1_000
"""Limits the dice of one answer, rerolls included: each die makes every exact chance longer by a digit or two."""


def countable(*attacks: Attack) -> None:
    """Raises Invalid where the attacks, one after the other, may roll more than MOST_DICE."""
    if (dice := sum(map(most_dice, attacks))) > MOST_DICE:
        raise Invalid("multiplier", f"asks for up to {dice:,} dice with all that is rolled: no more than {MOST_DICE:,}")


def answered(attack: Attack) -> AttackAnswer:
    """Returns the exact chances of `attack`. Raises Invalid where it may roll more than MOST_DICE."""
    countable(attack)
    one = roll_ends(attack)
    ended = outcomes(attack)
    wounds, whole = ended.wounds, ended.whole
    at_least = tuple(accumulate(reversed(wounds)))[::-1]
    # The mean is the sum of the tails: a chance of at least one, of at least two, and so on.
    expected = Fraction(sum(at_least[1:]), whole)

    def some(missing: int) -> Chance:
        return Chance.of(whole - missing**attack.tests, whole)

    return AttackAnswer(
        target_number=attack.target_number,
        damage=attack.damage,
        armor=attack.armor,
        multiplier=attack.multiplier,
        hit=some(one.kept.miss + one.failed.miss),
        critical_success=some(one.whole - one.criticals),
        critical_failure=Chance.of(sum(ended.failed), whole),
        one_test=_single(one),
        wounds=tuple(Chance.of(ways, whole) for ways in wounds),
        at_least=tuple(Chance.of(ways, whole) for ways in at_least),
        pinned=Chance.of(whole - ended.calm, whole),
        casualty=Chance.of(sum(wounds[attack.wounds_left :]), whole),
        expected_wounds=float(expected),
        expected_wounds_exact=str(expected),
        choices=attack.choices,
        abilities=attack.abilities,
    )


def _single(one: RollEnds) -> OneTest:
    def chance(kept: int, failed: int) -> Chance:
        return Chance.of(kept + failed, one.whole)

    wounded = [chance(*ways) for ways in zip(one.kept.wounded, one.failed.wounded, strict=True)]
    return OneTest(
        miss=chance(one.kept.miss, one.failed.miss),
        no_effect=chance(one.kept.no_effect, one.failed.no_effect),
        pinned=chance(one.kept.pinned, one.failed.pinned),
        **dict(zip(_WOUNDED, wounded, strict=False)),
    )


_WOUNDED = ("one_wound", "two_wounds", "three_wounds", "four_wounds")

# What Shoot and Strike Actions have in common once their ledgers are summed: the attack that is rolled.

MOST_ARMOR_TESTS = 10
MOST_TESTS, MOST_AGAINST = 20, 5
MOST_EARLIER_HITS = 40


class Summed(msgspec.Struct, frozen=True, kw_only=True):
    """Holds an action's three ledgers, and the dice that its question asks for.

    `armor` is an empty ledger where the action takes no hit. `again` is the Armor Test against the weapon's bare DAM.
    `multiplier` is the printed one. `choices` are the rule choices that the numbers depend on, whatever the armor.
    """

    question: Target
    counted: Counted
    target_number: Ledger
    damage: Ledger
    armor: Ledger
    again: Ledger = NOTHING
    tests: int
    cf: int | None
    multiplier: int
    secondary: bool = False
    reroll: Reroll
    choices: tuple[Chosen, ...] = ()


def attack(summed: Summed, choices: WarzoneChoices) -> Attack:
    """Returns the attack with every effect of its abilities on its dice. Raises Invalid."""
    counted, question = summed.counted, summed.question
    harmless = summed.armor is NOTHING
    multiplier = _multiplier(summed)
    rerolls = summed.reroll is Reroll.FAILED or counted.has(Does.REROLL)
    armor_rerolls = question.armor_reroll is Reroll.FAILED or counted.has(Does.ARMOR_REROLL)
    again = summed.again if counted.has(Does.AGAIN) and not harmless else None
    harder = () if harmless else _harder(summed)
    return Attack(
        target_number=summed.target_number,
        damage=summed.damage,
        armor=summed.armor,
        multiplier=0 if harmless else multiplier,
        critical_multiplier=0 if harmless else multiplier + (not summed.secondary),
        cf=None if summed.cf is None else min(FACES, max(1, summed.cf + counted.total(Does.CF))),
        reroll=Reroll.FAILED if rerolls else Reroll.NONE,
        tests=min(MOST_TESTS, summed.tests),
        armor_reroll=Reroll.FAILED if armor_rerolls else Reroll.NONE,
        wounds_left=wounds_left(question),
        choices=(*summed.choices, *_leaning(summed, again, harder, choices)),
        critical_up_to=min(FACES, max(1, counted.total(Does.CRITICAL))),
        dice=_dice(counted, Does.DICE),
        armor_dice=_dice(counted, Does.ARMOR_DICE),
        pins=counted.has(Does.PINS),
        unpinnable=counted.has(Does.UNPINNABLE),
        most_wounds=counted.least(Does.MOST_WOUNDS),
        again=None if again is None else RollAgain(armor=again, multiplier=summed.multiplier),
        armor_after=armor_after(summed.armor, harder, choices),
        abilities=counted.list_abilities(),
    )


def against(counted: Counted, label: str, rating: int, pw: int | None, source: str) -> Line:
    """Returns the line that is tested against: `rating`, or PW where an ability says so. Raises Invalid."""
    by_pw = next((part for part in counted.parts(Does.AGAINST_PW)), None)
    if by_pw is None:
        return Line(label, rating, source)
    if pw is None:
        raise Invalid("pw", f"is missing: {by_pw.ability} tests against PW")
    return Line(f"PW: {by_pw.ability}", pw, by_pw.known.source)


def limited(lines: Sequence[Line], counted: Counted) -> Ledger:
    """Returns DAM, limited by a line of its own where an ability of the target caps it."""
    damage = Ledger.of(lines)
    for part in counted.parts(Does.DAM_LIMIT):
        damage = damage.at_most(part.amount, label=str(part.ability), source=part.known.source)
    return damage


def _harder(summed: Summed) -> tuple[int, ...]:
    """Returns what earlier hits add to DAM, after 0, 1, 2, … of them; empty where they add none."""
    more, most = summed.counted.per_hit(), summed.counted.least(Does.DAM_LIMIT)
    if not more:
        return ()
    room = summed.damage.value + more * MOST_EARLIER_HITS if most is None else most
    return tuple(min(more * hits, room - summed.damage.value) for hits in range(MOST_EARLIER_HITS + 1))


def _leaning(summed: Summed, again: Ledger | None, harder: Sequence[int], choices: WarzoneChoices) -> Sequence[Chosen]:
    """Returns the table's choice on what an Armor Test outside 1 to 20 means, where one that may be rolled is."""
    armor = () if summed.armor is NOTHING else (summed.armor,)
    numbers = [unbounded(ledger) for ledger in (*armor, *(() if again is None else (again,)))]
    numbers += [unbounded(summed.armor) - more for more in harder[: summed.tests]]
    return (reading(ARMOR_BOUNDS, choices),) if any(map(leaves_bounds, numbers)) else ()


def _multiplier(summed: Summed) -> int:
    if summed.secondary:
        return 1
    return min(MOST_ARMOR_TESTS, max(1, summed.multiplier + summed.counted.total(Does.MULTIPLIER)))


def _dice(counted: Counted, does: Does) -> Dice:
    number = counted.total(does)
    return Dice(count=min(MOST_AGAINST, max(1, abs(number))), keep=KeptDice.BEST if number >= 0 else KeptDice.WORST)

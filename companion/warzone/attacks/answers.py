"""What an attack does, exactly."""

from fractions import Fraction
from itertools import accumulate

import msgspec

from companion.choices import Chosen
from companion.fields.invalid import Invalid
from companion.ledger import Ledger
from companion.warzone.abilities.told import AbilityLine
from companion.warzone.chances.attack import Attack, RollEnds, most_dice, roll_ends
from companion.warzone.chances.chance import Chance
from companion.warzone.chances.outcomes import outcomes


class OneTest(msgspec.Struct, frozen=True, kw_only=True):
    """How a single attack roll ends, the first of its action; all add up to 1. `three_wounds` and `four_wounds` are
    there where one hit can bring another."""

    miss: Chance
    no_effect: Chance
    pinned: Chance
    one_wound: Chance
    two_wounds: Chance
    three_wounds: Chance | msgspec.UnsetType = msgspec.UNSET
    four_wounds: Chance | msgspec.UnsetType = msgspec.UNSET


class AttackAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers to roll and what comes of them.

    `target_number`, `damage` and `armor` are the sums; `multiplier` is how many Armor Tests a hit asks for: a Critical
    Success asks the Primary Target for one more. `hit`, `critical_success` and `critical_failure`: at least one in all
    tests of the action. `wounds[k]` is exactly k Wound Counters after the action, `at_least[k]` k or more, not capped
    by W. `pinned`: the target has a Pinned Counter from it. `casualty`: with the wounds it had, the target is gone.
    `choices`: the table choices that the numbers lean on. `abilities`: every ability of either side that has to do with
    the attack, and what becomes of it; those whose effect is not known are not counted.
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
"""What may be rolled in one answer, all rerolls among it: each die makes all exact chances longer by a digit or two."""


def countable(*attacks: Attack) -> None:
    """Raises Invalid where the attacks, one after the other, may roll more than MOST_DICE."""
    if (dice := sum(map(most_dice, attacks))) > MOST_DICE:
        raise Invalid("multiplier", f"asks for up to {dice:,} dice with all that is rolled: no more than {MOST_DICE:,}")


def answered(attack: Attack) -> AttackAnswer:
    """The exact chances of `attack`. Raises Invalid where it may roll more than MOST_DICE."""
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

"""What Shoot and Strike Actions have in common once their ledgers are summed: the attack that is rolled."""

from collections.abc import Sequence

import msgspec

from companion.choices import Chosen, reading
from companion.fields.invalid import Invalid
from companion.ledger import NOTHING, Ledger, Line
from companion.warzone.abilities.counted import Counted
from companion.warzone.abilities.effect import Does
from companion.warzone.attacks.target import Target, armor_after, leaves_bounds, unbounded, wounds_left
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import FACES, Dice, Keep, Reroll
from companion.warzone.chances.hits import Again
from companion.warzone.choices import ARMOR_BOUNDS, WarzoneChoices

MOST_ARMOR_TESTS = 10
MOST_TESTS, MOST_DICE = 20, 5
MOST_EARLIER_HITS = 40


class Summed(msgspec.Struct, frozen=True, kw_only=True):
    """An action's three ledgers, and what its question says of the dice; `armor` is NOTHING where no hit is taken.
    `again` is the Armor Test against the weapon's bare DAM; `multiplier` as printed. `choices`: the table choices that
    the numbers lean on, whatever the armor."""

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
    """The attack with everything that its abilities do to its dice. Raises Invalid."""
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
        again=None if again is None else Again(armor=again, multiplier=summed.multiplier),
        armor_after=armor_after(summed.armor, harder, choices),
        abilities=counted.told(),
    )


def against(counted: Counted, label: str, rating: int, pw: int | None, source: str) -> Line:
    """The rating that is tested against: `rating`, or PW where an ability says so. Raises Invalid."""
    by_pw = next((part for part in counted.parts(Does.AGAINST_PW)), None)
    if by_pw is None:
        return Line(label, rating, source)
    if pw is None:
        raise Invalid("pw", f"is missing: {by_pw.ability} tests against PW")
    return Line(f"PW: {by_pw.ability}", pw, by_pw.known.source)


def limited(lines: Sequence[Line], counted: Counted) -> Ledger:
    """DAM, brought down by a line of its own where an ability of the target says how much it is at most."""
    damage = Ledger.of(lines)
    for part in counted.parts(Does.DAM_LIMIT):
        damage = damage.at_most(part.amount, label=str(part.ability), source=part.known.source)
    return damage


def _harder(summed: Summed) -> tuple[int, ...]:
    """What earlier hits add to DAM, after 0, 1, 2, … of them; nothing where they add none."""
    more, most = summed.counted.per_hit(), summed.counted.least(Does.DAM_LIMIT)
    if not more:
        return ()
    room = summed.damage.value + more * MOST_EARLIER_HITS if most is None else most
    return tuple(min(more * hits, room - summed.damage.value) for hits in range(MOST_EARLIER_HITS + 1))


def _leaning(summed: Summed, again: Ledger | None, harder: Sequence[int], choices: WarzoneChoices) -> Sequence[Chosen]:
    """The table's choice on what an Armor Test outside 1 to 20 means, where one that may be rolled is."""
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
    return Dice(count=min(MOST_DICE, max(1, abs(number))), keep=Keep.BEST if number >= 0 else Keep.WORST)

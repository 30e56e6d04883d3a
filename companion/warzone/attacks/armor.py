"""Works out Armor Tests by themselves: from an attack, a fall or the terrain (Warzone Eternal Core Rules, Taking
Damage)."""

import msgspec

from companion.choices import Chosen, reading
from companion.fields.invalid import Invalid
from companion.ledger import Ledger
from companion.warzone.abilities.ability import AbilityKind, Does, KnownAbility, Vocabulary, Whose
from companion.warzone.abilities.catalogue import KNOWN
from companion.warzone.abilities.standing import AbilityLine, Circumstances, Counted
from companion.warzone.attacks.target import (
    Damage,
    Multiplier,
    Target,
    armor_abilities,
    armor_ledger,
    leaves_bounds,
    named,
    unbounded,
    wounds_left,
)
from companion.warzone.chances.dice import ONE, Armored, Chance, Degree, Hit, Reroll, degree, hit, worst
from companion.warzone.choices import ARMOR_BOUNDS, WarzoneChoices


class ArmorTest(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for the Armor Tests of a hit of DAM `dam`; `multiplier` includes a Critical Success."""

    dam: Damage
    multiplier: Multiplier = 1


class DegreeChances(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the chances of a hit's four ends, by the worst of its Armor Tests; together they are 1."""

    no_effect: Chance
    pinned: Chance
    one_wound: Chance
    two_wounds: Chance


class Resolved(msgspec.Struct, frozen=True, kw_only=True):
    """Says what the dice on the table mean.

    `margins` says by how much each succeeds (0 and more) or fails (less than 0).
    """

    margins: tuple[int, ...]
    degree: Degree
    pinned: bool
    wounds: int
    casualty: bool


class ArmorAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the number to roll, its chances and, for given dice, their result.

    `abilities` are the target's abilities that concern the test.
    """

    armor: Ledger
    multiplier: int
    degrees: DegreeChances
    casualty: Chance
    resolved: Resolved | None
    choices: tuple[Chosen, ...]
    abilities: tuple[AbilityLine, ...]


def armor_test(
    question: ArmorTest, choices: WarzoneChoices, vocabulary: Vocabulary = KNOWN, *, rolls: tuple[int, ...] = ()
) -> ArmorAnswer:
    """Returns the Armor Tests of the hit.

    `vocabulary` says what abilities do. `rolls` are the dice that count, 1 to 20 each: one for each test, or none.
    Raises Invalid.
    """
    counted = _counted(question, vocabulary)
    armor = armor_ledger(question, question.dam, choices, counted)
    return _tested(question, armor, choices, counted, tests=question.multiplier, rolls=rolls)


def unaimed_hit(target: Target, damage: int, choices: WarzoneChoices) -> ArmorAnswer:
    """Returns the Armor Test against DAM `damage` from a fall or the terrain: a hit without an attacker.

    The rulebook gives +2 for Cover that obstructs a line of sight (Cover). It also gives +2 for diving from a Shoot
    Action (Dive for Cover). Neither applies here, and a line of 0 says so. Raises Invalid.
    """
    counted = _counted(target, KNOWN)
    armor = armor_ledger(
        target,
        damage,
        choices,
        counted,
        no_cover="only along a line of sight",
        no_dive="only from a Shoot Action",
    )
    return _tested(target, armor, choices, counted, tests=1, rolls=())


def _counted(target: Target, vocabulary: Vocabulary) -> Counted:
    """Counts the target's abilities alone: the attack is not known."""
    return Counted(
        (),
        [each for each in armor_abilities(target) if _helps(vocabulary.get(each.key))],
        Circumstances(kind=AbilityKind.ANY, wounds=target.wounds_taken, told=named(target.on), off=named(target.off)),
        vocabulary,
    )


def _helps(known: KnownAbility | None) -> bool:
    """Returns True where an ability changes Armor Tests, wherever the hit comes from, or could."""
    return (
        known is None
        or not known.counted
        or any(
            effect.does in _WORN and effect.kind is AbilityKind.ANY and effect.whose is Whose.AT_IT
            for effect in known.effects
        )
    )


_WORN = (Does.AR, Does.ARMOR_REROLL, Does.MOST_WOUNDS, Does.UNPINNABLE)


def _tested(
    target: Target,
    armor: Ledger,
    choices: WarzoneChoices,
    counted: Counted,
    *,
    tests: int,
    rolls: tuple[int, ...],
) -> ArmorAnswer:
    left = wounds_left(target)
    rerolls = target.armor_reroll is Reroll.FAILED or counted.has(Does.ARMOR_REROLL)
    armored = Armored(
        dice=ONE,
        reroll=Reroll.FAILED if rerolls else Reroll.NONE,
        most_wounds=counted.least(Does.MOST_WOUNDS),
        unpinnable=counted.has(Does.UNPINNABLE),
        again=None,
    )
    found = hit(armor.value, tests, armored)
    return ArmorAnswer(
        armor=armor,
        multiplier=tests,
        degrees=_chances(found),
        casualty=Chance.of(sum(found.wounded[left - 1 :]), found.whole),
        resolved=_resolved(armor.value, _all(rolls, tests), left, armored) if rolls else None,
        choices=(reading(ARMOR_BOUNDS, choices),) if leaves_bounds(unbounded(armor)) else (),
        abilities=counted.list_abilities(),
    )


def _chances(found: Hit) -> DegreeChances:
    one, two = found.wounded
    return DegreeChances(
        no_effect=Chance.of(found.no_effect, found.whole),
        pinned=Chance.of(found.pinned, found.whole),
        one_wound=Chance.of(one, found.whole),
        two_wounds=Chance.of(two, found.whole),
    )


def _all(rolls: tuple[int, ...], tests: int) -> tuple[int, ...]:
    if len(rolls) != tests:
        raise Invalid("rolls", f"must be as many as the Damage Multiplier asks for: {tests}, got {len(rolls)}")
    return rolls


_DEGREES = (Degree.PINNED, Degree.ONE_WOUND, Degree.TWO_WOUNDS)
"""Names degrees of failure by the Wound Counters that they cost."""


def _resolved(target_number: int, rolls: tuple[int, ...], left: int, armored: Armored) -> Resolved:
    counts = worst(tuple(degree(roll, target_number) for roll in rolls))
    wounds = counts.wounds if armored.most_wounds is None else min(counts.wounds, armored.most_wounds)
    pinned = counts.pins and not armored.unpinnable
    return Resolved(
        margins=tuple(target_number - roll for roll in rolls),
        degree=_DEGREES[wounds] if wounds or pinned else Degree.NO_EFFECT,
        pinned=pinned,
        wounds=wounds,
        casualty=wounds >= left,
    )

"""Reads the dice of an attack on the table: wounds, pins, jams (Ranged Attacks, Melee Attacks, Taking Damage)."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import count

import msgspec

from companion.fields.invalid import Invalid
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import FACES, Degree, Dice, KeptDice, Reroll, degree, worst

Draw = Callable[[], int]
"""Draws a die: the next face, 1 to 20."""


class Rolls(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the faces that count.

    `attack` has one face for each test of the action. `armor` has those of the Armor Tests, in the order of the hits.
    """

    attack: tuple[int, ...]
    armor: tuple[int, ...]


class TestResult(msgspec.Struct, frozen=True, kw_only=True):
    """Holds one test: its face, whether and how well it hit, and the faces and the worst degree of its Armor Tests.

    `degree` is None where the test hurts no unit. `again` has the faces of the second hit, which a failed Armor Test
    caused.
    """

    face: int
    hit: bool
    critical: bool
    armor: tuple[int, ...] = ()
    degree: Degree | None = None
    again: tuple[int, ...] = ()
    again_degree: Degree | None = None
    wounds: int = 0


class Resolution(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the result of an action.

    `hits` is the number of its successes. `pinned`: the target gets a Pinned Counter. `failed`: a Critical Failure jams
    a shot's weapon and Pins a striker. `casualty`: the target is gone.
    """

    tests: tuple[TestResult, ...]
    hits: int
    wounds: int
    pinned: bool
    failed: bool
    casualty: bool


def resolved(attack: Attack, rolls: Rolls) -> Resolution:
    """Returns what these dice mean. Raises Invalid for too few or too many."""
    dice, armor = iter(rolls.attack), iter(rolls.armor)
    if len(rolls.attack) != attack.tests:
        raise Invalid("rolls", f"must be one for each test: {attack.tests}, got {len(rolls.attack)}")
    found = _resolved(attack, lambda: next(dice), _given_dice(armor))
    if any(True for _ in armor):
        raise Invalid("armor", "has dice to spare: a test that missed asks for none")
    return found


Streams = Callable[[str, int], Draw]
"""Returns the dice of one test of an attack, "test" or "armor", by the test's number."""


def of_lot(attack: Attack, lot: int, *, tested: Sequence[int] = ()) -> Rolls:
    """Returns the dice of the whole action, derived from `lot`.

    Each test has dice of its own, and so have its Armor Tests. A circumstance that is corrected after the roll
    therefore changes what the dice mean, and does not change the dice.
    """
    return throw(attack, lambda kind, test: _stream(lot, kind, test), tested=tested)


def throw(attack: Attack, streams: Streams, *, tested: Sequence[int] = ()) -> Rolls:
    """Returns the dice of the whole action, drawn: of several that are thrown, and of those that are rolled again, the
    ones that count. `tested`: the faces of tests that lie there already, as a cloud's for its Secondary Targets."""
    faces: list[int] = []
    armor: list[int] = []
    armored = [streams("armor", test) for test in range(attack.tests)]
    there = iter(tested)

    def attacking() -> int:
        draw = streams("test", len(faces))
        faces.append(next(there, None) or _throw(draw, attack.dice, attack.reroll, attack.target_number.value))
        return faces[-1]

    def saving(number: int) -> int:
        armor.append(_throw(armored[len(faces) - 1], attack.armor_dice, attack.armor_reroll, number))
        return armor[-1]

    _resolved(attack, attacking, saving)
    return Rolls(attack=tuple(faces), armor=tuple(armor))


def _stream(lot: int, kind: str, test: int) -> Draw:
    numbers = count()
    return lambda: face_of(lot, kind, test, next(numbers))


def face_of(lot: int, kind: str, test: int = 0, number: int = 0) -> int:
    """Returns the face of one die of a lot, even to one part in 2**59: the `number`-th "test" or "armor" die of that
    test."""
    return int.from_bytes(blake2b(f"{lot}/{kind}/{test}/{number}".encode(), digest_size=8).digest()) % FACES + 1


def _given_dice(armor: Iterator[int]) -> Callable[[int], int]:
    def next_face(_: int) -> int:
        face = next(armor, None)
        if face is None:
            raise Invalid("armor", "is missing a die: one for each Armor Test of a hit")
        return face

    return next_face


def _throw(draw: Draw, dice: Dice, reroll: Reroll, number: int) -> int:
    keep = min if dice.keep is KeptDice.BEST else max
    face = keep(draw() for _ in range(dice.count))
    if face > number and reroll is Reroll.FAILED:
        face = keep(draw() for _ in range(dice.count))
    return face


def _resolved(attack: Attack, die: Draw, armor_die: Callable[[int], int]) -> Resolution:
    tests: list[TestResult] = []
    for _ in range(attack.tests):
        face = die()
        hits = sum(test.hit for test in tests)
        tests.append(_test(attack, face, armor_die, hits))
    wounds = sum(test.wounds for test in tests)
    hurt = any(each.pins for test in tests for each in (test.degree, test.again_degree) if each is not None)
    fails_from = FACES + 1 if attack.cf is None else attack.cf
    return Resolution(
        tests=tuple(tests),
        hits=sum(test.hit for test in tests),
        wounds=wounds,
        pinned=(hurt or attack.pins) and not attack.unpinnable,
        failed=any(test.face >= fails_from for test in tests),
        casualty=wounds >= attack.wounds_left,
    )


def _test(attack: Attack, face: int, armor_die: Callable[[int], int], hits: int) -> TestResult:
    hit = face <= attack.target_number.value
    critical = hit and face <= attack.critical_up_to
    count = (attack.critical_multiplier if critical else attack.multiplier) if hit else 0
    if not count:
        return TestResult(face=face, hit=hit, critical=critical)
    after = attack.armor_after
    number = after[min(hits, len(after) - 1)] if after else attack.armor.value
    faces = tuple(armor_die(number) for _ in range(count))
    counts = worst(tuple(degree(each, number) for each in faces))
    again: tuple[int, ...] = ()
    again_degree = None
    if attack.again is not None and counts.wounds:
        second = attack.again.armor.value
        again = tuple(armor_die(second) for _ in range(attack.again.multiplier))
        again_degree = worst(tuple(degree(each, second) for each in again))
    return TestResult(
        face=face,
        hit=hit,
        critical=critical,
        armor=faces,
        degree=counts,
        again=again,
        again_degree=again_degree,
        wounds=sum(_limited(attack, each) for each in (counts, again_degree) if each is not None),
    )


def _limited(attack: Attack, found: Degree) -> int:
    return found.wounds if attack.most_wounds is None else min(found.wounds, attack.most_wounds)

"""What one hit does: its Armor Tests, and those of the hit that a failed one may bring (Taking Damage)."""

import msgspec

from companion.ledger import Ledger
from companion.warzone.chances.counts import Counts, plus, times
from companion.warzone.chances.degrees import Degree, Degrees, degrees
from companion.warzone.chances.dice import Dice, Reroll

WORST = Degree.TWO_WOUNDS.wounds


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """The hit that a failed Armor Test brings (Continuous): its Armor Tests, which bring no other."""

    armor: Ledger
    multiplier: int


class Armored(msgspec.Struct, frozen=True, kw_only=True):
    """How the target takes hits. `dice` and `reroll` are those of each of its Armor Tests; `most_wounds`: the most
    Wound Counters that one failed Armor Test gives, None where nothing limits them."""

    dice: Dice
    reroll: Reroll
    most_wounds: int | None
    unpinnable: bool
    again: Again | None


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """In how many ways, out of `whole`, a hit ends: without anything, with a Pinned Counter only, and with 1, 2, …
    Wound Counters (`wounded`: two numbers, four where a failure brings one more hit)."""

    no_effect: int
    pinned: int
    wounded: Counts
    whole: int


def hit(target_number: int, tests: int, armored: Armored) -> Hit:
    """A hit that asks for so many Armor Tests against `target_number`."""
    own = _tested(target_number, tests, armored)
    harm, spared = _failed(own, armored.most_wounds), own.no_effect + own.pinned
    no_effect, whole = own.no_effect, own.whole
    if armored.again is not None:
        more = _tested(armored.again.armor.value, armored.again.multiplier, armored)
        both = list(_failed(more, armored.most_wounds))
        both[0] += more.no_effect + more.pinned
        harm = times(harm, tuple(both))
        no_effect, spared, whole = no_effect * more.whole, spared * more.whole, whole * more.whole
    unhurt, *wounded = plus(harm, (spared, *(0,) * (len(harm) - 1)))
    if armored.unpinnable:
        no_effect = unhurt
    return Hit(no_effect=no_effect, pinned=unhurt - no_effect, wounded=tuple(wounded), whole=whole)


def _tested(target_number: int, tests: int, armored: Armored) -> Degrees:
    return degrees(target_number, tests=tests, reroll=armored.reroll, dice=armored.dice)


def _failed(found: Degrees, most_wounds: int | None) -> Counts:
    """The ways in which an Armor Test fails, by the Wound Counters that it gives."""
    counts = [0] * (WORST + 1)
    for wounds, ways in ((1, found.one_wound), (2, found.two_wounds)):
        counts[wounds if most_wounds is None else min(wounds, most_wounds)] += ways
    return tuple(counts)

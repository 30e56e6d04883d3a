"""One attack with its modifiers summed, and in how many ways one of its tests ends."""

import msgspec

from companion.choices import Chosen
from companion.ledger import Ledger
from companion.warzone.abilities.told import AbilityLine
from companion.warzone.chances.counts import Counts
from companion.warzone.chances.dice import FACES, ONE, Dice, Reroll, up_to, ways, whole
from companion.warzone.chances.hits import Again, Armored, hit


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """One Shoot or Strike Action against one target: everything that its dice are rolled with.

    `multiplier` and `critical_multiplier`: how many Armor Tests a hit asks for, and a Critical Success. `cf`: the
    Critical Failure rating, None for a weapon without. `tests`: the attack rolls of the action. `wounds_left`: the
    Wound Counters that make the target a Casualty. `choices`: the table choices that the numbers lean on.

    `critical_up_to`: the highest natural face that is a Critical Success, where the test succeeds (Accurate,
    Executioner). `dice` and `armor_dice`: what is thrown for one attack roll and for one Armor Test; `reroll` and
    `armor_reroll` roll a whole throw again. `pins`: after the action the target has a Pinned Counter, whatever the dice
    say (Suppressive, Concussive). `unpinnable`: the target never gets one (Relentless), not by `pins` either.
    `most_wounds`: the most Wound Counters that one failed Armor Test gives (First Aid). `again`: the hit that a failed
    Armor Test brings, once for each hit (Continuous). `armor_after`: the Armor Test's Target Number after 0, 1, 2, …
    successes against this target in this activation, the last for all beyond (Focused Fire); empty where they do not
    matter, else its first is that of `armor`. `abilities`: what becomes of each ability of either side.
    """

    target_number: Ledger
    damage: Ledger
    armor: Ledger
    multiplier: int
    critical_multiplier: int
    cf: int | None
    reroll: Reroll
    tests: int
    armor_reroll: Reroll
    wounds_left: int
    choices: tuple[Chosen, ...]
    critical_up_to: int = 1
    dice: Dice = ONE
    armor_dice: Dice = ONE
    pins: bool = False
    unpinnable: bool = False
    most_wounds: int | None = None
    again: Again | None = None
    armor_after: tuple[int, ...] = ()
    abilities: tuple[AbilityLine, ...] = ()


class Ends(msgspec.Struct, frozen=True, kw_only=True):
    """In how many ways an attack roll with its Armor Tests ends so; `wounded`: with 1, 2, … Wound Counters."""

    miss: int
    no_effect: int
    pinned: int
    wounded: Counts


class RollEnds(msgspec.Struct, frozen=True, kw_only=True):
    """How one attack roll can end, out of `whole`: without a Critical Failure (`kept`) and with one (`failed`).
    `criticals`: the ways to a Critical Success."""

    kept: Ends
    failed: Ends
    criticals: int
    whole: int


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """In how many ways the face that counts misses, hits, and is a Critical Success."""

    miss: int
    hit: int
    critical: int


def rolled(attack: Attack, faces: range) -> Rolled:
    """What the attack roll does where it ends on one of `faces`, consecutive ones (Warzone Eternal Core Rules,
    Critical Success). A throw that is rolled again counts for nothing."""
    number = attack.target_number.value
    critical = min(attack.critical_up_to, number)

    def counted(least: int, most: int, *, succeed: bool) -> int:
        first, last = max(least, faces.start), min(most, faces.stop - 1)
        ended = max(0, up_to(last, attack.dice) - up_to(first - 1, attack.dice))
        return ways(ended, succeed=succeed, target_number=number, reroll=attack.reroll, dice=attack.dice)

    return Rolled(
        miss=counted(number + 1, FACES, succeed=False),
        hit=counted(critical + 1, number, succeed=True),
        critical=counted(1, critical, succeed=True),
    )


def roll_ends(attack: Attack, successes: int = 0) -> RollEnds:
    """Every way that one of the attack's tests can end, after so many `successes` against this target in this
    activation; with `attack.armor_after` alone do they change anything, and then only what hits do.

    Critical Success and Critical Failure are about the natural die, so a roll can hit and fail critically, and with a
    rating of 1 a natural 1 is both (Warzone Eternal Core Rules, Critical Failure).
    """
    fails_from = FACES + 1 if attack.cf is None else attack.cf
    kept, failed = (rolled(attack, faces) for faces in (range(1, fails_from), range(fails_from, FACES + 1)))
    after = attack.armor_after
    armor = after[min(successes, len(after) - 1)] if after else attack.armor.value
    plain, critical = (hit(armor, tests, _armored(attack)) for tests in (attack.multiplier, attack.critical_multiplier))

    def ends(roll: Rolled) -> Ends:
        # Every way is counted out of as many armour dice as a Critical Success asks for.
        hits, criticals = roll.hit * (critical.whole // plain.whole), roll.critical
        return Ends(
            miss=roll.miss * critical.whole,
            no_effect=hits * plain.no_effect + criticals * critical.no_effect,
            pinned=hits * plain.pinned + criticals * critical.pinned,
            wounded=tuple(hits * a + criticals * b for a, b in zip(plain.wounded, critical.wounded, strict=True)),
        )

    return RollEnds(
        kept=ends(kept),
        failed=ends(failed),
        criticals=(kept.critical + failed.critical) * critical.whole,
        whole=whole(attack.reroll, attack.dice) * critical.whole,
    )


def most_dice(attack: Attack) -> int:
    """The dice that the action can ask for where everything goes wrong: all its ways are FACES to their power."""
    again = 0 if attack.again is None else attack.again.multiplier
    throw = attack.dice.count * _throws(attack.reroll)
    armor = attack.armor_dice.count * _throws(attack.armor_reroll)
    return attack.tests * (throw + armor * (attack.critical_multiplier + again))


def _throws(reroll: Reroll) -> int:
    return 1 if reroll is Reroll.NONE else 2


def _armored(attack: Attack) -> Armored:
    return Armored(
        dice=attack.armor_dice,
        reroll=attack.armor_reroll,
        most_wounds=attack.most_wounds,
        unpinnable=attack.unpinnable,
        again=attack.again,
    )

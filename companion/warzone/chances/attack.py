"""One attack with its modifiers summed, and in how many ways one of its tests ends."""

import msgspec

from companion.choices import Chosen
from companion.ledger import Ledger
from companion.warzone.chances.degrees import degrees
from companion.warzone.chances.dice import FACES, Reroll, ways, whole


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """One Shoot or Strike Action against one target: everything that its dice are rolled with.

    `multiplier` and `critical_multiplier`: how many Armor Tests a hit asks for, and a hit on a natural 1. `cf`: the
    Critical Failure rating, None for a weapon without. `tests`: the attack rolls of the action. `wounds_left`: the
    Wound Counters that make the target a Casualty. `choices`: the table choices that the numbers lean on.
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


class Ends(msgspec.Struct, frozen=True, kw_only=True):
    """In how many ways an attack roll with its Armor Tests ends so."""

    miss: int
    no_effect: int
    pinned: int
    one_wound: int
    two_wounds: int


class RollEnds(msgspec.Struct, frozen=True, kw_only=True):
    """How one attack roll can end, out of `whole`: without a Critical Failure (`kept`) and with one (`failed`).
    `criticals`: the ways to a Critical Success."""

    kept: Ends
    failed: Ends
    criticals: int
    whole: int


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """In how many ways the die that counts misses, hits, and hits on a natural 1."""

    miss: int
    hit: int
    critical: int


def rolled(target_number: int, faces: range, reroll: Reroll) -> Rolled:
    """What the attack roll does where it ends on one of `faces`, consecutive ones (Warzone Eternal Core Rules,
    Critical Success). A die that is rolled again counts for nothing."""
    success = range(faces.start, min(faces.stop, target_number + 1))
    failure = range(max(faces.start, target_number + 1), faces.stop)
    criticals = int(1 in success)

    def counted(number: int, *, succeed: bool) -> int:
        return ways(number, succeed=succeed, target_number=target_number, reroll=reroll)

    return Rolled(
        miss=counted(len(failure), succeed=False),
        hit=counted(len(success) - criticals, succeed=True),
        critical=counted(criticals, succeed=True),
    )


def roll_ends(attack: Attack) -> RollEnds:
    """Every way that one of the attack's tests can end.

    Critical Success and Critical Failure are about the natural die, so a roll can hit and fail critically, and with a
    rating of 1 a natural 1 is both (Warzone Eternal Core Rules, Critical Failure).
    """
    fails_from = FACES + 1 if attack.cf is None else attack.cf
    kept, failed = (
        rolled(attack.target_number.value, faces, attack.reroll)
        for faces in (range(1, fails_from), range(fails_from, FACES + 1))
    )
    plain, critical = (
        degrees(attack.armor.value, tests=tests, reroll=attack.armor_reroll)
        for tests in (attack.multiplier, attack.critical_multiplier)
    )

    def ends(roll: Rolled) -> Ends:
        # Every way is counted out of as many armour dice as a natural 1 asks for.
        hits, criticals = roll.hit * (critical.whole // plain.whole), roll.critical
        return Ends(
            miss=roll.miss * critical.whole,
            no_effect=hits * plain.no_effect + criticals * critical.no_effect,
            pinned=hits * plain.pinned + criticals * critical.pinned,
            one_wound=hits * plain.one_wound + criticals * critical.one_wound,
            two_wounds=hits * plain.two_wounds + criticals * critical.two_wounds,
        )

    return RollEnds(
        kept=ends(kept),
        failed=ends(failed),
        criticals=(kept.critical + failed.critical) * critical.whole,
        whole=whole(attack.reroll) * critical.whole,
    )

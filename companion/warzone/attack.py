"""One attack with its modifiers summed, and in how many ways one of its tests ends."""

from collections import Counter
from enum import Enum

import msgspec

from companion.choices import Chosen
from companion.ledger import Ledger
from companion.warzone.degrees import degrees
from companion.warzone.dice import FACES, Reroll, ways, whole


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


class Hit(Enum):
    MISS = "miss"
    HIT = "hit"
    CRITICAL = "critical"


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


def rolls(target_number: int, cf: int | None, reroll: Reroll) -> Counter[tuple[Hit, bool]]:
    """In how many ways the attack roll hits or misses, each without and with a Critical Failure (Warzone Eternal Core
    Rulebook, Critical Success, Critical Failure).

    Both are about the natural die, so a roll can hit and fail critically, and with a rating of 1 a natural 1 is both.
    A die that is rolled again counts for nothing.
    """
    counted: Counter[tuple[Hit, bool]] = Counter()
    for face in range(1, FACES + 1):
        succeed = face <= target_number
        hit = Hit.CRITICAL if face == 1 else Hit.HIT if succeed else Hit.MISS
        fails = cf is not None and face >= cf
        counted[hit, fails] += ways(1, succeed=succeed, target_number=target_number, reroll=reroll)
    return counted


def roll_ends(attack: Attack) -> RollEnds:
    """Every way that one of the attack's tests can end."""
    rolled = rolls(attack.target_number.value, attack.cf, attack.reroll)
    plain, critical = (
        degrees(attack.armor.value, tests=tests, reroll=attack.armor_reroll)
        for tests in (attack.multiplier, attack.critical_multiplier)
    )

    def ends(*, failed: bool) -> Ends:
        # Every way is counted out of both armour rolls, whichever of them is made.
        hits = rolled[Hit.HIT, failed] * critical.whole
        criticals = rolled[Hit.CRITICAL, failed] * plain.whole
        return Ends(
            miss=rolled[Hit.MISS, failed] * plain.whole * critical.whole,
            no_effect=hits * plain.no_effect + criticals * critical.no_effect,
            pinned=hits * plain.pinned + criticals * critical.pinned,
            one_wound=hits * plain.one_wound + criticals * critical.one_wound,
            two_wounds=hits * plain.two_wounds + criticals * critical.two_wounds,
        )

    armor_ways = plain.whole * critical.whole
    return RollEnds(
        kept=ends(failed=False),
        failed=ends(failed=True),
        criticals=(rolled[Hit.CRITICAL, False] + rolled[Hit.CRITICAL, True]) * armor_ways,
        whole=whole(attack.reroll) * armor_ways,
    )

"""Attacks a second time, from the rulebook and from what the abilities on the cards say: the oracle of the tests.

Questions are dictionaries of the API's parameters, but for the abilities of both sides, which are pairs of a name and
the number in its brackets, `on` and `off`, which are sets of names, and `clamp` and `attacker_counts`, the readings of
the table. Knows nothing of how the engine adds up; attack_dice.py rolls what is found here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Question = Mapping[str, Any]
Pair = tuple[str, int | None]
OBSTRUCTIONS = {"clear": 0, "light": -2, "heavy": -4}
AREAS_OF_ONE_TEST = ("cloud", "explosive")
INVENTED = frozenset({"Luck", "Steady", "Sharp", "Heavy Rounds", "Greased", "Wards", "Plated", "Tough Hide"})
"""Abilities that a card's owner might have bound to effects."""
UNITS = INVENTED | {
    *("Executioner", "Fierce Charge", "First Strike", "Honorbound", "Honored Charge", "Determination", "Faith")
}
"""What an attacker has of its own. Everything else that an attacker can have here is its weapon's."""
ONLY_WHERE_TOLD = frozenset({"Entrenched", "Faith"})
AIDED = "First Aid near"
"""What the players say of a target that a friend with First Aid is near to."""


class Numbers(NamedTuple):
    """What the dice are rolled against. `dice`: how many of which the lowest counts, or where it is less than 0 the
    highest. `armor`: the Armor Test's Target Number after 0, 1, 2, … successes; `tests`: the Armor Tests of a hit."""

    attack: int
    damage: int
    armor: tuple[int, ...]
    tests: int
    critical_tests: int
    rolls: int
    critical: int
    fails_from: int
    dice: int
    reroll: bool
    armor_dice: int
    armor_reroll: bool
    most_wounds: int
    again: tuple[int, int] | None
    pins: bool
    unpinnable: bool


class Side:
    """The abilities of one side that the players want counted."""

    def __init__(self, pairs: Sequence[Pair], q: Question) -> None:
        self._pairs = [
            (name, value)
            for name, value in pairs
            if name not in q["off"] and (name not in ONLY_WHERE_TOLD or name in q["on"])
        ]

    def has(self, name: str) -> bool:
        return any(each == name for each, _ in self._pairs)

    def sum(self, name: str) -> int:
        """The values of all that are called so: they stack."""
        return sum(value or 0 for each, value in self._pairs if each == name)

    def least(self, name: str, otherwise: int) -> int:
        return min([value or 0 for each, value in self._pairs if each == name], default=otherwise)


def bounded(number: int) -> int:
    return max(1, min(20, number))


def area_of(q: Question, own: Side) -> str:
    if q["area"] != "none":
        return str(q["area"])
    return next((area for area in ("cloud", "explosive", "projected") if own.has(area.capitalize())), "none")


def shot(q: Question) -> Numbers:
    own, target = Side(q["abilities"], q), Side(q["target_abilities"], q)
    area = area_of(q, own)
    projected, burst = area == "projected", own.has("Burst")
    secondary = q["secondary"] or (q["indirect"] and area in AREAS_OF_ONE_TEST)
    against_it = not q["indirect"] and not (q["secondary"] and area in AREAS_OF_ONE_TEST)
    braced = q["brace"] and burst
    hidden = "clear" if q["flying"] else q["obstruction"]
    aimed = q["aim"] and not (burst or q["indirect"] or q["reaction"] or projected)

    number = (q["pw"] if own.has("Symmetry") else q["mw"]) + q["range"] + q["modifier"] + own.sum("Steady")
    number += 4 * aimed - 4 * q["flying"]
    if not (braced or own.has("Firing Stance")):
        number -= own.sum("Recoil")
    if q["indirect"]:
        number -= 2 * q["beyond_short"] + 2 * q["sight_blocked"]
    else:
        number += q["def"]
        if not projected:
            number += OBSTRUCTIONS[hidden] - 5 * q["friends_engaged"]
    if against_it:
        number += target.sum("Evasive") + q["reaction"] * target.sum("Blur") - target.has("Entrenched")
        if hidden != "clear" and not projected and not own.has("Precise Senses"):
            number -= target.sum("Camouflage")

    most = target.least("Tough Hide", 99)
    if area == "cloud":
        most = min(most, target.least("Rebreather", 99))
    more = 2 * (aimed and not secondary) + own.sum("Sharp")
    if own.has("Vicious") and not secondary:
        more += 2 * q["wounds_taken"]
    anti_tank = own.has("Anti-Tank") and not secondary
    covered = q["cover"] and not projected and (hidden == "heavy" or q["indirect"] or secondary)
    worn = 2 * (covered and not anti_tank) + 2 * q["dive"] + 2 * target.has("Entrenched")
    suppressive = (braced or own.has("Suppressive")) and "Suppressive" not in q["off"] and not target.has("Driven")
    split = (q["shots"] or 20) < own.sum("Burst")
    return hit_by(
        q,
        own,
        target,
        attack=number,
        bare=q["dam"],
        more=more,
        most=most,
        per_hit=own.has("Focused Fire") and area == "none",
        worn=worn,
        multiplier=None if secondary else q["multiplier"],
        more_tests=own.sum("Heavy Rounds"),
        anti_tank=anti_tank,
        rolls=q["shots"] or max(1, own.sum("Burst")),
        critical=max(1, own.sum("Accurate")),
        cf=q.get("cf"),
        pins=own.has("Concussive") or (suppressive and not secondary and not split),
    )


def blow(q: Question) -> Numbers:
    unarmed = "st" in q
    carried = [each for each in q["abilities"] if not unarmed or each[0] in UNITS]
    own, target = Side(carried, q), Side(q["target_abilities"], q)
    engaged = 0 if own.has("Honorbound") else q["friends"] + q["attacker_counts"]
    symmetry, vicious = own.has("Symmetry"), 2 * q["wounds_taken"] * own.has("Vicious")

    number = q["pw"] if symmetry else q["cc"] + vicious + own.has("Honored Charge")
    number += 2 * q["charge"] + q["def"] + engaged + q["modifier"] + own.sum("Steady") - own.sum("Recoil")
    number += target.sum("Duelist") - target.has("Entrenched")
    if not unarmed:
        number += q["weapon"]

    more = engaged + vicious + own.sum("Sharp")
    if q["charge"]:
        more += own.sum("Thrust") + 2 * own.has("Fierce Charge") + own.sum("Honored Charge")
    anti_tank = own.has("Anti-Tank")
    return hit_by(
        q,
        own,
        target,
        attack=number,
        bare=q["st"] if unarmed else q["dam"],
        more=more,
        most=target.least("Tough Hide", 99),
        per_hit=False,
        worn=2 * (q["cover"] and q["apart"] and not anti_tank),
        multiplier=1 if unarmed else q["multiplier"],
        more_tests=own.sum("Heavy Rounds") + (own.has("First Strike") and q["fresh"]),
        anti_tank=anti_tank,
        rolls=q["strikes"],
        critical=max(1, own.sum("Executioner")),
        cf=None if unarmed else q.get("cf"),
        pins=own.has("Suppressive") and not target.has("Driven"),
    )


def hit_by(
    q: Question,
    own: Side,
    target: Side,
    *,
    attack: int,
    bare: int,
    more: int,
    most: int,
    per_hit: bool,
    worn: int,
    multiplier: int | None,
    more_tests: int,
    anti_tank: bool,
    rolls: int,
    critical: int,
    cf: int | None,
    pins: bool,
) -> Numbers:
    """`bare`: the DAM as printed, which `more` adds to, up to `most`; `worn`: what adds to AR but not to LD;
    `multiplier`: as printed, None for a Secondary Target."""
    by_ld = own.has("Terrifying")
    stands = q["ld"] if by_ld else q["ar"] + worn + target.sum("Plated")
    stands += q["armor_modifier"]

    def saved(damage: int) -> int:
        number = stands - min(most, damage)
        return bounded(number) if q["clamp"] else number

    tests = 1 if multiplier is None else bounded_tests(multiplier + more_tests)
    spared = AIDED in q["on"] - q["off"] and not anti_tank
    return Numbers(
        attack=bounded(attack),
        damage=min(most, bare + more),
        armor=tuple(saved(bare + more + per_hit * hits) for hits in range(2 * rolls + 1)),
        tests=tests,
        critical_tests=tests + (multiplier is not None),
        rolls=rolls,
        critical=critical,
        fails_from=21 if cf is None else bounded(cf + own.sum("Greased")),
        dice=own.sum("Luck") or 1,
        reroll=q["reroll"] == "failed" or own.has("Faith") or (own.has("Determination") and own.has("Symmetry")),
        armor_dice=target.sum("Wards") or 1,
        armor_reroll=q["armor_reroll"] == "failed" or target.has("Faith") or (target.has("Determination") and by_ld),
        most_wounds=1 if spared else 99,
        again=(saved(bare), multiplier or 1) if own.has("Continuous") else None,
        pins=pins,
        unpinnable=target.has("Relentless"),
    )


def bounded_tests(tests: int) -> int:
    return max(1, min(10, tests))

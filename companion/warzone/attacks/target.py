"""The unit that an attack is aimed at, and its Armor Test's Target Number."""

import msgspec

from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.bounds import Armor, Modifier, Taken, Wounds
from companion.warzone.chances.dice import Reroll
from companion.warzone.choices import ArmorBounds, WarzoneChoices
from companion.warzone.target_numbers import LEAST, MOST, TESTS, modifiers, target_number

ARMOR_TESTS = "Armor Tests"
COVER = "LOS and Cover"
DIVE = "Dive for Cover"


class Target(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What of the target matters once it is hit.

    `cover`: in contact with the terrain with the Cover trait that obstructs it heavily. `dive`: it dives for cover.
    `armor_modifier`: everything else that changes its Armor Tests. `armor_reroll`: which of its armour dice are rolled
    again, each at most once. `wounds` is W, `wounds_taken` the Wound Counters it has.
    """

    ar: Armor
    cover: bool = False
    dive: bool = False
    armor_modifier: Modifier = 0
    armor_reroll: Reroll = Reroll.NONE
    wounds: Wounds = 1
    wounds_taken: Taken = 0


def wounds_left(target: Target) -> int:
    """How many Wound Counters make it a Casualty. Raises Invalid where it is one."""
    if target.wounds_taken >= target.wounds:
        raise Invalid("wounds_taken", f"must be less than W {target.wounds}: with as many the unit is gone")
    return target.wounds - target.wounds_taken


def armor_ledger(
    target: Target,
    damage: int,
    choices: WarzoneChoices,
    *,
    no_cover: str | None = None,
    no_dive: str | None = None,
) -> Ledger:
    """The Armor Test's Target Number against `damage` (Warzone Eternal Core Rules, Armor Tests).

    `no_cover` and `no_dive` say why the one or the other does not help here; a line of 0 shows it. Whether the number
    is brought into 1 to 20 is the table's choice (ARMOR_BOUNDS).
    """
    lines = [
        Line("AR", target.ar, ARMOR_TESTS),
        Line("DAM", -damage, ARMOR_TESTS),
        *_bonus("Cover", COVER, given=target.cover, but=no_cover),
        *_bonus("Dive for Cover", DIVE, given=target.dive, but=no_dive),
        *modifiers(Line("Other armour modifiers", target.armor_modifier, ARMOR_TESTS)),
    ]
    return target_number(lines) if choices.armor_bounds is ArmorBounds.BOUNDED else Ledger.of(lines)


def leaves_bounds(armor: Ledger) -> bool:
    """Whether AR less DAM is outside 1 to 20, so that the table's choice decides what it means."""
    return not LEAST <= sum(line.value for line in armor.lines if line.source != TESTS) <= MOST


def _bonus(label: str, source: str, *, given: bool, but: str | None) -> tuple[Line, ...]:
    if not given:
        return ()
    return (Line(label, 2, source),) if but is None else (Line(f"{label}: {but}", 0, source),)

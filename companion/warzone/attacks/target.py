"""Describes an attack's target, its Armor Test's Target Number, and how much of it is hidden."""

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import Annotated

import msgspec

from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.abilities.ability import COVER as COVER_TRAIT
from companion.warzone.abilities.ability import Ability, Does, listed, read_abilities
from companion.warzone.abilities.catalogue import FIRST_AID_NEAR
from companion.warzone.abilities.standing import Counted
from companion.warzone.chances.dice import Reroll
from companion.warzone.choices import ArmorBounds, WarzoneChoices

# How large the numbers of a question can be: wider than anything printed, narrow enough to be added up at once.

Rating = Annotated[int, msgspec.Meta(ge=1, le=20)]
"""Is a characteristic that a test is rolled against, or a Critical Failure rating."""
Armor = Annotated[int, msgspec.Meta(ge=0, le=40)]
Damage = Annotated[int, msgspec.Meta(ge=0, le=40)]
Modifier = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Multiplier = Annotated[int, msgspec.Meta(ge=1, le=10)]
Rolls = Annotated[int, msgspec.Meta(ge=1, le=20)]
"""Counts the tests in one action."""
Wounds = Annotated[int, msgspec.Meta(ge=1, le=20)]
Taken = Annotated[int, msgspec.Meta(ge=0, le=19)]
EarlierHits = Annotated[int, msgspec.Meta(ge=0, le=40)]
"""Counts the hits on the same target, in one Activation."""
Friends = Annotated[int, msgspec.Meta(ge=0, le=10)]

# Target Numbers (Warzone Eternal Core Rules, Tests, Target Numbers (“TN”), and Rolling Dice).

LEAST, MOST = 1, 20
TESTS = "Tests, Target Numbers (“TN”), and Rolling Dice"


def target_number(lines: Iterable[Line]) -> Ledger:
    """Returns the sum of `lines`; a line of its own keeps it within 1 to 20."""
    lowest = Ledger.of(lines).at_least(LEAST, label="No lower than 1", source=TESTS)
    return lowest.at_most(MOST, label="No higher than 20", source=TESTS)


def modifiers(*lines: Line) -> Iterable[Line]:
    """Yields the lines that change the number."""
    return (line for line in lines if line.value)


# Weapons that strike an area.


class Area(Enum):
    """Names the Weapon Special Abilities that strike an area (Warzone Eternal Core Rules, Area of Effect Weapons)."""

    NONE = "none"
    CLOUD = "cloud"
    EXPLOSIVE = "explosive"
    PROJECTED = "projected"

    @property
    def one_test_hits_all(self) -> bool:
        """Returns True where the test against the Primary Target decides for the Secondary Targets too."""
        return self in (Area.CLOUD, Area.EXPLOSIVE)


# How much of a target is hidden.


class Obstruction(Enum):
    """Says how much of the target is hidden (Warzone Eternal Core Rules, Obstruction)."""

    CLEAR = "clear"
    LIGHT = "light"
    HEAVY = "heavy"

    @property
    def modifier(self) -> int:
        return {Obstruction.CLEAR: 0, Obstruction.LIGHT: -2, Obstruction.HEAVY: -4}[self]


# Abilities as a question has them: a line of text that fits into an address.

MOST_ABILITIES = 48
AbilityText = Annotated[
    str,
    msgspec.Meta(
        max_length=1200,
        description="Special Abilities as printed, with commas between",
        examples=["Burst (3), Recoil (4)"],
    ),
]
Names = Annotated[
    str,
    msgspec.Meta(
        max_length=600, description="Names of Special Abilities, with commas between", examples=["Recoil, Camouflage"]
    ),
]


def read(field: str, text: str) -> tuple[Ability, ...]:
    """Reads the abilities that a field names. Raises Invalid."""
    try:
        found = _read(text)
    except ValueError as error:
        raise Invalid(field, str(error)) from error
    if len(found) > MOST_ABILITIES:
        raise Invalid(field, f"must be at most {MOST_ABILITIES} abilities, got {len(found)}")
    return found


@lru_cache(maxsize=32)
def _read(text: str) -> tuple[Ability, ...]:
    """Caches the text, for which each plan against each target asks again."""
    return read_abilities(text)


def named(text: str) -> frozenset[str]:
    """Returns the abilities of `on` and `off`, in small letters; a value in brackets does not count."""
    return frozenset(part.split("(")[0].strip().casefold() for part in listed(text))


def written(abilities: tuple[Ability, ...]) -> str:
    """Returns the abilities in the form that `read` reads."""
    return ", ".join(str(each) for each in abilities)


# The unit that an attack is aimed at, and its Armor Test's Target Number.

ARMOR_TESTS = "Armor Tests"
COVER = "LOS and Cover"
DIVE = "Dive for Cover"
NOT_BY_LD = "not in tests against LD"


class Target(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes what of the target matters once it is hit.

    `cover`: it is in contact with the terrain with the Cover trait that obstructs it heavily. `dive`: it dives for
    cover. `armor_modifier` is everything else that changes its Armor Tests. `armor_reroll` says which of its armour
    dice are rolled again, each at most once. `wounds` is W, `wounds_taken` the Wound Counters it has. `ld` is needed
    where its Armor Tests are against LD. `target_abilities` are its Special Abilities as printed. `on` names the
    abilities of either side that hold only sometimes and hold now. `off` names those that shall not count.
    """

    ar: Armor
    cover: bool = False
    dive: bool = False
    armor_modifier: Modifier = 0
    armor_reroll: Reroll = Reroll.NONE
    wounds: Wounds = 1
    wounds_taken: Taken = 0
    ld: Rating | None = None
    target_abilities: AbilityText = ""
    on: Names = ""
    off: Names = ""


def armor_abilities(target: Target) -> tuple[Ability, ...]:
    """Returns the target's abilities, and a near friend's First Aid where the players say so. Raises Invalid."""
    own = read("target_abilities", target.target_abilities)
    return (*own, _FIRST_AID) if FIRST_AID_NEAR in named(target.on) else own


_FIRST_AID = Ability("First Aid near")


def wounds_left(target: Target) -> int:
    """Returns how many Wound Counters make the target a Casualty. Raises Invalid where it is one."""
    if target.wounds_taken >= target.wounds:
        raise Invalid("wounds_taken", f"must be less than W {target.wounds}: with as many the unit is gone")
    return target.wounds - target.wounds_taken


def armor_ledger(
    target: Target,
    damage: int,
    choices: WarzoneChoices,
    counted: Counted,
    *,
    no_cover: str | None = None,
    no_dive: str | None = None,
) -> Ledger:
    """Returns the Armor Test's Target Number against `damage` (Warzone Eternal Core Rules, Armor Tests).

    `no_cover` and `no_dive` say why the one or the other does not help here; a line of 0 shows it. The rule choice
    ARMOR_BOUNDS decides whether the number is kept within 1 to 20. Raises Invalid.
    """
    by_ld = next((part for part in counted.parts(Does.AGAINST_LD)), None)
    if by_ld is None:
        base = Line("AR", target.ar, ARMOR_TESTS)
    elif target.ld is None:
        raise Invalid("ld", f"is missing: {by_ld.ability} asks for tests against the target's LD")
    else:
        base = Line(f"LD: {by_ld.ability}", target.ld, by_ld.known.source)
    if ignoring := counted.ignores(COVER_TRAIT):
        no_cover = f"ignored, {ignoring}"
    why = NOT_BY_LD if by_ld else None
    lines = [
        base,
        Line("DAM", -damage, ARMOR_TESTS),
        *_bonus("Cover", COVER, given=target.cover, but=why or no_cover),
        *_bonus("Dive for Cover", DIVE, given=target.dive, but=why or no_dive),
        *_unless(counted.lines(Does.AR), why),
        *modifiers(Line("Other armour modifiers", target.armor_modifier, ARMOR_TESTS)),
    ]
    return target_number(lines) if choices.armor_bounds is ArmorBounds.BOUNDED else Ledger.of(lines)


def armor_after(armor: Ledger, harder: Iterable[int], choices: WarzoneChoices) -> tuple[int, ...]:
    """Returns the Armor Test's Target Number for each amount of DAM added to the hit."""
    bare = unbounded(armor)
    if choices.armor_bounds is ArmorBounds.UNBOUNDED:
        return tuple(bare - more for more in harder)
    return tuple(min(MOST, max(LEAST, bare - more)) for more in harder)


def unbounded(armor: Ledger) -> int:
    """Returns AR less DAM, also outside 1 to 20."""
    return sum(line.value for line in armor.lines if line.source != TESTS)


def leaves_bounds(number: int) -> bool:
    """Returns True where AR less DAM is outside 1 to 20, so that the rule choice decides its meaning."""
    return not LEAST <= number <= MOST


def _bonus(label: str, source: str, *, given: bool, but: str | None) -> tuple[Line, ...]:
    if not given:
        return ()
    return (Line(label, 2, source),) if but is None else (Line(f"{label}: {but}", 0, source),)


def _unless(lines: Iterable[Line], why: str | None) -> Iterable[Line]:
    return (line if why is None else Line(f"{line.label}: {why}", 0, line.source) for line in lines)

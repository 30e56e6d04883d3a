"""Works out distances and sight: Line of Sight, Range Bands, spots for Indirect Fire, scatter, and a Commander's
distance."""

from enum import Enum
from typing import Annotated

import msgspec

from companion.choices import Chosen, reading
from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.attacks.shoot import indirect_modifiers
from companion.warzone.attacks.target import Modifier, Rating, modifiers, target_number
from companion.warzone.choices import DENSE_DEPTH, DenseDepth, WarzoneChoices
from companion.warzone.sums.ways import Inches, MaybeInches, half, inches, rounded_up, whole_inches

# Line of Sight (Warzone Eternal Core Rules, Line of Sight (“LOS”); Zone (Dense)).

LINES = 5
"""Counts the LOS Lines to a unit: one to each of its LOS Points."""
BLOCKING = 2
"""Inches of a Zone (Dense) that block a LOS Line."""
DENSE = "Zone (Dense)"


class Los(Enum):
    CLEAR = "clear"
    LIGHT = "light"
    HEAVY = "heavy"
    BLOCKED = "blocked"


class Sight(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`blocked`: of the five LOS Lines, by anything but a Zone (Dense). `through`: so many inches of such a Zone all of
    them pass. `dense`: the target's base is completely within one. `cover_contact`: it touches the terrain with the
    Cover trait that obstructs it, or is completely within it where that is a Zone."""

    blocked: Annotated[int, msgspec.Meta(ge=0, le=LINES)] = 0
    through: MaybeInches = ""
    dense: bool = False
    cover_contact: bool = False


class SightAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Says what the observing unit sees.

    `modifier` is to the Shoot Action's Target Number, `armor_bonus` to the target's AR. Both are 0 where it cannot
    shoot at all.
    """

    los: Los
    modifier: int
    armor_bonus: int
    why: str
    source: str
    choices: tuple[Chosen, ...] = ()


_SOURCES = {Los.CLEAR: "Clear", Los.LIGHT: "Obstruction", Los.HEAVY: "Obstruction", Los.BLOCKED: "Blocked"}
_MODIFIERS = {Los.LIGHT: -2, Los.HEAVY: -4}


def sight(question: Sight, choices: WarzoneChoices) -> SightAnswer:
    """Returns what the observing unit sees of its target. Inches are rounded up.

    Within a Zone (Dense) the target has Heavy Obstruction, however many lines other things cross, unless they block
    them all. A rule choice decides whether 2 inches or more of the Zone on the way block too.
    """
    passed = whole_inches(question.through) or 0
    through = passed >= BLOCKING
    los = _by_lines(question.blocked)
    if through and not (question.dense and choices.dense_depth is DenseDepth.HEAVY):
        los = Los.BLOCKED
    elif question.dense and los is not Los.BLOCKED:
        los = Los.HEAVY
    covered = los is Los.HEAVY and question.cover_contact
    return SightAnswer(
        los=los,
        modifier=_MODIFIERS.get(los, 0),
        armor_bonus=2 if covered else 0,
        why=_why(question, los, passed) + (" Cover that it touches adds 2 to its AR." if covered else ""),
        source=DENSE if question.blocked < LINES and (question.dense or through) else _SOURCES[los],
        choices=(reading(DENSE_DEPTH, choices),) if question.dense and through and question.blocked < LINES else (),
    )


def _by_lines(blocked: int) -> Los:
    if blocked == LINES:
        return Los.BLOCKED
    if blocked >= 3:
        return Los.HEAVY
    return Los.LIGHT if blocked else Los.CLEAR


def _why(question: Sight, los: Los, passed: int) -> str:
    if question.dense and los is Los.HEAVY:
        return "Completely within a Zone (Dense): Heavy Obstruction, however few of its plants cross the LOS Lines."
    if passed >= BLOCKING and question.blocked < LINES:
        return (
            f"{passed}″ of a Zone (Dense) on the way: {BLOCKING}″ or more block a LOS Line. "
            "If some lines pass above the Zone, leave the inches out and count the lines."
        )
    said = f"{question.blocked} of {LINES} LOS Lines are Blocked: "
    return (
        said
        + {
            Los.CLEAR: "Clear.",
            Los.LIGHT: "Light Obstruction.",
            Los.HEAVY: "Heavy Obstruction.",
            Los.BLOCKED: "no LOS, so no Shoot Action at it.",
        }[los]
    )


# Range Bands (Warzone Eternal Core Rules, Weapon Profile; Measuring; Rounding Up).


class SightBand(Enum):
    SHORT = "short"
    LONG = "long"


class Reach(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks about a measured distance and the weapon's ranges, in inches.

    A range that its profile leaves out is empty.
    """

    distance: Inches
    short: MaybeInches = ""
    long: MaybeInches = ""


class ReachAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`bands` is empty out of range, and has both where the Active Player chooses. `rounded`: the whole inches that
    count."""

    bands: tuple[SightBand, ...]
    choice: bool
    rounded: int
    why: str
    source: str


def reach(question: Reach) -> ReachAnswer:
    """Returns the target's Range Band.

    Distance and ranges are rounded up before they are compared. The player has a choice only where the tape is on the
    dividing line itself. 11.5 inches count as 12, and are still in a Short Range of 12 alone. Raises Invalid.
    """
    measured, short, long = inches(question.distance), whole_inches(question.short), whole_inches(question.long)
    if short is None and long is None:
        raise Invalid("short", "is missing: give the weapon's Short Range, its Long Range or both")
    if short is not None and long is not None and long <= short:
        raise Invalid("long", f"must be more than the Short Range of {short} inches")
    rounded = rounded_up(measured)
    bands = [
        band
        for band, reaches, starts in ((SightBand.SHORT, short, None), (SightBand.LONG, long, short))
        if reaches is not None and rounded <= reaches and (starts is None or rounded > starts or measured == starts)
    ]
    choice = len(bands) > 1
    return ReachAnswer(
        bands=tuple(bands),
        choice=choice,
        rounded=rounded,
        why=_why_band(bands, rounded),
        source="Measuring" if choice else "Weapon Profile",
    )


def _why_band(bands: list[SightBand], rounded: int) -> str:
    if not bands:
        return f"{rounded} inches is out of range."
    if len(bands) > 1:
        return f"{rounded} inches is on the line between Short and Long Range: the Active Player chooses."
    return f"{rounded} inches, rounded up, is within {bands[0].value.capitalize()} Range."


# Spots for Indirect Fire (Warzone Eternal Core Rules, Indirect Fire).

INDIRECT = "Indirect Fire"


class SpotTest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks about a Spot `distance` inches away, for a weapon of those ranges and their modifiers.

    `cover_height` is that of a feature with the Cover trait on the line to it. `cover_distance` is how far the Spot is
    from that feature. `enclosed`: the unit is within Enclosed terrain, and the Spot not within the same. Without `mw`,
    only the modifiers are summed.
    """

    distance: Inches
    short: MaybeInches = ""
    long: MaybeInches = ""
    short_modifier: Modifier = 0
    long_modifier: Modifier = 0
    mw: Rating | None = None
    cover_height: MaybeInches = ""
    cover_distance: MaybeInches = ""
    enclosed: bool = False
    sight_blocked: bool = False
    modifier: Modifier = 0


class SpotAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`may`: the Spot may be aimed at; `against` has every reason why not. `bands`: as for any shot. `target_number`,
    or without MW the modifiers, None out of range."""

    may: bool
    against: tuple[str, ...]
    bands: tuple[SightBand, ...]
    target_number: Ledger | None
    why: str
    source: str = INDIRECT


def spot(question: SpotTest) -> SpotAnswer:
    """Returns whether the unit may aim at the Spot, and the shot's Target Number.

    All distances are rounded up. On a dividing line the Short Range counts, the better one. The Spot may not be within
    half the height of the Cover. A Spot at just that distance is within it, as for ranges. Raises Invalid.
    """
    found = reach(Reach(distance=question.distance, short=question.short, long=question.long))
    against = [*_against(question)]
    if not found.bands:
        against.insert(0, found.why)
    return SpotAnswer(
        may=not against,
        against=tuple(against),
        bands=found.bands,
        target_number=_rolled(question, found.bands[0]) if found.bands else None,
        why=found.why,
    )


def _against(question: SpotTest) -> list[str]:
    against = []
    if question.enclosed:
        against.append("From within Enclosed terrain only at a Spot within the same.")
    height, away = whole_inches(question.cover_height), whole_inches(question.cover_distance)
    if height and away is not None and away <= half(height):
        against.append(f"Cover {height}″ tall on the line: up to {half(height)}″ from it is too close.")
    return against


def _rolled(question: SpotTest, band: SightBand) -> Ledger:
    long = band is SightBand.LONG
    lines = [
        *indirect_modifiers(
            question.long_modifier if long else question.short_modifier,
            beyond_short=long and bool(question.short.strip()),
            unseen=question.sight_blocked,
        ),
        *modifiers(Line("Other modifiers", question.modifier, INDIRECT)),
    ]
    if question.mw is None:
        return Ledger.of(lines)
    return target_number([Line("MW", question.mw, INDIRECT), *lines])


# Where a thing that scatters goes (Warzone Eternal Core Rules, Scatter).


class Scatter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`distance`: the inches that the rule or ability says."""

    distance: Annotated[int, msgspec.Meta(ge=0, le=48)]


class ScatterAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Holds how far it goes, and how the die shows the direction."""

    distance: Ledger
    steps: tuple[str, ...]
    source: str = "Scatter"


def scatter(question: Scatter) -> ScatterAnswer:
    """Returns how it scatters. The die shows the direction, and its number does not count; the rule says how far."""
    return ScatterAnswer(
        distance=Ledger.of([Line("From the rule that scatters it", question.distance, "Scatter")]),
        steps=(
            "Roll a d20 as near to the target point as you can.",
            "Look at the triangle on top: its upper point is the direction. The number does not count.",
            f"Move it {question.distance} inches that way.",
        ),
    )


# How far a Commander is from its own Side of the Battlefield (Warzone Eternal Core Rules, Lead from the Front).

LEAD = "Lead from the Front"
FURTHEST = 99
Distance = Annotated[int, msgspec.Meta(ge=0, le=FURTHEST, description="Inches, rounded up")]
Count = Annotated[int, msgspec.Meta(ge=0, le=60)]


class Stand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Describes a Commander's place and the units around it.

    `distance` is in inches, rounded up, from the Force's Side to the far edge of the Commander's base. `front` counts
    Friendly Units that are further from that Side, `behind` those that are closer.
    """

    distance: Distance
    front: Count = 0
    behind: Count = 0


def measure_commander(stand: Stand) -> Ledger:
    """Returns the distance that counts.

    It is halved where more Friendly Units are in front of the Commander than behind. Half an inch counts as a whole one
    (Rounding Up).
    """
    lines = [Line("Measured", stand.distance, LEAD)]
    if stand.front > stand.behind:
        lines.append(Line(f"Halved: {stand.front} in front, {stand.behind} behind", -(stand.distance // 2), LEAD))
    return Ledger.of(lines)

"""Range Bands (Warzone Eternal Core Rules, Weapon Profile; Measuring; Rounding Up)."""

from enum import Enum

import msgspec

from companion.fields.invalid import Invalid
from companion.warzone.sums.inches import Inches, MaybeInches, inches, rounded_up, whole_inches


class Band(Enum):
    SHORT = "short"
    LONG = "long"


class Reach(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A measured distance and the weapon's ranges, in inches; a range that its profile leaves out is empty."""

    distance: Inches
    short: MaybeInches = ""
    long: MaybeInches = ""


class ReachAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`bands` is empty out of range, and has both where the Active Player chooses. `rounded`: the whole inches that
    count."""

    bands: tuple[Band, ...]
    choice: bool
    rounded: int
    why: str
    source: str


def reach(question: Reach) -> ReachAnswer:
    """Which Range Band the target is in. Raises Invalid.

    Distance and ranges are rounded up before they are compared. The choice on a dividing line is there where
    the tape lies on the line itself: 11.5 inches count as 12, and are still in a Short Range of 12 alone.
    """
    measured, short, long = inches(question.distance), whole_inches(question.short), whole_inches(question.long)
    if short is None and long is None:
        raise Invalid("short", "is missing: give the weapon's Short Range, its Long Range or both")
    if short is not None and long is not None and long <= short:
        raise Invalid("long", f"must be more than the Short Range of {short} inches")
    rounded = rounded_up(measured)
    bands = [
        band
        for band, reaches, starts in ((Band.SHORT, short, None), (Band.LONG, long, short))
        if reaches is not None and rounded <= reaches and (starts is None or rounded > starts or measured == starts)
    ]
    choice = len(bands) > 1
    return ReachAnswer(
        bands=tuple(bands),
        choice=choice,
        rounded=rounded,
        why=_why(bands, rounded),
        source="Measuring" if choice else "Weapon Profile",
    )


def _why(bands: list[Band], rounded: int) -> str:
    if not bands:
        return f"{rounded} inches is out of range."
    if len(bands) > 1:
        return f"{rounded} inches is on the line between Short and Long Range: the Active Player chooses."
    return f"{rounded} inches, rounded up, is within {bands[0].value.capitalize()} Range."

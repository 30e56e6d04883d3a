"""Spots for Indirect Fire (Warzone Eternal Core Rules, Indirect Fire)."""

import msgspec

from companion.ledger import Ledger, Line
from companion.warzone.attacks.shoot import indirect_modifiers
from companion.warzone.bounds import Modifier, Rating
from companion.warzone.sums.band import Band, Reach, reach
from companion.warzone.sums.inches import Inches, MaybeInches, whole_inches
from companion.warzone.sums.ways import half
from companion.warzone.target_numbers import modifiers, target_number

INDIRECT = "Indirect Fire"


class Spot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Spot `distance` inches away, for a weapon of those ranges and their modifiers. `cover_height` and
    `cover_distance`: a feature with the Cover trait on the line to it, and how far the Spot is from that. `enclosed`:
    the unit is within Enclosed terrain, and the Spot not within the same. `mw` may be left out: then only the modifiers
    are summed."""

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
    bands: tuple[Band, ...]
    target_number: Ledger | None
    why: str
    source: str = INDIRECT


def spot(question: Spot) -> SpotAnswer:
    """Whether the Spot may be aimed at, and what the shot is rolled against. All distances are rounded up. On a
    dividing line it goes by the Short Range, the better. Raises Invalid.

    The Spot may not be within half the height of the Cover, and what lies at that distance is within it, as for ranges.
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


def _against(question: Spot) -> list[str]:
    against = []
    if question.enclosed:
        against.append("From within Enclosed terrain only at a Spot within the same.")
    height, away = whole_inches(question.cover_height), whole_inches(question.cover_distance)
    if height and away is not None and away <= half(height):
        against.append(f"Cover {height}″ tall on the line: up to {half(height)}″ from it is too close.")
    return against


def _rolled(question: Spot, band: Band) -> Ledger:
    long = band is Band.LONG
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

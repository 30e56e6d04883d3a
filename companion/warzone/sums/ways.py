"""Counts inches, and how much of its MV a way takes."""

import math
from decimal import Decimal
from typing import Annotated

import msgspec

from companion.choices import Chosen, reading
from companion.fields.numbers import decimal
from companion.ledger import Ledger, Line
from companion.warzone.abilities.ability import CARD
from companion.warzone.choices import ROUGH_PART, RoughPart, WarzoneChoices

# Inches as a tape shows them, and as the rules count them (Warzone Eternal Core Rules, Rounding Up).

Inches = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^ *[0-9]{1,3}(\.[0-9]{1,3})? *$(?!\n)", max_length=16, description="Inches, as in 12 or 12.5"
    ),
]
MaybeInches = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^ *([0-9]{1,3}(\.[0-9]{1,3})? *)?$(?!\n)",
        max_length=16,
        description="Inches, or empty where there is none",
    ),
]


def inches(text: Inches) -> Decimal:
    """Returns the length on the tape."""
    return decimal(text.strip(" "), most=999) or Decimal(0)


def rounded_up(length: Decimal) -> int:
    """Returns the whole number that the rules count with."""
    return math.ceil(length)


def whole_inches(text: MaybeInches) -> int | None:
    """Returns the length rounded up, or None without one."""
    return rounded_up(inches(text)) if text.strip() else None


# How much of its MV a way takes: in the clear, and in Rough (Warzone Eternal Core Rules, Move Action; Rough; Rounding
# Up).

MOVE, ROUGH, ROUNDING = "Move Action", "Rough", "Rounding Up"
Mv = Annotated[int, msgspec.Meta(ge=1, le=24)]
TRAILBLAZE = "Trailblaze: Rough does not count"


class MovementWay(msgspec.Struct, frozen=True, kw_only=True):
    """Holds whole inches `clear` and `rough`, in whatever order. With `trailblaze` Rough is as the clear."""

    clear: int = 0
    rough: int = 0
    trailblaze: bool = False

    @property
    def halved(self) -> bool:
        """Returns True where Rough takes its half."""
        return self.rough > 0 and not self.trailblaze


def half(number: int) -> int:
    """Returns half of it as the book halves, the fraction rounded up."""
    return -(-number // 2)


def halving(number: int, label: str, source: str) -> Line:
    """Returns the line that halves a number."""
    return Line(f"{label}: half, rounded up", half(number) - number, source)


def needed(way: MovementWay, choices: WarzoneChoices) -> Ledger:
    """Returns the inches that the way needs."""
    if way.halved and choices.rough_part is RoughPart.PART:
        odd = Line("Half of an odd number is rounded up", -1, ROUNDING)
        return Ledger.of([*_clear(way.clear, 1), _twice(way.rough, 1), odd])
    return Ledger.of(_walked(way, 1))


def has(mv: int, way: MovementWay, choices: WarzoneChoices) -> Ledger:
    """Returns the inches that the unit has for the way."""
    start = Line("MV", mv, MOVE)
    if way.halved and choices.rough_part is RoughPart.WHOLE:
        return Ledger.of([start, halving(mv, "Rough", ROUGH)])
    return Ledger.of([start])


def left(mv: int, way: MovementWay, choices: WarzoneChoices) -> Ledger:
    """Returns what of `mv` is left for the clear after a way that it goes."""
    start = has(mv, way, choices).lines
    if way.halved and choices.rough_part is RoughPart.PART:
        ledger = Ledger.of([*start, *_clear(way.clear, -1), _twice(way.rough, -1)])
        return ledger.at_least(0, label="Half of an odd number is rounded up", source=ROUNDING)
    return Ledger.of([*start, *_walked(way, -1)])


def left_in_rough(mv: int, way: MovementWay, choices: WarzoneChoices) -> Ledger:
    """Returns what is left if it is in Rough from here on."""
    after = left(mv, way, choices)
    if way.trailblaze:
        return Ledger.of([*after.lines, Line(TRAILBLAZE, 0, CARD)])
    if choices.rough_part is RoughPart.PART:
        return Ledger.of([*after.lines, halving(after.value, "Rough", ROUGH)])
    if way.halved:
        return after
    ledger = Ledger.of([Line("MV", mv, MOVE), halving(mv, "Rough", ROUGH), *_walked(way, -1)])
    return ledger.at_least(0, label="It has gone farther than that", source=MOVE)


def leans_on(way: MovementWay, choices: WarzoneChoices) -> tuple[Chosen, ...]:
    """Returns the rule choice, where the way so far makes it matter."""
    gone = way.clear or way.rough
    return (reading(ROUGH_PART, choices),) if gone and not way.trailblaze else ()


def whole(number: int) -> str:
    """Returns so many inches, in words."""
    return f"{number} inch" if number == 1 else f"{number} inches"


def _clear(number: int, sign: int) -> list[Line]:
    return [Line(f"{whole(number)} in the clear", sign * number, MOVE)] if number else []


def _twice(number: int, sign: int) -> Line:
    return Line(f"{whole(number)} in Rough, counted twice", sign * 2 * number, ROUGH)


def _walked(way: MovementWay, sign: int) -> list[Line]:
    words, source = (", ignored by Trailblaze", CARD) if way.trailblaze else ("", ROUGH)
    rough = [Line(f"{whole(way.rough)} in Rough{words}", sign * way.rough, source)] if way.rough else []
    return [*_clear(way.clear, sign), *rough]

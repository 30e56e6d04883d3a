"""Inches as a tape shows them, and as the rules count them (Warzone Eternal Core Rules, Rounding Up)."""

import math
from decimal import Decimal
from typing import Annotated

import msgspec

from companion.fields.numbers import decimal

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
    """The length that the tape shows."""
    return decimal(text.strip(" "), most=999) or Decimal(0)


def rounded_up(length: Decimal) -> int:
    """The whole number that the rules reckon with."""
    return math.ceil(length)


def whole_inches(text: MaybeInches) -> int | None:
    """The length rounded up; None where there is none."""
    return rounded_up(inches(text)) if text.strip() else None

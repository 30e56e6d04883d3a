"""Inches as a tape shows them, and as the rules count them (Warzone Eternal Core Rules, Rounding Up)."""

import math
from decimal import Decimal
from typing import Annotated

import msgspec

Inches = Annotated[
    str, msgspec.Meta(pattern=r"^ *[0-9]{1,3}(\.[0-9]{1,3})? *$", description="Inches, as in 12 or 12.5")
]
MaybeInches = Annotated[
    str, msgspec.Meta(pattern=r"^ *([0-9]{1,3}(\.[0-9]{1,3})?)? *$", description="Inches, or empty where there is none")
]


def inches(text: Inches) -> Decimal:
    """The length that the tape shows."""
    return Decimal(text.strip())


def rounded_up(length: Decimal) -> int:
    """The whole number that the rules reckon with."""
    return math.ceil(length)


def whole_inches(text: MaybeInches) -> int | None:
    """The length rounded up; None where there is none."""
    return rounded_up(inches(text)) if text.strip() else None

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


def inches(text: str) -> Decimal | None:
    """The length that the text is; None where it is empty."""
    return Decimal(text) if text.strip() else None


def rounded_up(length: Decimal) -> int:
    """The whole number that the rules reckon with."""
    return math.ceil(length)

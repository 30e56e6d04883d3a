"""Makes numbers from text: this is the one place where typed digits become a number, however they reached us.

Only ASCII digits count, at most as many as the largest number has. One sign may come before them where negative numbers
are allowed. A text becomes a number only once that holds.
"""

import re
from decimal import Decimal

from companion.fields.invalid import Invalid
from companion.fields.words import clipped

LARGEST = 999_999_999
"""Limits numbers whose own bounds are checked afterwards."""
_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_PLACES = 15
"""Limits the digits behind the point."""


def whole(text: str, *, least: int = 0, most: int = LARGEST) -> int | None:
    """Returns the whole number from `least` to `most` that the text is, None where it is not one."""
    digits = max(len(str(abs(bound))) for bound in (least, most))
    if len(text) > digits + (least < 0) or _WHOLE.fullmatch(text) is None or (least >= 0 and not text[0].isalnum()):
        return None
    number = int(text)
    return number if least <= number <= most else None


def decimal(text: str, *, least: int = 0, most: int = LARGEST) -> Decimal | None:
    """Returns the number from `least` to `most`, with or without a point, that the text is, None where it is not
    one."""
    before, _, behind = text.partition(".")
    if whole(before, least=least, most=most) is None or len(behind) > _PLACES or _DECIMAL.fullmatch(text) is None:
        return None
    number = Decimal(text)
    return number if least <= number <= most else None


def bounded(field: str, text: str, *, least: int = 0, most: int) -> int:
    """Returns the whole number from `least` to `most` that a field's text is. Raises Invalid, naming the field."""
    number = whole(text, least=least, most=most)
    if number is None:
        if not text.strip():
            raise Invalid(field, "is missing")
        allowed = "a whole number" if _WHOLE.fullmatch(text) is None else f"{least} to {most}"
        raise Invalid(field, f"must be {allowed}, got {clipped(text)}")
    return number

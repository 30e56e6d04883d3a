"""What the WarTime Rulebook leaves open, and how this table plays it."""

from enum import Enum

import msgspec

from companion.choices import Choice, Option

BOOK = "WarTime Rulebook"


class Hands(Enum):
    """Whether each side has a hand on its phones, to touch as it begins to act."""

    NONE = "none"
    ON_PHONES = "on_phones"


class WarTimeChoices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the table plays by; every default is the first option of its question."""

    hands: Hands = Hands.NONE


HANDS = Choice(
    name="hands",
    question="How do you tell which action began first: by the flips, or by a hand that you touch as you begin to act?",
    options=(
        Option(Hands.NONE.value, "By the flips: no hand"),
        Option(Hands.ON_PHONES.value, "A hand: a large button on each side's phones"),
    ),
    cite=f"{BOOK}, Timing Disputes",
)
CHOICES = (HANDS,)
"""Every field of WarTimeChoices, as a page asks for it."""

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
    question="Do you touch a hand as you begin to act, so that the log knows who was first?",
    options=(
        Option(Hands.NONE.value, "No: the log knows who flipped first"),
        Option(Hands.ON_PHONES.value, "Yes: a large button on each side's phones"),
    ),
    cite=f"{BOOK}, Timing Disputes",
)
CHOICES = (HANDS,)
"""Every field of WarTimeChoices, as a page asks for it."""

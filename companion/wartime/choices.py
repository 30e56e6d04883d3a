"""Lists what the WarTime Rulebook leaves open, and how this table plays it."""

from enum import Enum

import msgspec

from companion.choices import Choice, Option

BOOK = "WarTime Rulebook"


class Hands(Enum):
    """Says whether each side has a hand on its phones, to touch as it begins to act."""

    NONE = "none"
    ON_PHONES = "on_phones"


class SittingDucks(Enum):
    """Says whether everybody may look up which units stand still, and who reaches whom."""

    HIDDEN = "hidden"
    SHOWN = "shown"


class WarTimeChoices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds the rules that the table plays by. Every default is the first option of its question."""

    hands: Hands = Hands.NONE
    sitting_ducks: SittingDucks = SittingDucks.HIDDEN


HANDS = Choice(
    name="hands",
    question="Do you touch a hand as you begin to act, so that the log knows who was first?",
    options=(
        Option(Hands.NONE.value, "No: the log knows who flipped first"),
        Option(Hands.ON_PHONES.value, "Yes: a large button on each side's phones"),
    ),
    cite=f"{BOOK}, Timing Disputes",
)
SITTING_DUCKS = Choice(
    name="sitting_ducks",
    question="May both sides look up which units stand still, and which units reach them?",
    options=(
        Option(SittingDucks.HIDDEN.value, "No: see it on the board yourselves"),
        Option(SittingDucks.SHOWN.value, "Yes: on a page of its own, the same for all"),
    ),
    cite=f"{BOOK}, Introduction",
)
CHOICES = (HANDS, SITTING_DUCKS)
"""Lists every field of WarTimeChoices, as a page asks for it."""

"""What the Warzone Eternal Core Rulebook leaves open, and how this table reads it."""

from enum import Enum

import msgspec

from companion.choices import Choice, Chosen, Option, chosen

BOOK = "Warzone Eternal Core Rulebook"


class ArmorBounds(Enum):
    """Whether AR less DAM is brought into 1 to 20 before the margin is counted."""

    BOUNDED = "bounded"
    UNBOUNDED = "unbounded"


class OverwhelmingNumbers(Enum):
    """Who counts as a Friendly Unit Engaged with the Enemy Unit."""

    OTHERS = "others"
    ATTACKER_TOO = "attacker_too"


class WarzoneChoices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The readings that the table plays by; every default is the first option of its question."""

    armor_bounds: ArmorBounds = ArmorBounds.BOUNDED
    overwhelming_numbers: OverwhelmingNumbers = OverwhelmingNumbers.OTHERS


ARMOR_BOUNDS = Choice(
    name="armor_bounds",
    question="Is AR minus DAM brought into 1–20 before you count by how much an Armor Test succeeds or fails?",
    options=(
        Option(ArmorBounds.BOUNDED.value, "Yes: no Target Number goes below 1 or above 20"),
        Option(ArmorBounds.UNBOUNDED.value, "No: count the margin from AR minus DAM, whatever it is"),
    ),
    cite=f"{BOOK}, Armor Tests",
)
OVERWHELMING_NUMBERS = Choice(
    name="overwhelming_numbers",
    question="Who counts for overwhelming numbers: “each Friendly Unit Engaged”?",
    options=(
        Option(OverwhelmingNumbers.OTHERS.value, "The other friendly units, not the one that strikes"),
        Option(OverwhelmingNumbers.ATTACKER_TOO.value, "The one that strikes too: a unit is friendly to itself"),
    ),
    cite=f"{BOOK}, Overwhelming Numbers",
)
CHOICES = (ARMOR_BOUNDS, OVERWHELMING_NUMBERS)
"""Every field of WarzoneChoices, as a page asks for it."""


def reading(choice: Choice, choices: WarzoneChoices) -> Chosen:
    """How this table reads `choice`, to be named beside an answer that leans on it."""
    value: Enum = getattr(choices, choice.name)
    return chosen(choice, value.value)

"""Counters that lie beside Units, and the Reactions that cost some."""

from enum import Enum


class Counter(Enum):
    """What lies beside a Unit. Wound and Reload Counters come in numbers and have commands of their own."""

    ACTIVATION = "activation"
    REACTION = "reaction"
    PINNED = "pinned"


class Reaction(Enum):
    """Warzone Eternal, Chapter 6, Types of Reactions."""

    AMBUSH = "ambush"
    COUNTERATTACK = "counterattack"
    DIVE_FOR_COVER = "dive_for_cover"
    PARTING_BLOW = "parting_blow"

    @property
    def title(self) -> str:
        return self.value.replace("_", " ").title().replace("For", "for")

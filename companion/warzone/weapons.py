"""What kind of ranged weapon it is, as far as the Core Rulebook gives it rules of its own."""

from enum import Enum


class Area(Enum):
    """The Weapon Special Abilities that strike an area (Warzone Eternal Core Rulebook, Area of Effect Weapons)."""

    NONE = "none"
    CLOUD = "cloud"
    EXPLOSIVE = "explosive"
    PROJECTED = "projected"

    @property
    def one_test_hits_all(self) -> bool:
        """Whether the test against the Primary Target decides for the Secondary Targets too."""
        return self in (Area.CLOUD, Area.EXPLOSIVE)


class Obstruction(Enum):
    """How much of the target is hidden (Warzone Eternal Core Rulebook, Obstruction)."""

    CLEAR = "clear"
    LIGHT = "light"
    HEAVY = "heavy"

    @property
    def modifier(self) -> int:
        return {Obstruction.CLEAR: 0, Obstruction.LIGHT: -2, Obstruction.HEAVY: -4}[self]

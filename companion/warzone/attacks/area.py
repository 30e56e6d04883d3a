"""Weapons that strike an area."""

from enum import Enum


class Area(Enum):
    """The Weapon Special Abilities that strike an area (Warzone Eternal Core Rules, Area of Effect Weapons)."""

    NONE = "none"
    CLOUD = "cloud"
    EXPLOSIVE = "explosive"
    PROJECTED = "projected"

    @property
    def one_test_hits_all(self) -> bool:
        """Whether the test against the Primary Target decides for the Secondary Targets too."""
        return self in (Area.CLOUD, Area.EXPLOSIVE)

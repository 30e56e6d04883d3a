"""How much of a target is hidden."""

from enum import Enum


class Obstruction(Enum):
    """How much of the target is hidden (Warzone Eternal Core Rules, Obstruction)."""

    CLEAR = "clear"
    LIGHT = "light"
    HEAVY = "heavy"

    @property
    def modifier(self) -> int:
        return {Obstruction.CLEAR: 0, Obstruction.LIGHT: -2, Obstruction.HEAVY: -4}[self]

"""The two armies."""

from enum import Enum


class Side(Enum):
    """An army, named for the colour of its tokens and timers."""

    GOLD = "gold"
    RED = "red"

    @property
    def army(self) -> str:
        """The army's name in the Battle Book."""
        return {Side.GOLD: "Valyance", Side.RED: "Firebrand"}[self]

    @property
    def other(self) -> "Side":
        return Side.RED if self is Side.GOLD else Side.GOLD

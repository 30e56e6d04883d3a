"""The two sides of the table."""

from enum import Enum


class Side(Enum):
    """A player's side, named for its colour on panel and pages; in WarTime, that of its tokens and timers."""

    GOLD = "gold"
    RED = "red"

    @property
    def other(self) -> "Side":
        return Side.RED if self is Side.GOLD else Side.GOLD

"""The seats round the table."""

from enum import Enum

from companion.table.errors import Refused
from companion.table.sides import Side


class Seat(Enum):
    """A player's seat, named for its colour. Gold and Red sit at the panel's two sides; Azure comes third, in games
    that three can play."""

    GOLD = "gold"
    RED = "red"
    AZURE = "azure"

    @property
    def title(self) -> str:
        """The seat as it is written on pages and screens."""
        return self.value.title()

    @property
    def side(self) -> Side:
        """The side that sits here in a game of two. Raises Refused where none does."""
        if self is Seat.AZURE:
            raise Refused("Azure does not play here: only two sides do.")
        return Side(self.value)

"""Defines the seats round the table, and the two sides."""

from enum import Enum

from companion.table.errors import NotHere, Refused

# The two sides of the table.


class Side(Enum):
    """Names a player's side, named for its colour on panel and pages; in WarTime, that of its tokens and timers."""

    GOLD = "gold"
    RED = "red"

    @property
    def other(self) -> "Side":
        return Side.RED if self is Side.GOLD else Side.GOLD


def side_named(name: str) -> Side:
    """Returns the side of that name. Raises NotHere."""
    try:
        return Side(name)
    except ValueError:
        raise NotHere("side", name) from None


# The seats round the table.


class Seat(Enum):
    """Names a player's seat, named for its colour. Gold and Red sit at the panel's two sides; Azure comes third, in
    games that three can play."""

    GOLD = "gold"
    RED = "red"
    AZURE = "azure"

    @property
    def title(self) -> str:
        """Returns the seat as it is written on pages and screens."""
        return self.value.title()

    @property
    def side(self) -> Side:
        """Returns the side that sits here in a game of two. Raises Refused where none does."""
        if self is Seat.AZURE:
            raise Refused("Azure does not play here: only two sides do.")
        return Side(self.value)

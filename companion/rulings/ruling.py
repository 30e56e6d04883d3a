"""A ruling: a question as it comes up at the table, and the answer to read out."""

from enum import Enum

import msgspec


class Game(Enum):
    """The games that have rulings, by their names in the API."""

    WARTIME = "wartime"
    WARZONE = "warzone"
    BATTLELINE = "battleline"

    @property
    def title(self) -> str:
        """The name on the box."""
        return _TITLES[self]


_TITLES = {
    Game.WARTIME: "WarTime",
    Game.WARZONE: "Warzone Eternal",
    Game.BATTLELINE: "Battle Line",
}


class Cite(msgspec.Struct, frozen=True):
    """Where a ruling is from: `section` is the heading as the book prints it, `page` None where the book has none."""

    book: str
    chapter: str
    section: str
    page: int | None = None


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """What one heading of a rulebook, or the table itself, says to one question.

    `also` are other places that say the same, `asked` other ways to ask, `see` the ids of related rulings. `link` is
    the address of a calculator with the case filled in, `choice` the table choice on which the answer depends because
    printings differ or the book is silent, `case` who was first, as companion.rulings.precedence tells it. `house`: the
    table's own, added by its players.
    """

    id: str
    game: Game
    question: str
    answer: str
    cite: Cite
    also: tuple[Cite, ...] = ()
    asked: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    link: str | None = None
    choice: str | None = None
    case: tuple[str, ...] = ()
    house: bool = False

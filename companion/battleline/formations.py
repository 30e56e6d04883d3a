"""The kinds of formation, and one as it is made (Battle Line, Formations; Environment Tactics, Fog)."""

from enum import Enum

import msgspec

from companion.battleline.cards import Card


class Formation(Enum):
    """The kinds of formation from highest to lowest; SUM is all that counts in Fog."""

    WEDGE = "wedge"
    PHALANX = "phalanx"
    BATTALION = "battalion"
    SKIRMISH = "skirmish"
    HOST = "host"
    SUM = "sum"

    def __init__(self, _name: str) -> None:
        self.rank = -len(type(self).__members__)
        """Larger beats smaller; only formations of one flag are compared."""


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """A complete formation: its kind, the sum of its values, and each card as what it counts.

    `as_` has the cards in the order in which they lie, then those that are still to come.
    """

    formation: Formation
    total: int
    as_: tuple[Card, ...] = msgspec.field(name="as")

    @property
    def strength(self) -> tuple[int, int]:
        """The larger one wins; equal ones are tied."""
        return self.formation.rank, self.total


class Reply(Made, frozen=True, kw_only=True):
    """The best that a side could still make; `needs` are the unseen cards that it takes."""

    needs: tuple[Card, ...]

    @property
    def made(self) -> Made:
        """The formation alone, where nothing was still to come."""
        return Made(formation=self.formation, total=self.total, as_=self.as_)


class Outcome(Enum):
    """Which of two formations is higher."""

    MINE = "mine"
    THEIRS = "theirs"
    TIE = "tie"


def compared(mine: Made, theirs: Made) -> Outcome:
    """Which one is higher (Battle Line, Formations)."""
    one, other = mine.strength, theirs.strength
    return Outcome.TIE if one == other else Outcome.MINE if one > other else Outcome.THEIRS

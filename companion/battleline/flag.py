"""One flag: what lies on either side of it."""

from enum import Enum

import msgspec

from companion.battleline.cards import Card


class Who(Enum):
    """A side of the line, as the one who asks sees it."""

    MINE = "mine"
    THEIRS = "theirs"

    @property
    def other(self) -> "Who":
        return Who.THEIRS if self is Who.MINE else Who.MINE


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """The cards beside a flag and the Environment Tactics on it. `last`: who played the last card, if that is known."""

    mine: tuple[Card, ...] = ()
    theirs: tuple[Card, ...] = ()
    fog: bool = False
    mud: bool = False
    last: Who | None = None

    @property
    def slots(self) -> int:
        """Cards that make a formation here (Environment Tactics, Mud)."""
        return 4 if self.mud else 3

    def turned(self) -> "Flag":
        """The same flag as the other side sees it."""
        return Flag(
            mine=self.theirs,
            theirs=self.mine,
            fog=self.fog,
            mud=self.mud,
            last=self.last and self.last.other,
        )

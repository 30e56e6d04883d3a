"""The state of a chess clock."""

import msgspec

from companion.clock import SECOND
from companion.table.seats import Seat, Side
from companion.table.state import MatchState, SandClock, Stage

SECONDS = 600
"""What each side has for the whole game."""


class Setup(msgspec.Struct, frozen=True):
    """Nothing to choose."""


class State(MatchState, frozen=True, kw_only=True):
    """`spent_ns` has what each side used up in its finished turns; `turn` is whose time runs, since `since_ns`."""

    spent_ns: dict[Side, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Side, 0))
    turn: Side = Side.GOLD
    since_ns: int = 0
    presses: int = 0
    winner: Seat | None = None

    @classmethod
    def opened(cls, _: Setup, now: int) -> "State":
        """Two full timers at the monotonic instant `now`; whatever time passes before the start is nobody's."""
        return cls(clock=SandClock().started(sand_ns=0, now=now))

    @property
    def idle(self) -> bool:
        return self.stage is not Stage.PLAY

    def left_ns(self, side: Side, sand_ns: int) -> int:
        """What that side has left at that sand time."""
        running = sand_ns - self.since_ns if side is self.turn and self.stage is Stage.PLAY else 0
        return max(0, SECONDS * SECOND - self.spent_ns[side] - running)

    @property
    def falls_ns(self) -> int:
        """The sand time at which the side to move has nothing left."""
        return self.since_ns + SECONDS * SECOND - self.spent_ns[self.turn]

"""The state of a battle, and the questions everyone asks of it."""

from enum import Enum

import msgspec

from companion.battleline.battle.series import Series
from companion.battleline.battle.tactics import ENVIRONMENT, FOG, LEADERS, MUD, Piece
from companion.battleline.cards import BIT, CARDS, Card
from companion.battleline.choices import BattleLineChoices
from companion.battleline.flag import Flag, Who
from companion.battleline.line import FLAGS, Place
from companion.battleline.scoring import Victory
from companion.table.events import Refusal
from companion.table.sandclock import SandClock
from companion.table.sides import Side

WHO = {Side.GOLD: Who.MINE, Side.RED: Who.THEIRS}
"""The line is judged as gold sees it."""
NUMBERS = range(1, FLAGS + 1)


class Stage(Enum):
    """Before the first card, after it, after the end."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


class Spot(msgspec.Struct, frozen=True):
    """Where a card lies face up: on this side of a flag, or beside the Tactics deck where `flag` is None."""

    side: Side
    flag: int | None = None


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The whole battle, immutable.

    `lying` has every card that is face up, each once, in the order in which it came to lie there. `played` has who
    played each Tactics card, `claimed` who holds each flag. `turn` is whose turn it is, None until somebody plays;
    `acted`: that side has played its card or passed, so its turn ends as soon as the other does something; `laid` is
    that card, None for a pass. `pointed` is the flag that a side's claim button is set to.
    """

    choices: BattleLineChoices
    series: Series
    clock: SandClock
    stage: Stage = Stage.SETUP
    lying: dict[Piece, Spot] = {}
    played: dict[Piece, Side] = {}
    claimed: dict[int, Side] = {}
    turn: Side | None = None
    acted: bool = False
    laid: Piece | None = None
    pointed: dict[Side, int] = {}
    winner: Side | None = None
    victory: Victory | None = None
    refusal: Refusal | None = None
    latest_ns: int = 0

    @classmethod
    def opened(cls, *, choices: BattleLineChoices, series: Series, now: int) -> "State":
        """An empty line at the monotonic instant `now`."""
        return cls(choices=choices, series=series, clock=SandClock().started(sand_ns=0, now=now), turn=series.starts)

    def sand(self, now: int) -> int:
        """Match time at the monotonic instant `now`, never before the last event."""
        return max(self.latest_ns, self.clock.sand(now))

    def cards(self, flag: int, side: Side) -> tuple[Card, ...]:
        """The cards on a side of a flag that count for its formation, the first one first."""
        spot = Spot(side, flag)
        return tuple(piece for piece, where in self.lying.items() if where == spot and piece in BIT)

    def on(self, flag: int, piece: Piece) -> bool:
        """Whether that card lies at that flag, on either side."""
        spot = self.lying.get(piece)
        return spot is not None and spot.flag == flag

    def flag(self, number: int) -> Flag:
        """The flag as gold sees it; whoever has the latest card there played the last one."""
        last = next((spot.side for piece, spot in reversed(self.lying.items()) if self._counts(piece, number)), None)
        return Flag(
            mine=self.cards(number, Side.GOLD),
            theirs=self.cards(number, Side.RED),
            fog=self.on(number, FOG),
            mud=self.on(number, MUD),
            last=last and WHO[last],
        )

    def _counts(self, piece: Piece, number: int) -> bool:
        return piece in BIT and self.on(number, piece)

    @property
    def line(self) -> tuple[Place, ...]:
        """All nine flags, as gold sees them."""
        holders = {number: WHO[side] for number, side in self.claimed.items()}
        return tuple(Place(flag=self.flag(number), holder=holders.get(number)) for number in NUMBERS)

    def beside(self, side: Side) -> tuple[Piece, ...]:
        """What lies face up on this side beside the Tactics deck: its Guile Tactics and its discards."""
        return tuple(piece for piece, spot in self.lying.items() if spot == Spot(side))

    @property
    def seen_beside(self) -> tuple[Card, ...]:
        """The Troop cards that are face up, but at no flag."""
        return tuple(piece for piece, spot in self.lying.items() if spot.flag is None and piece in CARDS)

    def tactics(self, side: Side) -> tuple[Piece, ...]:
        """The Tactics cards that this side has played, the first one first."""
        return tuple(piece for piece, by in self.played.items() if by is side)

    def leads(self, side: Side) -> bool:
        """Whether a Leader is on this side of the line."""
        spots = (self.lying.get(leader) for leader in LEADERS)
        return any(spot is not None and spot.side is side and spot.flag is not None for spot in spots)

    def held(self, side: Side) -> int:
        """How many flags this side has claimed."""
        return sum(holder is side for holder in self.claimed.values())

    @property
    def series_after(self) -> Series:
        """The series with this battle, once somebody has won it."""
        if self.winner is None:
            return self.series
        return self.series.after(self.winner, flags={side: self.held(side) for side in Side})

    def environment(self, flag: int) -> dict[Piece, Side]:
        """Which Environment Tactics lie at a flag, and on whose side."""
        return {piece: self.lying[piece].side for piece in ENVIRONMENT if self.on(flag, piece)}

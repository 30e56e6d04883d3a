"""A round: who plays whom at which table, how that ended, and who was floated."""

from enum import Enum
from typing import Annotated

import msgspec

from companion.hall.event.players import MOST_PLAYERS, Name

MOST_POINTS = 99_999
"""Of a game's own, or of all matches together."""

GamePoints = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=1)]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended: `winner` is the place of the one who won in the order of play, None for a draw; `score` what
    each made by the game's own count. `told`: by the table, which may take it back, and not written by hand."""

    winner: Seat | None
    score: tuple[GamePoints, GamePoints] = (0, 0)
    told: bool = False


class Pairing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two players in the order of play, or one who has the bye, at no table."""

    table: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=2)]
    result: Result | None = None

    @property
    def bye(self) -> bool:
        return len(self.players) == 1

    @property
    def done(self) -> bool:
        """Whether nothing more is to be said of it."""
        return self.bye or self.result is not None


class Way(Enum):
    DOWN = "down"
    UP = "up"


class Float(msgspec.Struct, frozen=True, kw_only=True):
    """A player with `points` who was paired with `opponent`, who has `theirs`: down to fewer, or up to more."""

    player: Name
    way: Way
    opponent: Name
    points: Points
    theirs: Points

    def __str__(self) -> str:
        return f"{self.player} ({self.points}) was floated {self.way.value} to {self.opponent} ({self.theirs})."


class Quality(Enum):
    """How good a round's pairings are by the event's own priorities (see priorities.py). BEST: nothing is better in any
    of them. CLOSEST: nothing has fewer rematches, fewer second byes or closer points; of who is floated among equals,
    good ones were taken. GOOD: no rematch, and points about as close as can be. BY_HAND: somebody's own."""

    BEST = "best"
    CLOSEST = "closest"
    GOOD = "good"
    BY_HAND = "by-hand"


class Round(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`pairings` in the order of tables, the bye last; `floats` as the points were when it was paired. `hall` is the
    number that the hall has given it, which goes on over rounds taken back and those of no event; 0 where that is the
    event's own."""

    pairings: Annotated[tuple[Pairing, ...], msgspec.Meta(max_length=MOST_PLAYERS)]
    floats: Annotated[tuple[Float, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    quality: Quality = Quality.BEST
    hall: Annotated[int, msgspec.Meta(ge=0)] = 0

"""The hall that a table stands in, as its phones and screens see it. Every `…ms` is on the table's monotonic clock."""

from enum import Enum

import msgspec


class RoundHere(msgspec.Struct, frozen=True, kw_only=True):
    """The round being played: `ends_ms` is when its time is up, None while it stands, with `left_ms` left; give or take
    `error_ms`. `players` sit at this table, in the order of play."""

    number: int
    title: str
    ends_ms: int | None
    left_ms: int
    error_ms: int | None = None
    players: tuple[str, ...] = ()


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """What the organiser last said to everyone, and when."""

    id: str
    text: str
    ms: int


class CallState(Enum):
    CALLED = "called"
    COMING = "coming"
    ANSWERED = "answered"


class JudgeCall(msgspec.Struct, frozen=True, kw_only=True):
    """The last call of a judge that nobody has taken back: `who` is coming, or has answered with `text`."""

    id: int
    ms: int
    state: CallState
    who: str = ""
    text: str = ""


class ResultHere(msgspec.Struct, frozen=True, kw_only=True):
    """How the match of this round ended, to be confirmed by each seat: who of them has. `names` are that match's by
    seat, in the order of play, whatever is on the table since. `sent` once all have, so that the hall may have it."""

    winner: str | None
    title: str
    score: dict[str, int]
    names: dict[str, str] = {}
    agreed: tuple[str, ...] = ()
    sent: bool = False


class AtHall(msgspec.Struct, frozen=True, kw_only=True):
    """`hall` and `table` are what the hall calls itself and this table. `online`: whether the broker hears it;
    `trouble` why not, in words. `arrived`: whether it has taken the result as it stands."""

    hall: str
    table: str
    online: bool
    trouble: str = ""
    round: RoundHere | None = None
    said: Announcement | None = None
    call: JudgeCall | None = None
    result: ResultHere | None = None
    arrived: bool = False

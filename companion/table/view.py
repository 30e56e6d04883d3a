"""The table as phones and screens see it, and the hall that it stands in."""

from enum import Enum

import msgspec

# The hall that a table stands in, as its phones and screens see it. Every `…ms` is on the table's monotonic clock.


class RoundHere(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the round being played: `ends_ms` is when its time is up, None while it stands, with `left_ms` left;
    give or take `error_ms`. `players` sit at this table, in the order of play. `written` is how their match ended as
    the organiser has written it down; `waits`: the hall has their result and cannot know whose it is. Neither is there
    otherwise."""

    number: int
    title: str
    ends_ms: int | None
    left_ms: int
    error_ms: int | None = None
    players: tuple[str, ...] = ()
    written: str | msgspec.UnsetType = msgspec.UNSET
    waits: bool | msgspec.UnsetType = msgspec.UNSET


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """Says what the organiser last said to everyone, and when."""

    id: str
    text: str
    ms: int


class CallState(Enum):
    CALLED = "called"
    COMING = "coming"
    ANSWERED = "answered"


class JudgeCall(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the last call of a judge that nobody has taken back: `who` is coming, or has answered with `text`."""

    id: int
    ms: int
    state: CallState
    who: str = ""
    text: str = ""


class ResultHere(msgspec.Struct, frozen=True, kw_only=True):
    """Says how the match of this round ended, to be confirmed by each seat: who of them has. `names` are that match's
    by seat, in the order of play, whatever is on the table since. `sent` once all have, so that the hall may have it.
    `players` are the two that the hall has paired here, by seat; not there as long as nobody has said which is which.
    """

    winner: str | None
    title: str
    score: dict[str, int]
    names: dict[str, str] = {}
    agreed: tuple[str, ...] = ()
    sent: bool = False
    players: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class AtHall(msgspec.Struct, frozen=True, kw_only=True):
    """`hall` and `table` are what the hall calls itself and this table. `online`: whether the broker hears it;
    `trouble` why not, in words. `arrived`: whether it has taken the result as it stands. `aside`: another box has taken
    this one's place, which stays so until somebody here takes it back; not there otherwise."""

    hall: str
    table: str
    online: bool
    trouble: str = ""
    round: RoundHere | None = None
    said: Announcement | None = None
    call: JudgeCall | None = None
    result: ResultHere | None = None
    arrived: bool = False
    aside: bool | msgspec.UnsetType = msgspec.UNSET


# The table as phones and screens see it.


class Phase(Enum):
    """Says how far a match has come. A match can be paused in setup too: `TableView.paused` says so in every phase."""

    SETUP = "setup"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


class TimerState(Enum):
    AVAILABLE = "available"
    ACTIVE = "active"


class Reason(msgspec.Struct, frozen=True):
    """Describes a refusal at the panel: what to say, and since when (server's monotonic milliseconds)."""

    text: str
    ms: int


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """Something that runs down, in whichever game has such a thing. A game adds what else its timers have.

    Every `…_ms` instant is on the server's monotonic clock; `remaining_ms` is as of the view.
    """

    id: str
    label: str
    side: str
    kind: str
    """In the game's own word."""
    seconds: int
    state: TimerState
    remaining_ms: int
    ends_ms: int | None
    """When it has run down; None while it is available or the table stands still."""


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one event in words. `side` is whose act it was, None where it was neither's; `source` what it was done
    with, "phone 2", and `who` by whom, where that is known: "Anna", "Firebrand's phone 2"."""

    seq: int
    mono_ms: int
    source: str
    who: str
    text: str
    side: str | None = None
    gap: str | None = None
    """Where the next act was another side's: how long before it, "0.043 s before Firebrand"."""
    gap_side: str | None = None
    """That other side."""


class Over(msgspec.Struct, frozen=True, kw_only=True):
    """Says how a match ended. `winner` is a seat, None where nobody won; `title` says it, `how` adds what there is to
    add, such as "by a break-through", or nothing. `telling` is the one figure of its report that says most: by seat as
    said to whoever sits there, and under "all" as said to everyone else; empty until the report of a long match is
    made, a moment later."""

    winner: str | None
    title: str
    how: str = ""
    telling: dict[str, str] = {}


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """Says what every match shows. A match fills in its own part, the table the rest."""

    version: int = 0
    server_ms: int
    game: str
    phase: Phase
    paused: bool
    names: dict[str, str] = {}
    """By seat, in the order of play: what everything that players read calls who sits there."""
    timers: tuple[Timer, ...] = ()
    last: tuple[LogLine, ...] = ()
    over: Over | None = None
    """How it ended; None until it has."""
    undo: str | None = None
    """What `undo` would take back now, in words."""
    undo_seq: int | None = None
    """Its number in the log: an undo that carries it takes nothing else back."""
    undo_act: str | None = None
    """In a few words, for a button: "Knight's flip"."""
    faults: tuple[str, ...] = ()
    """What is broken at the moment, in words, the rest running on."""
    hall: AtHall | None = None
    """The hall it stands in; None for a table of its own."""
    demo: bool | msgspec.UnsetType = msgspec.UNSET
    """True while the match plays itself. Not there otherwise."""

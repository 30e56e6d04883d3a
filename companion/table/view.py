"""Describes the table as phones and screens see it, and the hall that it is in."""

from enum import Enum

import msgspec

# The hall that a table is in, as its phones and screens see it. Every `…ms` is on the table's monotonic clock.


class RoundHere(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the round being played. `ends_ms` is when its time is up, None while it is stopped, with `left_ms`
    left; both give or take `error_ms`.

    `players` sit at this table, in the order of play. `written` is how their match ended as the organiser has recorded
    it. `waits` means that the hall has their result and cannot know whose it is. Both are absent until then.
    """

    number: int
    title: str
    ends_ms: int | None
    left_ms: int
    error_ms: int | None = None
    players: tuple[str, ...] = ()
    written: str | msgspec.UnsetType = msgspec.UNSET
    waits: bool | msgspec.UnsetType = msgspec.UNSET


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """Says what the organiser last announced to everyone, and when."""

    id: str
    text: str
    ms: int


class CallState(Enum):
    CALLED = "called"
    COMING = "coming"
    ANSWERED = "answered"


class JudgeCall(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the last call of a judge that was not taken back. `who` is coming, or has answered with `text`."""

    id: int
    ms: int
    state: CallState
    who: str = ""
    text: str = ""


class ResultHere(msgspec.Struct, frozen=True, kw_only=True):
    """Says how the match of this round ended, for each seat to confirm. `agreed` has the seats that have confirmed.

    `names` are that match's by seat, in the order of play, whatever is on the table since. `sent` is set once all have
    confirmed, so that the hall may have it. `players` are the two that the hall has paired here, by seat. It is absent
    until the table has said which is which.
    """

    winner: str | None
    title: str
    score: dict[str, int]
    names: dict[str, str] = {}
    agreed: tuple[str, ...] = ()
    sent: bool = False
    players: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class AtHall(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the table in its hall. `hall` and `table` are what the hall calls itself and this table.

    `online` says whether the broker hears it, `trouble` why not, in words. `arrived` says whether the hall has taken
    the result as it stands. `aside` means that another box has taken this one's place, until a player here takes it
    back. It is absent until then.
    """

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
    """Describes a refusal at the panel: what to say, and since when (the server's monotonic milliseconds)."""

    text: str
    ms: int


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a timer, in whichever game has timers. A game adds what else its timers have.

    Every `…_ms` instant is on the server's monotonic clock; `remaining_ms` is as of the view.
    """

    id: str
    label: str
    side: str
    kind: str
    """Names the timer's kind in the game's own word."""
    seconds: int
    state: TimerState
    remaining_ms: int
    ends_ms: int | None
    """Says when it has run down; None while it is available or the table stands still."""


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one event in words. `side` is whose act it was, None where it was neither's.

    `source` is the device it was done with, "phone 2". `who` says by whom, where that is known: "Anna", "Firebrand's
    phone 2".
    """

    seq: int
    mono_ms: int
    source: str
    who: str
    text: str
    side: str | None = None
    gap: str | None = None
    """Says how long before the next act it was, where that was another side's: "0.043 s before Firebrand"."""
    gap_side: str | None = None
    """Names that other side."""


class Over(msgspec.Struct, frozen=True, kw_only=True):
    """Says how a match ended. `winner` is a seat, None where neither side won. `title` says it. `how` adds what else
    there is to say, such as "by a break-through", or is empty.

    `telling` is the one figure of its report that says most: by seat, worded for that seat, and under "all" for
    everyone else. It is empty until the report of a long match is made, a moment later.
    """

    winner: str | None
    title: str
    how: str = ""
    telling: dict[str, str] = {}


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes what every match shows. A match fills in its own part, the table the rest."""

    version: int = 0
    server_ms: int
    game: str
    phase: Phase
    paused: bool
    names: dict[str, str] = {}
    """Names the players by seat, in the order of play, as every text for players does."""
    timers: tuple[Timer, ...] = ()
    last: tuple[LogLine, ...] = ()
    over: Over | None = None
    """Says how it ended; None until it has."""
    undo: str | None = None
    """Says in words what `undo` would take back now."""
    undo_seq: int | None = None
    """Numbers that act in the log. An undo that carries this number takes back only that act."""
    undo_act: str | None = None
    """Says it in a few words, for a button: "Knight's flip"."""
    faults: tuple[str, ...] = ()
    """Lists what is broken at the moment, in words. The rest keeps running."""
    hall: AtHall | None = None
    """Describes the hall it is in; None for a table of its own."""
    demo: bool | msgspec.UnsetType = msgspec.UNSET
    """Is True while the match plays itself. Absent when it does not."""

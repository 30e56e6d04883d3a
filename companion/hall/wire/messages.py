"""Defines what goes over the broker, both ways: its payloads, their order, and how they are read and written."""

import logging
import re
from enum import Enum
from typing import Annotated, Any, TypeVar

import msgspec

from companion.fields.decode import decoder_of
from companion.hall.wire.topics import (
    LARGEST,
    LARGEST_LOG,
    LARGEST_ROUND,
    LARGEST_STATE,
    MOST_TABLES,
    Count,
    JournalId,
    Ms,
    Ns,
    Scores,
    SealedLink,
    Seats,
    Short,
    Text,
)

Order = tuple[int, int, int]
"""Orders a table's messages by its own count. `boot` counts its starts, as its journal has it. `connection` counts
its connections since, and `version` is that of its view.

A receiver keeps what has the greatest, so neither a late will nor an old retained message wins.
"""

# What a table sends: all of it JSON, never the join code, and what a side has sealed never in the clear.

MOST_SAND = 6
MOST_ROWS = 100
MOST_LINES = 40


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """Is retained, and is the will with `online` false. `journal` is drawn once for each journal: another one is
    another box.

    `name` is what players call the table, `software` its Warglass's version. `here`: the table gets its players by
    Here. One of an earlier Warglass finds them in Round.
    """

    boot: Count
    connection: Count
    online: bool
    journal: JournalId
    name: Short
    software: Short = ""
    here: bool = False

    @property
    def order(self) -> Order:
        """Returns its order. The will of a connection is newer than its beginning."""
        return self.boot, self.connection, not self.online


class Sand(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Describes a timer that runs, or that is stopped while the game is paused.

    `ends_ms` is on the table's monotonic clock, None while it is stopped; `left_ms` is what is left as of the state.
    """

    timer: Short
    side: Short
    ends_ms: Ms | None
    left_ms: Ms


class Called(msgspec.Struct, frozen=True, kw_only=True):
    """Says that a judge was called: the number of the call at this table, and when, on its monotonic clock.

    `coming`: a judge is coming already.
    """

    id: Count
    ms: Ms
    coming: bool = False


class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Holds the slim view, retained: at most LARGEST_STATE bytes, and what does not fit is left out, names last.

    `ms` is the table's monotonic clock as it was made, and every other `…ms` is on that clock. `acted_ms` is the last
    act of a player. `match` and `seq` are the journal's newest row: an archive asks for what it lacks before it.
    `round` is the last one that the table has received. `faults` is how much of its box is broken.
    """

    boot: Count
    connection: Count
    version: Count
    ms: Ms
    match: Count
    seq: Count
    game: Short
    phase: Short
    paused: bool = False
    acted_ms: Ms | None = None
    names: Seats = {}
    score: Scores = {}
    standing: Short = ""
    called: Short = ""
    sand: Annotated[tuple[Sand, ...], msgspec.Meta(max_length=MOST_SAND)] = ()
    over: Short | None = None
    """Says how it ended, in words; None until it has."""
    winner: Short | None = None
    call: Called | None = None
    round: Count | None = None
    faults: Count = 0
    past: bool = False
    """True where the match that is over was so before the round."""

    @property
    def order(self) -> Order:
        return self.boot, self.connection, self.version


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what a match began with: its game, its setup as that game's JSON, its wall time in nanoseconds."""

    game: Short
    setup: msgspec.Raw
    wall: Ns


class LogRow(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Holds a row of the journal, times in nanoseconds. `event` is its JSON as all may know it.

    Where that kind may be sealed by a side, `sealed` is the whole, encrypted to the key of the table's card, in base64.
    """

    seq: Count
    wall: Ns
    mono: Ns
    source: Annotated[str, msgspec.Meta(max_length=200)]
    event: msgspec.Raw
    sealed: Annotated[str, msgspec.Meta(max_length=LARGEST_LOG)] | None = None


class Log(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Holds rows of one match that follow each other: at most MOST_ROWS and LARGEST bytes, but one where there is any.

    `last` is the newest that the journal has of the match, 0 where it has none of it (any more). `opening` is beside
    the first row. `chain` is the journal's link behind the last one here, encrypted as a row is. `next` is the next
    higher number that a match of this journal has, None for the highest.
    """

    journal: JournalId
    match: Count
    last: Count
    rows: Annotated[tuple[LogRow, ...], msgspec.Meta(max_length=MOST_ROWS)] = ()
    opening: Opening | None = None
    chain: SealedLink = ""
    next: Count | None = None


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Is retained: how a match of a round ended, as all its sides have confirmed, each by its source in the journal.

    `winner` is a seat, None where no side won. `withdrawn`: it was sent, and not all confirm it any more.
    The rest of it does not count then.
    """

    boot: Count
    connection: Count
    version: Count
    round: Count
    match: Count
    winner: Short | None
    title: Short
    score: Scores
    names: Seats
    agreed: Seats
    withdrawn: bool = False
    players: Seats = {}
    """Says which of the players that the hall has paired here has which seat; empty where the table does not know.

    Tables of an earlier Warglass do not send it.
    """

    @property
    def order(self) -> Order:
        return self.boot, self.connection, self.version


class Done(msgspec.Struct, frozen=True, kw_only=True, tag="done", tag_field="kind"):
    """Says that it was done."""


class NotDone(msgspec.Struct, frozen=True, kw_only=True, tag="not-done", tag_field="kind"):
    """Says that it was not done; `why` is for players."""

    why: Text


class Time(msgspec.Struct, frozen=True, kw_only=True, tag="time", tag_field="kind"):
    """Holds the table's monotonic clock as it was asked."""

    ms: Ms


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a ruling that may matter: its id, the question it answers, its source, and the answer to read out.

    Tables of an earlier Warglass do not send the answer.
    """

    id: Short
    question: Text
    cite: Text = ""
    answer: Text = ""


class CallDetail(msgspec.Struct, frozen=True, kw_only=True, tag="call", tag_field="kind"):
    """Holds what a judge wants to know on the way. `lines` are the acts of the last half minute, the newest last.

    `rulings` may matter to them. `by` called, with those `words`, if any.
    """

    call: Count
    by: Short
    words: Text = ""
    lines: Annotated[tuple[Text, ...], msgspec.Meta(max_length=MOST_LINES)] = ()
    rulings: Annotated[tuple[Beside, ...], msgspec.Meta(max_length=5)] = ()


Answer = Done | NotDone | Time | CallDetail

# What the hall sends: its round and who plays where in it, retained, and what it asks of one table, never retained.


class Here(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Is retained: who plays at one table in that `round`, in the order of play, and how its result stands.

    `version` counts what the hall has published of it, as in Round. `written`: how the match ended as the organiser has
    written it down. `waits`: the table's result is there, and it is unknown which of the players has won.
    """

    version: Count
    round: Count
    players: Annotated[tuple[Short, ...], msgspec.Meta(max_length=4)] = ()
    written: Short = ""
    waits: bool = False


class Pairing(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Names the players at a table, in the order of play; the second may be missing (a bye)."""

    table: Short
    players: Annotated[tuple[Short, ...], msgspec.Meta(min_length=1, max_length=4)]


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """Is retained. `version` counts what the hall has published of rounds, over its own restarts too: the greatest
    holds.

    `pairings` are those of tables of an earlier Warglass alone: all others have theirs by Here.

    The round's time runs out at `deadline_ms` on the hall's clock (see Clock). While it is stopped, or has not begun,
    that is None and `left_ms` is left. Each `pause` with a new number has every table pause its game, once.
    """

    version: Count
    number: Count
    title: Short
    deadline_ms: Ms | None = None
    left_ms: Ms = 0
    pause: Count = 0
    pairings: Annotated[tuple[Pairing, ...], msgspec.Meta(max_length=MOST_TABLES)] = ()

    @property
    def paused(self) -> bool:
        return self.deadline_ms is None


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Asks one table, at most once by the ask's id. `until_ms` is on the hall's clock; what comes later is not done."""

    until_ms: Ms


class Pause(Asked, frozen=True, kw_only=True, tag="pause"):
    """Stops all sand."""


class Announce(Asked, frozen=True, kw_only=True, tag="announce"):
    """Announces a sentence on every phone and the panel."""

    text: Text


class Clock(Asked, frozen=True, kw_only=True, tag="clock"):
    """Asks for the table's clock. `hall_ms` is the hall's clock as it asks.

    The table has to add `offset_ms` to its own monotonic clock for the hall's, give or take `error_ms`. The least
    round trip so far decides it.
    """

    hall_ms: Ms
    offset_ms: Ms | None = None
    error_ms: Ms | None = None


class Resend(Asked, frozen=True, kw_only=True, tag="resend"):
    """Asks for the rows of a match behind `after`, as Log."""

    match: Count
    after: Count


class TellCall(Asked, frozen=True, kw_only=True, tag="tell-call"):
    """Asks what a call is about, as CallDetail."""

    call: Count


class Judging(Enum):
    COMING = "coming"
    ANSWERED = "answered"


class Judge(Asked, frozen=True, kw_only=True, tag="judge"):
    """Says that a judge, `who`, is on the way to a call, or has answered it with `text`."""

    call: Count
    judging: Judging
    who: Short
    text: Text = ""


class HouseRule(Asked, frozen=True, kw_only=True, tag="house-rule"):
    """Sends a ruling of the event, which holds at every table from now on."""

    id: Annotated[str, msgspec.Meta(pattern="^house-[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
    game: Short
    question: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    answer: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class Restore(Asked, frozen=True, kw_only=True, tag="restore"):
    """Sends a part of a match that another box played under this table's name, to be set up here: rows behind `after`.

    The `opening` comes with the first. When all rows up to `last` are here, the match is set up on the table. `journal`
    is the other one's name, and `was` the number that the match had there. `chain` is that journal's link behind `last`
    as that box sent it; at least one part has it, where it is known.

    The log records what is known to be lost: `lacks` rows that the other box had taken and the archive never got.
    `unheard_ms` is for how long that box was still here after the last row; its sand may have fallen then.
    """

    restoring: Short
    after: Count
    last: Count
    journal: JournalId
    was: Count
    rows: Annotated[tuple[LogRow, ...], msgspec.Meta(max_length=100)]
    opening: Opening | None = None
    chain: SealedLink = ""
    lacks: Count = 0
    unheard_ms: Ms = 0


class TellResults(Asked, frozen=True, kw_only=True, tag="tell-results"):
    """Asks for the results of earlier rounds again: the hall lacks some."""


Ask = Pause | Announce | Clock | Resend | TellCall | Judge | HouseRule | Restore | TellResults

# Reading and writing what goes over the broker. A message that cannot be read is dropped.

T = TypeVar("T", bound=msgspec.Struct)
_logger = logging.getLogger(__name__)

_LARGEST: dict[type[msgspec.Struct], int] = {
    State: LARGEST_STATE,
    Log: LARGEST_LOG,
    Round: LARGEST_ROUND,
}


def written(payload: msgspec.Struct) -> bytes:
    """Returns the payload's bytes. Its size is the caller's business."""
    return msgspec.json.encode(payload)


def read(data: bytes, kind: type[T]) -> T | None:
    """Returns a payload of that kind; None where it is too large, or is not one."""
    found: T | None = _read(data, kind, _LARGEST.get(kind, LARGEST))
    return found


_DIRECTIONS = dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_ESCAPED = re.compile(r"(?<!\\)((?:\\\\)*)\\u(?:061c|200[ef]|202[a-e]|206[6-9])", re.IGNORECASE)


def without_directions(data: bytes) -> bytes:
    """Returns the payload without marks that turn the direction of text: on a page they turn what is beside it too."""
    if data.isascii() and b"\\u" not in data:
        return data
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return data
    return _ESCAPED.sub(r"\1", text.translate(_DIRECTIONS)).encode()


def read_ask(data: bytes) -> Ask | None:
    found: Ask | None = _read(data, Ask, LARGEST_LOG)
    return found


def read_answer(data: bytes) -> Answer | None:
    found: Answer | None = _read(data, Answer, LARGEST)
    return found


def _read(data: bytes, kind: Any, largest: int) -> Any:
    if len(data) > largest:
        _logger.warning("a message of %d bytes is not read", len(data))
        return None
    try:
        return decoder_of(kind).decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        _logger.warning("a message that is none: %s", error)
        return None

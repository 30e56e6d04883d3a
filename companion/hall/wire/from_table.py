"""What a table says: all of it JSON, nothing that a side has sealed in the clear, and never the join code."""

from typing import Annotated

import msgspec

from companion.hall.wire.order import Order
from companion.hall.wire.sizes import LARGEST_LOG, Count, JournalId, Ms, Ns, Scores, SealedLink, Seats, Short, Text

MOST_SAND = 6
MOST_ROWS = 100
MOST_LINES = 40


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """Retained, and the will with `online` false. `journal` is drawn once for each journal: another one is another box
    under the same name. `name` is what players call the table, `software` its Warglass's version."""

    boot: Count
    connection: Count
    online: bool
    journal: JournalId
    name: Short
    software: Short = ""


class Sand(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """A timer that runs, or that stands while the game is paused. `ends_ms` is on the table's monotonic clock, None
    while it stands; `left_ms` what is left as of the state."""

    timer: Short
    side: Short
    ends_ms: Ms | None
    left_ms: Ms


class Called(msgspec.Struct, frozen=True, kw_only=True):
    """A judge was called: the how manieth call of this table, when, on its monotonic clock, and whether one is coming
    already."""

    id: Count
    ms: Ms
    coming: bool = False


class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The slim view, retained: at most LARGEST_STATE bytes, and what does not fit is left out, names last.

    `ms` is the table's monotonic clock as it was made, which every other `…ms` is on; `acted_ms` the last act of a
    player's. `match` and `seq` are the journal's newest row: what an archive lacks before it, it asks for. `round` is
    the last one that the table has heard of, `faults` how much of its box is broken.
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
    """How it ended, in words; None until it has."""
    winner: Short | None = None
    call: Called | None = None
    round: Count | None = None
    faults: Count = 0

    @property
    def order(self) -> Order:
        return Order(boot=self.boot, connection=self.connection, version=self.version)


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What a match began with: its game, its setup as that game's JSON, its wall time in nanoseconds."""

    game: Short
    setup: msgspec.Raw
    wall: Ns


class LogRow(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """A row of the journal, times in nanoseconds. `event` is its JSON as everyone may know it; where it is of a kind
    that a side may seal, `sealed` is the whole, encrypted to the key of the table's card, in base64."""

    seq: Count
    wall: Ns
    mono: Ns
    source: Annotated[str, msgspec.Meta(max_length=200)]
    event: msgspec.Raw
    sealed: Annotated[str, msgspec.Meta(max_length=LARGEST_LOG)] | None = None


class Log(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Rows of one match that follow each other, MOST_ROWS and LARGEST bytes at the most, but one at least where there
    is one. `last` is the newest that the journal has of the match, 0 where it has none of it (any more); `opening` is
    beside the first row, `chain` the journal's link behind the last one here, encrypted as a row is. `next` is the
    next higher number that a match of this journal has, None for the highest."""

    journal: JournalId
    match: Count
    last: Count
    rows: Annotated[tuple[LogRow, ...], msgspec.Meta(max_length=MOST_ROWS)] = ()
    opening: Opening | None = None
    chain: SealedLink = ""
    next: Count | None = None


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Retained: how a match of a round ended, as all its sides have confirmed, each by its source in the journal.
    `winner` is a seat, None where nobody won. `withdrawn`: it was told, and is not confirmed by all any more; nothing
    else of it counts then."""

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

    @property
    def order(self) -> Order:
        return Order(boot=self.boot, connection=self.connection, version=self.version)


class Done(msgspec.Struct, frozen=True, kw_only=True, tag="done", tag_field="kind"):
    """It was done."""


class NotDone(msgspec.Struct, frozen=True, kw_only=True, tag="not-done", tag_field="kind"):
    """It was not; why, as players read it."""

    why: Text


class Time(msgspec.Struct, frozen=True, kw_only=True, tag="time", tag_field="kind"):
    """The table's monotonic clock as it was asked."""

    ms: Ms


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that may be meant: its id, the question it answers, where it is from, and the answer to read out, which
    tables of an earlier Warglass do not tell."""

    id: Short
    question: Text
    cite: Text = ""
    answer: Text = ""


class CallDetail(msgspec.Struct, frozen=True, kw_only=True, tag="call", tag_field="kind"):
    """What a judge wants to know on the way: what was done in the last half minute, in words, the newest last, and the
    rulings beside it. `by` called, with whatever words he gave."""

    call: Count
    by: Short
    words: Text = ""
    lines: Annotated[tuple[Text, ...], msgspec.Meta(max_length=MOST_LINES)] = ()
    rulings: Annotated[tuple[Beside, ...], msgspec.Meta(max_length=5)] = ()


Answer = Done | NotDone | Time | CallDetail

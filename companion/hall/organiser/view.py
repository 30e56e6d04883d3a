"""The hall as its organiser's pages see it. Every `…ms` is on the hall's clock, see HallView.now_ms."""

from enum import Enum

import msgspec

SEATS = ("gold", "red")
"""In the order of play, where nothing has been played at a table yet."""


class Need(Enum):
    """Why somebody should go to a table, the most pressing first: a judge was called, its box is silent, its game is
    paused, it is behind the others, its match is over; or nothing."""

    JUDGE = "judge"
    SILENT = "silent"
    PAUSED = "paused"
    BEHIND = "behind"
    DONE = "done"
    NOTHING = "nothing"


class SandHere(msgspec.Struct, frozen=True, kw_only=True):
    """A timer that runs down at `ends_ms`, or stands with `left_ms` left."""

    timer: str
    side: str
    ends_ms: int | None
    left_ms: int


class RulingHere(msgspec.Struct, frozen=True, array_like=True):
    """A ruling that a call may be about; `answer` is "" where the table does not tell it."""

    id: str
    question: str
    cite: str
    answer: str = ""


class CallHere(msgspec.Struct, frozen=True, kw_only=True):
    """A call of a judge. `state` is "called", "coming" or "answered"; `lines` is what was done in the half minute
    before it and `rulings` what may be meant, both once the table has told."""

    table: str
    id: int
    since_ms: int
    state: str
    by: str = ""
    words: str = ""
    who: str = ""
    answer: str = ""
    lines: tuple[str, ...] = ()
    rulings: tuple[RulingHere, ...] = ()


class ResultOf(msgspec.Struct, frozen=True, kw_only=True):
    """A table's result in the round: `by_hand` where the organiser wrote it down. `people`: who sits where, in the
    order of play, each as called by the phone that confirmed it, else as that side is."""

    table: str
    round: int
    winner: str | None
    title: str
    score: dict[str, int]
    people: dict[str, str] = {}
    agreed: tuple[str, ...] = ()
    by_hand: bool = False


class ByHand(msgspec.Struct, frozen=True, kw_only=True):
    """What an organiser writes down of a table's match, by seat: `winner` None where nobody won."""

    winner: str | None = None
    score: dict[str, int] = {}


class Archived(msgspec.Struct, frozen=True, kw_only=True):
    """A match that the archive has of a table: of which box, up to which row, and whether all of it."""

    journal: str
    match: int
    game: str
    rows: int
    whole: bool
    wall_ms: int


class TableHere(msgspec.Struct, frozen=True, kw_only=True):
    """One table; `absent`: it has a card, and no box of its has been here yet; `enrolled`: it has one at all.
    `silent_ms` is since when nobody hears it; `error_ms` how far its clock may be off ours; `behind_rows` how many rows
    of its journal the archive lacks. `anew`: its box is another one than the one that the archive's last match was
    played on, which could be set up there."""

    table: str
    name: str
    need: Need
    why: str
    online: bool
    absent: bool = False
    enrolled: bool = True
    silent_ms: int | None = None
    game: str = ""
    called: str = ""
    phase: str = ""
    paused: bool = False
    standing: str = ""
    names: dict[str, str] = {}
    score: dict[str, int] = {}
    sand: tuple[SandHere, ...] = ()
    over: str | None = None
    acted_ms: int | None = None
    heard_ms: int = 0
    error_ms: int | None = None
    behind_rows: int = 0
    faults: int = 0
    anew: Archived | None = None
    players: tuple[str, ...] = ()
    call: CallHere | None = None
    result: ResultOf | None = None


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """`number` 0 before the first. `length_ms` is what the round was given; it `ends_ms`, or stands with `left_ms`."""

    number: int = 0
    title: str = ""
    length_ms: int = 0
    ends_ms: int | None = None
    left_ms: int = 0
    begun: bool = False


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement, and how many of the tables that were asked have shown it."""

    id: str
    text: str
    ms: int
    asked: int
    shown: int


class HallView(msgspec.Struct, frozen=True, kw_only=True):
    """All of it. `broker` says what is wrong with the broker, "" for nothing. `tables` are in the order of need."""

    version: int
    now_ms: int
    hall: str
    name: str
    broker: str
    round: RoundView
    tables: tuple[TableHere, ...] = ()
    calls: tuple[CallHere, ...] = ()
    said: tuple[Said, ...] = ()
    results: tuple[ResultOf, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def now_told(self) -> dict[str, ResultOf]:
        """The results of this round, by table."""
        return {each.table: each for each in self.results if each.round == self.round.number}

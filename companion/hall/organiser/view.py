"""Describes what the organiser's pages see of the hall, and which table needs a visit first."""

import functools
import re
from collections.abc import Iterable, Mapping
from enum import Enum
from statistics import median

import msgspec

# The hall as its organiser's pages see it. Every `…ms` is on the hall's clock, see HallView.now_ms.

SEATS = ("gold", "red")
"""Lists the seats in the order of play, for a table without a match so far."""


class Need(Enum):
    """Says why an organiser should visit a table, the most pressing first.

    A judge was called, its box is silent, its game is paused, it is behind the others, or its match is over.
    The last one means that no visit is needed.
    """

    JUDGE = "judge"
    SILENT = "silent"
    PAUSED = "paused"
    BEHIND = "behind"
    DONE = "done"
    NOTHING = "nothing"


class SandHere(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a timer that runs down at `ends_ms`, or is stopped with `left_ms` left."""

    timer: str
    side: str
    ends_ms: int | None
    left_ms: int


class RulingHere(msgspec.Struct, frozen=True, array_like=True):
    """Describes a ruling that a call may be about; `answer` is "" where the table does not send it."""

    id: str
    question: str
    cite: str
    answer: str = ""


class CallHere(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a call of a judge. `state` is "called", "coming" or "answered".

    `lines` is what was done in the half minute before it, and `rulings` which rulings may matter.
    Both come once the table has sent them.
    """

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
    """Describes a table's result in the round: `by_hand` where the organiser wrote it down.

    `people` says who has which seat, in the order of play. Each goes by the name on the phone that confirmed it, else
    by the side's.
    """

    table: str
    round: int
    winner: str | None
    title: str
    score: dict[str, int]
    people: dict[str, str] = {}
    agreed: tuple[str, ...] = ()
    by_hand: bool = False


class ByHand(msgspec.Struct, frozen=True, kw_only=True):
    """Describes what an organiser writes down of a table's match, by seat: `winner` None where no side won.

    `people` says which player each seat means, where the result is written of players and not of seats.
    """

    winner: str | None = None
    score: dict[str, int] = {}
    people: dict[str, str] = {}


class Archived(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a match that the archive has of a table: of which box, up to which row, and whether all of it."""

    journal: str
    match: int
    game: str
    rows: int
    whole: bool
    wall_ms: int


class TableHere(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one table. `absent`: it has a card, and no box of its has been here yet. `enrolled`: it has a card at
    all.

    `silent_ms` is since when it is silent. `error_ms` is how far its clock may be off the hall's.
    `behind_rows` is how many rows of its journal the archive lacks. The last field is about
    the archive's last match of another box, which could be set up on this one.
    """

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
    """Describes the round, `number` 0 before the first. `length_ms` is what it was given.

    It `ends_ms`, or is stopped with `left_ms`.
    """

    number: int = 0
    title: str = ""
    length_ms: int = 0
    ends_ms: int | None = None
    left_ms: int = 0
    begun: bool = False


class SaidToTables(msgspec.Struct, frozen=True, kw_only=True):
    """Describes an announcement, its round, and how many of the tables that were asked have shown it."""

    id: str
    text: str
    ms: int
    asked: int
    shown: int
    round: int = 0


class HallView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the whole hall. `broker` says what is wrong with the broker, "" where it works.

    `tables` are in the order of need.
    """

    version: int
    now_ms: int
    hall: str
    name: str
    broker: str
    round: RoundView
    tables: tuple[TableHere, ...] = ()
    calls: tuple[CallHere, ...] = ()
    said: tuple[SaidToTables, ...] = ()
    results: tuple[ResultOf, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def now_told(self) -> dict[str, ResultOf]:
        """Returns the results of this round, by table."""
        return {each.table: each for each in self.results if each.round == self.round.number}


# Which table needs a visit first, and why, in words.

QUIET_MS = 5 * 60_000
TIMES_QUIETER = 4
SLOWER = 2
FEWEST_ACTS = 30
FEWEST_TABLES = 3
"""A table is **behind** when it plays, and one of two things is true. Both count only where FEWEST_TABLES play.

One: no act was done there for QUIET_MS, and for TIMES_QUIETER as long as at half of the tables that play.
Two: less has happened there than one SLOWER-th of what has at half of the tables with the same game, once that is
FEWEST_ACTS.

A silence of twice QUIET_MS always counts.
"""
Natural = tuple[tuple[int, str], ...]
Place = tuple[int, int, Natural, str]
GONE_MS = 12 * 3_600_000
"""A table without players that has been silent for so long is not expected."""
_RANK = {need: rank for rank, need in enumerate(Need)}


class Playing(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what decides how urgent a table is. `quiet_ms` is the time since the last act of its players.

    `seq` is how much has happened in its match. `expected`: players are paired there. `settled`: the round's result is
    in. `seen`: a box of it has been here, ever. `enrolled`: it has a card.
    """

    game: str = ""
    enrolled: bool = True
    seen: bool = True
    online: bool = False
    silent_for_ms: int = 0
    expected: bool = True
    begun: bool = False
    paused: bool = False
    quiet_ms: int = 0
    seq: int = 0
    over: str | None = None
    settled: bool = False
    call: CallHere | None = None

    @property
    def plays(self) -> bool:
        return self.online and self.begun and not self.paused and self.over is None


class Others(msgspec.Struct, frozen=True, kw_only=True):
    """Says how half of the tables that play stand, and how many of them there are."""

    count: int = 0
    quiet_ms: float = 0
    seq: Mapping[str, float] = {}

    @classmethod
    def of(cls, tables: Iterable[Playing]) -> "Others":
        playing = [each for each in tables if each.plays]
        games: dict[str, list[int]] = {}
        for each in playing:
            games.setdefault(each.game, []).append(each.seq)
        return cls(
            count=len(playing),
            quiet_ms=median(each.quiet_ms for each in playing) if playing else 0,
            seq={game: median(seqs) for game, seqs in games.items() if len(seqs) >= FEWEST_TABLES},
        )


def need(table: Playing, others: Others, round: RoundView) -> tuple[Need, str]:
    """Returns the most pressing of its needs, and why."""
    if table.call is not None and table.call.state != "answered":
        coming = (
            f"{table.call.who or 'A judge'} is on the way." if table.call.state == "coming" else "A judge was called."
        )
        return Need.JUDGE, coming
    if table.settled:
        return Need.DONE, table.over or "The result is in."
    if not table.online and not table.enrolled:
        return Need.NOTHING, "It has no card any more."
    if not table.online and not table.seen:
        return Need.SILENT if table.expected else Need.NOTHING, "Its box has not been here yet."
    if not table.online:
        gone = not table.expected and table.silent_for_ms >= GONE_MS
        return (Need.NOTHING, "Not here today.") if gone else (Need.SILENT, "Its box is silent.")
    if table.over is not None:
        return Need.DONE, table.over
    if table.paused and table.begun and (not round.number or round.ends_ms is not None):
        return Need.PAUSED, "The game is paused."
    if table.plays and (why := _behind(table, others)):
        return Need.BEHIND, why
    return Need.NOTHING, ""


def place(table: TableHere) -> Place:
    """Returns a key to sort tables by, the most pressing first; of calls and silent tables, the oldest.

    All others go by name, so that none moves about while people play.
    """
    since = 0
    if table.need is Need.JUDGE and table.call is not None:
        since = table.call.since_ms
    elif table.need is Need.SILENT:
        since = table.silent_ms or 0
    return _RANK[table.need], since, natural(table.name), table.table


_DIGITS = "0123456789"
_RUN = re.compile(r"[0-9]+|[^0-9]")
_AFTER = 1000
"""All other signs come after numbers."""


@functools.lru_cache(maxsize=16_384)
def natural(name: str) -> Natural:
    """Returns a key to sort names by: numbers within them by their size."""
    return tuple(_key(run) for run in _RUN.findall(name.casefold()))


def _key(run: str) -> tuple[int, str]:
    number = run.lstrip("0")
    return (len(number), number) if run[0] in _DIGITS else (_AFTER, run)


def _behind(table: Playing, others: Others) -> str:
    minutes = table.quiet_ms // 60_000
    usual = others.quiet_ms * TIMES_QUIETER if others.count >= FEWEST_TABLES else 2 * QUIET_MS
    if table.quiet_ms >= 2 * QUIET_MS or (table.quiet_ms >= QUIET_MS and table.quiet_ms >= usual):
        return f"No act for {minutes} minutes."
    usual_acts = others.seq.get(table.game, 0)
    if usual_acts >= FEWEST_ACTS and table.seq * SLOWER < usual_acts:
        return f"Not half as much has happened as elsewhere: {table.seq} entries, {usual_acts:.0f} at others."
    return ""

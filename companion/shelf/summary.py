"""Sums a match up, and says which words find it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.clock import MS
from companion.journal.journal import MatchRow
from companion.journal.reader import Extent
from companion.table.events import CallTakenBack, Event, HouseRuled, JudgeCalled, Source
from companion.table.history import PAGE, Entry, stands
from companion.table.logbook import Past
from companion.table.match import Match
from companion.table.state import Stage

# Words are compared without case and without accents.

_WORD = re.compile(r"\w+")


def folded(text: str) -> str:
    """Returns the text as it is compared."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def words(*texts: str | None) -> tuple[str, ...]:
    """Returns all words of these texts, each once."""
    return tuple(dict.fromkeys(word for text in texts for word in _WORD.findall(folded(text or ""))))


def line(found: Iterable[str]) -> str:
    """Returns the words in a row in which `sought` is looked for: a space before each and behind the last."""
    return "".join(f" {word}" for word in found) + " "


def sought(word: str) -> str:
    """Returns what a line has in it that has a word which begins so; a number is looked for whole."""
    return f" {word} " if word.isdecimal() else f" {word}"


# What a match's rows say of its players, beside its game's report.

PULSE = 24


class Gone(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the rows of a match, by seat: the name of the player who `played` there, and how many `rulings` were
    asked for. It also counts how often that side acted in each of PULSE equal parts of the match.

    `size` is the bytes of all events as everyone may read them.
    """

    people: Mapping[str, str]
    rulings: Mapping[str, int]
    pulse: dict[str, tuple[int, ...]]
    size: int


def gone_through(past: Past) -> Gone:
    """Returns all rows once, a page at a time. Raises sqlite3.Error and msgspec.DecodeError."""
    going = _Going(past.opening, length=max(1, past.match.state.latest_ns + 1), last=past.match)
    for after in range(0, past.last, PAGE):
        for entry in past.entries(after + 1, min(after + PAGE, past.last)):
            going.add(entry, stands=stands(past.marks, entry.seq))
    return going.sum_up()


class _Going:
    def __init__(self, opening: Match[Any], *, length: int, last: Match[Any]) -> None:
        self._match = opening
        self._last = last
        self._length = length
        self._acted: Counter[tuple[str, str]] = Counter()
        self._calls: dict[int, Source] = {}
        self._asked: list[tuple[Source, str | None]] = []
        self._parts: dict[str, list[int]] = {}
        self._people: Mapping[str, str] = {}
        self._size = 0

    def add(self, entry: Entry, *, stands: bool) -> None:
        event, source = entry.event, Source.read(entry.source)
        self._size += len(msgspec.json.encode(event.public()))
        # A player who takes a seat after the end has not played this match.
        over = self._match.state.stage is Stage.OVER
        if source.seat and source.player and not over:
            self._acted[source.seat, source.player] += 1
        self._ask(event, source, stands=stands)
        if stands:
            self._pulse(event)
            self._match = self._match.evolve(event)
        if not over:
            self._people = self._match.state.people

    def sum_up(self) -> Gone:
        people: dict[str, str] = {}
        for (seat, player), _ in self._acted.most_common():
            if seat in self._last.sides:
                people.setdefault(seat, player)
        people |= self._people
        seats = {name: seat for seat, name in people.items()}
        asked = [*((call, None) for call in self._calls.values()), *self._asked]
        rulings: Counter[str] = Counter()
        for source, side in asked:
            asker = source.seat if source.seat in self._last.sides else side or seats.get(source.player or "")
            if asker is not None:
                rulings[asker] += 1
        pulse = {seat: tuple(self._parts[seat]) for seat in sorted(self._parts)}
        return Gone(people=people, rulings=rulings, pulse=pulse, size=self._size)

    def _ask(self, event: Event, source: Source, *, stands: bool) -> None:
        match event:
            case JudgeCalled(call=call):
                self._calls[call] = source
            case CallTakenBack(call=call):
                self._calls.pop(call, None)
            case HouseRuled():
                self._asked.append((source, None))
            case _ if stands and isinstance(event, self._last.game.asks):
                self._asked.append((source, self._last.side(event)))

    def _pulse(self, event: Event) -> None:
        """Counts in match time. Where that stands, as in a game that never began, all of it is in the first part."""
        seat = self._last.side(event) if self._last.undoable(event) else None
        if seat is not None:
            parts = self._parts.setdefault(seat, [0] * PULSE)
            parts[max(0, min(PULSE - 1, PULSE * event.sand_ns // self._length))] += 1


# A match's summary, made once from its rows. A thousand are read at a time, so it is small.

ROUGHLY = 128
"""Counts an event that was not read with so many bytes."""


class SideSummary(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one side: its `seat`, its `name` as the match says it, and the name of the `person` who played it, if
    given. `actions` and `idle` are as its game's Figures have them. `rulings` counts disputes that were put to the
    other side, judges called and house rulings. The journal does not know who looked a ruling up."""

    seat: str
    name: str
    person: str | None = None
    won: bool = False
    actions: int = 0
    idle: float | None = None
    rulings: int = 0


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Sums a match up. `called` is what was played beside the game's title, `standing` how it stood, both in the game's
    words.

    `opened_ms` and `last_ms`, when its last row was written, are wall milliseconds since 1970. `played_ms` is sand time
    since the start signal.

    `rows` counts its rows, and `size` is the bytes of those and of its setup, as everyone may read them. So the size
    does not show what a side has sealed. Unread rows count with an average size.

    `winner` is a seat, and `how` the end in words, empty until it is `over`. `pulse` is by seat how often that side
    acted in each of 24 equal parts of the match, empty where no side acted. `trouble` says why the summary is
    incomplete, where it is.
    """

    match: int
    game: str
    called: str = ""
    standing: str = ""
    opened_ms: int
    last_ms: int
    played_ms: int = 0
    rows: int
    size: int
    over: bool = False
    winner: str | None = None
    how: str = ""
    sides: tuple[SideSummary, ...] = ()
    pulse: dict[str, tuple[int, ...]] = {}
    trouble: str = ""


def summary(past: Past, row: MatchRow, extent: Extent) -> Summary:
    """Returns the summary of the match that `row` opened and `past` describes. Reads it twice, and holds a page at a
    time. Raises sqlite3.Error and msgspec.DecodeError where the journal fails."""
    match = past.match
    gone = gone_through(past)
    figures = match.game.figures(past.report(match.state.latest_ns))
    found = outline(match, row, extent)
    return replace(
        found,
        size=len(row.setup) + gone.size,
        played_ms=figures.length_ms,
        pulse=gone.pulse,
        sides=tuple(
            replace(
                side,
                person=gone.people.get(side.seat),
                actions=figures.actions.get(side.seat, 0),
                idle=figures.idle.get(side.seat),
                rulings=gone.rulings.get(side.seat, 0),
            )
            for side in found.sides
        ),
    )


def outline(match: Match[Any], row: MatchRow, extent: Extent) -> Summary:
    """Returns what the match itself says, without reading its rows."""
    over = match.over
    people = match.state.people
    return replace(
        untold(row, extent),
        called=match.game.called(match.state),
        standing=match.standing,
        over=match.state.stage is Stage.OVER,
        winner=over.winner if over else None,
        how=" ".join(filter(None, (over.title, over.how))) if over else "",
        sides=tuple(
            SideSummary(
                seat=seat.value,
                name=name,
                person=people.get(seat.value),
                won=over is not None and over.winner == seat.value,
            )
            for seat, name in match.names.items()
        ),
    )


def untold(row: MatchRow, extent: Extent, *, why: str = "") -> Summary:
    """Returns the summary of a match of which only its own row is known."""
    return Summary(
        match=row.id,
        game=row.game,
        opened_ms=row.wall // MS,
        last_ms=extent.last // MS,
        rows=extent.rows,
        size=len(row.setup) + ROUGHLY * extent.rows,
        trouble=why,
    )


# What a match is found by.


class KnownMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Says what finds a match. `mark` is what it was summed up from, see companion.journal.reader.Listed. `day` is when
    it was last played by the table's local time, "2026-11-14". The others are lines of words, empty without a
    winner."""

    mark: bytes
    day: str
    words: str
    won: str
    lost: str


def known(summary: Summary, *, mark: bytes, title: str) -> KnownMatch:
    """Returns what finds the match, whose game is called `title`."""
    played = datetime.fromtimestamp(summary.last_ms // 1000)
    sides = {each.seat: words(each.name, each.person, each.seat) for each in summary.sides}
    losers = [each.seat for each in summary.sides if not each.won] if summary.winner else []
    return KnownMatch(
        mark=mark,
        day=f"{played:%Y-%m-%d}",
        words=line(
            words(
                title,
                summary.game,
                summary.called,
                summary.how,
                "ended" if summary.over else "unfinished",
                f"{played.day} {played:%B} {played.year}",
                *(word for found in sides.values() for word in found),
            )
        ),
        won=line(sides.get(summary.winner, ())) if summary.winner else "",
        lost=line(word for seat in losers for word in sides[seat]) if losers else "",
    )

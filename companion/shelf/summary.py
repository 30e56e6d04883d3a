"""What the shelf knows of a match: told once from its rows, and small enough that a thousand are read at a time."""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.clock import MS
from companion.journal.journal import MatchRow
from companion.journal.reader import Extent
from companion.shelf.gone import gone_through
from companion.table.match import Match
from companion.table.state import Stage
from companion.table.told.past import Past

ROUGHLY = 128
"""Bytes of an event that was not read."""


class SideSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One side: its `seat`, its `name` as the match says it, and what the `person` who played it is called, if anyone
    said. `actions` and `idle` are as its game's Figures have them. `rulings` counts what was asked of others or written
    down: disputes that were put to the other side, judges called and house rulings. What was only read up is in no
    journal, and so in no count."""

    seat: str
    name: str
    person: str | None = None
    won: bool = False
    actions: int = 0
    idle: float | None = None
    rulings: int = 0


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """`called` is what was played beside the game's title, `standing` how it stood, both as the game says them.
    `opened_ms` and `last_ms`, when its last row was written, are wall milliseconds since 1970; `played_ms` is sand time
    since the start signal. `rows` counts its rows, and `size` is the bytes of those and of its setup: as everyone may
    read them, for nobody is to weigh what a side has sealed, and by their number where they are not read. `winner` is a
    seat, and `how` the end in words, empty as long as it is not `over`. `pulse` is by seat how often that side acted in
    each of 24 parts of the match that are as long as one another, empty where nobody did. `trouble` says
    why there is no more to tell of it, where that is so."""

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
    """Of the match that `row` opened and that has gone as `past` tells. Goes through it twice, and holds a page at a
    time. Raises sqlite3.Error and msgspec.DecodeError where the journal does not give it back."""
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
    """What the match itself says, none of its rows looked at."""
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
    """Of a match of which no more is known than what its own row says."""
    return Summary(
        match=row.id,
        game=row.game,
        opened_ms=row.wall // MS,
        last_ms=extent.last // MS,
        rows=extent.rows,
        size=len(row.setup) + ROUGHLY * extent.rows,
        trouble=why,
    )

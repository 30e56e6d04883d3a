"""A row of the journal without anything that is not everyone's."""

import msgspec
from msgspec.structs import replace

from companion.journal.journal import Row
from companion.matchfile.contents import Line
from companion.table.events import LeftOut, Upkeep
from companion.table.game import AnyGame
from companion.table.history import Source, SourceKind


def line(row: Row, game: AnyGame) -> Line:
    """What players sealed is in it only where they revealed it; of what was done about the table itself (its phones,
    codes, judges, whatever it keeps) only that something was; of a phone neither which one it was nor its number.
    Raises msgspec.DecodeError where the row is none of that game's."""
    event = game.read_event(row.event)
    event = LeftOut(sand_ns=event.sand_ns) if isinstance(event, Upkeep) else event.public()
    said = msgspec.Raw(msgspec.json.encode(event))
    return Line(seq=row.seq, wall=row.wall, mono=row.mono, source=_source(row.source), event=said)


def unsealed(row: Row, game: AnyGame) -> Row:
    """The row without what players sealed and did not reveal; all else of it stays. Raises msgspec.DecodeError where
    the row is none of that game's."""
    event = game.read_event(row.event)
    public = event.public()
    return row if public == event else replace(row, event=msgspec.json.encode(public))


def _source(text: str) -> str:
    """Of a phone its seat and its player's name are left, of a button all: that one is the panel's."""
    source = Source.read(text)
    return str(source if source.kind is SourceKind.BUTTON else replace(source, name=""))

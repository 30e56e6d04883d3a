"""The dispute log in words: what happened."""

from typing import Any

from companion.clock import MS
from companion.table import upkeep
from companion.table.events import Undone, Upkeep
from companion.table.history import Entry, Source
from companion.table.match import Match
from companion.table.view import LogLine


def describe(match: Match[Any], entry: Entry, undone: Entry | None = None) -> str:
    """The entry as a sentence; an undo says what it took back, which is `undone`."""
    if isinstance(entry.event, Undone):
        return f"Undone: {match.sentence(undone.event)}" if undone else "Undone"
    if isinstance(entry.event, Upkeep):
        return upkeep.sentence(entry.event, Source.read(entry.source), match.sides)
    return match.sentence(entry.event)


def told(match: Match[Any], entry: Entry, undone: Entry | None) -> LogLine:
    """See `describe`. What the line says of its neighbours is not in it yet: see `gaps`."""
    source = Source.read(entry.source)
    return LogLine(
        seq=entry.seq,
        mono_ms=entry.mono_ns // MS,
        source=source.device,
        who=_who(match, source),
        text=describe(match, entry, undone),
        side=match.side(entry.event),
    )


def whose(match: Match[Any], entry: Entry) -> str:
    """Who acted, as the beginning of a sentence: the side whose phone it was, else whose act it is, else what it was
    done with."""
    source, names = Source.read(entry.source), named(match)
    who = names.get(source.seat or "") or names.get(match.side(entry.event) or "") or _who(match, source)
    return who[0].upper() + who[1:]


def named(match: Match[Any]) -> dict[str, str]:
    """Who plays, by seat."""
    return {seat.value: name for seat, name in match.names.items()}


def _who(match: Match[Any], source: Source) -> str:
    """Who held it: the player by name, else whose phone it was."""
    return upkeep.called(source, match.sides)

"""The dispute log in words: what happened, in the order of the presses."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from companion.clock import MS, SECOND
from companion.table import upkeep
from companion.table.events import TakenOut, Undone, Upkeep
from companion.table.history import Entry, Source
from companion.table.match import Match
from companion.table.view import LogLine


class Told(msgspec.Struct, frozen=True):
    """An entry in words, before it has neighbours; `act` says whether it was a player's act."""

    line: LogLine
    mono_ns: int
    act: bool


def describe(match: Match[Any], entry: Entry, undone: Entry | None = None) -> str:
    """The entry as a sentence; an undo says what it took back, which is `undone`."""
    if isinstance(entry.event, Undone):
        return f"Undone: {match.sentence(undone.event)}" if undone else "Undone"
    if isinstance(entry.event, Upkeep):
        return upkeep.sentence(entry.event, Source.read(entry.source), named(match))
    return match.sentence(entry.event)


def told(match: Match[Any], entry: Entry, undone: Entry | None) -> Told:
    """See `describe`."""
    source = Source.read(entry.source)
    line = LogLine(
        seq=entry.seq,
        mono_ms=entry.mono_ns // MS,
        source=source.device,
        who=_who(match, source),
        text=describe(match, entry, undone),
        side=match.side(entry.event),
    )
    return Told(line, entry.mono_ns, match.undoable(entry.event))


def beside(one: Told, following: Told | None, names: dict[str, str]) -> LogLine:
    """The first one's line, with how long before the next act of another side's player it was made, where the next line
    is one: "0.043 s before Firebrand"."""
    if following is None or not (one.act and following.act) or following.mono_ns < one.mono_ns:
        return one.line
    mine, theirs = one.line.side, following.line.side
    if mine is None or theirs is None or mine == theirs:
        return one.line
    gap = f"{(following.mono_ns - one.mono_ns) / SECOND:.3f} s before {names[theirs]}"
    return msgspec.structs.replace(one.line, gap=gap, gap_side=theirs)


def ordered(entries: Iterable[Entry]) -> list[Entry]:
    """By the instant of the press, not by the order in which they arrived."""
    return [entry for stretch in stretches(entries) for entry in sorted(stretch, key=lambda e: (e.mono_ns, e.seq))]


def stretches(entries: Iterable[Entry]) -> Iterator[Sequence[Entry]]:
    """Cuts the journal where another night began, or the monotonic clock anew.

    Presses arrive less than a second out of order, so what goes back further is another boot (or sand that, after an
    undo, turned out to have run out long ago).
    """
    stretch: list[Entry] = []
    for entry in entries:
        if stretch and (isinstance(entry.event, TakenOut) or entry.mono_ns < stretch[-1].mono_ns - SECOND):
            yield stretch
            stretch = []
        stretch.append(entry)
    yield stretch


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
    return upkeep.called(source, named(match))

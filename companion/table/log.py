"""The dispute log: what happened, in words, in the order of the presses."""

import itertools
from collections.abc import Iterable, Iterator

from companion.clock import MS, SECOND
from companion.table import upkeep
from companion.table.events import TakenOut, Undone, Upkeep
from companion.table.history import Entry, History, Source
from companion.table.view import LogLine


def describe(history: History, entry: Entry) -> str:
    """The entry as a sentence; an undo says what it took back."""
    if isinstance(entry.event, Undone):
        return f"Undone: {history.match.sentence(history.find(entry.event.seq).event)}"
    if isinstance(entry.event, Upkeep):
        return upkeep.sentence(entry.event, Source.read(entry.source), _names(history))
    return history.match.sentence(entry.event)


def lines(history: History, entries: Iterable[Entry]) -> list[LogLine]:
    """The entries by the instant of their press (not by the order in which they arrived), each with how long before
    the next act of the other side it was made."""
    ordered = [entry for stretch in _stretches(entries) for entry in sorted(stretch, key=lambda e: (e.mono_ns, e.seq))]
    out = []
    for entry, following in itertools.zip_longest(ordered, ordered[1:]):
        source = Source.read(entry.source)
        gap, gap_side = (None, None) if following is None else _gap(history, entry, following)
        out.append(
            LogLine(
                seq=entry.seq,
                mono_ms=entry.mono_ns // MS,
                source=source.device,
                who=_who(history, source),
                text=describe(history, entry),
                side=history.match.side(entry.event),
                gap=gap,
                gap_side=gap_side,
            )
        )
    return out


def whose(history: History, entry: Entry) -> str:
    """Who acted, as the beginning of a sentence: the side whose phone it was, else whose act it is, else what it was
    done with."""
    source, names = Source.read(entry.source), _names(history)
    who = names.get(source.seat or "") or names.get(history.match.side(entry.event) or "") or _who(history, source)
    return who[0].upper() + who[1:]


def _who(history: History, source: Source) -> str:
    """Who held it: the player by name, else whose phone it was."""
    return upkeep.called(source, _names(history))


def _names(history: History) -> dict[str, str]:
    return {seat.value: name for seat, name in history.match.names.items()}


def _stretches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
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


def _gap(history: History, entry: Entry, following: Entry) -> tuple[str, str] | tuple[None, None]:
    """Such as "0.043 s before Firebrand", and that side, where two acts of different sides' players are neighbours."""
    mine, theirs = history.match.side(entry.event), history.match.side(following.event)
    if mine is None or theirs is None or mine == theirs or following.mono_ns < entry.mono_ns:
        return None, None
    if not (history.match.undoable(entry.event) and history.match.undoable(following.event)):
        return None, None
    return f"{(following.mono_ns - entry.mono_ns) / SECOND:.3f} s before {_names(history)[theirs]}", theirs

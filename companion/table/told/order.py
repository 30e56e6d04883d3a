"""The order of the dispute log: by the instants of the presses, not by when they were heard."""

from collections.abc import Iterable, Iterator, Sequence

from companion.clock import SECOND
from companion.table.events import SetUpAnew, TakenOut
from companion.table.history import Entry, Source, SourceKind

LATEST_NS = 30 * SECOND
"""A press is heard no later: a service that stands still for so long is ended by its watchdog."""
_UNSTEADY_NS = SECOND
"""By so much presses are out of order without anything being late, and the wall clock off without being another."""


def ordered(entries: Iterable[Entry]) -> list[Entry]:
    """By the instant of the press, not by the order in which they arrived."""
    return [entry for stretch in stretches(entries) for entry in sorted(stretch, key=lambda e: (e.mono_ns, e.seq))]


def stretches(entries: Iterable[Entry]) -> Iterator[Sequence[Entry]]:
    """Cuts the journal where another night began, another box, or the monotonic clock anew: what goes back in time by
    over a second and is no late press is of another boot (or sand that, after an undo, turned out to have run out long
    ago)."""
    stretch: list[Entry] = []
    newest: Entry | None = None
    for entry in entries:
        if newest is not None and begins(entry, newest):
            yield stretch
            stretch, newest = [], None
        stretch.append(entry)
        if newest is None or entry.mono_ns > newest.mono_ns:
            newest = entry
    yield stretch


def begins(entry: Entry, newest: Entry) -> bool:
    """Whether the entry belongs to another stretch than the newest one before it."""
    if isinstance(entry.event, TakenOut | SetUpAnew):
        return True
    back = newest.mono_ns - entry.mono_ns
    return back > _UNSTEADY_NS and not (back <= LATEST_NS and _same_boot(entry, newest) and _pressed(entry))


def _same_boot(one: Entry, other: Entry) -> bool:
    """Whether wall clock and monotonic clock were as far apart."""
    return abs((one.wall_ns - one.mono_ns) - (other.wall_ns - other.mono_ns)) <= _UNSTEADY_NS


def _pressed(entry: Entry) -> bool:
    return Source.read(entry.source).kind is SourceKind.BUTTON


def late(entries: Iterable[Entry]) -> dict[int, str]:
    """By its number, what is to be said of a press that was heard only when something later had been: "heard over 2.4 s
    late"."""
    found = {}
    for stretch in stretches(sorted(entries, key=lambda entry: entry.seq)):
        newest = 0
        for entry in stretch:
            behind = newest - entry.mono_ns
            if behind > _UNSTEADY_NS and _pressed(entry):
                found[entry.seq] = f"heard over {behind / SECOND:.1f} s late"
            newest = max(newest, entry.mono_ns)
    return found

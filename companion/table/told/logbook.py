"""The log by page: words made once, whoever reads."""

import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import Any

import msgspec

from companion.clock import SECOND
from companion.table.events import Undone
from companion.table.history import Entry
from companion.table.match import Match
from companion.table.told.past import Past
from companion.table.told.words import Told, beside, named, ordered, stretches, told
from companion.table.view import LogLine

MOST_LINES = 1000
"""Of one page."""
_REMEMBERED = 4096
_APART = 2 * SECOND
"""No press is told out of order by as much: each arrives within a second, and what an undo lets run out within another
of the undo's own."""
_MARGIN, _WIDEST = 32, 4096
"""Entries looked at beyond a page's ends, to see what belongs on it: at first, and at most."""


class LogPage(msgspec.Struct, frozen=True, kw_only=True):
    """The entries numbered `first` to `last`, each in words, by the instant of the press. The journal has `earlier`
    entries before them and `later` ones after."""

    lines: tuple[tuple[Entry, LogLine], ...]
    first: int
    last: int
    earlier: int
    later: int


class Logbook:
    """Remembers the last lines that anyone read. Any thread may call, and none holds the table's lock meanwhile."""

    def __init__(self) -> None:
        self._one_reader = Lock()
        self._remembering = Lock()
        self._wording: object = None
        self._words: OrderedDict[int, Told] = OrderedDict()

    def page(self, past: Past, *, after: int | None = None, before: int | None = None, most: int) -> LogPage:
        """At most so many entries: the lowest numbered above `after`, else the highest below `before`, else the newest.

        A page ends where all that was pressed until then has arrived, if that is anywhere in it: so pages read one
        after another are the log in its order. Raises sqlite3.Error.
        """
        with self._one_reader:
            if after is not None:
                first = min(after, past.last) + 1
                last = min(first - 1 + most, past.last)
            else:
                last = min(past.last, past.last if before is None else before - 1)
                first = max(1, last - most + 1)
            around = _around(past, first, last)
            clean = list(_clean(around))
            if after is not None and last < past.last:
                last = max((seq - 1 for seq in clean if first < seq <= last + 1), default=last)
            elif after is None and first > 1:
                first = min((seq for seq in clean if first <= seq <= last), default=first)
            in_order = ordered(around)
            words = self._told(past, in_order, first, last)
            names = named(past.match)
            lines = tuple(
                (entry, beside(one, following, names))
                for entry, one, following in zip(in_order, words, [*words, None][1:], strict=True)
                if one is not None and first <= entry.seq <= last
            )
        return LogPage(lines=lines, first=first, last=last, earlier=first - 1, later=past.last - last)

    def words(self, match: Match[Any], entry: Entry, find: Callable[[int], Entry | None]) -> Told:
        """The entry in words, as things are called in `match`: remembered where somebody has read it. `find` finds what
        an undo took back. Nobody waits here for words that another makes."""
        wording = match.wording
        with self._remembering:
            if wording != self._wording:
                self._wording, self._words = wording, OrderedDict()
            words = self._words
            if entry.seq in words:
                words.move_to_end(entry.seq)
                return words[entry.seq]
        made = told(match, entry, find(entry.event.seq) if isinstance(entry.event, Undone) else None)
        with self._remembering:
            words[entry.seq] = made
            if len(words) > _REMEMBERED:
                words.popitem(last=False)
        return made

    def _told(self, past: Past, in_order: Sequence[Entry], first: int, last: int) -> list[Told | None]:
        """Words for what is on the page, and for what follows each of its lines."""
        on_it = [first <= entry.seq <= last for entry in in_order]
        needed = [one or before for one, before in zip(on_it, [False, *on_it], strict=False)]
        return [
            self.words(past.match, entry, past.find) if need else None
            for entry, need in zip(in_order, needed, strict=True)
        ]


def _around(past: Past, first: int, last: int) -> list[Entry]:
    """The entries, with as many before and after them as can belong among them by the instants of their presses."""
    margin = _MARGIN
    while True:
        low, high = max(1, first - margin), min(past.last, last + margin)
        entries = past.entries(low, high)
        cut = list(stretches(entries))
        before = [part for stretch in cut if (part := [entry for entry in stretch if entry.seq < first])]
        behind = [part for stretch in cut if (part := [entry for entry in stretch if entry.seq > last])]
        settled = (low == 1 or _settled(before)) and (high == past.last or _settled(behind))
        if settled or margin >= _WIDEST:
            return entries
        margin *= 4


def _settled(parts: Sequence[Sequence[Entry]]) -> bool:
    """Whether, of these entries beyond a page's end, those next to it are all there that can be told next to it."""
    instants = [entry.mono_ns for entry in parts[0]] if len(parts) == 1 else []
    return len(parts) > 1 or (bool(instants) and max(instants) - min(instants) >= _APART)


def _clean(entries: Sequence[Entry]) -> Iterator[int]:
    """The numbers before which the log may be cut: what is told before them has lower ones."""
    for stretch in stretches(entries):
        latest = list(itertools.accumulate((entry.mono_ns for entry in stretch), max))
        earliest = list(itertools.accumulate((entry.mono_ns for entry in reversed(stretch)), min))[::-1]
        for entry, until, since in zip(stretch, [0, *latest], earliest, strict=False):
            if entry is stretch[0] or until <= since:
                yield entry.seq

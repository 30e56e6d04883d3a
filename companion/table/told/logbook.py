"""The log by page: words made once, whoever reads."""

import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.table.events import Undone
from companion.table.history import Entry
from companion.table.match import Match
from companion.table.told.gaps import FARTHEST, ends, gaps
from companion.table.told.order import LATEST_NS, late, ordered, stretches
from companion.table.told.past import Past
from companion.table.told.words import named, told
from companion.table.view import LogLine

MOST_LINES = 1000
"""Of one page."""
_REMEMBERED = 4096
_APART = LATEST_NS + SECOND
"""No press is told out of order by as much: what an undo lets run out comes within a second of the undo's own."""
_MARGIN, _WIDEST = 32, 4096
"""Entries looked at beyond a page's ends, to see what belongs on it: at first, and at most."""

Find = Callable[[int], Entry | None]
"""Finds an entry by its number: what an undo took back."""


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
        self._words: OrderedDict[int, LogLine] = OrderedDict()

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
            shown = [entry for entry in in_order if first <= entry.seq <= last]
            lines = self.lines(past.match, shown, past.find, among=in_order)
        page = tuple(zip(shown, lines, strict=True))
        return LogPage(lines=page, first=first, last=last, earlier=first - 1, later=past.last - last)

    def lines(
        self, match: Match[Any], entries: Sequence[Entry], find: Find, *, among: Sequence[Entry] | None = None
    ) -> list[LogLine]:
        """The entries in words, each with what it was before and how late it was heard: what it is compared with is
        looked for `among` these, in order."""
        around = entries if among is None else among
        before, heard, names = gaps(match, around), late(around), named(match)
        lines = [self.words(match, entry, find) for entry in entries]
        lines = [replace(line, text=f"{line.text}, {heard[line.seq]}") if line.seq in heard else line for line in lines]
        return [before[line.seq].beside(line, names) if line.seq in before else line for line in lines]

    def words(self, match: Match[Any], entry: Entry, find: Find) -> LogLine:
        """The entry in words, as things are called in `match`: remembered where somebody has read it. Nobody waits here
        for words that another makes."""
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


def _around(past: Past, first: int, last: int) -> list[Entry]:
    """The entries, with as many before and after them as can belong among them by the instants of their presses, and as
    it takes to see which press came next after theirs."""
    margin = _MARGIN
    while True:
        low, high = max(1, first - margin), min(past.last, last + margin)
        entries = past.entries(low, high)
        cut = list(stretches(entries))
        after = high == past.last or (_settled_behind(cut[-1], last) and _answered(past.match, entries, first, last))
        settled = after and (low == 1 or _settled_before(cut[0], first))
        if settled or margin >= _WIDEST:
            return entries
        margin *= 4


def _settled_before(stretch: Sequence[Entry], first: int) -> bool:
    """Whether what lies before this first stretch of what was looked at is told before all of the page: it happened no
    more than _APART after anything that was heard later."""
    oldest = min((entry.mono_ns for entry in stretch if entry.seq < first), default=0)
    return all(oldest + _APART <= entry.mono_ns for entry in stretch if entry.seq >= first)


def _settled_behind(stretch: Sequence[Entry], last: int) -> bool:
    """Whether what lies behind this last stretch of what was looked at is told after all of the page."""
    newest = max((entry.mono_ns for entry in stretch), default=0)
    return all(entry.mono_ns + _APART <= newest for entry in stretch if entry.seq <= last)


def _answered(match: Match[Any], entries: Sequence[Entry], first: int, last: int) -> bool:
    """Whether it is known which press followed the last one from `first` to `last`, or that none is near."""
    presses = [entry for entry in ordered(entries) if ends(match, entry)]
    mine = max((at for at, entry in enumerate(presses) if first <= entry.seq <= last), default=None)
    if mine is None or entries[-1].seq - presses[mine].seq > FARTHEST:
        return True
    *_, newest = stretches(entries)
    behind = max(entry.mono_ns for entry in newest)
    return any(entry not in newest or behind - entry.mono_ns >= _APART for entry in presses[mine + 1 : mine + 2])


def _clean(entries: Sequence[Entry]) -> Iterator[int]:
    """The numbers before which the log may be cut: what is told before them has lower ones."""
    for stretch in stretches(entries):
        latest = list(itertools.accumulate((entry.mono_ns for entry in stretch), max))
        earliest = list(itertools.accumulate((entry.mono_ns for entry in reversed(stretch)), min))[::-1]
        for entry, until, since in zip(stretch, [0, *latest], earliest, strict=False):
            if entry is stretch[0] or until <= since:
                yield entry.seq

"""Keeps a match's events in order, which of them stand, and the match that they make."""

import contextlib
import itertools
import re
import sqlite3
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, Self

import msgspec

from companion.journal.journal import Row
from companion.table.events import Event, Source, Undone, Upkeep
from companion.table.match import Match

# What stands of a match: the way its state came about, without what was taken back.

SPAN = 256
"""Counts the last events that are kept with the match after each. An undo of any of them starts from there."""
MOST_BY_ITSELF = 32
"""Limits what may happen by itself after an act: beyond it, what that act's undo makes meaningless is dropped for
good."""
MOST_SAVED = 512
"""Limits how many older matches are kept, evenly apart however long the match. Of a million events one every few
thousand has its match kept."""

_ACT, _BY_ITSELF, _HIDDEN, _GONE, _BESIDE = b"a", b"s", b"h", b"g", b"-"
"""Mark what an entry is: a player's act that stands, or an event that happened by itself and stands. `_HIDDEN`: that
too, but a later one has left no trace of it. `_GONE`: taken back. `_BESIDE`: no part of the match."""
_EVOLVED = re.compile(b"[as]")
_TRACELESS = re.compile(b"h")


def stands(marks: bytes, seq: int) -> bool:
    """Returns whether the entry of that number is part of the match, by its `marks`."""
    return marks[seq - 1 : seq] in (_ACT, _BY_ITSELF, _HIDDEN)


class Numbered(Protocol):
    """Describes an event with its number in the journal."""

    @property
    def seq(self) -> int: ...

    @property
    def event(self) -> Event: ...


class _Kept(msgspec.Struct, frozen=True):
    seq: int
    event: Event
    after: Match[Any]


class Standing:
    """Keeps in memory only a byte for each entry, the last events with their matches, and now and then an older match.

    `read(after, most)` returns older entries, those numbered above `after`. It may raise sqlite3.Error.

    It has no lock: the table that owns it has one.
    """

    def __init__(self, opening: Match[Any], read: Callable[[int, int], Sequence[Numbered]]) -> None:
        self._opening = opening
        self._read = read
        self._marks = bytearray()
        self._window: deque[_Kept] = deque()
        self._base = opening
        self._saved: list[tuple[int, Match[Any]]] = []
        self._apart = SPAN

    @property
    def match(self) -> Match[Any]:
        """Returns the match of every event that was not taken back, without the clock's way through the undos."""
        return self._window[-1].after if self._window else self._base

    @property
    def marks(self) -> bytes:
        """Returns what each entry is, from the first on, as of now. See `stands`."""
        return bytes(self._marks)

    @property
    def last_act(self) -> int | None:
        """Returns the number of the last act of a player's that stands."""
        return self._marks.rfind(_ACT) + 1 or None

    def is_act(self, seq: int) -> bool:
        """Returns whether the entry of that number is an act of a player's that was not taken back."""
        return self._mark(seq) == _ACT

    def is_gone(self, seq: int) -> bool:
        """Returns whether an undo took the entry of that number back."""
        return self._mark(seq) == _GONE

    def pass_over(self, seq: int) -> None:
        """Marks the entry as no part of the match."""
        self._put(seq, _BESIDE)

    def add(self, seq: int, event: Event, *, act: bool) -> None:
        """Evolves the match by the event."""
        if not act:
            self._hide(event)
        self._put(seq, _ACT if act else _BY_ITSELF)
        self._push(seq, event)
        while len(self._window) > SPAN:
            self._let_go(self._window.popleft())

    def reach(self, seq: int) -> None:
        """Gets the match before that entry ready for `take_back`. Raises sqlite3.Error."""
        if self._window and self._window[0].seq <= seq:
            return
        saved = [each for each in self._saved if each[0] < seq]
        before, base = saved[-1] if saved else (0, self._opening)
        until = self._window[0].seq if self._window else len(self._marks) + 1
        older, match = [], base
        for each in self._pages(before, until, _EVOLVED):
            match = match.evolve(each.event)
            older.append(_Kept(each.seq, each.event, match))
        self._saved, self._base = saved, base
        self._window.extendleft(reversed(older))

    def take_back(self, seq: int) -> None:
        """Evolves the match again without that act, then what came after it. See `reach`."""
        self.reach(seq)
        self._put(seq, _GONE)
        _, *after = self._since(seq)
        crowded = len(after) > MOST_BY_ITSELF
        for kept in after:
            before = self.match
            self._push(kept.seq, kept.event)
            if crowded and isinstance(kept.event, before.game.no_acts) and not kept.event.TIMELESS:
                self._drop_if_nothing(kept, before)

    def forget_after(self, sand_ns: int, *, since: int) -> None:
        """Drops what had happened by itself later than `sand_ns`, the sand time to which an undo went back. It has not
        happened yet, and must not come back with the next undo. Until then the match stays as it is.

        Only what came after the act that was taken back can be later: before it, time had not run that far.
        """
        after = self._since(since)
        late = [
            kept.seq
            for kept in after
            if kept.event.sand_ns > sand_ns and not kept.event.TIMELESS and not self.is_act(kept.seq)
        ]
        for seq in late:
            self._put(seq, _GONE)
        for kept in after:
            if not self.is_gone(kept.seq):
                self._push(kept.seq, kept.event)
        if late:
            with contextlib.suppress(sqlite3.Error):
                for each in self._pages(since, len(self._marks) + 1, _TRACELESS):
                    if each.event.sand_ns > sand_ns:
                        self._put(each.seq, _GONE)

    def _drop_if_nothing(self, kept: _Kept, before: Match[Any]) -> None:
        """Forgets the last event where it changes no state without the act that was taken back. If another undo gives
        it a meaning again, it happens by itself once more."""
        if self.match.state == before.state.at(kept.event):
            self._window.pop()
            self._put(kept.seq, _HIDDEN)

    def _since(self, seq: int) -> list[_Kept]:
        """Removes from the window, and returns, what came from that entry on."""
        found: list[_Kept] = []
        while self._window and self._window[-1].seq >= seq:
            found.append(self._window.pop())
        return found[::-1]

    def _push(self, seq: int, event: Event) -> None:
        self._window.append(_Kept(seq, event, self.match.evolve(event)))

    def _hide(self, event: Event) -> None:
        """Drops what leaves no trace once this has happened, so that no undo goes through every bounce of a button."""
        for index in range(len(self._window) - 1, -1, -1):
            kept = self._window[index]
            if self.is_act(kept.seq) or not kept.event.hides(kept.event):
                return
            if event.hides(kept.event):
                self._put(kept.seq, _HIDDEN)
                del self._window[index]
                return

    def _let_go(self, kept: _Kept) -> None:
        self._base = kept.after
        if kept.seq - (self._saved[-1][0] if self._saved else 0) >= self._apart:
            self._saved.append((kept.seq, kept.after))
        if len(self._saved) > MOST_SAVED:
            self._saved = self._saved[1::2]
            self._apart *= 2

    def _pages(self, after: int, until: int, kind: re.Pattern[bytes]) -> Iterator[Numbered]:
        """Yields the entries of that kind between those numbers, read by page and across stretches of others."""
        while found := kind.search(self._marks, after, until - 1):
            page = self._read(found.start(), SPAN)
            if not page:
                return
            yield from (each for each in page if each.seq < until and kind.match(self._mark(each.seq)))
            after = page[-1].seq

    def _mark(self, seq: int) -> bytes:
        return bytes(self._marks[seq - 1 : seq]) if seq > 0 else b""

    def _put(self, seq: int, mark: bytes) -> None:
        if seq > len(self._marks):
            self._marks.extend(_BESIDE * (seq - 1 - len(self._marks)))
        self._marks[seq - 1 : seq] = mark


# A match's events in order, and the match that they make.

PAGE = 256
"""Says how many of the newest entries are in memory, and how many older ones one read of the journal gives."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one row of the journal. `mono_ns` is the instant of the press, by the kernel's clock where the backend
    knows it.

    Rows are numbered in the order in which the table took them.
    """

    seq: int
    wall_ns: int
    mono_ns: int
    source: str
    event: Event

    def row(self) -> Row:
        """Returns the entry as the journal stores it."""
        event = msgspec.json.encode(self.event)
        return Row(seq=self.seq, wall=self.wall_ns, mono=self.mono_ns, source=self.source, event=event)

    @classmethod
    def of(cls, row: Row, read_event: Callable[[bytes], Event]) -> Self:
        """Returns the entry that is stored so. Raises msgspec.DecodeError."""
        event = read_event(row.event)
        return cls(seq=row.seq, wall_ns=row.wall, mono_ns=row.mono, source=row.source, event=event)


Read = Callable[[int, int], Sequence[Entry]]
"""Reads entries from the journal: those numbered above the first number, the lowest first, at most as many as the
second. Raises sqlite3.Error."""


def between(first: int, last: int, *, recent: Sequence[Entry], read: Read) -> list[Entry]:
    """Returns the entries with these numbers and those between. It reads what is not among `recent`, the newest
    entries. Raises sqlite3.Error."""
    known = recent[0].seq if recent else last + 1
    older: list[Entry] = []
    after, until = first - 1, min(last, known - 1)
    while after < until and (page := read(after, min(PAGE, until - after))):
        older += [entry for entry in page if entry.seq <= until]
        after = page[-1].seq
    start = bisect_left(recent, first, key=lambda entry: entry.seq)
    return older + list(itertools.takewhile(lambda entry: entry.seq <= last, itertools.islice(recent, start, None)))


class History:
    """Holds the entries of one match. In memory are the newest, and all that the journal does not have yet; `read`
    returns the others.

    It has no lock: the table that owns it has one.
    """

    def __init__(self, opening: Match[Any], read: Read = lambda _after, _most: ()) -> None:
        self.opening = opening
        self._read = read
        self._recent: deque[Entry] = deque()
        self._standing = Standing(opening, self._numbered)
        self.match = opening
        self._did = False

    @property
    def next_seq(self) -> int:
        return self._recent[-1].seq + 1 if self._recent else 1

    @property
    def recent(self) -> tuple[Entry, ...]:
        """Returns the newest entries, those that are not in the journal yet among them."""
        return tuple(self._recent)

    @property
    def marks(self) -> bytes:
        """Returns which entries stand, see `Standing.marks`."""
        return self._standing.marks

    @property
    def acted(self) -> bool:
        """Returns whether any act of a player's stands, or players did what undo passes over, such as ticking a
        card."""
        return self._did or self._standing.last_act is not None

    @property
    def last_act(self) -> Entry | None:
        """Returns what `undo` would take back: the last act of a player's that still stands. Raises sqlite3.Error where
        it is an old one that the journal cannot read."""
        seq = self._standing.last_act
        return None if seq is None else self.find(seq)

    def stands(self, seq: int) -> bool:
        """Returns whether the entry of that number is an act of a player's that was not taken back."""
        return self._standing.is_act(seq)

    def taken_back(self, seq: int) -> bool:
        """Returns whether an undo took the entry of that number back."""
        return self._standing.is_gone(seq)

    def reach(self, seq: int) -> None:
        """Gets ready what taking that act back needs. Raises sqlite3.Error."""
        self._standing.reach(seq)

    def append(self, entry: Entry) -> None:
        """Adds the entry and evolves the match by it. An undo evolves the match again without what it takes back.
        Raises sqlite3.Error where that is out of `reach`."""
        event, standing = entry.event, self._standing
        if isinstance(event, Undone) and standing.is_act(event.seq):
            standing.take_back(event.seq)
            self.match = standing.match.rewound(event)
            standing.forget_after(self.match.sand(event.mono_ns), since=event.seq)
        if isinstance(event, Undone | Upkeep):
            standing.pass_over(entry.seq)
        else:
            straight = self.match is standing.match
            self._did = self._did or self._passed_over_by_undo(entry)
            standing.add(entry.seq, event, act=self.match.undoable(event))
            self.match = standing.match if straight else self.match.evolve(event)
        self._recent.append(entry)

    def saved(self) -> None:
        """Lets the older entries leave the memory, once the journal has all entries."""
        while len(self._recent) > PAGE:
            self._recent.popleft()

    def find(self, seq: int) -> Entry | None:
        """Returns the entry of that number; None where it does not exist, or not any more. Raises sqlite3.Error."""
        return next(iter(between(seq, seq, recent=self._recent, read=self._read)), None)

    def latest(self, count: int) -> list[Entry]:
        """Returns the last `count` entries, 256 at most."""
        return list(itertools.islice(reversed(self._recent), count))[::-1]

    def _passed_over_by_undo(self, entry: Entry) -> bool:
        return isinstance(entry.event, self.match.game.no_acts) and Source.read(entry.source).is_player

    def _numbered(self, after: int, most: int) -> list[Entry]:
        return between(after + 1, after + most, recent=self._recent, read=self._read)

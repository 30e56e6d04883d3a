"""What stands of a match: the way its state came about, without what was taken back."""

import contextlib
import re
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from companion.table.events import Event
from companion.table.match import Match

SPAN = 256
"""So many of the last events are kept with the match after each: an undo of any of them starts from there."""
MOST_BY_ITSELF = 32
"""Where more than so much has happened by itself since an act, what its undo robs of meaning is dropped for good."""
MOST_SAVED = 512
"""So many older matches are kept, evenly apart however long it lasts: a million events leave one every few thousand."""

_ACT, _BY_ITSELF, _HIDDEN, _GONE, _BESIDE = b"a", b"s", b"h", b"g", b"-"
"""What an entry is: a player's act that stands, what happened by itself and stands (`_HIDDEN`: a later one has left no
trace of it), taken back, or no part of the match's way."""
_EVOLVED = re.compile(b"[as]")
_TRACELESS = re.compile(b"h")


def stands(marks: bytes, seq: int) -> bool:
    """Whether the entry of that number is part of the match's way, by its `marks`."""
    return marks[seq - 1 : seq] in (_ACT, _BY_ITSELF, _HIDDEN)


class Numbered(Protocol):
    """An event and its number in the journal."""

    @property
    def seq(self) -> int: ...

    @property
    def event(self) -> Event: ...


class _Kept(msgspec.Struct, frozen=True):
    seq: int
    event: Event
    after: Match[Any]


class Standing:
    """A byte for each entry, the last events with their matches, and now and then an older one: that is all that stays
    in memory. `read(after, most)` gives older entries back, those numbered above `after`, and may raise sqlite3.Error.

    Not locked: the table that owns it is.
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
        """The match of every event that was not taken back, without the clock's way through the undos."""
        return self._window[-1].after if self._window else self._base

    @property
    def marks(self) -> bytes:
        """What each entry is, from the first on, as of now. See `stands`."""
        return bytes(self._marks)

    @property
    def last_act(self) -> int | None:
        """The number of the last act of a player's that stands."""
        return self._marks.rfind(_ACT) + 1 or None

    def is_act(self, seq: int) -> bool:
        """Whether the entry of that number is an act of a player's that was not taken back."""
        return self._mark(seq) == _ACT

    def is_gone(self, seq: int) -> bool:
        """Whether an undo took the entry of that number back."""
        return self._mark(seq) == _GONE

    def pass_over(self, seq: int) -> None:
        """The entry is no part of the match's way."""
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
        """Has the match before that entry at hand, for `take_back`. Raises sqlite3.Error."""
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
        """Evolves the match afresh without that act, and what came after it again. See `reach`."""
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
        """Where an undo took sand time back, what had happened by itself later than that has not happened yet, and must
        not come to life again with the next undo. The match stays as it is until then.

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
        """Forgets the last one where it means nothing without the act that was taken back. What should come to mean
        something again with another undo happens by itself anew."""
        if self.match.state == before.state.at(kept.event):
            self._window.pop()
            self._put(kept.seq, _HIDDEN)

    def _since(self, seq: int) -> list[_Kept]:
        """Takes what came from that entry on out of the window."""
        found: list[_Kept] = []
        while self._window and self._window[-1].seq >= seq:
            found.append(self._window.pop())
        return found[::-1]

    def _push(self, seq: int, event: Event) -> None:
        self._window.append(_Kept(seq, event, self.match.evolve(event)))

    def _hide(self, event: Event) -> None:
        """Drops what leaves no trace once this has happened, so that no undo goes through a button's every bounce."""
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
        """The entries of that kind between those numbers, read by page and across stretches of others."""
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

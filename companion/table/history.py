"""A match's events in order, and the match they make."""

import itertools
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Self

import msgspec

from companion.journal.journal import Row
from companion.player_names import tidy
from companion.table.events import Event, Undone, Upkeep
from companion.table.match import Match
from companion.table.standing import Standing

PAGE = 256
"""So many of the newest entries are in memory, and so many older ones are read from the journal at once."""


class SourceKind(Enum):
    BUTTON = "button"
    PHONE = "phone"
    CLOCK = "clock"
    SERVICE = "service"
    HALL = "hall"
    DEMO = "demo"


BOTH = "both"
"""What a phone has chosen that all of a game's players share."""


class Source(msgspec.Struct, frozen=True):
    """Who or what brought an event about, such as button red-30 or phone 2; of a phone that has taken a seat also which
    (a seat's value, or what else a phone may have chosen), and the player's name if he gave one."""

    kind: SourceKind
    name: str = ""
    seat: str | None = None
    player: str | None = None

    @property
    def device(self) -> str:
        """What it was done with: "phone 2", whoever holds it."""
        return f"{self.kind.value} {self.name}".rstrip()

    def __str__(self) -> str:
        """As the journal has it: "phone 2, gold, Anna"."""
        return ", ".join((self.device, *filter(None, (self.seat, self.seat and self.player))))

    @classmethod
    def read(cls, text: str) -> Self:
        """The source that the journal has this text of. Never fails: a player's name that is none is left out."""
        device, seat, player = [*text.split(", ", 2), "", ""][:3]
        kind, _, name = device.partition(" ")
        known = next((each for each in SourceKind if each.value == kind), SourceKind.SERVICE)
        return cls(known, name, seat or None, _tidy(player))

    def keeps_secrets_of(self, seat: str) -> bool:
        """Whether what is sealed for that seat is this source's to change: a phone has to sit there, or for both."""
        return self.seat in (None, seat, BOTH)

    @property
    def is_player(self) -> bool:
        """Whether someone asked, and not the table's own time or the service that runs it."""
        return self.kind in (SourceKind.BUTTON, SourceKind.PHONE)


def _tidy(player: str) -> str | None:
    try:
        return tidy(player)
    except ValueError:
        return None


CLOCK = Source(SourceKind.CLOCK)
SERVICE = Source(SourceKind.SERVICE)
HALL = Source(SourceKind.HALL)
"""The hall's organiser, from outside: no player of this table's."""
DEMO = Source(SourceKind.DEMO)
"""A demo's script, for either side."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the journal. `mono_ns` is when the press was made, by the kernel's clock where the backend tells it;
    rows are numbered in the order in which the table took them."""

    seq: int
    wall_ns: int
    mono_ns: int
    source: str
    event: Event

    def row(self) -> Row:
        """The entry as the journal stores it."""
        event = msgspec.json.encode(self.event)
        return Row(seq=self.seq, wall=self.wall_ns, mono=self.mono_ns, source=self.source, event=event)

    @classmethod
    def of(cls, row: Row, read_event: Callable[[bytes], Event]) -> Self:
        """The entry that is stored so. Raises msgspec.DecodeError."""
        event = read_event(row.event)
        return cls(seq=row.seq, wall_ns=row.wall, mono_ns=row.mono, source=row.source, event=event)


Read = Callable[[int, int], Sequence[Entry]]
"""Entries from the journal: those numbered above the first number, the lowest first, at most as many as the second.
Raises sqlite3.Error."""


def between(first: int, last: int, *, recent: Sequence[Entry], read: Read) -> list[Entry]:
    """The entries with these numbers and those between: what `recent`, the newest ones, has not got is read. Raises
    sqlite3.Error."""
    known = recent[0].seq if recent else last + 1
    older: list[Entry] = []
    after, until = first - 1, min(last, known - 1)
    while after < until and (page := read(after, min(PAGE, until - after))):
        older += [entry for entry in page if entry.seq <= until]
        after = page[-1].seq
    start = bisect_left(recent, first, key=lambda entry: entry.seq)
    return older + list(itertools.takewhile(lambda entry: entry.seq <= last, itertools.islice(recent, start, None)))


class History:
    """The entries of one match. In memory are the newest, and all that the journal has not got yet; `read` brings the
    others. Not locked: the table that owns it is."""

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
        """The newest entries, those that are not in the journal yet among them."""
        return tuple(self._recent)

    @property
    def marks(self) -> bytes:
        """What stands, see companion.table.standing."""
        return self._standing.marks

    @property
    def acted(self) -> bool:
        """Whether any act of a player's stands, or players did what undo passes over, such as ticking a card."""
        return self._did or self._standing.last_act is not None

    @property
    def last_act(self) -> Entry | None:
        """What `undo` would take back: the last act of a player's that still stands. Raises sqlite3.Error where it is
        an old one that the journal does not give back."""
        seq = self._standing.last_act
        return None if seq is None else self.find(seq)

    def stands(self, seq: int) -> bool:
        """Whether the entry of that number is an act of a player's that was not taken back."""
        return self._standing.is_act(seq)

    def taken_back(self, seq: int) -> bool:
        """Whether an undo took the entry of that number back."""
        return self._standing.is_gone(seq)

    def reach(self, seq: int) -> None:
        """Has at hand what it takes to take that act back. Raises sqlite3.Error."""
        self._standing.reach(seq)

    def append(self, entry: Entry) -> None:
        """Adds the entry and evolves the match by it; an undo evolves it afresh without what it takes back. Raises
        sqlite3.Error where that is out of `reach`."""
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
        """The journal has all entries: the older ones need not stay in memory."""
        while len(self._recent) > PAGE:
            self._recent.popleft()

    def find(self, seq: int) -> Entry | None:
        """Raises sqlite3.Error. None where there is no such entry, or none any more."""
        return next(iter(between(seq, seq, recent=self._recent, read=self._read)), None)

    def latest(self, count: int) -> list[Entry]:
        """The last `count` entries, 256 at most."""
        return list(itertools.islice(reversed(self._recent), count))[::-1]

    def _passed_over_by_undo(self, entry: Entry) -> bool:
        return isinstance(entry.event, self.match.game.no_acts) and Source.read(entry.source).is_player

    def _numbered(self, after: int, most: int) -> list[Entry]:
        return between(after + 1, after + most, recent=self._recent, read=self._read)

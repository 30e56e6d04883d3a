"""A match's events in order, and the match they make."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

import msgspec

from companion.table.events import Event, HouseRuled, Undone
from companion.table.match import Match


class SourceKind(Enum):
    BUTTON = "button"
    PHONE = "phone"
    CLOCK = "clock"
    SERVICE = "service"


class Source(msgspec.Struct, frozen=True):
    """Who or what brought an event about, such as button red-30 or phone 2."""

    kind: SourceKind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind.value} {self.name}".rstrip()

    @property
    def is_player(self) -> bool:
        """Whether someone asked, and not the table's own time or the service that runs it."""
        return self.kind in (SourceKind.BUTTON, SourceKind.PHONE)


CLOCK = Source(SourceKind.CLOCK)
SERVICE = Source(SourceKind.SERVICE)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the journal. `mono_ns` is when the press was made, by the kernel's clock where the backend tells it;
    rows are numbered in the order in which the table took them."""

    seq: int
    wall_ns: int
    mono_ns: int
    source: str
    event: Event


class History:
    """The entries of one match. Not locked: the table that owns it is."""

    def __init__(self, opening: Match[Any], entries: Sequence[Entry] = ()) -> None:
        self.opening = opening
        self._entries: list[Entry] = []
        self._acts: list[Entry] = []
        self._gone: set[int] = set()
        self.match = opening
        for entry in entries:
            self.append(entry)

    @property
    def next_seq(self) -> int:
        return len(self._entries) + 1

    @property
    def last_act(self) -> Entry | None:
        """What `undo` would take back: the last act of a player's that still stands."""
        return self._acts[-1] if self._acts else None

    def append(self, entry: Entry) -> None:
        """Adds the entry and evolves the match by it; an undo evolves it afresh without what it takes back."""
        self._entries.append(entry)
        if isinstance(entry.event, Undone):
            self._acts.pop()
            self._gone.add(entry.event.seq)
            self.match = self._standing().rewound(entry.event)
            self._forget_after(self.match.sand(entry.event.mono_ns))
        elif not isinstance(entry.event, HouseRuled):
            if self.match.undoable(entry.event):
                self._acts.append(entry)
            self.match = self.match.evolve(entry.event)

    def find(self, seq: int) -> Entry:
        return self._entries[seq - 1]

    def latest(self, count: int | None = None) -> list[Entry]:
        """The last `count` entries, or all of them."""
        return self._entries[-count:] if count else list(self._entries)

    def standing(self) -> list[Event]:
        """Every event of the match that was not taken back, the undos left out."""
        return [
            entry.event
            for entry in self._entries
            if entry.seq not in self._gone and not isinstance(entry.event, Undone | HouseRuled)
        ]

    def _forget_after(self, sand_ns: int) -> None:
        """Where an undo took sand time back, what had happened by itself later than that has not happened yet, and must
        not come to life again with the next undo."""
        for entry in self._entries:
            if entry.event.sand_ns > sand_ns:
                self._gone.add(entry.seq)

    def _standing(self) -> Match[Any]:
        """The match of every event that was not taken back, without the clock's way through the undos."""
        match = self.opening
        for event in self.standing():
            match = match.evolve(event)
        return match

"""A match's events in order, and the match they make."""

from collections.abc import Sequence
from enum import Enum
from typing import Any, Self

import msgspec

from companion.journal.journal import Row
from companion.player_names import tidy
from companion.table.events import Event, Undone, Upkeep
from companion.table.match import Match


class SourceKind(Enum):
    BUTTON = "button"
    PHONE = "phone"
    CLOCK = "clock"
    SERVICE = "service"


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

    def stands(self, seq: int) -> bool:
        """Whether the entry of that number is an act of a player's that was not taken back."""
        return any(act.seq == seq for act in self._acts)

    def taken_back(self, seq: int) -> bool:
        """Whether an undo took the entry of that number back."""
        return seq in self._gone

    def append(self, entry: Entry) -> None:
        """Adds the entry and evolves the match by it; an undo evolves it afresh without what it takes back."""
        self._entries.append(entry)
        if isinstance(entry.event, Undone):
            self._acts.pop()
            self._gone.add(entry.event.seq)
            self.match = self._standing().rewound(entry.event)
            self._forget_after(self.match.sand(entry.event.mono_ns))
        elif not isinstance(entry.event, Upkeep):
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
            if entry.seq not in self._gone and not isinstance(entry.event, Undone | Upkeep)
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

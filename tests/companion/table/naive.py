"""The history and the log of a match as plainly as they can be told: the whole of it over again, each time."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.clock import SECOND
from companion.table.events import Missing, PutAway, Recovered, TakenOut, Undone, Upkeep
from companion.table.history import Entry
from companion.table.logbook import FARTHEST, late, named, ordered, write_line
from companion.table.match import Match
from companion.table.view import LogLine


class NaiveHistory:
    """What `companion.table.history.History` promises: every undo evolves the whole match afresh."""

    def __init__(self, opening: Match[Any]) -> None:
        self.opening = opening
        self.entries: list[Entry] = []
        self.acts: list[Entry] = []
        self.gone: set[int] = set()
        self.match = opening

    def append(self, entry: Entry) -> None:
        self.entries.append(entry)
        if isinstance(entry.event, Undone):
            self.acts.pop()
            self.gone.add(entry.event.seq)
            match = self.opening
            for each in self.standing():
                match = match.evolve(each.event)
            self.match = match.rewound(entry.event)
            sand_ns = self.match.sand(entry.event.mono_ns)
            self.gone.update(
                each.seq for each in self.entries if each.event.sand_ns > sand_ns and not each.event.TIMELESS
            )
        elif not isinstance(entry.event, Upkeep):
            if self.match.undoable(entry.event):
                self.acts.append(entry)
            self.match = self.match.evolve(entry.event)

    def standing(self) -> list[Entry]:
        return [
            entry
            for entry in self.entries
            if entry.seq not in self.gone and not isinstance(entry.event, Undone | Upkeep)
        ]


def naive_log(match: Match[Any], entries: Sequence[Entry]) -> list[LogLine]:
    """The whole log in one go."""
    known = {entry.seq: entry for entry in entries}
    in_order, heard = ordered(entries), late(entries)
    lines = []
    for at, entry in enumerate(in_order):
        line = write_line(match, entry, known.get(getattr(entry.event, "seq", 0)))
        after = next((each for each in in_order[at + 1 :] if _parts(match, each)), None)
        if match.pressed(entry.event) and after is not None and after.seq - entry.seq <= FARTHEST:
            gap_ns, theirs = after.mono_ns - entry.mono_ns, match.side(after.event)
            if line.side and theirs and theirs != line.side and gap_ns >= 0:
                gap = f"{gap_ns / SECOND:.3f} s before {named(match)[theirs]}"
                line = msgspec.structs.replace(line, gap=gap, gap_side=theirs)
        if entry.seq in heard:
            line = msgspec.structs.replace(line, text=f"{line.text}, {heard[entry.seq]}")
        lines.append(line)
    return lines


def _parts(match: Match[Any], entry: Entry) -> bool:
    return match.pressed(entry.event) or isinstance(entry.event, Recovered | PutAway | TakenOut | Missing)


def bare(match: Match[Any]) -> Match[Any]:
    """Without what the panel says for a moment."""
    return msgspec.structs.replace(match, state=msgspec.structs.replace(match.state, refusal=None))

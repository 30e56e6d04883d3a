"""The history and the log of a match as plainly as they can be told: the whole of it over again, each time."""

import itertools
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.table.events import Undone, Upkeep
from companion.table.history import Entry
from companion.table.match import Match
from companion.table.told.words import beside, named, ordered, told
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
            self.gone.update(each.seq for each in self.entries if each.event.sand_ns > sand_ns)
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
    words = [told(match, entry, known.get(getattr(entry.event, "seq", 0))) for entry in ordered(entries)]
    return [beside(one, following, named(match)) for one, following in itertools.zip_longest(words, words[1:])]


def bare(match: Match[Any]) -> Match[Any]:
    """Without what the panel says for a moment."""
    return msgspec.structs.replace(match, state=msgspec.structs.replace(match.state, refusal=None))

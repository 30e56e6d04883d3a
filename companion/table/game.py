"""How the table opens a match of a game."""

from typing import Protocol

import msgspec

from companion.table.events import Event
from companion.table.match import Match


class Game(Protocol):
    """One of the games on offer. `setup` and events cross the journal as JSON, so this is where they become typed."""

    @property
    def name(self) -> str: ...

    def setup(self, scenario: str | None, *, kept: bytes | None, choices: bytes | None) -> msgspec.Struct:
        """What a match of this scenario starts from; the game's default for None. `kept` is what the library has under
        that id, `choices` the table choices it has for this game: a match keeps those it was opened with. Raises
        NotHere."""

    def again(self, setup: bytes, match: Match) -> bytes:
        """What it starts from when `match`, which `setup` set up, is put away to be played again."""

    def open(self, setup: bytes, *, now: int) -> Match:
        """A fresh match. Raises msgspec.DecodeError where `setup` is not this game's JSON."""

    def event(self, data: bytes) -> Event:
        """The event that `data` is the JSON of. Raises msgspec.DecodeError."""

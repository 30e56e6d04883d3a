"""A game night that comes back to the same moment again and again."""

import itertools
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask

from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.commands import Resume
from companion.table.events import SERVICE
from companion.table.table import Table
from companion.table.view import Phase
from tests.web.conftest import Phone, Seat, take
from tests.web.crawl import Crawl
from tests.web.fakes import FakePanel
from tests.web.moments import Moment
from web.http.access import Access


class _Kept(NamedTuple):
    """A moment's journal, by the names of its files, and whether the game ran."""

    files: dict[str, bytes]
    runs: bool


_PLAYED: dict[Moment, _Kept] = {}
"""Each moment that was played in this run."""


class Night:
    """A game night that comes back to one moment again and again. In a run each moment is played once, by whichever
    night plays it first; all others open a copy of its journal."""

    def __init__(self, app: Flask, seats: dict[str, Seat], folder: Path) -> None:
        self.app = app
        self._seats = seats
        self.clock = ManualClock()
        self.access = Access(folder, self.clock, hostnames=["warglass"])
        self._files = folder / "journal"
        self._files.mkdir()
        self.table = self._open()
        self._kept: _Kept | None = None
        self._untouched: tuple[int, int] | None = None
        self._phones = itertools.count()

    def play(self, moment: Moment) -> None:
        """Goes to a moment, which begins on a table that nobody has touched."""
        if moment not in _PLAYED:
            self._lay({})
            moment(self.phone())
            runs = self.table.match.state.phase is Phase.RUNNING
            self.table.close()
            _PLAYED[moment] = _Kept({each.name: each.read_bytes() for each in self._files.iterdir()}, runs)
        self._kept, self._untouched = _PLAYED[moment], None
        self.again()

    def again(self) -> None:
        """Back to that moment. What ran comes back paused, as after a power cut, and is resumed."""
        assert self._kept is not None
        if self._untouched and self._touched == self._untouched:
            self._take()
            return
        self._lay(self._kept.files)
        if self._kept.runs and self.table.match.state.paused:
            self.table.dispatch(Resume(), source=SERVICE)
        self._untouched = self._touched

    def stranger(self) -> Phone:
        return Phone(self.app.test_client(), address="192.168.0.66")

    def newcomer(self) -> Phone:
        """A phone that has not joined, with an address of its own."""
        number = next(self._phones)
        return Phone(self.app.test_client(), address=f"192.168.{number // 250 % 250 + 1}.{number % 250 + 1}")

    def phone(self) -> Phone:
        phone = self.newcomer()
        assert phone.post("/api/join", {"code": self.access.code}).status_code == 200
        return phone

    def crawl(self, phone: Phone, **how: Any) -> Crawl:
        """A walk that changes things, and comes back to the moment after each; `how` is the walk's."""
        return Crawl(self.app, phone, afresh=self.again, **how)

    @property
    def on_table(self) -> int:
        """The number of the match that lies there."""
        row = self._journal.last_match()
        assert row is not None
        return row.id

    @property
    def _touched(self) -> tuple[int, int]:
        """Another value after everything that is done at the table or written to its journal."""
        return self.table.version, (self._files / "table.db-wal").stat().st_size

    def _lay(self, files: dict[str, bytes]) -> None:
        """Opens the table of a journal of these files."""
        self.table.close()
        for each in self._files.iterdir():
            each.unlink()
        for name, content in files.items():
            (self._files / name).write_bytes(content)
        self.table = self._open()

    def _open(self) -> Table:
        self._journal = Journal(self._files / "table.db")
        self.table = Table(clock=self.clock, journal=self._journal, games=all_games(), game=FIRST)
        self._take()
        return self.table

    def _take(self) -> None:
        """Seats the table, with everything beside it as new."""
        take(self._seats, table=self.table, panel=FakePanel(), access=self.access, clock=self.clock)

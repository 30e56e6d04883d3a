"""A game night that comes back to the same moment again and again."""

import itertools
import shutil
from pathlib import Path

from flask import Flask

from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.commands import Resume
from companion.table.history import SERVICE
from companion.table.table import Table
from companion.table.view import Phase
from tests.web.conftest import Phone, Seat, take
from tests.web.crawl import QUICK, Crawl, Patience
from tests.web.fakes import FakePanel
from tests.web.moments import Moment
from web.http.access import Access


class Night:
    """A game night of which one moment is kept: it is played once, and its journal opened again and again."""

    def __init__(self, app: Flask, seats: dict[str, Seat], folder: Path) -> None:
        self.app = app
        self._seats = seats
        self._folder = folder
        self.clock = ManualClock()
        self.access = Access(folder, self.clock, hostnames=["warglass"])
        self._kept = folder / "kept.db"
        self.table = self._open(self._kept)
        self._runs = False
        self._phones = itertools.count()

    def play(self, moment: Moment) -> None:
        """On a table that nobody has touched."""
        self.table.close()
        self._clear(self._kept)
        self.table = self._open(self._kept)
        moment(self.phone())
        self._runs = self.table.view().phase is Phase.RUNNING
        self.table.close()

    def again(self) -> None:
        """Back to that moment. What ran comes back paused, as after a power cut, and is resumed."""
        self.table.close()
        path = self._folder / "table.db"
        self._clear(path)
        for each in self._folder.glob(f"{self._kept.name}*"):
            shutil.copyfile(each, self._folder / each.name.replace(self._kept.name, path.name))
        self.table = self._open(path)
        if self._runs and self.table.view().phase is Phase.PAUSED:
            self.table.dispatch(Resume(), source=SERVICE)

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

    def crawl(self, phone: Phone, *, patience: Patience = QUICK, seed: str | None = None) -> Crawl:
        return Crawl(self.app, phone, afresh=self.again, patience=patience, seed=seed)

    @property
    def on_table(self) -> int:
        """The number of the match that lies there."""
        row = self._journal.last_match()
        assert row is not None
        return row.id

    def _clear(self, journal: Path) -> None:
        """A journal and all that lies beside it."""
        for each in self._folder.glob(f"{journal.name}*"):
            each.unlink()

    def _open(self, path: Path) -> Table:
        self._journal = Journal(path)
        table = Table(clock=self.clock, journal=self._journal, games=all_games(), game=FIRST)
        take(self._seats, table=table, panel=FakePanel(), access=self.access, clock=self.clock)
        return table

"""A table on a clock that is turned by hand, and what tests of all folders share."""

import contextlib
import fcntl
import os
import random
import re
import socket
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import settings

from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal, Row
from companion.table.commands import Command
from companion.table.events import Source, SourceKind
from companion.table.history import Entry, History
from companion.table.match import Match
from companion.table.opening import MatchExchange
from companion.table.table import Table
from companion.table.view import LogLine, TableView
from companion.wartime.match.views import TimerView
from tests.companion.wartime import acts as c

MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where no disk has to be waited for, if the machine has that."""
PATIENCE_S = 120
"""So long does a test wait for what has to come. Giving up only ever says that it never did."""
PHONE = Source(SourceKind.PHONE, "1")
BUTTON = Source(SourceKind.BUTTON, "gold-30")


def not_ours(folder: str, *, variable: str) -> Path:
    """Where the games' own texts lie, which are not ours to carry: where the environment variable says, or in `shared`
    beside the checkout. Skips the test where nobody said and nothing lies."""
    if said := os.environ.get(variable):
        return Path(said)
    beside = Path(__file__).parents[2] / "shared" / folder
    if not beside.is_dir():
        pytest.skip(f"{beside} is not there, and {variable} does not say where else it is")
    return beside


def open_table(path: Path, clock: ManualClock) -> Table:
    """A table of WarTime over the journal in `path`."""
    return Table(clock=clock, journal=Journal(path), games=all_games(), game=FIRST)


class Says(str):
    """Equals each text that has all of these facts, whole and in this order, whatever words are between them.

    One test compares a sentence word by word, or none does. The others name what that sentence has to tell.
    """

    def __new__(cls, *facts: str) -> "Says":
        made = super().__new__(cls, " … ".join(facts))
        made._pattern = re.compile(".*?".join(rf"(?<!\w){re.escape(fact)}(?!\w)" for fact in facts), re.DOTALL)
        return made

    def __eq__(self, text: object) -> bool:
        return isinstance(text, str) and self._pattern.search(text) is not None

    def __ne__(self, text: object) -> bool:
        return not self == text

    __hash__ = None


_PORTS = iter(random.sample(range(20_000, 32_000), 12_000))
"""Below those that connections are made from: a hall of a thousand tables has many of those, and they come and go."""
_CLAIMS = (Path(tempfile.gettempdir()) / f"warglass-ports-{os.getuid()}").open("ab")
"""A byte for each port, locked by the process whose it is: between `free_port` and the broker nobody else gets it."""


def free_port() -> int:
    """Returns a port that is free at every address, each time another one, and in every process another one."""
    for port in _PORTS:
        with socket.socket() as found, contextlib.suppress(OSError):
            fcntl.lockf(_CLAIMS, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
            found.bind(("", port))
            return port
    raise AssertionError("no port is free")


def repeat(act: Callable[[], object], *, until: Callable[[], object]) -> None:
    """Does it again and again until that holds, and fails where it never does."""
    late = time.monotonic() + PATIENCE_S
    while not until():
        assert time.monotonic() < late, "it never came"
        act()


def examples(few: int) -> int:
    """So many with every change, where each is dear; as many as the profile says in `make test-deep`."""
    most = settings().max_examples
    return few if most == settings.get_profile("fixed").max_examples else most


def entries(table: Table) -> list[tuple[Entry, LogLine]]:
    """The whole log, read by page."""
    found, after = [], 0
    while (page := table.log(after=after)).lines:
        found += page.lines
        after = page.last
    return found


def evolved(opening: Match[Any], entries: Iterable[Entry]) -> Match[Any]:
    """The match that opened so, once all of this has happened."""
    history = History(opening)
    for entry in entries:
        history.append(entry)
    return history.match


def write_journal(path: Path, game: str, setup: bytes, rows: Sequence[Row]) -> None:
    """Adds a match with these rows to the journal in `path`, and lays it onto the table."""
    journal = Journal(path)
    match = journal.open_match(game, setup, wall_ns=0)
    journal.append(match.id, rows)
    journal.away.lay(match.id)
    journal.close()


def ask_table(table: Table, asked: Command | MatchExchange, *, source: Source, at: int | None = None) -> TableView:
    """Asks the table for an act in its match, or for another match."""
    return (table.exchange if isinstance(asked, MatchExchange) else table.dispatch)(asked, source=source, at=at)


class Players:
    """Players at a table: short words for what they do, and the clock in their hands. Every test ends with `leave`."""

    _seated: ClassVar[list["Players"]] = []

    def __init__(self, path: Path) -> None:
        self._seated.append(self)
        self.path = path
        self.clock = ManualClock()
        self.table = open_table(path, self.clock)

    @classmethod
    def leave(cls) -> None:
        """Closes every table that is open still."""
        while cls._seated:
            cls._seated.pop().table.close()

    def do(self, asked: Command | MatchExchange, source: Source = PHONE) -> TableView:
        return ask_table(self.table, asked, source=source)

    def begin(self) -> "Players":
        self.do(c.Begin())
        return self

    def flip(self, timer: str, unit: str | None = None, card: str | None = None) -> TableView:
        return self.do(c.Flip(timer=timer, unit=unit, card=card))

    def wait(self, seconds: float) -> TableView:
        """Lets time pass, with the table's loop doing its work at the end of it."""
        self.clock.advance(seconds=seconds)
        self.table.settle()
        return self.table.view()

    def timer(self, timer: str) -> TimerView:
        return next(each for each in self.table.view().timers if each.id == timer)

    def texts(self) -> list[str]:
        return [line.text for _, line in entries(self.table)]

    def restart(self) -> "Players":
        """The service dies without a word and comes back after a while, on a machine that has booted anew."""
        self.table.close()
        self.clock = ManualClock(now=7_000_000_000, wall=self.clock.wall() + 60_000_000_000)
        self.table = open_table(self.path, self.clock)
        return self

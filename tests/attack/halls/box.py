"""A table's box in a process of its own, for an attack to kill: `-m tests.attack.halls.box STATE ROWS PACE SEED`.

Table, journal, its loop and its link are the service's own; there is no panel and no page. It plays by itself, in
bursts, calls judges and confirms results, until its journal has so many rows, at about `PACE` of them a second. Then it
stays for whoever asks it. The card is in the state directory, as if it had been scanned.
"""

import random
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from companion.app.table_hall import TableHall
from companion.clock import SystemClock
from companion.games import FIRST, all_games
from companion.hall.config import HallConfig
from companion.journal.journal import Journal
from companion.system.watchdog import Watchdog
from companion.table.commands import Begin, Command, Pause, Resume, Undo
from companion.table.errors import Refused
from companion.table.events import SERVICE, Source, SourceKind
from companion.table.loop import TableLoop
from companion.table.opening import New
from companion.table.table import Table
from tests.attack.halls.archived import JOURNAL
from tests.attack.halls.people import Players
from tests.companion.wartime import acts as c
from tests.support import ask_table

TIMERS = ("gold-30", "gold-60a", "gold-60b", "gold-90", "red-30", "red-60a", "red-60b", "red-90")
LARGEST_BURST = 60
NEW_AFTER = 700
"""So many acts has a match, about."""


def rows(state: Path) -> int:
    """How many the journal there has."""
    with closing(sqlite3.connect(state / JOURNAL, timeout=10)) as db:
        (found,) = db.execute("SELECT count(*) FROM event").fetchone()
    return int(found)


class Box:
    """Standing in its hall as soon as it is made."""

    def __init__(self, state: Path) -> None:
        clock = SystemClock()
        self.table = Table(clock=clock, journal=Journal(state / JOURNAL), games=all_games(), game=FIRST)
        self._hall = TableHall(table=self.table, clock=clock, state=state, config=HallConfig(), shelf=lambda: None)
        TableLoop(
            table=self.table, clock=clock, watchdog=Watchdog(every_ns=None, clock=clock, vitals=lambda: ())
        ).start()
        self._hall.start()
        self._players = Players(self.table, self._hall, state)

    def act(self, chance: random.Random) -> None:
        """One player's, which the table may refuse."""
        if self._players.act(chance) and not self._tap(New(), chance):
            # They wait for another match, and do not undo the end of this one: that would take its result back.
            return
        timer = chance.choice(TIMERS)
        ways: tuple[Callable[[], Command], ...] = (
            lambda: c.Flip(timer=timer, unit="Archer"),
            lambda: c.Free(timer=timer),
            lambda: c.Turn(timer=timer),
            Undo,
            Pause,
        )
        command = chance.choices(ways, (50, 30, 15, 3, 2))[0]()
        self._tap(command, chance) or self._tap(Resume(), chance) or self._tap(Begin(), chance)
        if chance.random() < 1 / NEW_AFTER:
            self._tap(New(), chance)

    def _tap(self, command: Command, chance: random.Random) -> bool:
        try:
            ask_table(self.table, command, source=Source(SourceKind.PHONE, str(chance.randrange(4)), "gold", "Anna"))
        except Refused:
            return False
        return True


def play(state: Path, most: int, pace: float, seed: int) -> None:
    chance = random.Random(seed)
    box, rest = Box(state), threading.Event()
    while not rows(state) and ((hall := box.table.view().hall) is None or not hall.online):
        rest.wait(0.05)
    while (had := rows(state)) < most:
        burst = min(chance.randint(1, LARGEST_BURST), most - had)
        for _ in range(burst):
            box.act(chance)
        rest.wait(burst / pace * 2 * chance.random())
    with suppress(Refused):
        # Else sand would go on running out, and the journal grow.
        box.table.dispatch(Pause(), source=SERVICE)
    with suppress(KeyboardInterrupt):
        rest.wait()


if __name__ == "__main__":
    play(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))

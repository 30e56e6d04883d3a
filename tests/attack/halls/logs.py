"""Broker, tables and organiser killed with -9 while tables play; then the archive is held against every journal."""

import random
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from tests.attack.found import Found
from tests.attack.halls import archived, box
from tests.attack.halls.club import Club

TABLES = 8
ROWS_A_KILL = 500
"""Rows of all tables together for each time that the broker is killed: 100,000 for 200."""
TABLE_KILLS, ORGANISER_KILLS = 4, 40
"""Of so many kills of the broker one has a table killed beside it, and one the organiser."""
LONGEST_UP_S, LONGEST_DOWN_S = 3.0, 0.6
STUCK_S = 120
"""Nothing more is waited for once no row has come for so long: a crowded machine may be slow, but not still."""


def run(count: int, seed: int) -> Found:
    """`count` kills of the broker."""
    chance = random.Random(seed)
    with TemporaryDirectory() as folder, Club(Path(folder), tables=min(TABLES, count)) as club:
        return _run(club, count, chance)


def _run(club: Club, count: int, chance: random.Random) -> Found:
    found, pause, tables = Found(), Event(), list(club.states)
    most = ROWS_A_KILL * count // len(tables)
    pace = most / (count * (LONGEST_UP_S + LONGEST_DOWN_S) / 2)

    def seat(table: str) -> None:
        club.seat(table, str(most), str(pace), str(chance.randrange(2**32)))

    club.organise()
    for table in tables:
        seat(table)
    begun = time.monotonic()
    for number in range(count):
        pause.wait(chance.random() * LONGEST_UP_S)
        club.broker.kill()
        found.add("broker kills")
        if number % TABLE_KILLS == TABLE_KILLS - 1:
            table = chance.choice(tables)
            club.kill_box(table)
            found.add("table kills")
            pause.wait(chance.random() * LONGEST_DOWN_S)
            seat(table)
        if number % ORGANISER_KILLS == ORGANISER_KILLS // 2:
            club.kill_organiser()
            found.add("organiser kills")
            pause.wait(chance.random() * LONGEST_DOWN_S)
            club.organise()
        pause.wait(chance.random() * LONGEST_DOWN_S)
        club.broker.start()

    def wanted() -> dict[str, int]:
        # The last of them may still be being written.
        return {table: box.rows(state) for table, state in club.states.items()}

    def there() -> Mapping[str, int]:
        return archived.rows(club.folder.place)

    if not _wait(wanted, lambda rows: min(rows.values()) >= most):
        found.wrong(f"the tables have stopped playing: {wanted()}")
    played = time.monotonic()
    complete = _wait(there, lambda rows: rows == wanted())
    for table in tables:
        club.kill_box(table)
    found.counts["seconds of play"] = round(played - begun)
    found.counts["seconds after until the archive had all"] = round(time.monotonic() - played, 1)
    counts = archived.compared(club.folder.place, club.states)
    found.counts |= counts
    for what in ("lost", "twice", "different", "invented", "matches invented"):
        if counts[what]:
            found.wrong(f"{counts[what]} {what}")
    if not complete:
        found.wrong(f"the archive has {there()}, the tables {wanted()}")
    for place in club.place.glob("*.log"):
        if "Traceback" in (said := place.read_text()):
            found.wrong(f"{place.name} tells of a mistake", said[said.index("Traceback") :][:2000])
    return found


def _wait(rows: Callable[[], Mapping[str, int]], come: Callable[[Mapping[str, int]], bool]) -> bool:
    """Whether the tables' rows came to that, more of them coming all the while."""
    pause, last, until = Event(), None, time.monotonic() + STUCK_S
    while time.monotonic() < until:
        with suppress(sqlite3.OperationalError):
            now = rows()
            if come(now):
                return True
            if now != last:
                last, until = now, time.monotonic() + STUCK_S
        pause.wait(0.1)
    return False

"""Broker, tables and organiser killed with -9 while tables play, call judges and confirm results. Then the archive is
held against every journal, and what people were told against what is so."""

import random
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from tests.attack.found import Found
from tests.attack.halls import archived, box, people
from tests.attack.halls.club import Club

TABLES = 8
ROWS_A_KILL = 500
"""Rows of all tables together for each kill: 100,000 for 200."""
WEIGHTS = {"organiser": 2, "broker": 5, "table": 3}
"""How often each is the one to be killed: all three are, once as many are killed as there are kinds."""
LONGEST_UP_S, LONGEST_DOWN_S = 3.0, 0.6
LOOK_S = 0.3
"""So often the organiser looks at the page, and does something."""
AFTER_S = 30
"""So long after the last row calls and results may take: what a box did not hear is said to it again."""
STUCK_S = 120
"""Nothing more is waited for once no row has come for so long: a crowded machine may be slow, but not still."""


def run(count: int, seed: int) -> Found:
    """`count` kills."""
    chance = random.Random(seed)
    with TemporaryDirectory() as folder, Club(Path(folder), tables=min(TABLES, count)) as club:
        return _run(club, count, chance)


def _run(club: Club, count: int, chance: random.Random) -> Found:
    found, pause, tables = Found(), Event(), list(club.states)
    most = ROWS_A_KILL * count // len(tables)
    pace = most / (count * (LONGEST_UP_S + LONGEST_DOWN_S) / 2)

    def seat(table: str) -> None:
        club.seat(table, str(most), str(pace), str(chance.randrange(2**32)))

    organiser = people.Organiser(club)
    club.organise()
    for table in tables:
        seat(table)
    # An archive begins with the first match that it hears of.
    _wait(partial(archived.rows, club.folder.place), lambda rows: len(rows) == len(tables))
    begun = time.monotonic()
    victims = [*WEIGHTS, *chance.choices([*WEIGHTS], [*WEIGHTS.values()], k=max(0, count - len(WEIGHTS)))][:count]
    chance.shuffle(victims)
    for victim in victims:
        until = time.monotonic() + chance.random() * LONGEST_UP_S
        organiser.act(chance)
        while time.monotonic() < until:
            pause.wait(LOOK_S)
            organiser.act(chance)
        table = chance.choice(tables)
        kill, start = {
            "broker": (club.broker.kill, club.broker.start),
            "table": (partial(club.kill_box, table), partial(seat, table)),
            "organiser": (club.kill_organiser, club.organise),
        }[victim]
        kill()
        found.add(f"{victim} kills")
        pause.wait(chance.random() * LONGEST_DOWN_S)
        start()

    def wanted() -> dict[str, int]:
        # The last of them may still be being written.
        return {table: box.rows(state) for table, state in club.states.items()}

    def there() -> Mapping[str, int]:
        return archived.rows(club.folder.place)

    if not _wait(wanted, lambda rows: min(rows.values()) >= most):
        found.wrong(f"the tables have stopped playing: {wanted()}")
    played = time.monotonic()
    complete = _wait(there, lambda rows: rows == wanted())
    counts, gone = people.wrong(club)
    until = time.monotonic() + AFTER_S
    while gone and time.monotonic() < until:
        pause.wait(0.5)
        counts, gone = people.wrong(club)
    found.counts |= counts
    for each in gone:
        found.wrong(each)
    for table in tables:
        club.kill_box(table)
    found.counts["seconds of play"] = round(played - begun)
    found.counts["seconds after until the archive had all"] = round(time.monotonic() - played, 1)
    rows = archived.compared(club.folder.place, club.states)
    found.counts |= rows
    for what in ("lost", "twice", "different", "invented", "matches invented"):
        if rows[what]:
            found.wrong(f"{rows[what]} {what}")
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

"""A night of abuse: a button that bounces without end, and ten phones that tap whatever they may as fast as they can.

`python -m tests.attack.abuse 12` prints as JSON what so many hours left on the disk, and fails above the budget.
"""

import json
import random
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from companion.clock import MS, SECOND
from companion.table.commands import Begin, Command, End, Pause, Resume, Undo
from companion.table.errors import Refused
from companion.table.events import Source, SourceKind
from companion.table.loop import Chores
from companion.table.opening import Again
from tests.companion.wartime import acts as c
from tests.support import Players
from web.http.access import Access
from web.http.problems import TurnedAway

HOURS = 12
MOST_BYTES = 50 * 1024 * 1024
"""What a night may take on the disk, the log included."""
BOUNCE_NS = 50 * MS
TAPS_A_SECOND = 2
PHONES = 10
BUTTON = Source(SourceKind.BUTTON, "neutral-600")


def run(hours: float, seed: int) -> dict[str, float | int]:
    """What so many hours leave: `largest_bytes` is the most that the file and its log took together, `hourly_bytes` how
    much the file grew in an hour of the second half, `rows` how many the journal has; it tells of so many `refused`
    in so many `refusal_rows`."""
    with tempfile.TemporaryDirectory() as folder:
        players = Players(Path(folder) / "table.sqlite")
        seconds = _seconds(players, random.Random(seed))
        last = round(hours * 3600)
        largest, files = 0, []
        for second in range(1, last + 1):
            largest = max(largest, next(seconds))
            if second in (last // 2, last):
                players.table.disk.checkpoint()
                files.append(players.path.stat().st_size)
        players.table.close()
        Players.leave()
        with closing(sqlite3.connect(players.path)) as db:
            (rows,) = db.execute("SELECT count(*) FROM event").fetchone()
            query = """
                SELECT count(*), sum(ifnull(json_extract(event, '$.times'), 1)) FROM event
                WHERE json_extract(event, '$.type') = 'refusal'
            """
            refusal_rows, refused = db.execute(query).fetchone()
    return {
        "hours": hours,
        "largest_bytes": largest,
        "hourly_bytes": round((files[1] - files[0]) / (hours / 2)),
        "rows": rows,
        "refused": refused,
        "refusal_rows": refusal_rows,
    }


def _seconds(players: Players, dice: random.Random) -> Iterator[int]:
    """Plays for ever; how many bytes lie on the disk after each second."""
    chores = Chores(players.table.disk, clock=players.clock)
    access = Access(players.path.parent / "access", players.clock, hostnames=[])
    players.do(Begin())
    while True:
        for _ in range(SECOND // BOUNCE_NS):
            players.clock.advance(ns=BOUNCE_NS)
            _do(players, c.Flip(timer="neutral-600"), BUTTON)
        for phone in range(PHONES):
            for _ in range(TAPS_A_SECOND):
                with suppress(TurnedAway):
                    access.pace.keep(phone)
                    _do(players, _whatever(phone, dice), Source(SourceKind.PHONE, str(phone), "gold", "Anna"))
        players.table.settle()
        chores.do()
        yield players.path.stat().st_size + players.table.disk.waiting


def _do(players: Players, command: Command, source: Source) -> None:
    with suppress(Refused):
        players.do(command, source)


def _whatever(phone: int, dice: random.Random) -> Command:
    """Most is accepted; one phone has the game set up anew whenever it may."""
    if phone == 0:
        return dice.choice((Again(), Begin(), c.Flip(timer="gold-90"), End()))
    timer = dice.choice(("gold-30", "gold-60a", "gold-60b", "gold-90", "red-30", "red-60a", "red-60b", "red-90"))
    flips = (c.Flip(timer=timer, unit="Archer"), c.Free(timer=timer), c.Turn(timer=timer))
    return dice.choice((*flips, *flips, *flips, Begin(), Pause(), Resume(), Undo()))


def wrong(told: dict[str, float | int]) -> list[str]:
    """What is over the budget, in words."""
    size = told["largest_bytes"]
    return [f"{size / 1e6:.1f} MB on the disk, more than {MOST_BYTES / 1e6:.1f}"] if size > MOST_BYTES else []


if __name__ == "__main__":
    told = run(float(sys.argv[1]) if len(sys.argv) > 1 else HOURS, int(sys.argv[2]) if len(sys.argv) > 2 else 13)
    print(json.dumps(told, indent=1))
    sys.exit("\n".join(wrong(told)) or 0)

"""Keeps what this version's journals are like, for the versions that come: `python -m tests.companion.journal.keep`.

It plays every game of GAMES, and writes each one's file and its view after a restart into earlier/VERSION.zip. Run it
before a step is added to companion/journal/schema.py. test_earlier.py then opens these files for good.
"""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from companion.clock import ManualClock
from companion.journal.schema import VERSION
from tests.companion.table.recorded_games import GAMES, Played
from tests.support import open_table

EARLIER = Path(__file__).parent / "earlier"
BOOTED_NS = 7_000_000_000


def reopened(path: Path) -> bytes:
    """Returns the view of a table that comes back to the journal in `path`."""
    with closing(sqlite3.connect(path)) as db:
        (wall,) = db.execute("SELECT max(wall) FROM event").fetchone()
    table = open_table(path, ManualClock(now=BOOTED_NS, wall=wall))
    view = msgspec.json.encode(table.view())
    table.close()
    return view


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, ZipFile(EARLIER / f"{VERSION}.zip", "w", ZIP_DEFLATED) as kept:
        for name, play in GAMES.items():
            players = Played(Path(folder) / f"{name}.sqlite")
            play(players)
            players.table.close()
            with closing(sqlite3.connect(players.path)) as db:
                db.execute("PRAGMA journal_mode=DELETE")
            kept.write(players.path, players.path.name)
            kept.writestr(f"{name}.json", reopened(players.path))


if __name__ == "__main__":
    main()

"""Flips bits in a journal's files and cuts them off, and counts what was lost or changed without a word.

Run as `python -m tests.attack.flips COUNT SEED`: prints the counts as JSON.
"""

import json
import logging
import os
import random
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.commands import Begin, Pause, Resume, Undo
from companion.table.events import Source, SourceKind
from companion.table.opening import New, ThrowAway
from companion.table.table import Table
from tests.companion.wartime import acts as c
from tests.support import ask_table

MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where a sync costs nothing."""
PHONE = Source(SourceKind.PHONE, "1", "gold", "Änne")
NAME = "table.sqlite"


TABLES = {
    "match": "SELECT id, game, setup, wall FROM match",
    "event": "SELECT match, seq, wall, mono, source, event FROM event ORDER BY match, seq",
    "library": "SELECT game, kind, id, body FROM library",
    "away": "SELECT match, wall, called, standing FROM away",
    "on_table": "SELECT match FROM on_table",
}
Content = dict[str, list[tuple[object, ...]]]


def content(path: Path) -> Content:
    """All that a closed journal holds, by table."""
    with closing(sqlite3.connect(path)) as db:
        return {table: db.execute(query).fetchall() for table, query in TABLES.items()}


def play(folder: Path) -> tuple[tuple[Path, Path], Content]:
    """Games of a night, some acts of which are in the log only. Returns where the files lie as a kill leaves them and
    as a stop does, and every row that there ever was."""
    path, clock = folder / "played" / NAME, ManualClock()
    ever: Content = {table: [] for table in TABLES}

    def note() -> None:
        for table, rows in content(path).items():
            ever[table] += rows

    table = Table(clock=clock, journal=Journal(path), games=all_games(), game=FIRST)

    def acts(rounds: int) -> None:
        table.dispatch(Begin(), source=PHONE)
        for _ in range(rounds):
            for command in (c.Flip(timer="gold-30"), c.Flip(timer="red-60a"), Pause(), Resume(), Undo(), Undo()):
                clock.advance(seconds=1.5)
                ask_table(table, command, source=PHONE)
            clock.advance(seconds=100)
            table.settle()

    for number in range(12):
        table.keep("wartime", "odd", f"thing-{number}", b'{"id": %d}' % number * 60)
    acts(8)
    note()
    table.exchange(New(game="battleline"), source=PHONE)
    table.exchange(New(), source=PHONE)
    acts(30)
    note()
    table.close()
    table = Table(clock=clock, journal=Journal(path), games=all_games(), game=FIRST)
    table.exchange(New(), source=PHONE)
    acts(4)
    note()
    table.keep("wartime", "odd", "thing-3", b'{"id": "another"}')
    table.discard("wartime", "odd", "thing-4")
    table.exchange(New(), source=PHONE)
    note()
    table.exchange(ThrowAway(match=1), source=PHONE)
    acts(3)
    killed, stopped = folder / "killed", folder / "stopped"
    shutil.copytree(path.parent, killed)
    table.close()
    shutil.copytree(path.parent, stopped)
    note()
    return (killed, stopped), ever


def spoil(file: Path, chance: random.Random) -> str:
    """Flips a bit or a byte of a file, blanks some of it, or cuts it off."""
    held = bytearray(file.read_bytes())
    at = chance.randrange(len(held))
    how = chance.choice(("bit", "byte", "blank", "cut", "cut clean"))
    match how:
        case "bit":
            held[at] ^= 1 << chance.randrange(8)
        case "byte":
            held[at] ^= chance.randrange(1, 256)
        case "blank":
            held[at : at + 512] = bytes(len(held[at : at + 512]))
        case "cut":
            del held[at:]
        case _:
            # Where a page or a frame begins, nothing but what is missing tells.
            first, each = (32, 4120) if file.name.endswith("-wal") else (0, 4096)
            at = first + (at - first) // each * each if at > first else 0
            del held[at:]
    file.write_bytes(held)
    return f"{file.name}: {how} at {at}"


def only_less(now: Content, ever: Content) -> bool:
    """Whether every row is as it once was, and every match's events go on without a gap as far as they go."""
    there = all(set(rows) <= set(ever[table]) for table, rows in now.items())
    counted = Counter(row[0] for row in now["event"])
    return there and all(row[1] <= counted[row[0]] for row in now["event"])


def run(count: int, seed: int) -> dict[str, int]:
    """Spoils a journal `count` times. Of each time: was nothing lost; was all that was lost told of ("told"); or was
    something lost or changed in silence ("silent"), which must not be; or did the table not open ("crashed")."""
    chance = random.Random(seed)
    counts = dict.fromkeys(("rounds", "whole", "told", "mended", "silent", "changed", "crashed"), 0)
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name)
        lain, ever = play(folder)
        complete = [content(_copied(each, folder / "complete") / NAME) for each in lain]
        for _ in range(count):
            which = chance.randrange(len(lain))
            here = _copied(lain[which], folder / "spoilt")
            spoilt = spoil(here / chance.choice([each.name for each in here.iterdir() if each.stat().st_size]), chance)
            counts["rounds"] += 1
            try:
                told = _opened(here / NAME)
            except Exception:
                logging.exception("%s", spoilt)
                counts["crashed"] += 1
                continue
            now = content(here / NAME)
            if not only_less(now, ever):
                outcome = "changed"
            elif now != complete[which]:
                outcome = "told" if told else "silent"
            else:
                outcome = "mended" if told else "whole"
            counts[outcome] += 1
            if outcome in {"changed", "silent"}:
                logging.error("%s: %s, %s", outcome, spoilt, told)
    return counts


def _copied(files: Path, to: Path) -> Path:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(files, to)
    return to


def _opened(path: Path) -> str | None:
    """Opens and closes it; what is told of its damage. A table has to come up over it too."""
    journal = Journal(path)
    if journal.trouble is not None:
        raise AssertionError(journal.trouble)
    told = journal.damage
    journal.close()
    table = _copied(path.parent, path.parent.with_name("table")) / NAME
    Table(clock=ManualClock(), journal=Journal(table), games=all_games(), game=FIRST).close()
    return None if told is None else str(told)


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    print(json.dumps(run(int(sys.argv[1]), int(sys.argv[2]))))

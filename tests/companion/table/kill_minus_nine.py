"""Kills a process that is flipping timers, again and again, and counts acknowledged events that were lost.

Run as `python kill_minus_nine.py DIRECTORY ROUNDS SEED`; prints `{"rounds", "acknowledged", "lost", "damaged"}` as
JSON. Each round forks a table, which writes a line for every event it has acknowledged, while its journal is brought
into one file over and over; after some of them it is killed, at a random moment.
"""

import json
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

from companion.clock import SystemClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.events import Source, SourceKind
from companion.table.table import Table
from tests.companion.wartime import acts as c

TIMERS = ("gold-30", "red-30", "gold-60a", "red-60a", "gold-90", "red-90")


def play(path: Path, acknowledged: int) -> None:
    """Flips and takes back for ever; writes the number of each event once `dispatch` has returned."""
    source = Source(SourceKind.BUTTON, "test")
    table = Table(clock=SystemClock(), journal=Journal(path), games=all_games(), game=FIRST)
    table.dispatch(c.Begin(), source=source)
    threading.Thread(target=tidy_up, args=(table,), daemon=True).start()
    while True:
        for command in (c.Flip, c.Free):
            for timer in TIMERS:
                table.dispatch(command(timer=timer), source=source)
                last = table.log(most=1).lines[-1][0]
                os.write(acknowledged, f"{last.seq}\n".encode())


def tidy_up(table: Table) -> None:
    while True:
        table.disk.sync()
        table.disk.checkpoint()


def main(folder: Path, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    acknowledged = lost = damaged = 0
    for number in range(rounds):
        path = folder / f"{number}.sqlite"
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            play(path, write)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            seen = [int(pipe.readline()) for _ in range(chance.randint(1, 30))]
            time.sleep(chance.random() * 0.003)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            seen += [int(line) for line in pipe.read().split()]
        journal = Journal(path)
        damaged += journal.damage is not None
        match = journal.last_match()
        kept = {row.seq for row in journal.rows(match.id)} if match else set()
        journal.close()
        acknowledged += len(seen)
        lost += len(set(seen) - kept)
    print(json.dumps({"rounds": rounds, "acknowledged": acknowledged, "lost": lost, "damaged": damaged}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))

"""Fills the index of the journal in the folder that it is given, until it is killed: run by test_killed.py."""

import sys
from pathlib import Path

from companion.clock import SystemClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.shelf.matches import Matches
from companion.table.table import Table


def main(folder: Path) -> None:
    table = Table(clock=SystemClock(), journal=Journal(folder / "table.sqlite"), games=all_games(), game=FIRST)
    matches = Matches(table=table, games=all_games(), path=folder / "shelf.sqlite")
    matches.keeper.start()
    while not table.wait(table.version, 0.005):
        storage = matches.storage()
        print(storage.matches - storage.untold, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

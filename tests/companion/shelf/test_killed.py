"""The process is killed while it fills the index: what it had is kept, and the rest comes with the next start."""

import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from companion.journal.beside import faults
from companion.shelf import keeper as filling
from companion.table.seats import Seat
from tests.companion.shelf.shelves import battle, everything, shelf
from tests.support import Players, open_table

GAMES = 30


def test_a_killed_filling_goes_on_where_it_was(tmp_path: Path) -> None:
    players = Players(tmp_path / "table.sqlite")
    for _ in range(GAMES):
        battle(players, "Anna", "Ben", winner=Seat.RED)
    players.leave()
    script = Path(__file__).with_name("filled_beside.py")
    with subprocess.Popen([sys.executable, script, tmp_path], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = next(number for line in process.stdout if (number := int(line)) > 0)
        process.kill()
    assert told < GAMES, "it was through before it could be killed"
    assert faults(tmp_path / "table.sqlite", running=False) == ([], None)
    table = open_table(tmp_path / "table.sqlite", players.clock)
    with patch.object(filling, "retold", side_effect=filling.retold) as retold:
        matches = shelf(table, tmp_path / "shelf.sqlite")
        found = everything(matches)
    assert len(found) == GAMES
    assert {each.summary.winner for each in found} == {"red"}
    assert all(each.told for each in found)
    assert 0 < retold.call_count <= GAMES - told
    matches.keeper.stop()
    table.close()

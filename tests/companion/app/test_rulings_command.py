"""`warglass rulings`, as whoever looks after the box uses it."""

import os
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app.cli import main
from companion.games import RuledGame
from companion.rulings.history import Misses
from companion.system.state import claim
from tests.support import Players, Says


def warglass(players: Players, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["rulings", "unanswered", "--state", str(players.path.parent), *arguments])


@pytest.fixture
def night(tmp_path: Path) -> Players:
    players = Players(tmp_path / "state" / "table.sqlite")
    players.begin()
    return players


def test_it_prints_toml_while_the_table_runs_and_after(night: Players) -> None:
    Misses(night.table, night.clock).found_nothing("may zeppelins land", RuledGame.WARTIME)
    lock = claim(night.path.parent)
    assert tomllib.loads(warglass(night).output) == {"wartime": {"may zeppelins land": "none"}}
    os.close(lock)
    night.table.close()
    assert tomllib.loads(warglass(night).output) == {"wartime": {"may zeppelins land": "none"}}


def test_where_all_was_found_it_says_so(night: Players) -> None:
    said = warglass(night)
    assert (said.exit_code, said.output) == (0, Says("Everything", "found"))


def test_forgotten_is_gone_and_nothing_else_is(night: Players) -> None:
    Misses(night.table, night.clock).found_nothing("may zeppelins land", RuledGame.WARTIME)
    night.table.close()
    assert "zeppelins" in warglass(night, "--forget").output
    assert "zeppelins" not in warglass(night).output
    assert b"zeppelins" not in night.path.read_bytes()
    checked = CliRunner().invoke(main, ["journal", "check", "--state", str(night.path.parent)])
    assert checked.output.startswith("All of it holds")


def test_nothing_is_forgotten_under_a_running_table(night: Players) -> None:
    Misses(night.table, night.clock).found_nothing("may zeppelins land", RuledGame.WARTIME)
    lock = claim(night.path.parent)
    assert warglass(night, "--forget").exit_code == 1
    os.close(lock)
    night.table.close()
    assert "zeppelins" in warglass(night).output

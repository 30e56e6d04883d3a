"""`warglass journal`, as whoever looks after the box uses it."""

import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app.cli import main
from companion.system.state import claim
from companion.table.opening import New
from tests.companion.journal.test_damage import FRAME, spoil
from tests.support import Players, Says


def warglass(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["journal", *arguments])


@pytest.fixture
def night(tmp_path: Path) -> Players:
    """A game that was put away and one that goes on, the service being up."""
    players = Players(tmp_path / "state" / "table.sqlite")
    players.begin().flip("gold-30", "Archer")
    players.do(New(game="battleline"))
    players.begin()
    return players


@pytest.fixture
def state(night: Players) -> str:
    return str(night.path.parent)


def test_a_whole_journal_checks_out_while_the_table_runs_and_after(night: Players, state: str) -> None:
    lock = claim(night.path.parent)
    assert warglass("check", "--state", state).exit_code == 0
    os.close(lock)
    before = sorted(night.path.parent.iterdir())
    assert warglass("check", "--state", state).exit_code == 0, "as a kill leaves it"
    assert sorted(night.path.parent.iterdir()) == before
    night.table.close()
    said = warglass("check", "--state", state)
    assert (said.exit_code, said.output) == (
        0, Says("All", "holds"),
    )  # fmt: skip


@pytest.mark.parametrize("at", [60, 2 * 4096 + 4000])
def test_a_damaged_one_does_not_and_is_repaired(night: Players, state: str, at: int) -> None:
    night.table.close()
    spoil(night.path, at % night.path.stat().st_size)
    found = warglass("check", "--state", state)
    assert found.exit_code == 1
    assert "warglass journal repair" in found.output
    assert not list(night.path.parent.glob("*damaged*"))
    mended = warglass("repair", "--state", state)
    assert (mended.exit_code, "kept as table.sqlite.damaged-1" in mended.output) == (0, True)
    assert warglass("check", "--state", state).exit_code == 0
    assert warglass("repair", "--state", state).output == Says("no repair")
    assert warglass("export", "--state", state, "--file", f"{night.path}.damaged-1").exit_code in {0, 1}


def test_an_end_that_is_missing_is_found(night: Players, state: str, tmp_path: Path) -> None:
    killed = tmp_path / "killed"
    shutil.copytree(state, killed)
    log = killed / "table.sqlite-wal"
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size - FRAME)
    found = warglass("check", "--state", str(killed))
    assert found.exit_code == 1
    assert "Its end is missing." in found.output


def test_nothing_is_repaired_under_a_running_table(night: Players, state: str) -> None:
    lock = claim(night.path.parent)
    refused = warglass("repair", "--state", state)
    assert refused.exit_code == 1
    assert "running already" in refused.output
    os.close(lock)


def test_everything_is_exported_a_line_each(night: Players, state: str, tmp_path: Path) -> None:
    lock = claim(night.path.parent)
    to = tmp_path / "night.jsonl"
    assert warglass("export", "--state", state, str(to)).exit_code == 0
    rows = [json.loads(line) for line in to.read_text(encoding="utf-8").splitlines()]
    assert [(row["row"], row["match"]) for row in rows] == [
        ("match", 1), ("event", 1), ("event", 1), ("event", 1), ("match", 2), ("event", 2),
    ]  # fmt: skip
    assert rows[2]["event"]["unit"] == "Archer"
    assert rows[0]["setup"]["id"] == "open"
    os.close(lock)
    night.table.close()
    assert warglass("export", "--state", state).output == to.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["check", "export"])
def test_a_folder_without_a_journal_is_said(tmp_path: Path, command: str) -> None:
    answer = warglass(command, "--state", str(tmp_path))
    assert answer.exit_code == 1
    assert "is not there" in answer.output
    assert list(tmp_path.iterdir()) == []

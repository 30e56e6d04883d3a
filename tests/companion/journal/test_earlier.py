"""Journals as each earlier version wrote them, in earlier/: today's table opens them, and shows what theirs showed.

A file VERSION.zip has games as that version's own code played them, NAME.sqlite, and what its table showed once it had
come back, NAME.json. Version 4 was in use for days: one of its games is there as an early version 4 wrote it too.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest

from companion.games import all_games
from companion.journal.check import look_over
from companion.journal.schema import VERSION
from tests.companion.journal import keep
from tests.companion.journal.keep import EARLIER, reopened

NAMES = [
    (version, name.removesuffix(".json"))
    for version in range(1, VERSION)
    for name in ZipFile(EARLIER / f"{version}.zip").namelist()
    if name.endswith(".json")
]
MEANT = {
    "last": (1, "The first version showed no lines after a restart."),
    "undo": (1, "Nor did it offer Undo then."),
    "sides.cards": (1, "Cards are secret until they are played."),
    "questions.options.text": (2, "A side goes by the name of its Force."),
    "sides.choice.hand": (3, "A hand is for its own side."),
    "timers.refused": (3, "After a restart nobody waits for the reason of a refusal."),
}
"""Says what today's view may show otherwise than that version and those before it, and why."""
ROWS = "SELECT match, seq, wall, mono, source, event FROM event ORDER BY match, seq"


def kept(version: int, name: str, folder: Path) -> tuple[Path, dict[str, Any]]:
    """The journal in that folder, and what its own version showed."""
    with ZipFile(EARLIER / f"{version}.zip") as games:
        path = Path(games.extract(f"{name}.sqlite", folder))
        return path, msgspec.json.decode(games.read(f"{name}.json"))


def differences(then: Any, today: Any, field: str = "") -> Iterator[str]:
    """Yields the fields in which today's view lacks a fact. Texts are no facts, and new fields are welcome."""
    if isinstance(then, dict) and isinstance(today, dict):
        for key, value in then.items():
            # What is named by side or by hex is one field.
            inner = field if key in ("gold", "red", "azure") else f"{field}.{key}".removeprefix(".")
            yield from differences(value, today[key], inner) if key in today else [inner]
    elif field == "choices":
        yield from differences(*({each["name"]: each["value"] for each in both} for both in (then, today)), "choice")
    elif field == "seen":
        yield from differences(sorted(then), sorted(today), "cards seen")
    elif isinstance(then, list) and isinstance(today, list) and len(then) == len(today):
        for old, new in zip(then, today, strict=True):
            yield from differences(old, new, field)
    elif then != today and not is_text(then, field):
        yield field


def is_text(value: Any, field: str) -> bool:
    return field in ("names", "last.gap", "last.gap_side") or (isinstance(value, str) and " " in value.strip())


@pytest.mark.parametrize(("version", "name"), NAMES)
def test_a_journal_of_an_earlier_version_shows_what_it_showed(version: int, name: str, tmp_path: Path) -> None:
    path, then = kept(version, name, tmp_path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (version,)
        rows = db.execute(ROWS).fetchall()
    today = msgspec.json.decode(reopened(path))
    assert {field for field in differences(then, today) if version > MEANT.get(field, (0,))[0]} == set()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert look_over(db).faults == []
        *before, last = db.execute(ROWS).fetchall()
    # Where something ran there is one event more: that the table came back.
    assert rows in (before, [*before, last])


@pytest.mark.parametrize("version", range(2, VERSION))
def test_every_version_has_every_game(version: int) -> None:
    assert {name.partition("_")[0] for each, name in NAMES if each == version} == set(all_games())


@pytest.mark.parametrize(
    ("then", "today", "lacking"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, []),
        ({"a": 1}, {"a": 2}, ["a"]),
        ({"a": [{"b": 1}]}, {"a": []}, ["a"]),
        ({"sides": {"gold": {"b": 1}}}, {"sides": {"gold": {}}}, ["sides.b"]),
        ({"a": "It ends"}, {"a": "It ended"}, []),
        ({"a": "ends"}, {"a": "ended"}, ["a"]),
        ({"choices": [{"name": "a", "value": "1"}]}, {"choices": [{"name": "a", "value": "2"}]}, ["choice.a"]),
    ],
)
def test_what_counts_as_a_difference(then: Any, today: Any, lacking: list[str]) -> None:
    assert list(differences(then, today)) == lacking


def test_the_tool_keeps_games_of_today(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keep, "EARLIER", tmp_path)
    monkeypatch.setattr(keep, "GAMES", {"wartime": keep.GAMES["wartime"]})
    keep.main()
    with ZipFile(tmp_path / f"{VERSION}.zip") as games:
        assert games.namelist() == ["wartime.sqlite", "wartime.json"]
        games.extract("wartime.sqlite", tmp_path)
        then = msgspec.json.decode(games.read("wartime.json"))
    assert then["phase"] == "ended"
    assert list(differences(then, msgspec.json.decode(reopened(tmp_path / "wartime.sqlite")))) == []

"""What a table has asked lately: kept over nights, and no more often than it changes."""

from pathlib import Path

import pytest

from companion.games import RuledGame
from companion.rulings.history import ASKED, AskedQuestions
from companion.rulings.shelf import Shelf
from companion.table.errors import Refused
from tests.support import Players


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return Players(tmp_path / "journal.db")


def note(players: Players, *ids: str, seat: str = "gold") -> None:
    shelf = Shelf(players.table)
    for id in ids:
        AskedQuestions(table=players.table, shelf=shelf).note(shelf.find(id), seat)


def lately(players: Players, game: RuledGame = RuledGame.WARTIME, seat: str = "gold") -> list[str]:
    return [each.id for each in AskedQuestions(table=players.table, shelf=Shelf(players.table)).lately(game, seat)]


def test_it_outlives_matches_and_the_service(players: Players) -> None:
    note(players, "wt-hills", "wt-river", "bl-fog")
    players.begin()
    players.restart()
    assert lately(players) == ["wt-river", "wt-hills"]
    assert lately(players, RuledGame.BATTLELINE) == ["bl-fog"]


def test_each_seat_has_a_list_of_its_own(players: Players) -> None:
    note(players, "wt-hills")
    note(players, "wt-river", seat="red")
    assert (lately(players), lately(players, seat="red"), lately(players, seat="both")) == (
        ["wt-hills"],
        ["wt-river"],
        [],
    )


def test_nothing_is_written_where_nothing_changes(players: Players) -> None:
    note(players, "wt-river", "wt-hills")
    players.table.disk.sync()
    note(players, "wt-hills")
    assert not players.table.disk.unsynced
    note(players, "wt-river")
    assert players.table.disk.unsynced


@pytest.mark.parametrize("kept", [b"", b"{", b"[1]", b'{"wt-hills": 1}', b'["wt-of-an-older-warglass"]'])
def test_what_cannot_be_read_any_more_is_left_out(players: Players, kept: bytes) -> None:
    players.table.keep("wartime", ASKED, "gold", kept)
    assert lately(players) == []
    note(players, "wt-hills")
    assert lately(players) == ["wt-hills"]


def test_a_disk_that_takes_nothing_keeps_nobody_from_reading(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Refused("Not saved: disk full.")

    monkeypatch.setattr(players.table, "keep", full)
    note(players, "wt-hills")
    assert lately(players) == []

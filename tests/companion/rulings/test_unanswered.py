"""What a table could not find: kept here, not without end, and no more often than it changes."""

import tomllib
from pathlib import Path

import pytest

from companion.games import RuledGame
from companion.rulings.history import (
    AT_ONCE,
    ID,
    LONGEST,
    MOST_UNANSWERED,
    UNANSWERED,
    Misses,
    Unanswered,
    read,
    snippet,
)
from companion.rulings.shelf import Shelf
from companion.table.errors import Refused
from tests.support import Players


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return Players(tmp_path / "journal.db")


def kept(players: Players, game: RuledGame = RuledGame.WARTIME) -> list[Unanswered]:
    body = players.table.kept(game.value, UNANSWERED).get(ID)
    return [] if body is None else read(body)


def test_the_newest_comes_first_and_it_outlives_the_service(players: Players) -> None:
    misses = Misses(players.table, players.clock)
    misses.found_nothing("may zeppelins land", RuledGame.WARTIME)
    misses.found_nothing("galleons", RuledGame.WARTIME)
    players.begin()
    players.restart()
    assert [each.question for each in kept(players)] == ["galleons", "may zeppelins land"]
    assert kept(players, RuledGame.BATTLELINE) == []


def test_a_ruling_is_kept_with_its_question_where_it_stood_too_far_down(players: Players) -> None:
    shelf = Shelf(players.table)
    found = [shelf.find(id) for id in ("wt-hills", "wt-river", "wt-hut")]
    for ruling in found:
        Misses(players.table, players.clock).note_opened(f"on to {ruling.id}", ruling, found)
    assert kept(players) == [Unanswered("on to wt-hut", "wt-hut")]


def test_there_is_an_end_to_how_many_and_how_long(players: Players) -> None:
    misses = Misses(players.table, players.clock)
    for number in range(MOST_UNANSWERED + 5):
        players.clock.advance(seconds=30)
        misses.found_nothing(f"zeppelin {number} " + "x" * 500, RuledGame.WARZONE)
    found = kept(players, RuledGame.WARZONE)
    assert len(found) == MOST_UNANSWERED
    assert found[0].question.startswith(f"zeppelin {MOST_UNANSWERED + 4} ")
    assert {len(each.question) for each in found} == {LONGEST}


def test_who_asks_without_end_wears_no_card_out(players: Players) -> None:
    misses = Misses(players.table, players.clock)
    for number in range(2 * AT_ONCE):
        misses.found_nothing(f"zeppelin {number}", RuledGame.WARZONE)
    assert len(kept(players, RuledGame.WARZONE)) == AT_ONCE
    players.clock.advance(seconds=60)
    for number in range(5):
        misses.found_nothing(f"galleon {number}", RuledGame.WARTIME)
    assert len(kept(players)) == 2


def test_nothing_is_written_for_what_is_kept_already(players: Players) -> None:
    misses = Misses(players.table, players.clock)
    misses.found_nothing("zeppelins", RuledGame.WARTIME)
    misses.found_nothing("galleons", RuledGame.WARTIME)
    players.table.disk.sync()
    misses.found_nothing("zeppelins", RuledGame.WARTIME)
    assert not players.table.disk.unsynced


def test_a_disk_that_takes_nothing_keeps_nobody_from_looking(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Refused("Not saved: disk full.")

    monkeypatch.setattr(players.table, "keep", full)
    Misses(players.table, players.clock).found_nothing("zeppelins", RuledGame.WARTIME)
    assert kept(players) == []


def test_what_cannot_be_read_is_written_anew(players: Players) -> None:
    players.table.keep("wartime", UNANSWERED, ID, b"[1]")
    Misses(players.table, players.clock).found_nothing("zeppelins", RuledGame.WARTIME)
    assert kept(players) == [Unanswered("zeppelins")]


def test_the_snippet_is_toml_whatever_was_asked() -> None:
    said = 'may "zeppelins" \\ land = no?\x1b[2J\x9b2J\u202e\U000e0041'
    data = tomllib.loads(snippet({"wartime": [Unanswered(said), Unanswered("over a hill", "wt-hills")], "warzone": []}))
    assert snippet({"wartime": [Unanswered(said)]}).isascii(), "a terminal takes none of it for an order"
    assert data == {"wartime": {said: "none", "over a hill": "wt-hills"}, "warzone": {}}

"""The table's own rulings: kept, found, in the log with who made them, and gone again."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from companion.games import RuledGame
from companion.rulings.ruling import HouseRuling, exported, house_id
from companion.rulings.shelf import Shelf, headings
from companion.table.commands import Undo
from companion.table.errors import NotHere, Refused
from tests.support import PHONE, Players, entries

FREE = HouseRuling(
    id="house-take-back",
    game=RuledGame.WARTIME,
    question="May the first zeppelin be taken back?",
    answer="Yes, once.",
    about="timing-put-back",
)


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return Players(tmp_path / "journal.db")


def found(shelf: Shelf, question: str = "zeppelin") -> list[str]:
    return [each.ruling.id for each in shelf.search(question)]


def test_it_can_be_made_ready_before_anyone_asks(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(players.table)
    ready = shelf.ready()
    monkeypatch.setattr("companion.rulings.shelf.RulingsSearch", None)
    assert found(shelf, "what does a hut do")[0] == "wt-hut"
    assert shelf.ready() is ready


def test_a_house_ruling_is_found_at_once_marked_and_beside_the_books(players: Players) -> None:
    shelf = Shelf(players.table)
    assert found(shelf) == []
    shelf.save(FREE, source=PHONE)
    assert found(shelf) == [FREE.id]
    assert shelf.find(FREE.id).house
    assert shelf.beside("timing-put-back") == [FREE]
    assert shelf.beside("wt-hills") == []
    shelf.remove(FREE.id, source=PHONE)
    assert found(shelf) == []
    with pytest.raises(NotHere, match="no ruling called house-take-back"):
        shelf.find(FREE.id)


def test_a_book_ruling_that_is_gone_takes_nothing_with_it(players: Players) -> None:
    body = msgspec.json.encode(msgspec.structs.replace(FREE, about="wt-of-an-older-warglass"))
    players.table.keep("wartime", "ruling", FREE.id, body)
    shelf = Shelf(players.table)
    assert found(shelf) == [FREE.id]
    assert shelf.related(shelf.find(FREE.id)) == []


def test_the_log_says_who_did_what_and_undo_leaves_it_alone(players: Players) -> None:
    shelf = Shelf(players.table)
    players.begin().flip("gold-30")
    shelf.save(FREE, source=PHONE)
    shelf.save(msgspec.structs.replace(FREE, answer="No."), source=PHONE)
    shelf.remove(FREE.id, source=PHONE)
    lines = [(line.text, line.source) for _, line in entries(players.table)][-3:]
    said = FREE.question
    assert lines == [(f"House ruling {change}: {said}", "phone 1") for change in ("added", "changed", "removed")]
    assert "30" in (players.table.view().undo or "")
    players.do(Undo())
    assert players.timer("gold-30").state.value == "available"


def test_it_outlives_the_match_and_the_service(players: Players) -> None:
    Shelf(players.table).save(FREE, source=PHONE)
    players.begin().flip("gold-30")
    players.restart()
    assert Shelf(players.table).house() == [FREE]
    assert f"House ruling added: {FREE.question}" in players.texts()
    assert players.timer("gold-30").state.value == "active"


def test_what_cannot_be_kept_is_refused(players: Players) -> None:
    shelf = Shelf(players.table)
    with pytest.raises(Refused, match="Battle Line has no ruling timing-put-back"):
        shelf.save(msgspec.structs.replace(FREE, game=RuledGame.BATTLELINE), source=PHONE)
    shelf.save(FREE, source=PHONE)
    with pytest.raises(Refused, match="stays with its game"):
        shelf.save(msgspec.structs.replace(FREE, game=RuledGame.BATTLELINE, about=None), source=PHONE)
    assert shelf.house() == [FREE]


def test_one_that_cannot_be_read_is_left_out(players: Players) -> None:
    players.table.keep("wartime", "ruling", "house-old", b'{"id": 1}')
    assert Shelf(players.table).house() == []


def test_the_export_is_one_toml_file() -> None:
    other = msgspec.structs.replace(FREE, id="house-b", question='A "quoted"\nline?', about=None)
    data = tomllib.loads(exported([FREE, other]))
    assert msgspec.convert(data["ruling"], list[HouseRuling]) == [FREE, other]


def test_ids_come_from_the_question_and_are_free() -> None:
    assert house_id("May I fly?", []) == "house-may-i-fly"
    assert house_id("May I fly?", ["house-may-i-fly", "house-may-i-fly-2"]) == "house-may-i-fly-3"
    assert house_id("¿?", []) == "house-ruling"
    msgspec.convert({**msgspec.to_builtins(FREE), "id": house_id("x" * 500, ["house-" + "x" * 48])}, HouseRuling)


@pytest.mark.parametrize(
    ("source", "section"),
    [
        ("WarTime Rulebook, Terrain Tiles", "Terrain Tiles"),
        ("WarTime Rulebook, DAMAGE", "Damage"),
        ("Determining Range to a Target", "Determining Range to a Target"),
        ("Some other name of the book, Charge Restrictions", "Charge Restrictions"),
    ],
)
def test_a_ledgers_line_finds_its_heading(source: str, section: str) -> None:
    heading = headings().cited(source, RuledGame.WARTIME)
    assert heading is not None
    assert heading.cite.section == section
    assert heading.rulings


def test_a_heading_of_another_game_is_none_of_this_ones() -> None:
    assert headings().cited("Charge Restrictions", RuledGame.BATTLELINE) is None
    assert headings().cited("Nothing of the kind", RuledGame.WARTIME) is None

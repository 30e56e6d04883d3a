"""The backup's page: it asks for the join code, says what a restore will do before it does it, and never does half."""

import io
import re
import sqlite3
from pathlib import Path

import msgspec
import pytest
from werkzeug.test import TestResponse

from companion.backup.files import EventLine, KeptLine, ShelfFile, write
from companion.backup.restore import bring_back
from companion.clock import ManualClock
from companion.games import all_games
from companion.journal.beside import faults
from companion.journal.journal import Journal
from companion.table.commands import Begin, Command
from companion.table.opening import New
from companion.table.table import Table
from companion.wartime.match.timers import Flip
from tests.companion.backup.test_backup import BAD, EVENT, MATCH, everything, put_together
from tests.support import PHONE, ask_table, open_table
from tests.web.conftest import Phone
from tests.web.moments import MOMENTS
from web.http.access import Access


def do(table: Table, *commands: Command) -> None:
    for command in commands:
        ask_table(table, command, source=PHONE)


def said(answer: TestResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)).replace(" ,", ",").replace(" .", ".")


def download(phone: Phone, access: Access) -> bytes:
    answer = phone.post("/backup/download", data={"code": access.code})
    assert answer.status_code == 200
    assert re.search(r"attachment; filename=warglass-[\d-]+\.shelf", answer.headers["Content-Disposition"])
    return bytes(answer.data)


def look(phone: Phone, access: Access, data: bytes, **more: str) -> TestResponse:
    return phone.post("/backup/look", data={"code": access.code, "file": (io.BytesIO(data), "all.shelf"), **more})


def restore(phone: Phone, looked: TestResponse) -> TestResponse:
    found = re.search(r'name="token" value="(\w+)"', looked.text)
    assert found, said(looked)
    return phone.post("/backup/restore", data={"token": found[1]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the table of these tests keeps its journal, as test_backup calls it."""
    (tmp_path / "table.sqlite").symlink_to("journal.db")
    return tmp_path


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Another table's backup, made on its box: two games, one of them unfinished on its table, and a scenario."""
    place = tmp_path_factory.mktemp("other") / "other.sqlite"
    table = open_table(place, ManualClock(now=5_000_000_000, wall=1_780_000_000_000_000_000))
    do(table, New(game="wartime"), Begin(), Flip(timer="gold-30"), New(game="battleline"), Begin())
    table.keep("wartime", "scenario", "ford", b'{"id":"ford"}')
    table.keep("table", "sitters", "sitters", b"[]")
    table.close()
    out = io.BytesIO()
    write(place, out, running=False, wall_ns=0)
    return out.getvalue()


def test_a_download_asks_for_the_code_again_and_is_in_the_log(
    phone: Phone, stranger: Phone, access: Access, table: Table
) -> None:
    do(table, New(game="wartime"), Begin())
    for code in ("", "AAAAAA"):
        answer = phone.post("/backup/download", data={"code": code})
        assert answer.status_code == 422
        assert "not the code" in said(answer)
    assert stranger.post("/backup/download", data={"code": access.code}).headers["Location"] == "/join"
    assert download(phone, access)[:2] == b"PK"
    assert "downloaded a backup: 1 game" in table.view().last[-1].text


def test_a_download_has_everything_but_what_is_sealed_and_what_is_the_boxs_own(
    phone: Phone, access: Access, table: Table, tmp_path: Path
) -> None:
    table.keep("wartime", "scenario", "ford", b'{"id":"ford"}')
    for game, kind in (("table", "hall"), ("table", "sitters"), ("wartime", "unanswered")):
        table.keep(game, kind, "own", b'"own"')
    table.keep("warzone", "rule text", "own", b'{"id":"own","name":"Own","text":"Its words."}')
    MOMENTS["warzone"]["secrets sealed"](phone)
    lines = list(ShelfFile(download(phone, access)).lines())
    assert {each.kind for each in lines if isinstance(each, KeptLine)} == {"scenario", "force", "unit"}
    here = events_of(tmp_path / "journal.db")
    sent = [each.event for each in lines if isinstance(each, EventLine)]
    game = all_games()["warzone"]
    assert all(game.read_event(event).public() == game.read_event(event) for event in sent)
    assert any(event not in sent for event in here)


def events_of(path: Path) -> list[bytes]:
    db = sqlite3.connect(path)
    try:
        return [event for (event,) in db.execute("SELECT CAST(event AS BLOB) FROM event")]
    finally:
        db.close()


def test_it_says_what_a_restore_will_do_before_it_does_it(
    phone: Phone, access: Access, table: Table, other: bytes, folder: Path
) -> None:
    do(table, New(game="warzone"))
    table.keep("wartime", "scenario", "ford", b'{"id":"mine"}')
    before, view = everything(folder), table.view()
    plan = said(look(phone, access, other))
    for each in (
        "2 games will be added", "2 unfinished games can be resumed", "scenario ford differs here, and stays",
        "1 note of the other box left out", "The game on the table stays as it is",
    ):  # fmt: skip
        assert each in plan, plan
    assert everything(folder) == before
    assert "scenario ford replaced by the backup’s" in said(look(phone, access, other, replace="yes"))
    assert everything(folder) == before
    assert table.kept("wartime", "scenario") == {"ford": b'{"id":"mine"}'}
    looked = look(phone, access, other, replace="yes")
    assert restore(phone, looked).status_code == 303
    assert "Restored: 2 games, 1 other thing." in said(phone.get("/backup"))
    after = everything(folder)
    assert len(after["match"]) == len(before["match"]) + 2
    assert after["on_table"] == before["on_table"]
    assert table.kept("wartime", "scenario") == {"ford": b'{"id":"ford"}'}
    assert (table.view().game, table.view().phase) == (view.game, view.phase)
    assert len(table.unfinished()) == 2
    assert "restored a backup: 2 games" in table.view().last[-1].text
    again = said(look(phone, access, other))
    assert "already has all of it" in again
    assert "2 games here already" in again
    table.close()
    assert faults(folder / "journal.db", running=False) == ([], None)


def test_what_this_table_downloaded_is_known_here_and_resumes_elsewhere(
    phone: Phone, access: Access, table: Table, tmp_path: Path
) -> None:
    """Without what was sealed it is the same match all the same, but nobody could play it on."""
    do(table, New(game="wartime"), Begin(), Flip(timer="gold-30"))
    MOMENTS["warzone"]["secrets sealed"](phone)
    data = download(phone, access)
    assert "2 games here already" in said(look(phone, access, data))
    clock = ManualClock()
    elsewhere = Table(clock=clock, journal=Journal(tmp_path / "new.db"), games=all_games(), game="wartime")
    file = ShelfFile(data)
    done = elsewhere.restore(
        lambda journal: bring_back(file, journal, games=all_games(), replace=False, wall_ns=0, beside=True), keep=True
    )
    assert (done.matches, done.unfinished) == (2, 1)
    assert [each.game for each in elsewhere.unfinished()] == ["wartime"]
    do(elsewhere, New(game="battleline"), Begin())
    elsewhere.close()
    assert faults(tmp_path / "new.db", running=False) == ([], None)


@pytest.mark.parametrize("kind", ["nothing", "a photo", "deep", "an event of no match", "another digest"])
def test_a_bad_file_is_refused_in_plain_words_and_changes_nothing(
    phone: Phone, access: Access, kind: str, folder: Path, table: Table
) -> None:
    do(table, New(game="wartime"), Begin())
    BAD[kind](folder / "bad")
    before = everything(folder)
    answer = look(phone, access, (folder / "bad").read_bytes())
    assert answer.status_code == 422
    assert re.search(r"is not a backup|is damaged|Choose a backup first", said(answer))
    assert everything(folder) == before


def test_too_much_is_refused(phone: Phone, access: Access, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.shelf.backup.MOST_ACTS", 20)
    put_together(tmp_path / "long", [MATCH, *(msgspec.structs.replace(EVENT, seq=number) for number in range(1, 22))])
    answer = look(phone, access, (tmp_path / "long").read_bytes())
    assert answer.status_code == 422
    assert "This file has more than 20 acts" in said(answer)
    monkeypatch.setattr("web.shelf.backup.LARGEST", 1000)
    answer = look(phone, access, b"PK" + b"\0" * 1000)
    assert answer.status_code == 413
    assert "warglass shelf import" in said(answer)


def test_while_sand_falls_nothing_is_restored(phone: Phone, access: Access, table: Table, other: bytes) -> None:
    looked = look(phone, access, other)
    do(table, New(game="wartime"), Begin(), Flip(timer="gold-30"))
    for answer in (look(phone, access, other), restore(phone, looked)):
        assert answer.status_code == 422
        assert "time is running. Pause the game first." in said(answer)


def test_only_the_phone_that_looked_restores_and_only_for_a_while(
    phone: Phone, access: Access, clock: ManualClock, other: bytes, folder: Path
) -> None:
    looked = look(phone, access, other)
    assert phone.post("/backup/restore", data={"token": "0" * 32}).status_code == 422
    clock.advance(seconds=601)
    answer = restore(phone, looked)
    assert answer.status_code == 422
    assert "Choose it again" in said(answer)
    assert len(everything(folder)["match"]) <= 1


def test_a_disk_that_fails_in_the_middle_leaves_nothing(  # noqa: PLR0917
    phone: Phone, access: Access, table: Table, other: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = look(phone, access, other)
    before, append = everything(folder), Journal.append

    def full(journal: Journal, match: int, rows: object) -> None:
        append(journal, match, rows)  # type: ignore[arg-type]
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(Journal, "append", full)
    answer = restore(phone, looked)
    assert answer.status_code == 422
    assert "Not restored" in said(answer)
    monkeypatch.undo()
    assert everything(folder) == before
    assert table.kept("wartime", "scenario") == {}
    do(table, New(game="wartime"), Begin())
    table.close()
    assert faults(folder / "journal.db", running=False) == ([], None)

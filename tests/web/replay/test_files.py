"""Match files on the site: had by whoever may look, brought by whoever has joined."""

import base64
import io
import re
from pathlib import Path
from unittest.mock import patch
from urllib.parse import unquote

import pytest

from companion.clock import ManualClock
from companion.games import all_games
from companion.journal.beside import faults
from companion.matchfile.files import written
from companion.table.events import SERVICE, Named
from companion.table.opening import New
from companion.table.table import Table
from tests.companion.story.matches import play
from tests.support import open_table
from tests.web.conftest import Phone


@pytest.fixture
def played(table: Table, clock: ManualClock) -> int:
    play(table, clock, rows=80)
    return table.glance().number


@pytest.fixture
def other(tmp_path: Path) -> bytes:
    """A match that another table has played."""
    clock = ManualClock(now=5_000_000_000, wall=1_780_000_000_000_000_000)
    table = open_table(tmp_path / "other.sqlite", clock)
    play(table, clock, rows=70, seed=3)
    data = written(table.played(table.glance().number, most=1000), all_games()["wartime"])
    table.close()
    return data


def brought(phone: Phone, data: bytes) -> dict[str, object]:
    answer = phone.post("/api/shelf/import", {"data": base64.b64encode(data).decode()})
    assert answer.status_code == 200, answer.text
    said: dict[str, object] = answer.get_json()
    return said


def known(match: object) -> dict[str, object]:
    return {"match": match, "new": False, "cards": 0, "trouble": ""}


def test_whoever_looks_may_have_it(stranger: Phone, played: int) -> None:
    answer = stranger.get(f"/shelf/{played}.warglass")
    assert answer.status_code == 200
    assert answer.data[:2] == b"PK"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert ".warglass" in answer.headers["Content-Disposition"]
    assert stranger.get("/shelf/999.warglass").status_code == 404


def test_it_is_called_after_who_played(stranger: Phone, table: Table, played: int) -> None:
    table.note(Named(seat="gold", name='Zoë "../" Müller'), source=SERVICE)
    said = unquote(stranger.get(f"/shelf/{played}.warglass").headers["Content-Disposition"])
    assert "filename*=UTF-8''WarTime 2026-01-01 Zoë .. Müller, Firebrand.warglass" in said, said


def test_where_there_is_none_no_page_leads_to_one(stranger: Phone, table: Table, played: int) -> None:
    link = f'href="/shelf/{played}.warglass"'
    with patch("companion.story.MOST", 50):
        page = stranger.get(f"/replay/{played}").text
    assert link not in page
    assert "What came later is kept on the box" in page
    table.note(Named(seat="gold", name="Anna"), source=SERVICE)
    assert link in stranger.get(f"/replay/{played}").text
    assert link in stranger.get("/report").text
    table.exchange(New(game="battleline"), source=SERVICE)
    for path in (f"/replay/{table.glance().number}", "/report"):
        assert f'"/shelf/{table.glance().number}.warglass"' not in stranger.get(path).text


def test_why_there_is_none_is_a_page(stranger: Phone, played: int) -> None:
    """A link that is a download by itself would be cancelled, and its sentence never seen."""
    for path in (f"/replay/{played}", "/report", "/shelf"):
        assert not re.search(r"<a[^>]*warglass[^>]* download", stranger.get(path).text)
    with patch("companion.matchfile.files.MOST_ROWS", 50):
        refused = stranger.get(f"/shelf/{played}.warglass")
    assert (refused.status_code, "too long for a match file" in refused.text) == (409, True)


def test_it_is_played_again_at_another_table(phone: Phone, table: Table, played: int, other: bytes) -> None:
    before = table.view()
    said = brought(phone, other)
    assert said["new"] is True
    page = phone.get(f"/replay/{said['match']}").text
    assert "flipped" in page
    assert phone.get(f"/report?match={said['match']}").status_code == 200
    assert table.view() == before
    assert table.glance().number == played
    assert brought(phone, phone.get(f"/shelf/{said['match']}.warglass").data) == known(said["match"])


def test_its_own_match_is_recognised(phone: Phone, played: int) -> None:
    data = phone.get(f"/shelf/{played}.warglass").data
    assert brought(phone, data) == known(played)
    answer = phone.post("/shelf/import", data={"file": (io.BytesIO(data), "a.warglass")})
    assert "Not imported: this table has that match already" in phone.get(answer.headers["Location"]).text


def test_the_journal_holds_with_it(phone: Phone, table: Table, played: int, other: bytes, tmp_path: Path) -> None:
    number = brought(phone, other)["match"]
    path = tmp_path / "journal.db"
    table.close()
    assert faults(path, running=False) == ([], None)
    again = open_table(path, ManualClock())
    assert (again.glance().number, again.last_row(int(str(number)))) == (played, 70)
    assert again.unfinished() == []
    again.close()


def test_who_has_not_joined_brings_nothing(stranger: Phone, other: bytes) -> None:
    assert stranger.post("/api/shelf/import", {"data": base64.b64encode(other).decode()}).status_code == 403


def test_a_file_is_brought_without_javascript(phone: Phone, other: bytes) -> None:
    assert 'type="file"' in phone.get("/shelf/import").text
    answer = phone.post("/shelf/import", data={"file": (io.BytesIO(other), "a.warglass")})
    assert (answer.status_code, answer.headers["Location"].startswith("/replay/")) == (303, True)


def test_what_is_none_gets_a_sentence(phone: Phone, table: Table) -> None:
    before = table.version
    answer = phone.post("/api/shelf/import", {"data": base64.b64encode(b"a photo").decode()})
    assert answer.status_code == 422
    assert "That is not a match file" in answer.text
    for data in (b"", b"a photo"):
        page = phone.post("/shelf/import", data={"file": (io.BytesIO(data), "a.warglass")})
        assert page.status_code == 422
    assert table.version == before

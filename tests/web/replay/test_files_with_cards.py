"""Match files that bring the unit cards along which their match refers to."""

import base64
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from companion.clock import ManualClock
from companion.games import all_games
from companion.journal.schema import LibraryFull
from companion.matchfile.files import CARDS, HEADER, NoMatchFile, digest_of_cards, read
from companion.matchfile.library import ROOM, MatchFiles
from companion.story import Stories
from companion.table.errors import NotHere, Refused
from companion.table.events import SERVICE
from companion.table.table import Table
from companion.warzone.cards.card_file import card_of, file_of
from companion.warzone.cards.library import KeptCards
from tests.companion.matchfile.test_hostile_files import zipped
from tests.companion.story.matches import play
from tests.support import open_table
from tests.web.conftest import Phone
from tests.web.moments import dueling

Entries = dict[str, bytes]


@pytest.fixture
def number(phone: Phone, table: Table) -> int:
    dueling(phone)
    return table.glance().number


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Table]:
    table = open_table(tmp_path / "other.sqlite", ManualClock(now=5_000_000_000))
    yield table
    table.close()


def files(table: Table, *, free: int | None = None) -> MatchFiles:
    return MatchFiles(table, table.games, ManualClock(), Stories(table, table.games), lambda: free)


def entries(data: bytes) -> Entries:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_cards(whole: Entries, cards: list[dict[str, Any]], *, vouched: bool = True) -> bytes:
    """The file with these cards in it instead, by somebody who knows how they are vouched for."""
    body = b"".join(msgspec.json.encode(each) + b"\n" for each in cards)
    header = msgspec.json.decode(whole[HEADER])
    if vouched:
        header["cards"] = digest_of_cards(body)
    return zipped(whole | {HEADER: msgspec.json.encode(header), CARDS: body})


def test_they_are_in_it_only_where_they_were_asked_for(stranger: Phone, number: int) -> None:
    bare, whole = (entries(stranger.get(f"/shelf/{number}.warglass{asked}").data) for asked in ("", "?cards=whole"))
    assert CARDS not in bare
    assert len(whole[CARDS].splitlines()) == 2
    assert {name: body for name, body in whole.items() if name not in (CARDS, HEADER)} == {
        name: body for name, body in bare.items() if name != HEADER
    }
    assert (
        stranger.get(f"/shelf/{number}.warglass?cards=whole").data
        == stranger.get(f"/shelf/{number}.warglass?cards=whole").data
    )
    assert stranger.get(f"/shelf/{number}.warglass?cards=half").status_code == 422
    assert f"/shelf/{number}.warglass?cards=whole" in stranger.get(f"/replay/{number}").text
    assert f"/shelf/{number}.warglass?cards=whole" in stranger.get("/report").text


def test_another_table_shows_their_facts(phone: Phone, table: Table, number: int, other: Table) -> None:
    whole = phone.get(f"/shelf/{number}.warglass?cards=whole").data
    ours = KeptCards(table).by_id()
    assert KeptCards(other).all() == ()
    taken = files(other).take_in(whole)
    assert (taken.new, taken.cards, taken.trouble) == (True, 2, "")
    used = {line["id"] for line in map(msgspec.json.decode, entries(whole)[CARDS].splitlines())}
    assert KeptCards(other).by_id() == {id: ours[id] for id in used}
    again = files(other).take_in(whole)
    assert (again.match, again.new, again.cards) == (taken.match, False, 0)
    assert files(other).file(taken.match, cards=True) == whole


def test_a_card_that_a_table_has_stays_as_it_is(table: Table, number: int, other: Table) -> None:
    whole = files(table).file(number, cards=True)
    first = next(iter(read(whole, all_games()).cards))
    own = msgspec.structs.replace(KeptCards(table).find(first), w=7)
    KeptCards(other).save(own)
    assert files(other).take_in(whole).cards == 1
    assert KeptCards(other).find(first) == own


def test_a_match_is_kept_where_its_cards_find_no_room(table: Table, number: int, other: Table) -> None:
    whole = files(table).file(number, cards=True)
    with patch("companion.journal.schema.Library.put", side_effect=LibraryFull("unit")):
        taken = files(other).take_in(whole)
    assert (taken.new, taken.cards) == (True, 0)
    assert taken.trouble.startswith("Not all of its cards")
    assert other.last_row(taken.match) == table.last_row(number)


def test_a_disk_that_is_nearly_full_takes_none(table: Table, number: int, other: Table) -> None:
    whole = files(table).file(number)
    with pytest.raises(Refused, match="hardly any room"):
        files(other, free=ROOM - 1).take_in(whole)
    assert other.opened_at(table.played(number, most=1).match.wall) == [other.glance().number]
    assert files(other, free=ROOM).take_in(whole).new


def test_a_card_that_is_gone_is_left_out(phone: Phone, table: Table, number: int) -> None:
    whole = phone.get(f"/shelf/{number}.warglass?cards=whole").data
    ids = sorted(read(whole, all_games()).cards)
    KeptCards(table).delete(ids[0], source=SERVICE)
    phone.post("/api/shelf/import", {"data": base64.b64encode(whole).decode()})
    assert sorted(KeptCards(table).by_id().keys() & set(ids)) == ids, "it came back with the file"


def test_without_javascript_the_page_says_what_came(phone: Phone, table: Table, number: int) -> None:
    whole = phone.get(f"/shelf/{number}.warglass?cards=whole").data
    for id in read(whole, all_games()).cards:
        KeptCards(table).delete(id, source=SERVICE)
    phone.post("/shelf/import", data={"file": (io.BytesIO(whole), "a.warglass")})
    assert "2 cards came with it." in phone.get(f"/replay/{number}").text


def test_cards_that_nobody_wrote_so_are_refused(table: Table, number: int, other: Table) -> None:
    whole = entries(files(table).file(number, cards=True))
    first, second = (msgspec.json.decode(line) for line in whole[CARDS].splitlines())
    stranger = msgspec.to_builtins(file_of(msgspec.structs.replace(card_of(first), id="nobodys")))
    for cards in (
        [first | {"w": 21}, second],
        [first | {"w": "many"}],
        [first | {"extra": 1}],
        [first | {"id": "../.."}],
        [first, first],
        [first, second, first],
        [stranger],
        [[]],
        [{}],
    ):
        with pytest.raises(NoMatchFile) as caught:
            files(other).take_in(with_cards(whole, cards))  # type: ignore[arg-type]
        assert len(str(caught.value)) < 160
    with pytest.raises(NoMatchFile, match="not as they were written"):
        files(other).take_in(with_cards(whole, [first], vouched=False))
    with pytest.raises(NoMatchFile, match="not as they were written"):
        files(other).take_in(zipped({name: body for name, body in whole.items() if name != CARDS}))
    assert KeptCards(other).all() == ()
    with pytest.raises(NotHere):
        other.last_row(other.glance().number + 1)


def test_a_match_that_refers_to_no_card_brings_none(phone: Phone, table: Table, clock: ManualClock) -> None:
    play(table, clock, rows=20)
    number = table.glance().number
    assert phone.get(f"/shelf/{number}.warglass?cards=whole").data == phone.get(f"/shelf/{number}.warglass").data
    assert "cards=whole" not in phone.get("/report").text
    with pytest.raises(NoMatchFile, match="does not use"):
        read(with_cards(entries(files(table).file(number)), [{"id": "guard"}]), all_games())

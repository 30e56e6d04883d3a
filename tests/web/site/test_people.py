"""A side of a battle is called by the name that its player gave with a seat, or that somebody typed for him."""

import pytest
from flask import Flask

from companion.table.opening import New
from companion.table.table import Table
from tests.support import PHONE, entries
from tests.web.conftest import Phone
from web.http.access import Access
from web.http.phones import SEATS


@pytest.fixture
def another(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def battle(table: Table) -> Table:
    table.exchange(New(game="battleline"), source=PHONE)
    return table


def joined(phone: Phone, access: Access, **body: str) -> None:
    assert phone.post("/api/join", {"code": access.code, **body}).status_code == 200


def sat(phone: Phone, seat: str, name: str | None = None) -> None:
    assert phone.post("/api/seat", {"seat": seat, "name": name}).status_code == 200


def called(table: Table) -> list[str]:
    return [*table.view().names.values()]


def test_whoever_sits_down_gives_the_side_a_name_and_takes_it_along(
    phone: Phone, another: Phone, access: Access, battle: Table
) -> None:
    sat(phone, "gold", "Anna")
    assert called(battle) == ["Anna", "Team Red"]
    joined(another, access, seat="red", name="Ben")
    assert called(battle) == ["Anna", "Ben"]
    sat(phone, "gold", "Ann")
    assert called(battle) == ["Ann", "Ben"]
    sat(phone, "look")
    assert called(battle) == ["Team Gold", "Ben"]
    sat(phone, "red")
    assert called(battle) == ["Team Gold", "Ann"], "who sat down last"
    sat(phone, "both")
    assert called(battle) == ["Team Gold", "Ben"], "who sits there still"


def test_the_log_tells_it_whoever_plays_there_later(phone: Phone, battle: Table) -> None:
    sat(phone, "gold", "Anna")
    assert [line.text for _, line in entries(battle)] == [
        "Phone 1 (Anna) takes the seat of Team Gold",
        "Team Gold is Anna",
    ]
    sat(phone, "gold")
    assert len(entries(battle)) == 2


def test_who_is_asked_to_leave_leaves_the_name_behind(
    phone: Phone, another: Phone, access: Access, battle: Table
) -> None:
    sat(phone, "gold", "Anna")
    joined(another, access, seat="gold", name="Not Anna")
    assert called(battle)[0] == "Not Anna"
    phone.post("/api/phones/2/leave")
    assert called(battle)[0] == "Anna"


def test_names_are_known_to_the_next_battle_and_no_other_game_has_them(phone: Phone, table: Table) -> None:
    sat(phone, "gold", "Anna")
    assert called(table) == ["Valyance", "Firebrand"]
    assert [line.text for _, line in entries(table)] == ["Phone 1 (Anna) takes the seat of Valyance"]
    assert phone.post("/api/table/name", {"side": "gold", "name": "Ben"}).status_code == 409
    assert phone.get("/names").status_code == 404
    assert 'href="/names"' not in phone.get("/seat").text
    table.exchange(New(game="battleline"), source=PHONE)
    assert called(table) == ["Anna", "Team Red"]


def test_a_name_is_typed_for_who_has_no_phone(phone: Phone, battle: Table) -> None:
    assert 'href="/names"' in phone.get("/seat").text
    page = phone.get("/names").text
    assert page.index("Team Gold") < page.index("Team Red")
    sent = phone.post("/table/name", data={"side": "red", "name": " Ben  Hur "}, drop=("X-Warglass",))
    assert (sent.status_code, sent.headers["Location"]) == (303, "/names")
    assert called(battle) == ["Team Gold", "Ben Hur"]
    assert 'value="Ben Hur"' in phone.get("/names").text
    assert phone.post("/api/table/name", {"side": "red", "name": "x" * 25}).get_json()["errors"][0]["field"] == "name"
    assert phone.post("/api/table/name", {"side": "azure", "name": "Cleo"}).status_code == 404
    assert phone.post("/api/table/name", {"side": "red"}).get_json()["names"]["red"] == "Team Red"
    assert battle.view().undo is None


def test_who_only_looks_names_nobody(phone: Phone, battle: Table) -> None:
    sat(phone, "look")
    assert phone.post("/api/table/name", {"side": "red", "name": "Ben"}).status_code == 403
    assert called(battle) == ["Team Gold", "Team Red"]


def test_everything_that_is_read_has_the_names(phone: Phone, battle: Table) -> None:
    sat(phone, "both")
    for side, name in (("gold", "Anna"), ("red", "<b>Ben</b> & Co")):
        phone.post("/api/table/name", {"side": side, "name": name})
    phone.post("/api/battleline/match/flags/3/lay", {"side": "red", "card": "R10"})
    phone.post("/api/battleline/match/flags/3/lay", {"side": "red", "card": "R9"})
    phone.post("/api/table/end", {"winner": "gold"})
    for path in ("/", "/?flag=3", "/log", "/report", "/watch", "/seat", "/names"):
        said = phone.get(path).text
        assert "Anna" in said, path
        assert "<b>Ben" not in said
        assert "Team" not in said or path in ("/log", "/names"), path


def test_a_phone_that_is_always_called_otherwise_is_turned_away(another: Phone, access: Access, battle: Table) -> None:
    """Joining again is open to whoever has the code, and each name is a line of the log."""
    names = [f"Anna {number}" for number in range(SEATS + 2)]
    answers = [another.post("/api/join", {"code": access.code, "seat": "gold", "name": name}) for name in names]
    assert [answer.status_code for answer in answers] == [200] * SEATS + [429] * 2
    assert called(battle)[0] == names[SEATS - 1]


@pytest.mark.parametrize("given", ["𝐀nna", "Ａnna", "anna\u200f"])
def test_a_name_that_looks_like_another_s_is_refused_and_the_same_is_not(
    another: Phone, access: Access, phone: Phone, battle: Table, given: str
) -> None:
    sat(phone, "gold", "Anna")
    answer = another.post("/api/join", {"code": access.code, "seat": "red", "name": given})
    if given.endswith("\u200f"):
        assert answer.get_json()["name"] == "anna", "who is called the same is told apart by the side"
    else:
        assert answer.status_code == 422
        assert "looks like Anna" in answer.get_data(as_text=True)
        joined(another, access, seat="red", name="Ben")
        assert another.post("/api/seat", {"seat": "red", "name": given}).status_code == 422
        assert another.post("/api/table/name", {"side": "red", "name": given}).status_code == 422
    assert called(battle)[0] == "Anna" or given.endswith("\u200f")


def test_a_look_alike_s_wrong_code_is_a_wrong_code(another: Phone, phone: Phone, battle: Table) -> None:
    sat(phone, "gold", "Anna")
    answer = another.post("/api/join", {"code": "AAAAAA", "seat": "red", "name": "𝐀nna"})
    assert "looks like" not in answer.get_data(as_text=True)


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "An\u034fna"])
def test_a_name_that_cannot_be_seen_is_refused_in_words(phone: Phone, battle: Table, name: str) -> None:
    answer = phone.post("/api/seat", {"seat": "gold", "name": name})
    assert (answer.status_code, "cannot be seen" in answer.get_data(as_text=True)) == (422, True)

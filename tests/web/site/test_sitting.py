"""Who sits down where is in the log: whoever sits at a side reads what it has sealed, and may do no more than that."""

import pytest
from flask import Flask

from companion.clock import ManualClock
from companion.table.opening import New
from companion.table.table import Table
from tests.support import PHONE, entries
from tests.web.conftest import HOST, Phone, seated
from web.http.access import Access
from web.http.phones import SEATS


@pytest.fixture
def another(app: Flask) -> Phone:
    """A phone that has not joined."""
    return Phone(app.test_client())


def joined(phone: Phone, access: Access, **body: str) -> int:
    return phone.post("/api/join", {"code": access.code, **body}).status_code


def sat(phone: Phone, seat: str, name: str | None = None) -> int:
    return phone.post("/api/seat", {"seat": seat, "name": name}).status_code


def texts(table: Table) -> list[str]:
    return [line.text for _, line in entries(table)]


def test_who_joins_at_a_side_is_told_and_again_where_it_changes(another: Phone, access: Access, table: Table) -> None:
    joined(another, access, seat="gold")
    sat(another, "red", "Anna")
    sat(another, "both")
    assert texts(table) == [
        "Phone 1 takes the seat of Valyance",
        "Phone 1 (Anna) takes the seat of Firebrand",
        "Phone 1 (Anna) takes the seat of both sides",
    ]
    assert table.view().last[-1].text == texts(table)[-1]


def test_the_pages_tell_it_too(another: Phone, access: Access, table: Table) -> None:
    another.post("/join", data={"code": access.code, "seat": "gold", "name": "Ben"}, drop=("X-Warglass",))
    another.post("/seat", data={"seat": "red", "name": "Ben"}, drop=("X-Warglass",))
    assert texts(table) == ["Phone 1 (Ben) takes the seat of Valyance", "Phone 1 (Ben) takes the seat of Firebrand"]


def test_who_only_looks_is_not_told_nor_who_stays_where_it_is(another: Phone, access: Access, table: Table) -> None:
    joined(another, access, seat="look")
    assert texts(table) == []
    for name in ("Anna", "Ben"):
        sat(another, "gold", name)
        joined(another, access, seat="gold", name=name)
    sat(another, "look")
    assert texts(table) == ["Phone 1 (Anna) takes the seat of Valyance"]


def test_a_seat_that_this_game_has_not_is_none(another: Phone, access: Access, table: Table) -> None:
    joined(another, access, seat="azure")
    assert texts(table) == []
    table.exchange(New(game="battleline"), source=PHONE)
    sat(another, "both")
    assert texts(table)[-1] == "Phone 1 takes the seat of both sides"


def test_who_was_asked_to_leave_is_told_when_it_comes_again(
    phone: Phone, another: Phone, access: Access, table: Table
) -> None:
    joined(another, access, seat="red")
    phone.post("/api/phones/2/leave")
    joined(another, access, seat="red")
    assert texts(table)[-2:] == ["Phone 1 asked phone 2 (Firebrand) to leave", "Phone 2 takes the seat of Firebrand"]


def test_undo_and_what_is_unfinished_know_nothing_of_it(another: Phone, access: Access, table: Table) -> None:
    joined(another, access, seat="gold")
    view = table.view()
    assert (view.undo, table.unfinished_now) == (None, None)


def test_a_phone_that_never_stops_sitting_down_waits_and_may_look(
    another: Phone, access: Access, table: Table, clock: ManualClock
) -> None:
    joined(another, access, seat="red")
    seats = [("gold", "red")[number % 2] for number in range(SEATS)]
    answers = [joined(another, access, seat=seat) for seat in seats]
    assert answers == [200] * (SEATS - 1) + [429]
    refused = another.post("/api/seat", {"seat": "red" if seats[-2] == "gold" else "gold"})
    assert refused.status_code == 429
    assert refused.json["detail"].startswith("This phone changes its seat")
    assert another.get("/api/join").json["seat"] == seats[-2]
    assert len(texts(table)) == SEATS
    assert sat(another, "look") == 200
    assert sat(another, "gold") == 429
    clock.advance(seconds=60)
    assert sat(another, "gold") == 200


def test_a_phone_that_left_a_side_reads_its_hand_no_more(another: Phone, access: Access) -> None:
    joined(another, access, seat="gold")
    another.post("/api/sides/gold/tick", {"choose": "Advance"})
    assert list(another.get("/api/hand").json["sides"]) == ["gold"]
    assert "Advance" in another.get("/sides/gold").text
    domain = HOST.partition(":")[0]
    kept = another.client.get_cookie("warglass", domain=domain)
    assert kept is not None
    sat(another, "red")
    for _ in range(2):
        assert list(another.get("/api/hand").json["sides"]) == ["red"]
        assert "Advance" not in another.get("/sides/gold").text
        another.client.set_cookie("warglass", kept.value, domain=domain)  # as a page that is open still may send it


def test_an_open_stream_tells_no_hand(own_site: Flask, access: Access) -> None:
    another, phone = (Phone(own_site.test_client()) for _ in range(2))
    seated(phone, access)
    joined(another, access, seat="gold")
    answer = another.client.get("/api/events", base_url=f"http://{HOST}", buffered=False)
    frames = iter(answer.response)
    seen = next(frames)
    sat(another, "red")
    assert phone.post("/api/sides/gold/tick", {"choose": "Advance"}).status_code == 200
    seen += next(frames)
    answer.close()
    assert b"takes the seat of Firebrand" in seen
    assert b"Advance" not in seen

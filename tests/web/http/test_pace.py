"""A phone that taps by machine is asked to wait, before it fills a card or wears out everyone else's phones."""

import pytest

from companion.clock import ManualClock
from tests.web.conftest import Phone
from web.http.access import CHANGES, NEW_PHONES, Access
from web.http.problems import TurnedAway

WAIT = "This phone asks for more than anybody can play. Wait 1 s."


def test_a_phone_that_never_stops_waits(phone: Phone, clock: ManualClock) -> None:
    for _ in range(CHANGES):
        assert phone.post("/api/table/undo").status_code == 409
    answer = phone.post("/api/table/undo")
    assert (answer.status_code, answer.json["detail"], answer.headers["Retry-After"]) == (429, WAIT, "1")
    assert WAIT in phone.post("/table/undo").text
    clock.advance(seconds=1)
    assert phone.post("/api/table/begin").status_code == 200
    assert phone.post("/api/table/pause").status_code == 429


def test_it_holds_up_no_other_and_may_look(phone: Phone, access: Access) -> None:
    other = Phone(phone.client.application.test_client())
    assert other.post("/api/join", {"code": access.code}).status_code == 200
    for _ in range(CHANGES + 1):
        last = phone.post("/api/table/undo")
    assert last.status_code == 429
    assert phone.get("/api/table").status_code == 200
    assert other.post("/api/table/begin").status_code == 200


def test_what_asks_with_much_counts_as_several(phone: Phone) -> None:
    large = {"text": "x" * 60 * 1024}
    for _ in range(CHANGES // 4):
        assert phone.post("/api/table/begin", large).status_code == 422
    assert phone.post("/api/table/begin", large).status_code == 429


def test_a_household_brings_no_phones_without_end(phone: Phone, access: Access, clock: ManualClock) -> None:
    def come(address: str, cookie: str | None = None) -> str | None:
        return access.join(access.code, address=address, cookie=cookie)

    known = [come("192.168.1.77") for _ in range(NEW_PHONES)]
    with pytest.raises(TurnedAway, match="Wait 60 s"):
        come("192.168.1.77")
    assert come("192.168.1.77", known[0]), "a phone that comes again has its number"
    assert come("192.168.1.78")
    clock.advance(seconds=60)
    assert come("192.168.1.77")

"""Who is here, who is asked to leave and by whom, and a join code made anew by a phone."""

import errno
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.clock import ManualClock
from companion.table.table import Table
from tests.support import Says, entries
from tests.web.conftest import HOST, Phone, seated
from tests.web.crawl import Page
from tests.web.fakes import FakePanel
from web.http.access import Access
from web.http.phones import REMEMBERED, PhoneSeat, Seating
from web.http.secrets import read_code
from web.site.phones import TOO_MANY, ago

FLIP = "/api/timers/gold-30/flip"
TOLD = "asked to leave by Anna"
Joins = Callable[..., Phone]


@pytest.fixture
def joins(app: Flask, access: Access) -> Joins:
    """A phone of its own, which has joined."""

    def joins(seat: str, name: str | None = None) -> Phone:
        return seated(Phone(app.test_client()), access, seat=seat, name=name)

    return joins


@pytest.fixture
def anna(joins: Joins) -> Phone:
    return joins("gold", "Anna")


@pytest.fixture
def other(joins: Joins, anna: Phone) -> Phone:
    """Phone 2."""
    assert anna.get("/api/join").get_json()["phone"] == 1
    return joins("red")


def sent(phone: Phone, path: str) -> str:
    """A form's, and where it leads."""
    answer = phone.post(path, data={}, drop=("X-Warglass",))
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def texts(table: Table) -> list[str]:
    return [line.text for _, line in entries(table)]


def test_all_that_joined_see_each_other_and_nobody_else_does(
    anna: Phone, other: Phone, joins: Joins, stranger: Phone, clock: ManualClock
) -> None:
    other.get("/api/table")
    clock.advance(seconds=200)
    assert anna.get("/api/phones").get_json() == {
        "phones": [
            {"phone": 1, "seat": "gold", "name": "Anna", "seen_s": 0, "mine": True},
            {"phone": 2, "seat": "red", "name": None, "seen_s": 200, "mine": False},
        ]
    }
    words = re.sub(r"<[^>]*>|\s+", " ", anna.get("/phones").text)
    for said in ("Anna Valyance, phone 1", "this phone", "phone 2 Firebrand", "seen 3 minutes ago"):
        assert said in re.sub(r" +", " ", words)
    assert [form.given["action"] for form in Page(anna.get("/phones").text).forms] == ["/phones/2/leave", "/code"]
    assert all(form.asked for form in Page(anna.get("/phones").text).forms), "no single tap does it"
    assert joins("look").get("/api/phones").status_code == 200
    for path in ("/api/phones", "/api/code"):
        answer = stranger.get(path)
        assert (answer.status_code, answer.get_json()["detail"][:10]) == (403, "Join first")
    assert stranger.get("/phones").headers["Location"] == "/join"
    assert other.get("/phones").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("by_form", [True, False])
def test_who_is_asked_to_leave_may_no_more_and_is_told_by_whom(
    anna: Phone, other: Phone, table: Table, access: Access, by_form: bool
) -> None:
    if by_form:
        assert sent(anna, "/phones/2/leave") == "/phones"
    else:
        left = anna.post("/api/phones/2/leave")
        assert [each["phone"] for each in left.get_json()["phones"]] == [1]
    assert texts(table) == ["Anna asked phone 2 (Firebrand) to leave"]
    refused = other.post(FLIP)
    assert (refused.status_code, refused.get_json()["detail"]) == (403, Says(TOLD))
    assert other.post("/api/seat", {"seat": "gold"}).status_code == 403
    assert sent(other, "/timers/gold-30/flip") == "/join"
    for path in ("/join", f"/j/{access.code}"):
        assert TOLD in other.get(path).text
    assert other.get("/seat").headers["Location"] == "/join"
    assert other.get("/api/join").get_json()["joined"] is False
    assert other.get("/api/phones").get_json()["detail"] == Says(TOLD)
    assert 'data-joined="no"' in other.get("/").text
    assert access.phones == 1
    assert anna.post("/api/table/begin").status_code == 200


def test_it_comes_back_with_the_code_as_the_same_phone(anna: Phone, other: Phone, access: Access) -> None:
    anna.post("/api/phones/2/leave")
    assert other.post("/api/join", {"code": "AAAAAA"}).status_code == 422
    assert other.post("/api/join", {"code": access.code, "seat": "red"}).get_json()["phone"] == 2
    assert other.post("/api/table/begin").status_code == 200
    assert TOLD not in other.get("/seat").text


def test_it_outlives_a_restart_and_goes_with_the_code(
    anna: Phone, other: Phone, tmp_path: Path, clock: ManualClock, access: Access
) -> None:
    cookie = other.client.get_cookie("warglass", domain="warglass.local")
    assert cookie is not None
    anna.post("/api/phones/2/leave")
    later = Access(tmp_path, clock, hostnames=["warglass"])
    assert later.seating(cookie.value) is None
    assert later.asked_by(cookie.value) == "Anna"
    access.renew()
    assert later.seating(cookie.value) is None
    assert later.asked_by(cookie.value) is None


def test_a_stream_of_the_screens_goes_dark_at_once(own_site: Flask, access: Access, panel: FakePanel) -> None:
    anna, other = (seated(Phone(own_site.test_client()), access, seat=seat) for seat in ("gold", "red"))
    panel.shown["gold-30"] = b"\xff" * 1024
    panel.inviting = {"gold-30"}

    def frames() -> str:
        answer = other.client.get("/api/panel/events", base_url=f"http://{HOST}", buffered=False)
        shown = b"".join(next(iter(answer.response)) for _ in range(2)).decode()
        answer.close()
        return shown

    seen = frames()
    assert anna.post("/api/phones/2/leave").status_code == 200
    assert "////////" in seen
    assert "////////" not in frames()


@pytest.mark.parametrize("phone", ["3", "0", "x", "9" * 5000, "２", "-1"])
def test_a_phone_that_there_is_not_is_not_found(anna: Phone, other: Phone, phone: str) -> None:
    assert anna.post(f"/api/phones/{phone}/leave").status_code == 404


def test_who_looks_and_who_has_not_joined_ask_nobody_and_nobody_asks_itself(
    anna: Phone, joins: Joins, stranger: Phone, access: Access, table: Table
) -> None:
    code = access.code
    looks = joins("look")
    for phone in (looks, stranger):
        for path in ("/api/phones/1/leave", "/api/code"):
            assert phone.post(path).status_code == 403
    assert sent(looks, "/code") == sent(looks, "/phones/1/leave") == "/seat"
    assert sent(stranger, "/code") == "/join"
    assert anna.post("/api/phones/1/leave").status_code == 409
    assert (texts(table), access.code) == ([], code)


def test_a_new_code_from_a_phone_shuts_out_all_others_and_is_told(
    anna: Phone, other: Phone, table: Table, access: Access, tmp_path: Path
) -> None:
    old = access.code
    answer = anna.post("/api/code")
    new = read_code(tmp_path)
    assert answer.get_json() == {"code": new, "link": f"http://{HOST}/j/{new}"}
    assert new != old
    assert anna.get("/api/code").get_json() == answer.get_json()
    assert anna.get("/api/join").get_json() == {"joined": True, "phone": 1, "seat": "gold", "name": "Anna"}
    assert other.get("/api/join").get_json()["joined"] is False
    assert "asked to leave" not in other.get("/join").text
    assert other.post("/api/join", {"code": old}).status_code == 422
    assert other.post("/api/join", {"code": new}).get_json()["phone"] == 2
    assert texts(table) == [Says("Anna", "new join code"), "Phone 2 takes the seat of both sides"]
    for path in ("/api/log", "/log", "/api/table"):
        assert str(new) not in anna.get(path).text


def test_by_form_it_is_shown_to_the_phone_that_made_it(anna: Phone, other: Phone, access: Access) -> None:
    old = access.code
    assert sent(anna, "/code") == "/phones"
    page = anna.get("/phones").text
    assert old not in page
    assert f'<b class="code">{access.code}</b>' in page
    assert f"http://{HOST}/j/{access.code}" in page
    assert other.post(FLIP).status_code == 403


def test_nobody_slips_through_while_a_code_is_made(access: Access) -> None:
    """What was asked for with the old code and is answered after is the old code's."""
    cookies = [access.join(access.code, address=f"10.0.0.{n}") for n in range(2)]
    seatings = [access.seating(cookie) for cookie in cookies]
    assert seatings[0] is not None
    assert seatings[1] is not None
    fresh = access.renew_as(cookies[0])
    assert access.seating(fresh) == seatings[0]
    assert access.seating(access.reseated(cookies[1], seatings[1])) is None
    assert access.renew_as(cookies[1]) is None
    assert access.seating(fresh) == seatings[0], "it was not made anew again"


def test_of_two_that_ask_each_other_the_first_stays(access: Access) -> None:
    one, other = (access.join(access.code, address=f"10.0.0.{n}") for n in range(2))
    assert access.joined.ask_to_leave(2, asker=1, by="Anna")
    assert not access.joined.ask_to_leave(1, asker=2, by="Ben")
    assert access.seating(one) is not None
    assert access.seating(other) is None
    assert access.renew_as(other) is None


def test_it_is_done_on_a_full_disk_too(
    anna: Phone, other: Phone, access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("web.http.secrets._save", full)
    old = access.code
    assert anna.post("/api/phones/2/leave").status_code == 200
    assert other.post(FLIP).get_json()["detail"] == Says(TOLD)
    new = anna.post("/api/code").get_json()["code"]
    assert new == access.code != old
    assert anna.get("/api/join").get_json()["joined"] is True
    assert other.post("/api/join", {"code": new}).get_json()["phone"] == 2


def test_what_is_remembered_has_its_bounds(anna: Phone, access: Access, monkeypatch: pytest.MonkeyPatch) -> None:
    for phone in range(2, 3000):
        access.joined.saw(Seating(phone=phone, seat=PhoneSeat.RED), 1)
    assert access.phones == REMEMBERED
    monkeypatch.setattr("web.http.phones.MOST_ASKED", 2)
    for _ in range(3):
        access.join(access.code, address="10.0.0.1")
    for phone, status in ((2, 200), (3, 200), (4, 409), (2, 200)):
        answer = anna.post(f"/api/phones/{phone}/leave")
        assert answer.status_code == status
        assert status == 200 or answer.get_json()["detail"] == TOO_MANY
    access.renew()
    assert access.joined.asked_by(2) is None


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (3599, "59 minutes ago"),
        (3600, "1 hour ago"),
        (9000, "2 hours ago"),
    ],
)
def test_how_long_ago_in_words(seconds: int, said: str) -> None:
    assert ago(seconds) == said

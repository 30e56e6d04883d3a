"""The hall on every page of a table that stands in one: drawn by the server, done by plain forms."""

import re

import pytest
from flask import Flask

from companion.clock import MS, ManualClock
from companion.table.view import ResultHere, RoundHere
from tests.web.conftest import Phone, seated
from tests.web.fakes import FakeCards, FakeHall
from tests.web.moments import MOMENTS
from web.http.access import Access

RESULT = ResultHere(winner="red", title="Red wins", score={"gold": 1, "red": 3})
GAMES = [("wartime", "running"), ("warzone", "ready"), ("battleline", "cards laid")]


def words(phone: Phone, path: str = "/") -> str:
    """The hall's part of the page, as it is read; empty where it has none."""
    found = re.search(r'<aside id="hall".*?</aside>', phone.get(path).text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def round_of(clock: ManualClock, *, left_s: float, **more: object) -> RoundHere:
    now_ms = clock.now() // MS
    told = {"number": 3, "title": "Round 3", "ends_ms": now_ms + round(left_s * 1000), "left_ms": 0, **more}
    return RoundHere(**told)  # type: ignore[arg-type]


def test_a_table_of_its_own_has_nothing_of_it(phone: Phone) -> None:
    for path in ("/", "/log", "/measure", "/watch"):
        text = phone.get(path).text
        assert 'id="hall"' not in text
        assert "at_hall.js" not in text
        assert "at_hall.css" not in text
    assert words(phone, "/hall/strip") == ""


@pytest.mark.parametrize(("game", "moment"), GAMES)
def test_every_games_table_shows_round_announcement_and_call(
    phone: Phone, hall: FakeHall, clock: ManualClock, game: str, moment: str
) -> None:
    MOMENTS[game][moment](phone)
    hall.stand(round=round_of(clock, left_s=2537))
    assert words(phone) == "Round 3 42:17 Judge!"
    hall.announce("Lunch at one.")
    assert "Club night says Lunch at one. Seen" in words(phone)
    assert phone.post("/hall/announcement/seen", data={"id": "a1"}).status_code == 303
    assert phone.post("/hall/judge", data={"words": ""}).headers["Location"] == "/"
    clock.advance(seconds=42)
    assert words(phone) == "Round 3 41:35 Judge called 0:42 ago Take back"
    hall.comes("Dana")
    assert "Dana is on the way" in words(phone)
    hall.answers("Dana", "Measure from the front.")
    assert words(phone).endswith("Dana answered: Measure from the front. Judge!")
    clock.advance(seconds=600)
    assert words(phone) == "Round 3 31:35 Judge!"
    assert "Round 3" in phone.get("/watch").text


def test_a_round_that_stands_says_so_and_one_whose_time_is_up_too(
    phone: Phone, hall: FakeHall, clock: ManualClock
) -> None:
    hall.stand(round=round_of(clock, left_s=0, ends_ms=None, left_ms=61_000))
    assert words(phone) == "Round 3, stands 1:01 Judge!"
    hall.stand(round=round_of(clock, left_s=-5))
    assert words(phone) == "Round 3 Time Judge!"


@pytest.mark.parametrize(("error_ms", "told"), [(None, False), (99, False), (100, True), (2300, True)])
def test_the_sheet_tells_how_wrong_the_clock_may_be(
    phone: Phone, hall: FakeHall, clock: ManualClock, error_ms: int | None, told: bool
) -> None:
    hall.stand(round=round_of(clock, left_s=60, error_ms=error_ms))
    assert ("give or take" in phone.get("/hall").text) == told


def test_who_only_looks_sees_and_cannot_tap(app: Flask, access: Access, hall: FakeHall, phone: Phone) -> None:
    hall.stand(result=RESULT)
    hall.announce("Lunch at one.")
    phone.post("/api/hall/judge")
    looking = seated(Phone(app.test_client()), access, seat="look")
    for each in (looking, Phone(app.test_client(), address="192.168.0.66")):
        assert words(each) == (
            "Club night says Lunch at one. Club night Table 7 Judge called 0:00 ago "
            "Red wins 3–1: right? Valyance and Firebrand have to confirm it."
        )
        assert 'method="post" action="/hall' not in each.get("/hall").text + each.get("/game").text


def test_a_result_is_confirmed_by_form_seat_by_seat(app: Flask, access: Access, hall: FakeHall) -> None:
    gold = seated(Phone(app.test_client()), access, seat="gold")
    both = seated(Phone(app.test_client()), access, seat="both")
    hall.stand(result=RESULT)
    names = gold.get("/api/table").json["names"]
    assert words(both).endswith(f"Confirm for {names['gold']} Confirm for {names['red']}")
    assert gold.post("/hall/result", data={"seat": "gold", "agreed": "true"}).status_code == 303
    assert words(gold).endswith(f"{names['red']} has to confirm it. Take back")
    assert gold.post("/hall/result", data={"seat": "gold", "agreed": "false"}).status_code == 303
    for seat in ("gold", "red"):
        both.post("/hall/result", data={"seat": seat, "agreed": "true"})
    assert words(gold).endswith("Sent to the hall.")
    assert "action" not in words(both)


def test_what_is_refused_is_said_on_the_page(phone: Phone, hall: FakeHall) -> None:
    hall.stand()
    phone.post("/hall/judge/take-back", data={})
    assert "No judge was called." in phone.get("/").text


def test_a_card_is_shown_before_it_is_taken(phone: Phone, cards: FakeCards, hall: FakeHall) -> None:
    assert "A hall is many tables" in phone.get("/hall").text
    shown = phone.get(f"/hall?card={cards.TEXT}").text
    for part in ("Club night", "Table 7", "t07", "hall.local", "8883", "5f:0c"):
        assert part in shown
    assert cards.held is None
    wrong = phone.get("/hall?card=nonsense")
    assert wrong.status_code == 422
    assert "This card is cut off. Copy all of it." in wrong.text
    assert phone.get("/hall?cart=x").status_code == 422
    assert phone.get(f"/hall?card={'x' * 2001}").status_code == 422
    assert phone.post("/hall/card", data={"card": cards.TEXT}).headers["Location"] == "/hall"
    assert cards.held == cards.CARD
    hall.stand(online=False, trouble="The broker does not answer.")
    assert "not connected: The broker does not answer." in phone.get("/hall").text
    assert "Leave Club night" in phone.get("/hall").text
    assert phone.post("/hall/leave", data={}).headers["Location"] == "/hall"
    assert cards.held is None


def test_a_pasted_card_is_in_no_address(phone: Phone, stranger: Phone, cards: FakeCards) -> None:
    page = phone.get("/hall").text
    assert 'method="post" action="/hall"' in page
    shown = phone.post("/hall", data={"card": cards.TEXT})
    assert (shown.status_code, "Join Club night" in shown.text) == (200, True)
    wrong = phone.post("/hall", data={"card": "nonsense"})
    assert wrong.status_code == 422
    assert "This card is cut off. Copy all of it." in wrong.text
    assert phone.post("/hall", data={"card": "x" * 2001}).status_code == 422
    assert stranger.post("/hall", data={"card": cards.TEXT}).headers["Location"] == "/join"
    phone.post("/hall/card", data={"card": cards.TEXT})
    assert "Another card" in phone.get("/hall").text


def test_who_joins_to_hand_in_a_card_comes_back_to_the_hall(
    stranger: Phone, phone: Phone, access: Access, cards: FakeCards
) -> None:
    assert 'href="/join?then=hall"' in stranger.get("/hall").text
    for then, where in (("hall", "/hall"), ("//evil.example", "/")):
        page = stranger.get(f"/join?then={then}").text
        assert ('name="then" value="hall"' in page) == (then == "hall")
        asked = stranger.post("/join", data={"code": access.code, "then": then}).text
        assert ('name="then" value="hall"' in asked) == (then == "hall"), "the seat is asked for next"
        joined = phone.post("/join", data={"code": access.code, "seat": "gold", "then": then})
        assert joined.headers["Location"] == where
    phone.post("/seat", data={"seat": "look"})
    assert 'href="/seat?then=hall"' in phone.get("/hall").text
    assert phone.post("/seat", data={"seat": "gold", "then": "hall"}).headers["Location"] == "/hall"


def test_a_card_that_cannot_be_used_is_put_away_by_the_page(phone: Phone, stranger: Phone, cards: FakeCards) -> None:
    cards.stuck = "The hall's card in /x/hall.card cannot be used: it is cut off."
    page = phone.get("/hall").text
    assert "cannot be used: it is cut off." in page
    assert "Remove the card" in page
    assert "The text on this table’s card" in page, "another one may be taken"
    assert "Remove the card" not in stranger.get("/hall").text
    assert phone.post("/hall/leave", data={}).headers["Location"] == "/hall"
    assert "Remove the card" not in phone.get("/hall").text


def test_spectators_see_round_and_announcement(
    stranger: Phone, phone: Phone, hall: FakeHall, clock: ManualClock
) -> None:
    hall.stand(round=round_of(clock, left_s=90))
    hall.announce("Lunch at one.")
    phone.post("/api/hall/judge")
    text = re.sub(r"<[^>]+>", "", stranger.get("/watch").text)
    assert "Round 3 1:30, a judge was called" in text
    assert "Club night says: Lunch at one." in text

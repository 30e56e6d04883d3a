"""What both seats put right by agreement, over HTTP: who may do what is where the phone sits."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.support import Says
from tests.web.conftest import Phone
from web.http.access import Access

Seated = Callable[[str], Phone]
BACK = {"timer": "gold-60a", "seconds": 12}


@pytest.fixture
def seated(app: Flask, access: Access) -> Seated:
    def seated(seat: str) -> Phone:
        phone = Phone(app.test_client())
        assert phone.post("/api/join", {"code": access.code, "seat": seat}).status_code == 200
        return phone

    return seated


@pytest.fixture
def gold(seated: Seated) -> Phone:
    gold = seated("gold")
    assert gold.post("/api/table/begin", {"seat": "gold"}).status_code == 200
    assert gold.post("/api/table/begin", {"seat": "red"}).status_code == 200
    assert gold.post("/api/timers/gold-60a/flip", {"unit": "Knight"}).status_code == 200
    return gold


@pytest.fixture
def red(gold: Phone, seated: Seated) -> Phone:
    return seated("red")


def test_gold_proposes_and_red_agrees(gold: Phone, red: Phone) -> None:
    view = gold.post("/api/table/propose", {"timer": "gold-60a", "free": "yes"}).get_json()
    assert view["proposal"] == {"number": 1, "side": "gold", "text": "Valyance 60a taken back", "lapsed": None}
    view = red.post("/api/table/agree", {"number": 1}).get_json()
    assert view["proposal"] is None
    assert next(each["state"] for each in view["timers"] if each["id"] == "gold-60a") == "available"
    assert view["last"][-1]["text"] == "Agreed: Valyance 60a taken back"


def test_a_phone_of_gold_cannot_agree_for_red(gold: Phone) -> None:
    gold.post("/api/table/propose", {"timer": "gold-60a", "free": "yes"})
    answer = gold.post("/api/table/agree", {})
    assert answer.status_code == 403
    assert answer.get_json()["detail"] == Says("Firebrand", "answer", "seat")
    assert gold.post("/api/table/agree", {"side": "red"}).status_code == 422
    assert gold.post("/api/table/agree", {"seat": "red"}).status_code == 422


def test_a_phone_that_sits_for_both_is_done_at_once_and_one_that_looks_is_not_heard(
    gold: Phone, seated: Seated
) -> None:
    assert seated("both").post("/api/table/propose", BACK).status_code == 409  # all its sand is there
    view = seated("both").post("/api/table/propose", {"timer": "red-30", "seconds": 12}).get_json()
    assert view["proposal"] is None
    assert view["last"][-1]["text"] == "Agreed: 12 s given back to Firebrand 30"
    for path in ("propose", "agree", "decline"):
        assert seated("look").post(f"/api/table/{path}", {}).status_code == 403
    assert gold.get("/api/table").get_json()["undo_act"] == "what was agreed"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 409),
        ({"timer": "gold-60a", "seconds": 3601}, 422),
        ({"timer": "gold-60a", "free": "perhaps"}, 422),
        ({"unit": "Knight", "tokens": 41}, 422),
        ({"timer": "gold-99", "seconds": 5}, 404),
        ({"unit": "Nobody", "tokens": 1}, 404),
        ({"unit": "Knight", "hex": "Z9"}, 422),
    ],
)
def test_what_cannot_be_proposed_is_said_so(gold: Phone, body: dict[str, object], status: int) -> None:
    assert gold.post("/api/table/propose", body).status_code == status
    assert gold.get("/api/table").get_json()["proposal"] is None


def test_other_games_put_nothing_right_so(gold: Phone) -> None:
    gold.post("/api/table/new", {"game": "battleline"})
    assert gold.post("/api/table/propose", BACK).status_code == 409


def test_both_phones_show_it_and_each_what_it_may_do(gold: Phone, red: Phone, stranger: Phone) -> None:
    red.post("/table/propose", data={"timer": "gold-60a", "seconds": "-5"})
    for phone, buttons in ((gold, ("No", "Agree")), (red, ("Take back",)), (stranger, ())):
        page = phone.get("/").text
        part = page[page.index('id="proposal"') : page.index("</section>", page.index('id="proposal"'))]
        assert "proposes: 5 s taken from Valyance 60a." in part
        assert [label for label in ("No", "Take back", "Agree") if f">{label}<" in part] == list(buttons)
    gold.post("/table/agree", data={"number": "1"})
    assert 'data-is="" hidden' in gold.get("/").text


def test_a_lapsed_proposal_says_so_and_can_only_be_put_away(gold: Phone, red: Phone) -> None:
    gold.post("/api/table/propose", {"timer": "gold-60a", "free": "yes"})
    gold.post("/api/timers/gold-60a/free")
    page = red.get("/").text
    assert "That has lapsed: Valyance 60a is not running." in page
    assert "/table/agree" not in page
    assert "/table/decline" in page


def test_the_sheet_offers_what_there_is_and_says_who_has_to_agree(gold: Phone, seated: Seated) -> None:
    asks = gold.get("/putright").text
    assert 'href="/putright?timer=gold-60a"' in asks
    assert 'href="/putright?side=gold&amp;unit=Knight"' in asks
    assert "neutral-120" not in asks
    assert "Firebrand has to agree." in asks
    assert "it is done at once" in seated("both").get("/putright").text
    timer = gold.get("/putright?timer=gold-60a").text
    assert 'name="seconds" value="-30"' in timer
    assert "Take the flip back" in timer
    assert "stays played" not in timer
    free = gold.get("/putright?timer=gold-30").text
    assert "Let it run again" in free
    assert 'value="-1"' not in free
    assert "Put it there" in gold.get("/putright?side=gold&unit=knight").text


def test_the_sheet_offers_a_terrain_features_tokens(gold: Phone, red: Phone) -> None:
    assert "/putright?feature=" not in gold.get("/putright").text
    gold.post("/api/board/D7/feature", {"feature": "altar", "tokens": 3})
    assert 'href="/putright?feature=D7"' in gold.get("/putright").text
    assert 'value="1"' not in gold.get("/putright?feature=D7").text, "it has all of them"
    gold.post("/api/features/D7/damage", {"tokens": 3})
    sheet = gold.get("/putright?feature=d7").text
    assert "Altar in D7 <small>0 of 3</small>" in sheet
    assert 'value="-1"' not in sheet
    gold.post("/table/propose", data={"feature": "D7", "tokens": "2"})
    view = red.post("/api/table/agree", {}).get_json()
    assert [(each["hex"], each["left"]) for each in view["features"]] == [("D7", 2)]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("timer=gold-99", 404),
        ("side=gold&unit=Nobody", 404),
        ("unit=Knight", 404),
        ("feature=D7", 404),
        ("who=me", 422),
    ],
)
def test_the_sheet_knows_what_is_not_there(gold: Phone, query: str, status: int) -> None:
    assert gold.get(f"/putright?{query}").status_code == status

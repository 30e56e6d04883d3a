"""What phones ask of the hall: each answered by the table's view, refused where there is nothing to be asked."""

import pytest
from flask import Flask

from companion.table.view import ResultHere
from tests.web.conftest import Phone, seated
from tests.web.fakes import FakeCards, FakeHall
from web.http.access import Access

RESULT = ResultHere(winner="gold", title="Gold wins", score={"gold": 3, "red": 1})


def call_of(phone: Phone) -> object:
    return phone.get("/api/table").json["hall"]["call"]


def test_a_table_of_its_own_has_no_hall_and_says_where_one_is_entered(phone: Phone) -> None:
    assert phone.get("/api/table").json["hall"] is None
    for path, body in (("judge", {}), ("judge/take-back", {}), ("announcement/seen", {"id": "a1"})):
        answer = phone.post(f"/api/hall/{path}", body)
        assert answer.status_code == 409
        assert "not in a hall" in answer.json["detail"]
    assert phone.post("/api/hall/result", {"seat": "gold", "agreed": True}).status_code == 409


def test_a_judge_is_called_with_words_and_taken_back(phone: Phone, hall: FakeHall) -> None:
    hall.stand()
    view = phone.post("/api/hall/judge", {"words": "  does   it\treach? "})
    assert view.status_code == 422  # a tab is nothing that a player types
    answer = phone.post("/api/hall/judge", {"words": " does  it reach? "})
    assert answer.json["hall"]["call"] | {"ms": 0} == {"id": 1, "ms": 0, "state": "called", "who": "", "text": ""}
    assert phone.get("/api/log").json["events"][-1]["text"].endswith("called a judge: does it reach?")
    assert phone.post("/api/hall/judge").status_code == 409
    hall.comes("Dana")
    assert phone.get("/api/table").json["hall"]["call"]["who"] == "Dana"
    assert phone.post("/api/hall/judge/take-back").status_code == 200
    assert call_of(phone) is None
    assert phone.post("/api/hall/judge/take-back").status_code == 409


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("judge", {"words": "x" * 201}, "words"),
        ("judge", {"word": "x"}, "word"),
        ("announcement/seen", {}, "id"),
        ("announcement/seen", {"id": "x" * 61}, "id"),
        ("result", {"seat": "blue"}, "seat"),
        ("result", {"seat": "gold", "agreed": "perhaps"}, "agreed"),
        ("card", {}, "card"),
        ("card", {"card": "x" * 2001}, "card"),
        ("leave", {"now": True}, "now"),
    ],
)
def test_what_cannot_be_used_is_named(phone: Phone, hall: FakeHall, path: str, body: object, field: str) -> None:
    hall.stand()
    answer = phone.post(f"/api/hall/{path}", body)
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json["errors"]] == [field]


def test_an_announcement_is_seen_by_its_id(phone: Phone, hall: FakeHall) -> None:
    hall.announce("Lunch at one.")
    assert phone.get("/api/table").json["hall"]["said"]["text"] == "Lunch at one."
    assert phone.post("/api/hall/announcement/seen", {"id": "a0"}).status_code == 409
    assert phone.post("/api/hall/announcement/seen", {"id": "a1"}).json["hall"]["said"] is None


def test_each_seat_confirms_for_itself(app: Flask, access: Access, hall: FakeHall) -> None:
    gold = seated(Phone(app.test_client()), access, seat="gold")
    red = seated(Phone(app.test_client()), access, seat="red")
    hall.stand(result=RESULT)
    assert gold.post("/api/hall/result", {"seat": "red"}).status_code == 403
    assert gold.post("/api/hall/result", {"seat": "gold", "agreed": True}).json["hall"]["result"]["agreed"] == ["gold"]
    assert gold.post("/api/hall/result", {"seat": "gold", "agreed": False}).json["hall"]["result"]["agreed"] == []
    gold.post("/api/hall/result", {"seat": "gold"})
    assert red.post("/api/hall/result", {"seat": "red"}).json["hall"]["result"]["sent"] is True


def test_a_card_is_taken_and_left(phone: Phone, cards: FakeCards) -> None:
    assert phone.post("/api/hall/card", {"card": "nonsense"}).status_code == 409
    assert phone.post("/api/hall/card", {"card": f" {cards.TEXT} "}).status_code == 200
    assert cards.held == cards.CARD
    assert phone.post("/api/hall/leave").status_code == 200
    assert phone.post("/api/hall/leave").status_code == 409


def test_who_has_not_joined_or_only_looks_asks_for_nothing(app: Flask, access: Access, hall: FakeHall) -> None:
    hall.stand(result=RESULT)
    stranger = Phone(app.test_client(), address="192.168.0.66")
    looking = seated(Phone(app.test_client()), access, seat="look")
    for phone in (stranger, looking):
        for path, body in (
            ("judge", {}),
            ("judge/take-back", {}),
            ("announcement/seen", {"id": "a1"}),
            ("result", {"seat": "gold"}),
            ("card", {"card": "x"}),
            ("leave", {}),
        ):
            assert phone.post(f"/api/hall/{path}", body).status_code == 403
    assert call_of(stranger) is None

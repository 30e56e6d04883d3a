"""What the organiser does, as plain forms and as JSON."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.hall.organiser.view import Archived
from tests.web.conftest import Phone
from tests.web.hall.fakes import FakeHall
from web.http.access import Access

JOURNAL = "ab" * 8
ACTS: Mapping[str, tuple[dict[str, Any], tuple[object, ...]]] = {
    "/hall/round/new": ({"title": "Final", "minutes": 90}, ("new round", "Final", 90)),
    "/hall/round/start": ({}, ("start",)),
    "/hall/round/pause": ({}, ("pause",)),
    "/hall/round/extend": ({"minutes": -5}, ("extend", -5)),
    "/hall/announce": ({"text": "Lunch\nat one"}, ("announce", "Lunch at one", ())),
    "/hall/tables/2/announce": ({"text": "Louder"}, ("announce", "Louder", ("2",))),
    "/hall/tables/2/pause": ({}, ("pause", "2")),
    "/hall/tables/1/coming": ({"call": 1}, ("coming", "1", 1, "Kim")),
    "/hall/tables/1/answer": (
        {"call": 1, "text": "No.", "question": "May it?"},
        ("answer", "1", 1, "Kim", "No.", "May it?"),
    ),
    "/hall/tables/3/result": (
        {"winner": "gold", "gold": 7, "red": 4},
        ("result", "3", "gold", {"gold": 7, "red": 4}),
    ),
    "/hall/tables/3/no-result": ({}, ("result", "3")),
    "/hall/tables/3/anew": ({"journal": JOURNAL, "match": 2}, ("anew", "3", JOURNAL, 2)),
}


@pytest.fixture(autouse=True)
def under_way(hall: FakeHall) -> None:
    """A round, and a call."""
    hall.new_round(title="Round 1", minutes=60)
    hall.call("1", words="May it?")
    hall.matches["3"] = [Archived(journal=JOURNAL, match=2, game="wartime", rows=9, whole=True, wall_ms=0)]
    hall.asked.clear()


@pytest.mark.parametrize("path", ACTS)
def test_an_act_by_json(organiser: Phone, hall: FakeHall, path: str) -> None:
    body, asked = ACTS[path]
    answer = organiser.post(f"/api{path}", body)
    assert answer.status_code == 200, answer.text
    assert answer.get_json() == {"version": hall.version}
    assert asked in hall.asked


@pytest.mark.parametrize("path", ACTS)
def test_the_same_by_a_plain_form_leads_back_to_its_page(organiser: Phone, hall: FakeHall, path: str) -> None:
    body, asked = ACTS[path]
    answer = organiser.post(path, data={name: str(value) for name, value in body.items()})
    assert answer.status_code == 303
    assert organiser.get(answer.location).status_code == 200
    assert asked in hall.asked


@pytest.mark.parametrize("path", ACTS)
def test_a_refusal_is_told_in_its_words(organiser: Phone, hall: FakeHall, path: str) -> None:
    hall.refuses = "The broker does not answer."
    body, _ = ACTS[path]
    answer = organiser.post(f"/api{path}", body)
    assert (answer.status_code, answer.get_json()["detail"]) == (409, "The broker does not answer.")
    back = organiser.post(path, data={name: str(value) for name, value in body.items()}).location
    page = organiser.get(back).text
    assert "The broker does not answer." in page
    assert "/rulings" not in page


@pytest.mark.parametrize(
    ("path", "body", "status", "field"),
    [
        ("/hall/round/new", {"title": "", "minutes": 5}, 422, "title"),
        ("/hall/round/new", {"title": "A", "minutes": 0}, 422, "minutes"),
        ("/hall/round/new", {"title": "A", "minutes": 1441}, 422, "minutes"),
        ("/hall/round/extend", {"minutes": "5"}, 422, "minutes"),
        ("/hall/announce", {"text": "x" * 401}, 422, "text"),
        ("/hall/announce", {"text": " \n "}, 422, "text"),
        ("/hall/announce", {"text": "a\x07"}, 422, "text"),
        ("/hall/announce", {"text": "Hear", "tables": ["2", "nine"]}, 422, "tables[1]"),
        ("/hall/tables/1/announce", {"text": "Hear", "tables": ["2"]}, 422, "tables"),
        ("/hall/tables/1/answer", {"call": 1}, 422, "text"),
        ("/hall/tables/1/coming", {"call": 9}, 404, None),
        ("/hall/tables/2/coming", {"call": 1}, 404, None),
        ("/hall/tables/9/pause", {}, 404, None),
        ("/hall/tables/3/result", {"winner": "azure"}, 422, "winner"),
        ("/hall/tables/3/result", {"winner": "gold", "gold": 100_000}, 422, "gold"),
        ("/hall/tables/3/anew", {"journal": "../..", "match": 1}, 422, "journal"),
        ("/hall/tables/3/anew", {"journal": JOURNAL, "match": 1, "more": 1}, 422, "more"),
    ],
)
def test_what_cannot_be_used_is_named(  # noqa: PLR0917
    organiser: Phone, hall: FakeHall, path: str, body: dict[str, Any], status: int, field: str | None
) -> None:
    answer = organiser.post(f"/api{path}", body)
    assert answer.status_code == status, answer.text
    assert [each["field"] for each in answer.get_json().get("errors", [])] == [field] * (field is not None)
    assert hall.asked == []


def test_a_draw_and_a_judge_of_another_name(organiser: Phone, hall: FakeHall) -> None:
    organiser.post("/hall/tables/3/result", data={"winner": "", "gold": "3", "red": ""})
    organiser.post("/api/hall/tables/1/coming", {"call": 1, "who": "Robin"})
    assert hall.asked == [("result", "3", None, {"gold": 3}), ("coming", "1", 1, "Robin")]


def test_some_tables_are_told_by_a_form_a_line_each(organiser: Phone, hall: FakeHall) -> None:
    organiser.post("/hall/announce", data={"text": "Five minutes", "tables": "1\r\n 3 \r\n"})
    assert hall.asked == [("announce", "Five minutes", ("1", "3"))]


def test_joining_takes_the_halls_code_and_a_name(passer: Phone, access: Access, hall: FakeHall) -> None:
    assert "not the code" in passer.post("/join", data={"code": "AAAAAA", "name": "Kim"}).text
    answer = passer.post("/join", data={"code": access.code, "name": "Kim", "now": "abc"})
    assert (answer.status_code, answer.location) == (303, "/")
    assert "Kim" in passer.get("/").text
    assert passer.post("/api/hall/round/start", {}).status_code == 200
    assert passer.post("/seat", data={"name": "Robin"}).status_code == 303
    passer.post("/api/hall/tables/1/coming", {"call": 1})
    assert hall.asked[-1] == ("coming", "1", 1, "Robin")


def test_whoever_joins_acts_whatever_seat_was_asked_for(passer: Phone, access: Access, hall: FakeHall) -> None:
    assert passer.post("/api/join", {"code": access.code, "seat": "look"}).get_json()["seat"] == "both"
    assert passer.post("/api/hall/round/start", {}).status_code == 200

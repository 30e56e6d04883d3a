"""The live table over HTTP: every endpoint, and every way in which one says no."""

import threading
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.clock import ManualClock
from companion.table.table import Table
from tests.support import PATIENCE_S
from tests.web.conftest import Phone


def timer(answer: TestResponse, timer_id: str) -> dict[str, Any]:
    return next(each for each in answer.get_json()["timers"] if each["id"] == timer_id)


def refused(answer: TestResponse, status: int, detail: str) -> None:
    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    problem = answer.get_json()
    assert (problem["status"], problem["detail"]) == (status, detail)
    assert problem["title"]
    assert problem["type"] == "about:blank"


def names_field(answer: TestResponse, field: str) -> str:
    assert answer.status_code == 422, answer.text
    assert answer.content_type == "application/problem+json"
    (error,) = answer.get_json()["errors"]
    assert error["field"] == field
    return str(error["message"])


def test_the_table_as_the_contract_has_it(passer_by: Phone) -> None:
    answer = passer_by.get("/api/table")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    view = answer.get_json()
    assert (view["game"], view["phase"], view["paused"]) == ("wartime", "setup", False)
    assert [each["id"] for each in view["timers"]] == [
        *(f"{side}-{name}" for side in ("gold", "red") for name in ("30", "60a", "60b", "90", "spell")),
        "neutral-120",
        "neutral-600",
    ]


def test_a_flip_starts_the_sand(playing: Phone, clock: ManualClock) -> None:
    answer = playing.post("/api/timers/gold-60a/flip", {"unit": "  Archer "})
    assert answer.status_code == 200
    flipped = timer(answer, "gold-60a")
    assert (flipped["state"], flipped["unit"], flipped["remaining_ms"]) == ("active", "Archer", 60_000)
    assert flipped["ends_ms"] == answer.get_json()["server_ms"] + 60_000
    clock.advance(seconds=60)
    assert timer(playing.get("/api/table"), "gold-60a")["state"] == "available"


def test_a_change_answers_what_the_table_then_says(playing: Phone) -> None:
    assert playing.post("/api/timers/red-30/flip").get_json() == playing.get("/api/table").get_json()


def test_the_log_says_which_phone(app: Any, access: Any, playing: Phone) -> None:
    second = Phone(app.test_client())
    second.post("/api/join", {"code": access.code})
    second.post("/api/timers/red-30/flip")
    playing.post("/api/timers/gold-30/flip")
    assert [each["source"] for each in playing.get("/api/log").get_json()["events"]] == [
        "phone 1",
        "phone 2",
        "phone 2",
        "phone 1",
    ]


def test_free_turn_and_move(playing: Phone, clock: ManualClock) -> None:
    playing.post("/api/timers/gold-60a/flip")
    assert timer(playing.post("/api/timers/gold-60a/move", {"unit": "Knight"}), "gold-60a")["unit"] == "Knight"
    clock.advance(seconds=20)
    assert timer(playing.post("/api/timers/gold-60a/turn"), "gold-60a")["remaining_ms"] == 20_000
    assert timer(playing.post("/api/timers/gold-60a/free"), "gold-60a")["state"] == "available"


def test_a_card_on_the_spell_timer(playing: Phone) -> None:
    assert timer(playing.post("/api/timers/red-spell/flip", {"card": "Fireball"}), "red-spell")["card"] == "Fireball"


def test_an_undo_takes_back_what_it_means_or_nothing(playing: Phone) -> None:
    flipped = playing.post("/api/timers/gold-60a/flip", {"unit": "Archer"}).get_json()
    assert (flipped["undo_seq"], flipped["undo_act"]) == (2, "Archer's flip")
    playing.post("/api/timers/red-30/flip")
    told = "Firebrand has acted since: Firebrand 30 flipped. Not undone."
    refused(playing.post("/api/table/undo", {"seq": 2}), 409, told)
    assert timer(playing.post("/api/table/undo", {"seq": 3}), "red-30")["state"] == "available"
    refused(playing.post("/api/table/undo", {"seq": 3}), 409, "That is taken back already.")
    assert names_field(playing.post("/api/table/undo", {"seq": 0}), "seq")
    assert names_field(playing.post("/api/table/undo", {"seq": "last"}), "seq")


def test_a_forms_undo_means_one_act_too(playing: Phone, table: Table) -> None:
    playing.post("/api/timers/gold-60a/flip")
    playing.post("/api/timers/red-30/flip")
    playing.post("/table/undo", data={"seq": "2"}, drop=("X-Warglass",))
    assert "Not undone." in playing.get("/").text
    playing.post("/table/undo", data={"seq": "3"}, drop=("X-Warglass",))
    assert table.view().undo_seq == 2
    playing.post("/table/undo", data={"seq": ""}, drop=("X-Warglass",))
    assert table.view().undo_seq == 1


def test_pause_resume_undo_end_new(playing: Phone, clock: ManualClock) -> None:
    playing.post("/api/timers/gold-60a/flip")
    clock.advance(seconds=10)
    assert playing.post("/api/table/pause").get_json()["phase"] == "paused"
    clock.advance(seconds=10)
    assert timer(playing.post("/api/table/resume"), "gold-60a")["remaining_ms"] == 50_000
    playing.post("/api/timers/gold-60a/free")
    assert timer(playing.post("/api/table/undo"), "gold-60a")["remaining_ms"] == 50_000
    ended = playing.post("/api/table/end", {"winner": "red"}).get_json()
    assert (ended["phase"], ended["winner"]) == ("ended", "red")
    opened = playing.post("/api/table/new", {"game": "wartime", "scenario": "ten-minutes"}).get_json()
    assert (opened["phase"], opened["scenario"]["id"]) == ("setup", "ten-minutes")


def test_muster_and_eliminate(phone: Phone) -> None:
    answer = phone.post("/api/sides/gold/muster", {"units": ["Archer", "Half  Orc/Troll"], "cards": ["Bless"]})
    assert [unit["name"] for unit in answer.get_json()["sides"]["gold"]["units"]] == ["Archer", "Half Orc/Troll"]
    phone.post("/api/sides/red/muster", {"units": ["Archer"]})
    phone.post("/api/table/begin")
    assert phone.post("/api/units/Half%20Orc%2FTroll/eliminate").status_code == 200
    refused(phone.post("/api/units/Archer/eliminate"), 409, "Both sides have a unit called Archer: say whose.")
    gone = phone.post("/api/units/Archer/eliminate", {"side": "red"}).get_json()["sides"]["red"]["units"]
    assert gone == [{"name": "Archer", "state": "eliminated", "timer": None}]


def test_what_the_rules_refuse_is_409_with_the_sentence(playing: Phone, clock: ManualClock) -> None:
    playing.post("/api/timers/gold-60a/flip")
    clock.advance(seconds=37)
    refused(playing.post("/api/timers/gold-60a/flip"), 409, "Valyance 60a is still running: 23 s left.")


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/api/timers/gold-61/flip", "There is no timer called gold-61 at this table."),
        ("/api/units/Nobody/eliminate", "There is no unit called Nobody at this table."),
        ("/api/sides/blue/muster", "There is no side called blue at this table."),
        ("/api/nothing", "This address does not exist."),
    ],
)
def test_what_is_not_there_is_404(playing: Phone, path: str, detail: str) -> None:
    refused(playing.post(path), 404, detail)


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/api/table/begin"), ("POST", "/api/table"), ("POST", "/api/log")]
)
def test_the_wrong_method_is_405(phone: Phone, method: str, path: str) -> None:
    answer = phone.get(path) if method == "GET" else phone.post(path)
    refused(answer, 405, "This address does not do that.")
    assert answer.headers["Allow"] == ("POST" if method == "GET" else "GET, HEAD")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/api/timers/gold-30/flip", {"unit": 3}, "unit"),
        ("/api/timers/gold-30/flip", {"unit": "  "}, "unit"),
        ("/api/timers/gold-30/flip", {"card": "x" * 25}, "card"),
        ("/api/timers/gold-30/flip", {"card": "a\u0007b"}, "card"),
        ("/api/timers/gold-30/flip", {"unitt": "Archer"}, "unitt"),
        ("/api/timers/gold-30/free", {"unit": "Archer"}, "unit"),
        ("/api/timers/gold-30/flip", ["Archer"], "body"),
        ("/api/table/end", {"winner": "blue"}, "winner"),
        ("/api/table/new", {}, "game"),
        ("/api/table/new", {"game": "chess"}, "game"),
        ("/api/table/new", {"game": "wartime", "scenario": "nine-minutes"}, "scenario"),
        ("/api/sides/gold/muster", {"units": "Archer"}, "units"),
        ("/api/sides/gold/muster", {"units": ["Archer", ""]}, "units[1]"),
        ("/api/sides/gold/muster", {"cards": ["Bless", 7]}, "cards[1]"),
        ("/api/sides/gold/muster", {"units": ["Archer"] * 41}, "units"),
        ("/api/units/Archer/eliminate", {"side": "blue"}, "side"),
        ("/api/units/%20/eliminate", {}, "name"),
        ("/api/panel/controls/gold-30/press", {"ms": 0}, "ms"),
        ("/api/panel/controls/gold-30/press", {"ms": 10_001}, "ms"),
        ("/api/panel/controls/gold-30/press", {"ms": 1.5}, "ms"),
        ("/api/join", {"code": 7}, "code"),
        ("/api/join", {"code": "WRONG"}, "code"),
    ],
)
def test_bad_input_is_422_naming_the_field(phone: Phone, path: str, body: object, field: str) -> None:
    assert names_field(phone.post(path, body), field)


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 5000, b'"flip"', b"null"])
def test_a_body_that_is_no_json_object_is_422(phone: Phone, body: bytes) -> None:
    names_field(phone.post("/api/timers/gold-30/flip", data=body), "body")


@pytest.mark.parametrize(
    ("query", "field"),
    [("since=x", "since"), ("since=-1", "since"), ("since=1&since=2", "since"), ("sinse=1", "sinse")],
)
def test_a_typo_in_the_address_does_not_pass_silently(passer_by: Phone, query: str, field: str) -> None:
    names_field(passer_by.get(f"/api/table?{query}"), field)


def test_too_much_at_once_is_413(phone: Phone) -> None:
    refused(
        phone.post("/api/timers/gold-30/flip", data=b" " * 70_000),
        413,
        "That is more than a table takes at once.",
    )


def test_since_waits_for_another_version(playing: Phone, stranger: Phone, table: Table) -> None:
    version = playing.get("/api/table").get_json()["version"]
    answers: list[int] = []
    waiting = threading.Thread(
        target=lambda: answers.append(stranger.get(f"/api/table?since={version}").get_json()["version"])
    )
    waiting.start()
    playing.post("/api/timers/gold-30/flip")
    waiting.join(PATIENCE_S)
    assert answers == [version + 1]


def test_since_an_unknown_version_answers_at_once(stranger: Phone, table: Table) -> None:
    assert stranger.get("/api/table?since=999999").get_json()["version"] == table.version


def test_what_breaks_inside_is_500_without_a_word_of_it(
    playing: Phone, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(table, "dispatch", broken)
    answer = playing.post("/api/timers/gold-30/flip")
    refused(answer, 500, "Something is broken here; the table goes on. The service's log says what.")
    assert "secret" not in answer.text
    assert "the secret of the house" in caplog.text


def test_the_log_has_times_to_the_microsecond_and_gaps(playing: Phone, clock: ManualClock) -> None:
    playing.post("/api/timers/gold-60a/flip", {"unit": "Archer"})
    clock.advance(ns=43_210_000)
    playing.post("/api/timers/red-30/flip")
    playing.post("/api/table/undo")
    begun, gold, red, undone = playing.get("/api/log").get_json()["events"]
    assert begun["wall"] == "2026-01-01T00:00:00.000Z"
    assert (gold["type"], gold["timer"], gold["unit"], gold["side"]) == ("flipped", "gold-60a", "Archer", "gold")
    assert (gold["mono_ms"], gold["gap"]) == (1_000_000, "0.043 s before Firebrand")
    assert (gold["gap_side"], red["gap"], red["gap_side"]) == ("red", None, None)
    assert (gold["source"], gold["who"]) == ("phone 1", "phone 1")
    assert (red["mono_ms"], red["wall"]) == (1_000_043.21, "2026-01-01T00:00:00.043Z")
    assert (undone["seq"], undone["undoes"], undone["text"]) == (4, 3, "Undone: Firebrand 30 flipped")


def test_healthz_tells_whether_the_table_is_live(stranger: Phone, table: Table) -> None:
    assert stranger.get("/healthz").status_code == 200
    table.stop()
    table.close()
    assert stranger.get("/healthz").status_code == 503

"""Games that are put away and taken out again, as phones ask for it."""

import re
from datetime import datetime

import pytest

from companion.clock import ManualClock
from companion.table.table import Table
from tests.support import Says
from tests.web.conftest import Phone
from tests.web.moments import change, first_turn, laid, running
from web.table.log import when

GAME_PAGE = "/game"


def unfinished(phone: Phone) -> list[dict[str, object]]:
    return list(phone.get("/api/table/unfinished").get_json()["games"])


def test_a_game_is_put_away_listed_taken_out_and_thrown_away(phone: Phone, clock: ManualClock) -> None:
    running(phone)
    clock.advance(seconds=7)
    change(phone, "/api/table/new", game="battleline")
    (away,) = unfinished(phone)
    assert away == {
        "match": away["match"],
        "game": "wartime",
        "title": "WarTime",
        "called": "Open game",
        "standing": "3 timers",
        "opened_ms": away["opened_ms"],
        "put_away_ms": away["opened_ms"] + 7000,  # type: ignore[operator]
    }
    change(phone, "/api/battleline/match/flags/1/lay", side="gold", card="R10")
    view = change(phone, "/api/table/take-out", match=away["match"])
    left = {timer["id"]: timer["remaining_ms"] for timer in view["timers"] if timer["state"] == "active"}
    assert (view["game"], view["paused"]) == ("wartime", True)
    assert left == {"gold-60a": 53_000, "gold-spell": left["gold-spell"], "red-30": 23_000}
    (battle,) = unfinished(phone)
    assert (battle["game"], battle["standing"]) == ("battleline", "Flags 0–0")
    change(phone, "/api/table/throw-away", match=battle["match"])
    assert unfinished(phone) == []


def test_the_same_is_set_up_anew_in_every_game(phone: Phone) -> None:
    for moment, name in ((running, "wartime"), (first_turn, "warzone"), (laid, "battleline")):
        moment(phone)
        view = change(phone, "/api/table/again")
        assert (view["game"], view["phase"], view["undo"]) == (name, "setup", None)
        assert unfinished(phone)[0]["game"] == name


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/table/new", {"game": "battleline"}),
        ("/api/table/again", {}),
        ("/api/table/take-out", {"match": 1}),
    ],
)
def test_a_page_from_before_the_game_puts_nothing_away(phone: Phone, path: str, body: dict[str, object]) -> None:
    running(phone)
    running(phone)
    number = unfinished(phone)[0]["match"]
    answer = phone.post(path, {**body, "away": "no"} | ({"match": number} if "match" in body else {}))
    assert answer.status_code == 409
    assert answer.get_json()["detail"] == Says("WarTime", "3 timers", "Save it for later")
    assert phone.get("/api/table").get_json()["phase"] == "running"
    assert len(unfinished(phone)) == 1


@pytest.mark.parametrize("number", [0, -1, 2**60, "one", None, 1.5])
@pytest.mark.parametrize("path", ["/api/table/take-out", "/api/table/throw-away"])
def test_a_number_that_is_none_is_named(phone: Phone, path: str, number: object) -> None:
    answer = phone.post(path, {"match": number})
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["field"] == "match"


def test_a_game_that_is_not_put_away_is_refused_in_words(phone: Phone) -> None:
    for path in ("/api/table/take-out", "/api/table/throw-away"):
        answer = phone.post(path, {"match": 1})
        assert answer.status_code == 409
        assert "no longer saved" in answer.get_json()["detail"]


def test_who_has_not_joined_reads_the_list_and_changes_nothing(phone: Phone, stranger: Phone) -> None:
    running(phone)
    change(phone, "/api/table/again")
    (away,) = unfinished(stranger)
    for path in ("/api/table/take-out", "/api/table/throw-away"):
        assert stranger.post(path, {"match": away["match"]}).status_code in (401, 403)
    assert unfinished(stranger) == [away]


def folded(page: str) -> str:
    """The page as it stands before anything on it is opened."""
    return re.sub(r"(<summary.*?</summary>).*?</details>", r"\1</details>", page, flags=re.DOTALL)


def test_a_new_game_is_one_tap_where_nothing_would_be_put_away(phone: Phone) -> None:
    for prepare in ((lambda: None), (lambda: (running(phone), change(phone, "/api/table/end")))):
        prepare()
        sheet = phone.get(GAME_PAGE).text
        assert folded(sheet).count('action="/table/new"') == 3
        assert "is running" not in sheet
        assert phone.post("/table/new", data={"game": "warzone", "away": "no"}).status_code == 303
        assert phone.get("/api/table").get_json()["game"] == "warzone"


def test_from_a_running_game_the_first_tap_asks(phone: Phone) -> None:
    running(phone)
    sheet = phone.get(GAME_PAGE).text
    assert "WarTime is running, 3 timers" in sheet
    assert "/table/new" not in folded(sheet)
    assert folded(sheet).count("<summary") == sheet.count("<summary") == 1, "New game"
    assert "/table/new" not in folded(phone.get("/scenarios").text)
    phone.post("/table/new", data={"game": "warzone"})
    assert [each["game"] for each in unfinished(phone)] == ["wartime"]


def test_the_sheet_lists_what_was_put_away_and_forms_take_it_out(phone: Phone, table: Table) -> None:
    running(phone)
    laid(phone)
    sheet = phone.get(GAME_PAGE).text
    assert "3 timers, " in sheet
    assert "/table/take-out" not in folded(sheet), "nor does this pull the table from under the other player"
    change(phone, "/api/table/end", winner="gold")
    sheet = phone.get(GAME_PAGE).text
    assert "/table/take-out" in folded(sheet)
    assert "/table/throw-away" not in folded(sheet)
    number = re.findall(r'name="match" value="(\d+)"', sheet)[0]
    answer = phone.post("/table/take-out", data={"match": number, "away": "no"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert table.game == "wartime"
    change(phone, "/api/table/again")
    answer = phone.post("/table/throw-away", data={"match": number})
    assert (answer.status_code, answer.headers["Location"]) == (303, GAME_PAGE)
    assert unfinished(phone) == []


def test_the_page_of_a_form_that_came_too_late_says_so(phone: Phone) -> None:
    running(phone)
    phone.post("/table/new", data={"game": "warzone", "away": "no"})
    assert "Save it for later first, or stay." in phone.get("/").text


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("2026-03-12 00:00", "today 00:00"),
        ("2026-03-11 21:40", "yesterday 21:40"),
        ("2026-03-10 21:40", "Tuesday 21:40"),
        ("2026-03-06 21:40", "Friday 21:40"),
        ("2026-03-05 21:40", "5 March"),
        ("2025-03-12 21:40", "12 March 2025"),
        ("2026-03-13 21:40", "13 March"),
    ],
)
def test_when_as_players_say_it(then: str, said: str) -> None:
    assert when(datetime.fromisoformat(then), now=datetime(2026, 3, 12, 20, 15)) == said

"""The start signal by phone, and who won once it is over: at the API, and on pages without a script."""

import re

import pytest
from flask import Flask

from tests.web.conftest import Phone
from tests.web.moments import change, keep
from web.http.access import Access


@pytest.fixture
def gold(app: Flask, access: Access) -> Phone:
    return seated(app, access, "gold", "192.168.0.7")


@pytest.fixture
def red(app: Flask, access: Access) -> Phone:
    return seated(app, access, "red", "192.168.0.8")


def seated(app: Flask, access: Access, seat: str, address: str) -> Phone:
    phone = Phone(app.test_client(), address=address)
    change(phone, "/api/join", code=access.code, seat=seat)
    return phone


def begin(phone: Phone) -> tuple[str, str]:
    """The form's tag and what its button says."""
    found = re.search(r'(<form class="begin"[^>]*>.*?)<button[^>]*>(.*?)</button>', phone.get("/").text)
    assert found
    return found[1], " ".join(re.sub(r"<[^>]+>", " ", found[2]).split())


def test_a_phone_gives_the_signal_of_its_own_side(gold: Phone, red: Phone) -> None:
    assert begin(gold)[1] == "Ready begins when both are"
    view = change(gold, "/api/table/begin")
    assert (view["phase"], view["ready"]) == ("setup", ["gold"])
    assert begin(red)[1] == "Begin Valyance is ready"
    assert change(red, "/api/table/begin")["phase"] == "running"


def test_who_is_ready_may_begin_for_the_other_side_which_asks_back(gold: Phone) -> None:
    gold.post("/table/begin", data={})
    tag, said = begin(gold)
    assert said == "Begin Firebrand is not ready"
    assert 'data-for="red" data-name="Firebrand"' in tag
    assert '<input type="hidden" name="seat" value="red">' in tag
    gold.post("/table/begin", data={"seat": "red"})
    assert gold.get("/api/table").get_json()["phase"] == "running"


def test_a_client_that_names_no_seat_begins_at_once(phone: Phone) -> None:
    tag, said = begin(phone)
    assert (said, "data-for" in tag) == ("Begin", False)
    assert change(phone, "/api/table/begin")["phase"] == "running"


def test_one_that_sits_for_both_is_told_who_is_ready(phone: Phone, red: Phone) -> None:
    change(red, "/api/table/begin")
    assert begin(phone)[1] == "Begin Firebrand is ready"
    assert change(phone, "/api/table/begin")["phase"] == "running"


@pytest.mark.parametrize(
    ("body", "status"), [({"seat": "blue"}, 422), ({"seats": "gold"}, 422), ({"seat": "azure"}, 409)]
)
def test_a_seat_that_is_not_there_gives_none(phone: Phone, body: object, status: int) -> None:
    assert phone.post("/api/table/begin", body).status_code == status


@pytest.mark.parametrize(("game", "status"), [("warzone", 409), ("battleline", 200)])
def test_other_games_wait_for_no_second_signal(gold: Phone, red: Phone, game: str, status: int) -> None:
    change(red, "/api/table/new", game=game)
    assert "ready" not in red.get("/api/table").get_json()
    assert [each.post("/api/table/begin").status_code for each in (gold, red)] == [status, 409]
    assert "is ready" not in " ".join(line["text"] for line in gold.get("/api/table").get_json()["last"])


def test_who_won_is_said_and_changed_once_the_game_is_over(phone: Phone) -> None:
    victory = "Whoever stands on <the> bridge."
    keep(phone, "/api/scenarios/own", {"id": "own", "name": "Own", "victory": victory, "text": "", "time_limit": False})
    change(phone, "/api/table/new", game="wartime", scenario="own")
    change(phone, "/api/table/begin")
    for page in ("/game", "/api/table"):
        assert "Whoever stands on" in phone.get(page).text
    change(phone, "/api/table/end")
    for page in ("/", "/game"):
        said = phone.get(page).text
        assert "Whoever stands on &lt;the&gt; bridge." in said
        assert {"gold", "red"} == set(re.findall(r'name="winner" value="(\w+)"', said))
    phone.post("/table/end", data={"winner": "gold"})
    assert change(phone, "/api/table/end", winner="red")["over"]["title"] == "Firebrand wins"
    assert re.findall(r'name="winner" value="(\w+)"', phone.get("/game").text) == ["gold"]
    assert 'name="winner"' not in phone.get("/").text
    assert phone.post("/api/table/end", {"winner": "red"}).status_code == 409

"""The duel sheet by forms and links alone, and the same duel as JSON."""

import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.table.sides import Side
from companion.table.table import Table
from companion.warzone.match.state import State, UnitState
from tests.web.conftest import Phone
from tests.web.moments import MATCH, dueling

AT = {"side": "gold", "unit": "1", "target": "2"}
RIFLE = {"action": "shoot", "weapon": "Wick Rifle", "band": "short"}


@pytest.fixture
def dueled(phone: Phone) -> Phone:
    dueling(phone)
    return phone


def unit(table: Table, side: Side, id: str) -> UnitState:
    state = table.match.state
    assert isinstance(state, State)
    return state.forces[side].units[id]


def duel(phone: Phone, **more: Any) -> dict[str, Any]:
    answer = phone.get(f"/api/warzone/duel?{urlencode(AT | more)}")
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def sheet(phone: Phone, **more: Any) -> str:
    answer = phone.get(f"/warzone/duel?{urlencode(AT | more)}")
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def fight(phone: Phone, **body: Any) -> Any:
    return phone.post(f"{MATCH}/sides/gold/units/1/fight", {"target": "2", **RIFLE, **body})


def test_all_lines(dueled: Phone) -> None:
    found = duel(dueled)
    assert (found["attacker"], found["target"]) == ("Captain", "Lamp Guard")
    assert [(each["action"], each["weapon"], each["band"]) for each in found["lines"]] == [
        ("shoot", "Wick Rifle", "short"),
        ("shoot", "Wick Rifle", "long"),
        ("shoot", "Soot Pot", "long"),
        ("charge", "Snuffer", None),
        ("charge", "Unarmed", None),
    ]
    assert [each["weapon"] for each in found["lines"] if each["best"]] == ["Wick Rifle"]
    shot = found["lines"][0]["figures"]
    assert (shot["target_number"]["value"], shot["tests"], shot["not_counted"][0]) == (12, 2, "Steadfast")
    assert found["line"] is None
    whole = duel(dueled, **RIFLE)["line"]
    assert whole["at_least"][1] == whole["casualty"] == shot["casualty"], "a Wound lies there already"


def test_a_shot_is_recorded_with_all_that_comes_of_it(dueled: Phone, table: Table) -> None:
    assert fight(dueled, rolls="5, 19", armor="16", real=True).status_code == 200
    target, attacker = unit(table, Side.RED, "2"), unit(table, Side.GOLD, "1")
    assert target.fall is not None
    assert (target.fall.by, target.pinned) == ("1", True)
    assert [each.value for each in attacker.actions] == ["shoot"]
    assert attacker.jammed == (), "Extra Kit: from 20"
    dueled.post("/api/table/undo")
    assert unit(table, Side.RED, "2").fall is None


def test_sent_twice_it_is_recorded_once(dueled: Phone, table: Table) -> None:
    for _ in range(2):
        assert fight(dueled, rolls="20 19", after=0).status_code == 200
    assert unit(table, Side.GOLD, "1").blows == 1


def test_the_dice_are_checked(dueled: Phone) -> None:
    for body, field in (({"rolls": "5"}, "rolls"), ({"rolls": "5 30"}, "rolls"), ({"rolls": "5 19"}, "armor")):
        answer = fight(dueled, **body)
        assert answer.status_code == 422
        assert answer.get_json()["errors"][0]["field"] == field


def test_by_links_and_forms(dueled: Phone, table: Table) -> None:
    table_page = dueled.get("/").text
    assert "/warzone/duel?side=gold&amp;unit=1&amp;target=2" in table_page
    page = sheet(dueled)
    assert page.index("best") < page.index("Snuffer")
    opened = sheet(dueled, **RIFLE, rolls="5 19", armor="16")
    assert "Casualty" in opened
    hidden = dict(
        re.findall(
            r'<input type="hidden" name="(\w+)" value="([^"]*)"', opened.split('class="apply"')[1].split("</form>")[0]
        )
    )
    answer = dueled.post("/warzone/match/sides/gold/units/1/fight", data=hidden)
    assert answer.status_code == 303
    assert unit(table, Side.RED, "2").fall is not None


def test_wrong_dice_stay_in_their_fields(dueled: Phone) -> None:
    page = sheet(dueled, **RIFLE, rolls="5 39")
    assert 'value="5 39"' in page
    assert "Dice rolled must be" in page

"""Sitting ducks as a page and as JSON: the same for everybody, and for nobody where the table has not agreed on it."""

import re
from functools import partial
from html import unescape

import pytest

from companion.clock import ManualClock
from companion.wartime.referee.board import HEXES
from tests.cpu import TOO_DEAR_MS, costs_ms
from tests.web.conftest import Phone
from tests.web.moments import change, ducks, keep, running
from tests.web.schemas import faults
from tests.web.worst import LINES


def sections(page: str) -> dict[str, str]:
    """Side -> what stands in its section, in the order of the page."""
    found = re.findall(r'<section class="(\w+)".*?</section>', page, re.DOTALL)
    parts = re.findall(r"<section.*?</section>", page, re.DOTALL)
    return dict(zip(found, map(text, parts), strict=True))


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_both_sides_ducks_with_who_reaches_them_and_whom_they_reach(phone: Phone, stranger: Phone) -> None:
    ducks(phone)
    page = sections(stranger.get("/ducks").text)
    assert page["red"] == (
        "Firebrand stands still"
        " 90 s Goblin 90 · E6 · 3 tokens"
        " Reached by Archer , in 30 s, attacks for 3: eliminated"
        " Knight / Squire moves to D5 with 60a within 30 s, then attacks for 3: eliminated"
        " Can then reach Archer attacks for 3: eliminated"
        " 60 s Orc 60a · not on the map"
        " Not on the map, so not counted: Orc."
    )
    assert "30 s Archer 30 · E5 · 3 tokens Reached by Abomination attacks for 1: 2 left" in page["gold"]
    assert "Without damage in the scenario: Tower." in page["gold"]


def test_the_page_is_the_same_for_both_sides_but_for_which_comes_first(phone: Phone) -> None:
    ducks(phone)
    pages = {}
    for seat in ("gold", "red", "both", "look"):
        assert phone.post("/api/seat", {"seat": seat}).status_code == 200
        pages[seat] = sections(phone.get("/ducks").text)
    assert [list(page) for page in pages.values()] == [
        ["red", "gold"],
        ["gold", "red"],
        ["red", "gold"],
        ["red", "gold"],
    ]
    assert pages["gold"] == pages["red"] == pages["both"] == pages["look"]


def test_the_answer_in_json_is_as_described(phone: Phone, stranger: Phone) -> None:
    ducks(phone)
    answer = stranger.get("/api/wartime/ducks")
    assert answer.status_code == 200
    said, described = answer.get_json(), stranger.get("/api/openapi.json").get_json()
    operation = described["paths"]["/api/wartime/ducks"]["get"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    assert faults(said, schema, described["components"]["schemas"]) == []
    [goblin, orc] = said["hunts"]["gold"]
    assert (goblin["unit"], goblin["remaining_ms"], orc["hex"]) == ("Goblin", 90_000, None)
    archer = next(each for each in goblin["reached_by"] if each["blow"]["unit"] == "Archer")
    assert (archer["blow"]["left"], archer["wait_ms"], archer["within_ms"]) == (0, 30_000, 90_000)
    assert said["unplaced"] == {"gold": [], "red": ["Orc"]}


def test_it_goes_with_the_sand(phone: Phone, clock: ManualClock) -> None:
    ducks(phone)
    clock.advance(seconds=45)
    page = sections(phone.get("/ducks").text)
    assert "45 s Goblin" in page["red"]
    assert "Archer attacks for 3" in page["red"]
    assert "Archer 30" not in page["gold"]


@pytest.mark.parametrize("choices", [{}, {"sitting_ducks": "hidden"}])
def test_where_the_table_has_not_agreed_nobody_is_told(phone: Phone, choices: dict[str, str]) -> None:
    ducks(phone)
    keep(phone, "/api/wartime/choices", choices)
    assert "Goblin" in phone.get("/ducks").text, "a game keeps the choices it was opened with"
    running(phone)
    page = phone.get("/ducks")
    assert page.status_code == 200
    assert 'href="/choices"' in page.text
    assert "Knight" not in page.text
    answer = phone.get("/api/wartime/ducks")
    assert answer.status_code == 409
    assert "Rule choices" in answer.get_json()["detail"]


def test_another_game_has_no_ducks(phone: Phone) -> None:
    change(phone, "/api/table/new", game="battleline")
    assert phone.get("/ducks").status_code == 404
    assert phone.get("/api/wartime/ducks").status_code == 404


def test_before_and_after_the_game_nobody_stands_still(phone: Phone) -> None:
    ducks(phone)
    change(phone, "/api/table/end")
    assert "The game is over." in phone.get("/ducks").text
    keep(phone, "/api/wartime/choices", {"sitting_ducks": "shown"})
    change(phone, "/api/table/new", game="wartime", scenario="field")
    assert "the game has not begun" in phone.get("/ducks").text


def test_the_games_sheet_leads_there(phone: Phone) -> None:
    ducks(phone)
    assert 'href="/ducks"' in phone.get("/game").text


LARGEST = 1024 * 1024
"""Bytes of any answer, as in tests/web/test_worst_questions.py."""


@pytest.mark.parametrize("melee", [1, 20])
def test_the_fullest_board_costs_no_more_than_any_question(phone: Phone, stranger: Phone, melee: int) -> None:
    """Forty units that reach everything, all eight timers running, walls and lines; where only a blow beside its target
    takes much, each would rather move first."""
    damage = {str(at): {"kind": "melee", "value": melee if at == 1 else 1} for at in range(1, 5)}
    units = [
        {
            "side": ("gold", "red")[number % 2], "name": f"Unit {number}", "hex": HEXES[number * 2], "speed": 20,
            "health": 40, "charge": 19, "damage": damage, "keywords": ["mounted"],
        }
        for number in range(40)
    ]  # fmt: skip
    walls = {"terrain": dict.fromkeys(HEXES[1:80:6], "castle_wall"), "lines": LINES[::9]}
    own = {"id": "full", "name": "Full", "units": units, "features": [], "cards": {}, **walls}
    shipped = phone.get("/api/scenarios/example-cards").get_json()
    keep(phone, "/api/scenarios/full", {**shipped, **own})
    keep(phone, "/api/wartime/choices", {"sitting_ducks": "shown"})
    change(phone, "/api/table/new", game="wartime", scenario="full")
    change(phone, "/api/table/begin")
    for index, tag in enumerate(("30", "60a", "60b", "90")):
        for number, side in enumerate(("gold", "red")):
            change(phone, f"/api/timers/{side}-{tag}/flip", unit=f"Unit {8 * index + number}")
    for path in ("/ducks", "/api/wartime/ducks"):
        change(phone, "/api/units/Unit 39/damage", side="red", tokens=1)  # and what was found out is no longer true
        answer, cpu_ms = costs_ms(partial(stranger.get, path))
        assert answer.status_code == 200
        assert len(answer.data) <= LARGEST
        assert cpu_ms < TOO_DEAR_MS, path

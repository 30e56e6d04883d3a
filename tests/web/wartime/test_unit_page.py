"""A unit's own sheet: reached from its side's, and all that can befall it is there."""

import html
import re

import pytest

from tests.web.conftest import Phone
from tests.web.moments import change, keep

ODD = "Half Orc/Troll"
SCENARIO = {
    "id": "own",
    "name": "Our own",
    "text": "",
    "victory": "Who takes the bridge & holds it, wins.",
    "time_limit": True,
    "units": [
        {
            "side": "gold",
            "name": ODD,
            "type": "Brute",
            "hex": "C5",
            "speed": 2,
            "health": 6,
            "charge": 3,
            "keywords": ["Infantry"],
            "damage": {"1": {"kind": "melee", "value": 4}},
        },
        {"side": "gold", "name": "Scout"},
        {"side": "red", "name": "Orc", "health": 2},
    ],
}
SHEET = "/units/gold/Half%20Orc%2FTroll"


@pytest.fixture
def begun(phone: Phone) -> Phone:
    keep(phone, "/api/scenarios/own", SCENARIO)
    change(phone, "/api/table/new", game="wartime", scenario="own")
    change(phone, "/api/table/begin")
    return phone


def words(phone: Phone, path: str) -> str:
    answer = phone.get(path)
    assert answer.status_code == 200
    article = answer.text.partition("<article")[2].partition("</article>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", article)).split())


def sent(phone: Phone, page: str, label: str) -> None:
    """Sends the form on the page whose button says so, as a phone without JavaScript does."""
    for form in re.findall(r"<form [^>]*method=\"post\".*?</form>", phone.get(page).text, re.DOTALL):
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
        for tag, text in re.findall(r"<button([^>]*)>(.*?)</button>", form, re.DOTALL):
            said = re.search(r'aria-label="([^"]+)"', tag)
            if html.unescape(said[1] if said else text) == label:
                fields |= dict(re.findall(r'name="(\w+)" value="([^"]*)"', tag))
                action = re.search(r'action="([^"]+)"', form)
                assert action
                assert phone.post(html.unescape(action[1]), data=fields).status_code == 303
                return
    raise AssertionError(label)


def unit(phone: Phone, name: str = ODD, side: str = "gold") -> dict[str, object]:
    units = phone.get("/api/table").get_json()["sides"][side]["units"]
    return dict(next(each for each in units if each["name"] == name))


def test_every_unit_has_its_sheet_a_tap_from_its_sides(begun: Phone) -> None:
    """Idle or not, with or without Health, and whatever it is called."""
    links = re.findall(r'href="(/units/[^"]+)" data-sheet', begun.get("/sides/gold").text)
    assert links == [SHEET, "/units/gold/Scout"]
    for link in links:
        assert "is eliminated" in words(begun, link)


def test_it_says_what_the_token_says_and_how_the_unit_is(begun: Phone) -> None:
    assert "Free to act, in C5." in words(begun, SHEET)
    change(begun, "/api/timers/gold-60a/flip", unit=ODD)
    change(begun, "/api/units/Half%20Orc%2FTroll/damage", tokens=2)
    said = words(begun, SHEET)
    for part in ("Brute", "60a, 60 s left", "Active, in C5.", "4 of 6", "Speed 2", "Range 1 4 melee", "Charge 3"):
        assert part in said
    assert "60a, 60 s left" in words(begun, "/sides/gold")
    assert "Its token" in words(begun, "/units/gold/Scout")


def test_tokens_come_off_and_go_on(begun: Phone) -> None:
    sent(begun, SHEET, f"{ODD} loses 3")
    sent(begun, SHEET, f"{ODD} gains 1")
    assert unit(begun)["left"] == 4
    change(begun, "/api/units/Half%20Orc%2FTroll/reinforce", tokens=35)
    assert f"gains 1{ODD}" not in words(begun, SHEET)
    labels = re.findall(rf'aria-label="{ODD} gains (\d)"', begun.get(SHEET).text)
    assert labels == ["1"], "no stack has more than 40"


def test_a_unit_falls_and_comes_back(begun: Phone) -> None:
    sent(begun, SHEET, f"{ODD} is eliminated")
    assert unit(begun)["state"] == "eliminated"
    sent(begun, SHEET, f"{ODD} is back with 3")
    assert (unit(begun)["state"], unit(begun)["left"]) == ("available", 3)
    sent(begun, "/units/gold/Scout", "Scout is eliminated")
    sent(begun, "/units/gold/Scout", "Back on the board")
    assert unit(begun, "Scout")["state"] == "available"


def test_all_of_it_is_its_sides_to_do(begun: Phone) -> None:
    for path, whose in ((SHEET, 'data-for="gold" data-name="Valyance"'), ("/units/red/Orc", 'data-for="red"')):
        article = begun.get(path).text.partition("<article")[2].partition("</article>")[0]
        forms = re.findall(r"<form [^>]*>", article)
        assert forms
        assert all(whose in form for form in forms)


def test_nothing_can_befall_it_once_the_game_is_over(begun: Phone) -> None:
    change(begun, "/api/table/end")
    assert "<form" not in begun.get(SHEET).text.partition("<article")[2].partition("</article>")[0]
    assert "Speed 2" in words(begun, SHEET)


def test_where_no_units_are_listed_any_can_be_asked_for_by_name(phone: Phone) -> None:
    change(phone, "/api/table/new", game="wartime")
    change(phone, "/api/table/begin")
    assert "A unit that is not listed" in words(phone, "/sides/gold")
    sent(phone, "/units/gold?name=+Half++Orc%2FTroll", f"{ODD} is eliminated")
    assert unit(phone)["state"] == "eliminated"
    sent(phone, SHEET, "Back on the board")
    assert unit(phone)["state"] == "available"


@pytest.mark.parametrize(
    ("path", "status"),
    [("/units/gold/Nobody", 404), ("/units/azure/Orc", 404), ("/units/gold", 422), ("/units/gold/" + "x" * 25, 422)],
)
def test_there_is_no_sheet_of_who_is_not_there(begun: Phone, path: str, status: int) -> None:
    assert begun.get(path).status_code == status


def test_another_game_has_no_units_of_this_kind(phone: Phone) -> None:
    change(phone, "/api/table/new", game="battleline")
    assert phone.get("/units/gold/Orc").status_code == 404

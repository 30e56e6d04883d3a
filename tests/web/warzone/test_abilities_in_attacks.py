"""Abilities beside an attack's answer: what counts can be switched, what is not counted is named and can be bound."""

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from companion.warzone.cards.card_file import card_of, write_card
from tests.companion.warzone.cards_strategy import GUARD
from tests.web.conftest import Phone
from tests.web.crawl import Page

MOTH = GUARD | {
    "id": "moth",
    "name": "Moth",
    "abilities": ["Evasive (-2)", "Entrenched", "Glow (3)"],
    "weapons": [
        {"name": "Great Candle", "abilities": ["Thrust (2)"], "cc": "-1 ST+7", "long": "18 -1 11"},
        {"name": "Wax Blade", "cc": "+0 12", "cf": 20},
    ],
}
RIFLE = {"attacker": "lamp-guard", "weapon": "Wick Rifle", "band": "long", "target": "moth"}


@pytest.fixture
def lamps(phone: Phone) -> Phone:
    """A phone at a table that has two cards."""
    for card in (GUARD, MOTH):
        assert phone.put(f"/api/warzone/units/{card['id']}", card).status_code == 200
    return phone


def shown(phone: Phone, kind: str, **query: object) -> str:
    answer = phone.get(f"/warzone/{kind}?{urlencode(query)}")
    assert answer.status_code == 200
    return html.unescape(answer.text)


def answer(phone: Phone, kind: str, **query: object) -> Any:
    found = phone.get(f"/api/warzone/{kind}?{urlencode(query)}")
    assert found.status_code == 200, found.text
    return found.get_json()


def switches(page: str) -> dict[str, tuple[str, bool]]:
    """By the name that is sent: the parameter, and whether it is ticked."""
    found = re.findall(r'<input type="checkbox" id="\S+" name="(on|off)" value="([^"]*)"( checked)?', page)
    return {name: (to, bool(ticked)) for to, name, ticked in found}


def docked(page: str) -> str:
    dock = page.partition('id="dock"')[2].partition("</div>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", dock.partition(">")[2]).split())


def test_what_counts_is_a_switch_and_what_is_not_known_is_named(lamps: Phone) -> None:
    page = shown(lamps, "shoot", **RIFLE)
    assert switches(page) == {
        "Burst": ("off", False),
        "Evasive": ("off", False),
        "Entrenched": ("on", False),
        "First Aid near": ("on", False),
    }
    assert "<span>Burst (2)<small>2 tests, no Aim</small></span>" in page
    named = re.search(r"Not counted: (.*?)</p>", page)
    assert named is not None
    assert re.findall(r'<a href="([^"]*)">([^<]*)</a>', named[1]) == [
        ("/warzone/units/lamp-guard/edit?bind=Steadfast#bound", "Steadfast"),
        ("/warzone/units/lamp-guard/edit?bind=Long+Wick#bound", "Long Wick (3)"),
        ("/warzone/units/moth/edit?bind=Glow#bound", "Glow (3)"),
    ]


def test_a_form_that_ticks_several_leads_to_one_address(lamps: Phone) -> None:
    ticked = [*RIFLE.items(), ("off", "Accurate"), ("off", "Burst"), ("off", "Evasive"), ("on", "Entrenched")]
    way = lamps.get(f"/warzone/shoot?{urlencode(ticked)}")
    assert way.status_code == 303
    asked = parse_qs(urlsplit(way.headers["Location"]).query)
    assert (asked["off"], asked["on"]) == (["Accurate, Burst, Evasive"], ["Entrenched"])
    page = html.unescape(lamps.get(way.headers["Location"]).text)
    assert switches(page) | {"First Aid near": ("on", False)} == {
        "Burst": ("off", True),
        "Evasive": ("off", True),
        "Entrenched": ("on", True),
        "First Aid near": ("on", False),
    }
    (form,) = Page(page).forms
    assert ("off", "Accurate") in form.fields
    assert docked(page) == "Roll 9− Armor 12− removes it 7.4 %"


def test_first_aid_near_spares_whoever_is_hit(lamps: Phone) -> None:
    shot = {"mw": 15, "dam": 15, "ar": 18, "wounds": 2}
    alone, aided = answer(lamps, "shoot", **shot), answer(lamps, "shoot", **shot, on="First Aid near")
    assert alone["casualty"]["p"] > 0
    assert aided["casualty"]["p"] == 0
    test = {"dam": 15, "ar": 18, "wounds": 2, "on": "First Aid near"}
    armor = answer(lamps, "armor", **test, rolls=20)
    assert (armor["casualty"]["p"], armor["resolved"]["wounds"], armor["degrees"]["two_wounds"]["p"]) == (0, 1, 0)
    assert 'id="on-First-Aid-near" name="on" value="First Aid near" checked' in shown(lamps, "armor", **test)


def test_armor_tests_go_by_what_their_target_has(passer_by: Phone) -> None:
    worn = {"dam": 15, "ar": 20, "wounds": 2, "target_abilities": "Relentless, Faith (2), Evasive (-2), Glow"}
    found = answer(passer_by, "armor", **worn, rolls=3)
    assert [(each["name"], each["standing"]) for each in found["abilities"]] == [
        ("Relentless", "counted"),
        ("Faith (2)", "untold"),
        ("Glow", "unknown"),
    ]
    assert (found["resolved"]["pinned"], found["resolved"]["degree"]) == (False, "no_effect")
    assert found["degrees"]["pinned"]["p"] == 0
    assert answer(passer_by, "armor", **worn, on="Faith")["casualty"]["p"] < found["casualty"]["p"]


@pytest.mark.parametrize(
    ("kind", "query", "ways"),
    [
        (
            "shoot",
            {"attacker": "lamp-guard"},
            [
                {"weapon": "Wick Rifle", "band": "short"},
                {"weapon": "Wick Rifle", "band": "long"},
                {"weapon": "Soot Pot", "band": "long"},
            ],
        ),
        ("shoot", {"attacker": "lamp-guard", "weapon": "wick rifle"}, [{"band": "short"}, {"band": "long"}]),
        ("shoot", {"attacker": "lamp-guard", "band": "short"}, [{"weapon": "Wick Rifle"}]),
        ("strike", {"attacker": "moth"}, [{"weapon": "Great Candle"}, {"weapon": "Wax Blade"}, {"weapon": "Unarmed"}]),
    ],
)
def test_what_is_not_chosen_yet_is_shown_side_by_side(
    lamps: Phone, kind: str, query: dict[str, str], ways: list[dict[str, str]]
) -> None:
    asked = query | {"target": "moth"}
    page = shown(lamps, kind, **asked)
    figure, hope = "<td>([^<]*)</td>", "(?: <small>wounds it</small>)?"
    row = rf'<a href="([^"]*)" data-choose>.*?{figure}{figure}<td>([^<]*){hope}</td>'
    found = re.findall(row, page, re.S)
    by_address = {href: row for href, *row in found}
    assert len(by_address) == len(ways)
    for way, (href, (roll, armor, out)) in zip(ways, by_address.items(), strict=True):
        chosen = {name: text for name, (text,) in parse_qs(urlsplit(href).query).items()}
        assert {name: text.casefold() for name, text in chosen.items()} == {
            name: text.casefold() for name, text in (asked | way).items()
        }
        each = answer(lamps, kind, **chosen)
        assert roll == f"{each['target_number']['value']}−"
        hurts = each["multiplier"] > 0
        assert armor == (f"{each['armor']['value']}−" if hurts else "–")
        assert (out == "–") is not hurts
    assert lamps.get(f"/api/warzone/{kind}?{urlencode(asked)}").status_code == 422 or len(ways) == 1


def test_a_card_folds_its_numbers_away_until_one_is_overwritten(lamps: Phone) -> None:
    fold = re.compile(r'<details class="numbers" id="numbers-(\w+)"( open)?><summary>([^<]*)</summary>')
    assert fold.findall(shown(lamps, "shoot", **RIFLE)) == [
        ("attacker", "", "MW 13 Range −2 DAM 12 CF 19"),
        ("target", "", "AR 22 W 2 DEF −1"),
    ]
    assert fold.findall(shown(lamps, "shoot", **RIFLE, mw=9))[0] == (
        "attacker",
        " open",
        "MW 9 Range −2 DAM 12 CF 19",
    )
    assert fold.findall(shown(lamps, "shoot", mw=9)) == []


def test_smoke_is_asked_about_without_armor(lamps: Phone) -> None:
    page = shown(lamps, "shoot", attacker="lamp-guard", weapon="Soot Pot", target="moth")
    assert docked(page).startswith("Roll 11− Armor – removes it –")
    assert "casualty" not in page
    assert docked(shown(lamps, "shoot", mw=12, ar=20, harmless=1)).startswith("Roll 12− Armor –")


@pytest.mark.parametrize(
    ("kind", "query", "said"),
    [
        ("shoot", {}, "Enter MW, DAM and AR."),
        ("shoot", {"mw": 12, "dam": 14}, "Roll 12− Armor – removes it –"),
        ("strike", {"cc": 12, "dam": 14, "ar": 20}, "Roll 12− Armor 6− removes it 43 %"),
        ("armor", {"dam": 14, "ar": 20}, "Armor 6− removes it 70 %"),
    ],
)
def test_the_answer_bar_says_what_there_is(passer_by: Phone, kind: str, query: dict[str, Any], said: str) -> None:
    assert docked(shown(passer_by, kind, **query)) == said


def test_plans_say_what_counts_in_either_attack(lamps: Phone) -> None:
    by_cards = {"attacker": "moth", "melee_weapon": "Great Candle", "target": "lamp-guard", "move_charge": 1}
    page = shown(lamps, "plans", **by_cards, move_engages=1)
    assert re.findall(r"<summary><span>(\w+, \w+)", page)[-2:] == ["Move, strike", "Move, charge"]
    assert "Thrust (2)" in page
    assert re.findall(r"Not counted: (.*?)</p>", page)


# What a card's owner binds


def bound(lamps: Phone, *lines: str, card: dict[str, Any] = MOTH) -> None:
    answer = lamps.put(f"/api/warzone/units/{card['id']}", card | {"bound": list(lines)})
    assert answer.status_code == 200, answer.text


def test_what_is_bound_counts_as_a_line_of_its_own(lamps: Phone) -> None:
    bound(lamps, "Glow: at it Shoot TN -X", "Glow: at it attacks AR +2 when you say so")
    shot = answer(lamps, "shoot", **RIFLE)
    assert {"label": "Glow (3)", "value": -3, "source": "Unit Profile"} in shot["target_number"]["lines"]
    assert not [line for line in shot["armor"]["lines"] if line["label"].startswith("Glow")]
    told = answer(lamps, "shoot", **RIFLE, on="Glow")
    assert told["armor"]["value"] == shot["armor"]["value"] + 2
    off = answer(lamps, "shoot", **RIFLE, off="Glow")
    assert off["target_number"]["value"] == shot["target_number"]["value"] + 3
    plans = answer(
        lamps, "plans", attacker="lamp-guard", ranged_weapon="Wick Rifle", band="long", targets="A:target=moth,B:ar=9"
    )
    lines = [line["label"] for step in plans["plans"][0]["steps"] for line in step["target_number"]["lines"]]
    assert "Glow (3)" in lines
    assert answer(lamps, "armor", target="moth", dam=13, on="Glow")["armor"]["value"] == 11


def test_an_owners_word_goes_before_what_is_known(lamps: Phone) -> None:
    bound(lamps, "Evasive: at it Shoot TN -7")
    shot = answer(lamps, "shoot", **RIFLE)
    assert [line["value"] for line in shot["target_number"]["lines"] if line["label"] == "Evasive (-2)"] == [-7]


def test_a_newer_print_leaves_what_was_bound(lamps: Phone) -> None:
    bound(lamps, "Glow: at it Shoot TN -X")
    assert "Glow: at it Shoot TN -X" in lamps.get("/warzone/units/moth.toml").text
    taken = lamps.post("/api/warzone/units", {"toml": write_card(card_of(MOTH | {"ld": 15}))})
    assert taken.status_code in (200, 201), taken.text
    assert lamps.get("/api/warzone/units/moth").get_json()["ld"] == 15
    assert lamps.get("/api/warzone/units/moth").get_json()["bound"] == ["Glow: at it Shoot TN -X"]


def test_the_form_binds_word_by_word(lamps: Phone) -> None:
    page = Page(lamps.get("/warzone/units/moth/edit?bind=Glow").text)
    form = next(each for each in page.forms if each.given["action"].endswith("/edit"))
    fields = {
        **dict(form.fields),
        "faction": "Capitol",
        "bound-0-attacks": "at it Shoot",
        "bound-0-does": "TN",
        "bound-0-amount": "−X",
    }
    assert fields["bound-0-ability"] == "Glow"
    more = Page(lamps.post("/warzone/units/edit", data={**fields, "do": "bind"}).text)
    assert "bound-1-ability" in dict(next(each for each in more.forms if each.given["action"].endswith("/edit")).fields)
    wrong = lamps.post("/warzone/units/edit", data={**fields, "bound-0-amount": "luck", "do": "save"})
    assert wrong.status_code == 422
    assert "up to 20, or X, got luck" in html.unescape(wrong.text)
    assert lamps.post("/warzone/units/edit", data={**fields, "do": "save"}).status_code == 303
    assert lamps.get("/api/warzone/units/moth").get_json()["bound"] == ["Glow: at it Shoot TN -X"]
    assert lamps.post("/warzone/units/edit", data={**fields, "do": "unbind-0"}).status_code == 200


def test_what_nothing_takes_out_is_told_how_likely_it_is_wounded(lamps: Phone) -> None:
    numbers = {"mw": "12", "dam": "14", "ar": "20", "wounds": "4"}
    said = docked(shown(lamps, "shoot", **numbers))
    wounded = lamps.get(f"/api/warzone/shoot?{urlencode(numbers)}").get_json()["at_least"][1]["p"]
    assert said == f"Roll 12− Armor 6− wounds it {wounded * 100:.0f} %"

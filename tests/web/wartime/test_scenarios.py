"""Scenarios over HTTP: the API, the pages that work without JavaScript, and what a stranger may not."""

from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from companion.table.events import SERVICE
from companion.table.table import Table
from companion.wartime.scenario.library import BUILT_IN, Scenarios, read_scenario, scenario_of, write_scenario
from tests.support import Says
from tests.web.conftest import HOST, Phone
from tests.web.schemas import faults
from web.http.endpoint import Call, Nothing
from web.wartime.api import match_endpoints

OWN: dict[str, Any] = {
    "id": "own",
    "name": "Own",
    "features": [{"hex": "D6", "terrain": "altar", "tokens": 3}],
    "units": [
        {"side": "red", "name": "Half Orc/Troll", "health": 6, "keywords": ["magic"]},
        {"side": "gold", "name": "Archer"},
    ],
    "cards": {"red": {"spells": 1, "cards": [{"name": "Control", "kind": "spell"}]}},
}


@pytest.fixture
def battle(phone: Phone) -> Phone:
    assert phone.put("/api/scenarios/own", OWN).status_code == 200
    assert phone.post("/api/table/new", {"game": "wartime", "scenario": "own"}).status_code == 200
    return phone


def error(answer: Any) -> tuple[str, str]:
    assert answer.status_code == 422, answer.text
    (only,) = answer.get_json()["errors"]
    return only["field"], only["message"]


def test_listed_read_saved_deleted(phone: Phone, stranger: Phone) -> None:
    listed = {each["id"]: each for each in stranger.get("/api/scenarios").get_json()["scenarios"]}
    assert listed["example-cards"]["built_in"]
    assert "own" not in listed
    assert phone.put("/api/scenarios/own", OWN).status_code == 200
    assert stranger.get("/api/scenarios/own").get_json()["units"] == OWN["units"]
    assert phone.delete("/api/scenarios/own").status_code == 200
    assert stranger.get("/api/scenarios/own").status_code == 404


def test_exported_and_imported_as_one_file(phone: Phone, stranger: Phone, table: Table) -> None:
    phone.put("/api/scenarios/own", OWN)
    exported = stranger.get("/api/scenarios/own?format=toml")
    assert exported.content_type == "application/toml; charset=utf-8"
    assert exported.headers["Content-Disposition"] == 'attachment; filename="own.toml"'
    before = Scenarios(table).find("own")
    phone.delete("/api/scenarios/own")
    assert phone.post("/api/scenarios", {"toml": exported.text}).status_code == 200
    assert Scenarios(table).find("own") == before


def test_answers_are_what_the_description_promises(battle: Phone) -> None:
    described = battle.get("/api/openapi.json").get_json()
    components = described["components"]["schemas"]
    assert faults(battle.get("/api/table").get_json(), components["WarTimeView"], components) == []
    for id in (*BUILT_IN, "own"):
        answer = battle.get(f"/api/scenarios/{id}").get_json()
        assert faults(answer, components["ScenarioFile"], components) == []
    assert faults(battle.get("/api/scenarios").get_json(), components["ListedScenario"], components) == []


def test_what_is_wrong_is_named(phone: Phone) -> None:
    assert error(phone.put("/api/scenarios/other", OWN)) == ("id", Says("must be other"))
    assert error(phone.put("/api/scenarios/own", OWN | {"terrain": {"Z1": "woods"}}))[0] == "terrain.Z1"
    assert error(phone.put("/api/scenarios/own", OWN | {"mud": 1}))[0] == "mud"
    said = error(
        phone.post("/api/scenarios", {"toml": write_scenario(scenario_of(OWN)).replace("health = 6", "health = 99")})
    )
    assert said == ("toml", "line 13: units[0].health: must be at most 40")
    assert error(phone.post("/api/table/new", {"game": "wartime", "scenario": "no"}))[0] == "scenario"


def test_built_in_ones_are_refused(phone: Phone) -> None:
    open_game = phone.get("/api/scenarios/open").get_json()
    assert phone.put("/api/scenarios/open", open_game).status_code == 409
    assert phone.delete("/api/scenarios/open").status_code == 409


def test_strangers_change_nothing(passer_by: Phone) -> None:
    assert passer_by.put("/api/scenarios/own", OWN).status_code == 403
    assert passer_by.delete("/api/scenarios/own").status_code == 403
    assert passer_by.post("/api/scenarios", {"toml": ""}).status_code == 403
    for path in ("/scenarios/new", "/scenarios/import", "/scenarios/own/delete", "/scenarios/own/tap"):
        assert passer_by.post(path, data={}).headers["Location"] == "/join"


def test_the_scenario_on_the_table_is_the_one_it_was_set_up_with(battle: Phone) -> None:
    battle.put("/api/scenarios/own", OWN | {"name": "Changed", "units": []})
    assert battle.get("/api/table/scenario").get_json()["name"] == "Own"


def test_damage_over_the_api(battle: Phone) -> None:
    battle.post("/api/table/begin")
    view = battle.post("/api/units/half%20orc%2Ftroll/damage", {"tokens": 2}).get_json()
    (unit,) = view["sides"]["red"]["units"]
    assert unit == {"name": "Half Orc/Troll", "state": "available", "timer": None, "left": 4, "health": 6}
    assert view["sides"]["gold"]["units"] == [{"name": "Archer", "state": "available", "timer": None}]
    view = battle.post("/api/features/D6/damage").get_json()
    assert view["features"] == [{"hex": "D6", "terrain": "altar", "left": 2, "tokens": 3}]
    assert battle.post("/api/features/D7/damage").status_code == 404
    assert error(battle.post("/api/features/D6/damage", {"tokens": 0}))[0] == "tokens"


def test_the_deals_number_is_drawn_by_the_shell(phone: Phone, table: Table) -> None:
    cards = [{"name": name, "kind": "standard"} for name in ("One", "Two", "Three", "Four", "Five", "Six")]
    phone.put("/api/scenarios/own", OWN | {"cards": {"gold": {"actions": 3, "dealt": 5, "cards": cards}}})
    hands = []
    for lot in (1, 1, 2):
        phone.post("/api/table/new", {"game": "wartime", "scenario": "own"})
        endpoints = match_endpoints(table, lot=lambda lot=lot: lot)  # type: ignore[misc]
        deal = next(each for each in endpoints if each.path.endswith("deal"))
        deal.handle(Call(path={"side": "gold"}, query=Nothing(), body=deal.body(), source=SERVICE))
        hands.append(phone.get("/api/hand").get_json()["sides"]["gold"]["dealt"])
    assert hands[0] == hands[1] != hands[2]
    page = phone.get("/sides/gold").text
    assert [name for name in ("One", "Two", "Three", "Four", "Five", "Six") if f'value="{name}"' in page] == [
        each["name"] for each in cards if each["name"] in hands[2]
    ]


# The pages


def test_a_file_or_its_text_is_imported(phone: Phone, table: Table) -> None:
    text = write_scenario(scenario_of(OWN))
    upload = {"file": (BytesIO(text.encode()), "own.toml"), "toml": ""}
    answer = phone.client.post(
        "/scenarios/import", base_url=f"http://{HOST}", data=upload, headers={"Origin": f"http://{HOST}"}
    )
    assert answer.headers["Location"] == "/scenarios"
    assert Scenarios(table).find("own") == read_scenario(text)
    phone.post("/scenarios/own/delete", data={})
    phone.post("/scenarios/import", data={"toml": text})
    assert phone.get("/scenarios/own.toml").text == text
    wrong = phone.post("/scenarios/import", data={"toml": "id = 1"})
    assert wrong.status_code == 422
    assert "id = 1</textarea>" in wrong.text


def test_cards_are_chosen_with_chips_and_struck_through_once_used(battle: Phone) -> None:
    page = battle.get("/sides/red").text
    assert 'name="choose" value="Control" aria-pressed="false"' in page
    assert "Spell cards, choose 1" in page
    sent = battle.post("/sides/red/tick", data={"choose": "Control"})
    assert sent.headers["Location"] == "/sides/red"
    assert 'name="drop" value="Control" aria-pressed="true"' in battle.get("/sides/red").text
    battle.post("/table/begin", data={})
    assert "<s>" not in battle.get("/sides/red").text
    assert 'name="card" value="Control"' in battle.get("/timers/red-spell").text
    battle.post("/timers/red-spell/flip", data={"card": "Control"})
    assert "<s>Control</s> <small>on the spell timer" in battle.get("/sides/red").text


def test_stacks_are_counted_down_on_the_sides_page(battle: Phone) -> None:
    battle.post("/table/begin", data={})
    assert 'action="/units/Half%20Orc%2FTroll/damage"' in battle.get("/sides/red").text
    battle.post("/units/Half%20Orc%2FTroll/damage", data={"side": "red", "tokens": "2"})
    assert "<b>4<small> of 6" in battle.get("/sides/red").text
    assert 'action="/features/D6/damage"' in battle.get("/game").text


def test_dealing_leads_back_to_the_side(phone: Phone) -> None:
    assert phone.post("/sides/gold/deal", data={}).headers["Location"] == "/sides/gold"


def test_a_scenario_without_the_neutral_timers_has_a_table_page(phone: Phone, app: Flask) -> None:
    phone.put("/api/scenarios/bare", {"id": "bare", "name": "Bare", "timers": ["gold-30", "red-30"]})
    phone.post("/api/table/new", {"game": "wartime", "scenario": "bare"})
    assert phone.get("/").status_code == 200

"""The Warzone match over the API: two phones play, and neither learns what the other has sealed."""

from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.table.table import Table
from companion.warzone.abilities.ability import Ability
from companion.warzone.cards.card import Allegiance, Designation, Faction, Role, UnitCard
from companion.warzone.cards.library import KeptCards, KeptForces
from companion.warzone.force.force import KeptForce
from tests.support import PHONE, Says
from tests.web.conftest import Phone
from web.http.access import Access

M = "/api/warzone/match"


def done(phone: Phone, path: str, body: object = None) -> dict[str, Any]:
    answer = phone.post(f"{M}/{path}", body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json
    return found


@pytest.fixture
def gold(phone: Phone) -> Phone:
    assert phone.post("/api/table/new", {"game": "warzone"}).status_code == 200
    return phone


@pytest.fixture
def red(app: Flask, access: Access, gold: Phone) -> Phone:
    phone = Phone(app.test_client())
    assert phone.post("/api/join", {"code": access.code}).status_code == 200
    return phone


def test_setup_by_real_dice_and_by_choice(gold: Phone) -> None:
    done(gold, "sides/gold/muster", {"faction": "Brotherhood", "activations": 4})
    done(gold, "sides/red/muster", {"units": ["2 Hounds, W 2, DP 4, Trooper", {"name": "Captain", "leader": True}]})
    view = done(gold, "allegiance", {"gold": 20, "red": 11})
    assert view["sides"]["gold"]["allegiance"] == "light"
    assert view["sides"]["gold"]["allegiance_roll"]["value"] == 10
    view = done(gold, "deployment", {"roll": 16})
    assert view["deployment"] == "flank"
    view = done(gold, "scenario", {"scenario": "sabotage"})
    assert len(view["battlefield"]["counters"]) == 4
    view = done(gold, "areas", {"gold": 9, "red": 3})
    assert view["area_chooser"] == "red"
    view = done(gold, "sides/red/area", {"area": "b"})
    assert (view["selector"], view["sides"]["gold"]["area"]) == ("red", "a")
    assert [each["unit"]["name"] for each in view["sides"]["red"]["units"]] == ["Hounds 1", "Hounds 2", "Captain"]


def test_allegiance_comes_before_the_forces_by_the_factions_that_are_said(gold: Phone) -> None:
    """Warzone Eternal, Chapter 12: Factions, Allegiance, then the Forces."""
    view = done(
        gold, "allegiance", {"gold": 4, "red": 13, "gold_faction": "Dark Legion: Semai", "red_faction": "Capitol"}
    )
    assert view["sides"]["red"]["allegiance"] == "light"
    assert view["sides"]["gold"]["allegiance_roll"]["value"] == 14
    assert "4 + 10" in view["last"][-1]["text"]
    done(gold, "sides/gold/muster", {"activations": 3})
    assert gold.get("/api/table").get_json()["sides"]["gold"]["faction"] == "Dark Legion: Semai"


def test_terrain_is_a_step_that_the_log_tells(gold: Phone) -> None:
    assert "terrain_placed" not in gold.get("/api/table").get_json()
    view = done(gold, "terrain")
    assert (view["terrain_placed"], view["last"][-1]["text"]) == (True, "Terrain was placed")
    assert "terrain_placed" not in gold.post("/api/table/undo", {}).get_json()


def test_dice_are_drawn_where_nobody_rolls(gold: Phone) -> None:
    assert done(gold, "scenario")["scenario"] is not None
    assert done(gold, "deployment")["deployment"] is not None


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("sides/gold/muster", {"units": ["Hound, fast"]}, "units[0]"),
        ("sides/gold/muster", {"units": [{"name": "Hound", "count": 40}, "40 Cats"]}, "units"),
        ("scenario", {"roll": 21}, "roll"),
        ("size", {"size": 0}, "size"),
        ("clouds/x/roll", None, "cloud"),
        ("clouds/--5/roll", None, "cloud"),
        ("clouds/%D9%A5/roll", None, "cloud"),
        ("sides/gold/seal", {"picks": ["victory"]}, "picks[0]"),
        ("scenario", {"scenari": "sabotage"}, "scenari"),
    ],
)
def test_errors_name_the_field(gold: Phone, path: str, body: object, field: str) -> None:
    answer = gold.post(f"{M}/{path}", body)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json["errors"]] == [field]


@pytest.mark.parametrize("path", ["sides/blue/done", "sides/gold/units/99/mark", "clouds/7/remove"])
def test_what_is_not_there_is_not_found(gold: Phone, path: str) -> None:
    begin(gold)
    body = {"counter": "pinned"} if path.endswith("mark") else None
    assert gold.post(f"{M}/{path}", body).status_code == 404


def test_refusals_are_conflicts_in_words(gold: Phone) -> None:
    answer = gold.post(f"{M}/sides/gold/done")
    assert (answer.status_code, answer.json["detail"]) == (409, Says("Not begun", "Begin", "button"))
    assert gold.post("/api/timers/gold-30/flip").status_code == 409


def test_another_game_refuses_what_is_warzone_s(phone: Phone) -> None:
    answer = phone.post(f"{M}/end-turn")
    assert (answer.status_code, answer.json["detail"]) == (409, Says("not", "WarTime"))


def test_each_phone_sees_its_own_picks_and_nobody_else_s_before_the_reveal(
    gold: Phone, red: Phone, stranger: Phone
) -> None:
    done(gold, "sides/gold/seal", {"picks": ["escort", "sacrifice"]})
    assert gold.get("/api/warzone/sealed").json == {
        "sides": {"gold": {"secondaries": ["escort", "sacrifice"], "primary": None}}
    }
    for other in (red, stranger):
        assert other.get("/api/warzone/sealed").json == {"sides": {}}
        for path in ("/api/table", "/api/log", "/api/report", "/log"):
            text = other.get(path).text.casefold()
            assert "sealed" not in path
            assert '"secondaries":["' not in text
            assert "sacrifice" not in text.replace(OPEN, "")
    done(red, "sides/red/seal", {"picks": ["escort", "hold_ground"]})
    view = done(red, "reveal")
    assert view["sides"]["gold"]["secondaries"] == ["escort", "sacrifice"]
    assert gold.get("/api/warzone/sealed").json == {"sides": {}}


OPEN = '"acceptable_casualties","sacrifice"'
"""How what may be picked is listed in the view: everyone knows that."""


def begin(phone: Phone) -> None:
    for side in ("gold", "red"):
        done(phone, f"sides/{side}/muster", {"activations": 2})
    done(phone, "sides/gold/area", {"area": "a"})
    assert phone.post("/api/table/begin").status_code == 200


def test_a_turn_by_two_phones(gold: Phone, red: Phone) -> None:
    begin(gold)
    view = done(red, "sides/red/keep")
    assert (view["active"], view["turn_phase"]) == ("red", "activation")
    done(red, "sides/red/activate", {"units": ["2"]})
    done(gold, "sides/gold/units/1/react", {"reaction": "dive_for_cover"})
    done(gold, "sides/gold/units/1/wound", {"by": "2"})
    done(gold, "sides/gold/units/1/mark", {"counter": "pinned"})
    done(red, "sides/red/done")
    done(gold, "sides/gold/done")
    done(red, "sides/red/done")
    view = done(gold, "sides/gold/done")
    assert view["turn_phase"] == "end"
    view = done(gold, "end-turn")
    assert (view["turn"], view["turn_phase"]) == (2, "start")
    done(gold, "sides/gold/initiative", {"roll": 7})
    view = done(red, "sides/red/initiative", {"roll": 9})
    assert view["sides"]["gold"]["initiative"]["value"] == 8
    assert view["initiative"]["chooser"] == "gold"
    assert gold.post("/api/table/undo").json["sides"]["red"]["initiative"] is None


def test_a_form_works_without_scripts(gold: Phone) -> None:
    answer = gold.post("/warzone/match/sides/red/muster", data={"units": "2 Hounds, W 2\r\nCaptain, Leader"})
    assert answer.status_code == 303
    assert gold.get("/api/table").json["sides"]["red"]["activations"] == 3


def test_a_stranger_changes_nothing(gold: Phone, stranger: Phone) -> None:
    assert stranger.post(f"{M}/end-turn").status_code == 403


CARD = UnitCard(
    id="hound", name="Hound", type="Hounds", dp=3, mv=6, mw=8, cc=12, st=8, defense=0, ar=18, w=2, pw=8, ld=9,
    faction=Faction.BAUHAUS, abilities=(Ability("Group", "3"),),
)  # fmt: skip
CAPTAIN = replace(CARD, id="captain", name="Captain", dp=9, abilities=(), designations=(Designation(Role.LEADER),))


def test_a_kept_force_comes_with_its_cards(gold: Phone, table: Table) -> None:
    cards = KeptCards(table)
    for card in (CARD, CAPTAIN):
        cards.save(card)
    KeptForces(table).save(
        KeptForce(
            id="pack",
            name="Pack",
            faction=Faction.BAUHAUS,
            allegiance=Allegiance.LIGHT,
            units=("hound",) * 4 + ("captain",),
            assets=("Fire Support", "Extra Kit"),
        )
    )
    force = done(gold, "sides/red/muster", {"force": "pack"})["sides"]["red"]
    assert (force["title"], force["activations"]) == ("Pack", 2 + 1)
    assert [each["unit"]["name"] for each in force["units"]] == ["Hound 1", "Hound 2", "Hound 3", "Hound 4", "Captain"]
    assert [each["unit"]["leader"] for each in force["units"]] == [False] * 4 + [True]
    assert [each["once"] for each in force["effects"]] == [True, False]
    assert gold.post(f"{M}/sides/red/muster", {"force": "none"}).status_code == 404
    cards.delete("captain", source=PHONE)
    lost = gold.post(f"{M}/sides/red/muster", {"force": "pack"})
    assert lost.json["errors"] == [{"field": "force", "message": Says("no card", "captain")}]

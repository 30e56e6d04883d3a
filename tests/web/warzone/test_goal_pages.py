"""Scenario Objective counters without scripts: from the table to a counter, an Interact Action, the end of the Turn."""

import re

import pytest
from msgspec.structs import replace

from companion.table.table import Table
from companion.warzone.abilities.ability import Ability
from companion.warzone.cards.library import KeptCards
from companion.warzone.match.views import ObjectiveView
from tests.companion.warzone.cards_strategy import guard
from tests.web.conftest import Phone
from tests.web.warzone.test_match_pages import HOUNDS, Forms, press, seen, send, text

OBJECTIVES = "/warzone/match/objectives"


@pytest.fixture
def gold(phone: Phone) -> Phone:
    """Key Positions, in gold's first Activation."""
    assert phone.post("/api/table/new", {"game": "warzone"}).status_code == 200
    send(phone, "sides/gold/muster", units="Knight, W 2, DP 4\r\nCaptain, W 3, DP 9, Leader", assets="Subreal Link")
    send(phone, "sides/red/muster", units=HOUNDS)
    send(phone, "scenario", scenario="key_positions")
    send(phone, "deployment", deployment="standard")
    send(phone, "sides/gold/area", area="a")
    for side, other in (("gold", "intercept_transmissions"), ("red", "hold_ground")):
        send(phone, f"sides/{side}/seal", picks=["escort", other])
    send(phone, "reveal")
    press(phone, "Begin")
    send(phone, "sides/gold/first")
    return phone


def goal(table: Table, id: str) -> ObjectiveView:
    return next(each for each in seen(table).objectives if each.id == id)


def test_every_counter_is_one_tap_from_the_table_and_on_the_drawing(gold: Phone, table: Table) -> None:
    page = gold.get("/").text
    for each in seen(table).objectives:
        assert page.count(f'href="{OBJECTIVES}/{each.id}"') == (2 if each.point else 1)
        assert each.name in text(gold, f"{OBJECTIVES}/{each.id}")
    assert gold.get(f"{OBJECTIVES}/a-left").status_code == 404


def test_the_ld_of_a_kept_card_makes_the_odds_and_the_target(gold: Phone, table: Table) -> None:
    KeptCards(table).save(replace(guard(), id="knight", name="Knight", ld=13, abilities=()))
    at = f"{OBJECTIVES}/left"
    assert "Which Unit?" in text(gold, at)
    page = text(gold, f"{at}?unit=1")
    assert "65 % 13/20" in page
    send(gold, "objectives/left/interact", side="gold", unit="1", roll="14")
    assert goal(table, "left").control is None
    send(gold, "objectives/left/interact", side="gold", unit="1", roll="13")
    assert goal(table, "left").control == "gold"
    assert "Left Gold’s" in text(gold)
    press(gold, "Undo")
    assert goal(table, "left").control is None


def test_an_ld_that_nobody_has_kept_is_typed(gold: Phone, table: Table) -> None:
    press(gold, "Activate Captain")
    at = f"{OBJECTIVES}/right"
    assert "Interact: Captain" in text(gold, at)
    assert "%" not in text(gold, at)
    assert "50 % 1/2" in text(gold, f"{at}?ld=10")
    assert "ld: must be" in text(gold, f"{at}?ld=99")
    press(gold, "Roll", at=at)
    assert "LD of Captain" in text(gold)
    press(gold, "It succeeded", at=at)
    assert goal(table, "right").control == "gold"
    press(gold, "Red", at=at)
    assert goal(table, "right").control == "red"
    press(gold, "Neither", at=at)
    assert goal(table, "right").control is None


def test_warglass_rolls_and_says_what(gold: Phone) -> None:
    at = f"{OBJECTIVES}/left?unit=1&ld=20"
    press(gold, "Roll", at=at)
    assert re.search(r"Knight Interacted with the left counter: \d+ against 20, it is Gold’s", text(gold, "/log"))
    assert "formmethod" in gold.get(at).text


def test_an_escort_and_a_transmitter_are_put_right(gold: Phone, table: Table) -> None:
    send(gold, "objectives/gold-escort/interact", side="gold", unit="1", done="1", place="area")
    assert "In its Deployment Area, moved once." in text(gold, f"{OBJECTIVES}/gold-escort")
    press(gold, "Off it", at=f"{OBJECTIVES}/gold-escort")
    assert goal(table, "gold-escort").may == ()
    assert "Interact" not in Forms(gold.get(f"{OBJECTIVES}/red-escort").text).buttons
    at = f"{OBJECTIVES}/gold-intercept-1"
    send(gold, "objectives/gold-intercept-1/connection", unit="2")
    assert "Connected this Turn." in text(gold, at)
    press(gold, "No connection", at=at)
    press(gold, "It is gone", at=at)
    press(gold, "It is there", at=at)
    assert (goal(table, "gold-intercept-1").connected, goal(table, "gold-intercept-1").may) == (None, ("gold",))


def test_damage_is_put_right(gold: Phone, table: Table) -> None:
    send(gold, "scenario", scenario="sabotage")
    send(gold, "objectives/b-left/damage", side="gold", damage="3")
    assert "Damaged this Turn: Gold 3." in text(gold, f"{OBJECTIVES}/b-left")
    send(gold, "objectives/a-left/damage", side="gold", damage="3")
    assert goal(table, "a-left").damage == {"gold": 0, "red": 0}


def test_the_end_of_a_turn_is_filled_in_and_one_tap_takes_it(gold: Phone, table: Table) -> None:
    send(gold, "objectives/left/interact", side="gold", unit="1", done="1")
    press(gold, "End Activation")
    press(gold, "End the Activations")
    press(gold, "End Turn 1")
    send(gold, "sides/gold/first")
    press(gold, "End the Activations")
    assert "Controlled: Gold 1, Red 0." in text(gold)
    press(gold, "As tracked")
    assert seen(table).sides["gold"].vps.value == 1
    assert "As tracked" not in text(gold)
    press(gold, "Undo")
    assert seen(table).sides["gold"].vps.value == 0


def test_commanders_are_measured_in_the_question(gold: Phone, table: Table) -> None:
    send(gold, "scenario", scenario="lead_from_the_front")
    assert "Choose a Leader as the Commander." in text(gold)
    press(gold, "Captain", at="/")
    press(gold, "End the Activations")
    press(gold, "End Turn 1")
    send(gold, "sides/gold/first")
    press(gold, "End the Activations")
    send(gold, "commanders", gold="12.2", gold_front="1", red="6.5", red_behind="2")
    page = text(gold)
    assert "Inches: Gold 7, Red 7." in page
    assert "Halved: 1 in front, 0 behind" in page
    assert next(each for each in seen(table).questions if each.id == "lead").suggested == "neither"
    send(gold, "commanders", gold="120", red="6")
    assert "gold: must be at most 99 inches" in text(gold)


def test_what_can_still_score_is_told_for_both(gold: Phone) -> None:
    page = text(gold)
    assert "What can still score" in page
    assert "more counters controlled" in page
    send(gold, "objectives/left/interact", side="gold", unit="1", done="1")
    page = text(gold)
    assert "counters controlled: Gold 1, Red 0" in page
    assert "counters controlled: Red 0, Gold 1" in page
    assert "Escort +2" in page


def test_abilities_and_a_designated_asset_count_in_the_test(gold: Phone, table: Table) -> None:
    tactical = (Ability(name="Tactical"),)
    KeptCards(table).save(replace(guard(), id="knight", name="Knight", ld=9, abilities=tactical))
    at = f"{OBJECTIVES}/left?unit=1"
    assert "65 % 13/20" in text(gold, at)
    assert "Tactical" in text(gold, at)
    assert "It has the Subreal Link" in text(gold, at)
    send(gold, "sides/gold/designate", unit="1", asset="Subreal Link")
    assert "a failure rolled again: Subreal Link" in text(gold, at)
    assert "It has the Subreal Link" not in text(gold, at)
    send(gold, "objectives/left/interact", side="gold", unit="1", roll="13")
    assert goal(table, "left").control == "gold"

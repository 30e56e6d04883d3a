"""Reactions by forms and links alone: what each side's phone shows of what is going on."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.table.seats import Side
from companion.table.table import Table
from companion.warzone.match.parts import Reaction
from companion.warzone.match.reactions import barred
from companion.warzone.match.state import State, UnitState
from tests.web.conftest import Phone
from tests.web.moments import MOMENTS, change, declared_move, declared_shot, dueling
from web.http.access import Access
from web.warzone.calculators.ledgers import percent

MATCH = "/warzone/match"


@pytest.fixture
def gold(app: Flask, access: Access) -> Phone:
    return seated(app, access, "gold")


@pytest.fixture
def red(app: Flask, access: Access) -> Phone:
    return seated(app, access, "red")


def seated(app: Flask, access: Access, seat: str) -> Phone:
    phone = Phone(app.test_client())
    assert phone.post("/api/join", {"code": access.code, "seat": seat}).status_code == 200
    return phone


def strip(phone: Phone) -> str:
    """What the table's page says of Reactions, in words."""
    found = re.search(r'<section class="react.*?</section>', phone.get("/").text, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split()) if found else ""


def unit(table: Table, side: Side, id: str) -> UnitState:
    state = table.match.state
    assert isinstance(state, State)
    return state.forces[side].units[id]


def test_a_move_shows_the_other_side_who_may_ambush_with_odds_and_costs(phone: Phone, gold: Phone, red: Phone) -> None:
    declared_move(phone)
    said = strip(red)
    assert said.startswith("Watch (Gold)’s Captain moves: react? Captain: Ambush 36.8 %")
    assert "Wick Rifle, short · costs Reaction and Activation, 1 left to act" in said
    assert "Lamp Guard is Pinned: no Reactions." in said
    assert strip(gold) == "Watch (Gold)’s Captain moves. Watch (Red) may react."


def test_an_ambush_leads_to_its_own_sheet_until_it_is_rolled(phone: Phone, red: Phone, table: Table) -> None:
    declared_move(phone)
    at = f"{MATCH}/sides/red/units/1"
    page = red.get("/").text
    sheet = "/warzone/duel?side=red&amp;unit=1&amp;target=1&amp;reaction=ambush"
    assert f'data-stay="{sheet}"' in page
    assert red.post(f"{at}/react", data={"reaction": "ambush"}, drop=("X-Warglass",)).status_code == 303
    assert (strip(red), f'href="{sheet}"' in red.get("/").text) == ("Roll Captain’s Ambush", True)
    shot = {"target": "1", "action": "shoot", "weapon": "Wick Rifle", "band": "short", "reaction": "ambush"}
    change(red, f"/api{at}/fight", **shot, rolls="20 19")
    assert strip(red) == ""
    ambusher = unit(table, Side.RED, "1")
    assert (ambusher.reactions, ambusher.activated, ambusher.reacting) == (1, True, None)


def test_a_dive_says_what_it_spares_and_counts_in_the_shot(phone: Phone, red: Phone, table: Table) -> None:
    declared_shot(phone)
    assert "Captain: Dive for Cover 36.8 % → 26.3 % removes it · Wick Rifle, short · costs Reaction" in strip(red)
    change(red, f"/api{MATCH}/sides/red/units/1/react", reaction="dive_for_cover")
    sheet = phone.get("/warzone/duel?side=gold&unit=1&target=1").text
    assert "dives for cover" in sheet
    assert "26.3 %" in sheet
    shot = {"target": "1", "action": "shoot", "weapon": "Wick Rifle", "band": "short"}
    change(phone, f"/api{MATCH}/sides/gold/units/1/fight", **shot, rolls="20 19")
    diver = unit(table, Side.RED, "1")
    assert (diver.reactions, diver.reacting) == (1, None)
    assert "Counterattack" not in strip(red), "one Reaction for each action"


def test_nobody_reacts(phone: Phone, gold: Phone, red: Phone) -> None:
    declared_move(phone)
    assert red.post(f"{MATCH}/sides/red/forgo", drop=("X-Warglass",)).status_code == 303
    assert (strip(red), strip(gold)) == ("", "")


def test_a_seat_reacts_for_itself_and_a_shared_phone_for_both(
    phone: Phone, gold: Phone, app: Flask, access: Access
) -> None:
    declared_move(phone)
    assert "Nobody reacts" in strip(seated(app, access, "both"))
    assert "Nobody reacts" not in strip(gold)
    assert 'data-for="red"' in seated(app, access, "red").get("/").text.split('class="offer"')[1].split(">")[0]


def test_the_reacting_units_own_sheet_attacks_the_unit_that_acts(phone: Phone, red: Phone) -> None:
    dueling(phone)
    at = f"{MATCH}/sides/red/units/1"
    before = unescape(red.get(at).text)
    for reaction in (Reaction.AMBUSH, Reaction.COUNTERATTACK, Reaction.PARTING_BLOW):
        assert f"/warzone/duel?side=red&unit=1&target=1&reaction={reaction.value}" in before
    assert "attacker=" not in before
    change(phone, f"/api{MATCH}/sides/gold/units/1/declare", action="shoot", target="1")
    after = unescape(red.get(at).text)
    assert "Captain: Dive for Cover" in after
    assert "reaction=ambush" not in after


def test_the_acting_side_declares_from_its_strip_and_the_duel_sheet(phone: Phone, gold: Phone, red: Phone) -> None:
    dueling(phone)
    declares = f'action="{MATCH}/sides/gold/units/1/declare"'
    assert declares in gold.get("/").text
    assert declares not in red.get("/").text
    line = gold.get("/warzone/duel?side=gold&unit=1&target=1&action=shoot&weapon=Wick+Rifle&band=short")
    assert declares in line.text
    answer = gold.post(
        f"{MATCH}/sides/gold/units/1/declare", data={"action": "shoot", "target": "1"}, drop=("X-Warglass",)
    )
    assert answer.status_code == 303
    assert (
        "Declared: they may react."
        in gold.get("/warzone/duel?side=gold&unit=1&target=1&action=shoot&weapon=Wick+Rifle&band=short").text
    )
    assert strip(red).startswith("Watch (Gold)’s Captain shoots at Captain: react?")


CARDED = ("a duel", "two Forces of cards", "a Unit of cards acts", "forty Units a side", "a Move declared")
"""Moments in which a Unit with a card acts, or can, against others with cards."""
DECLARED = {"action": "shoot", "weapon": "Wick Rifle", "band": "long", "obstruction": "light", "aim": True}


def percents(page: str) -> list[str]:
    return re.findall(r"[\d.]+ %", page)


def best(phone: Phone, address: str) -> str:
    """The percentage of the sheet's line that is opened, else of its best one."""
    return percents(unescape(phone.get(address).text).split('class="best"')[1])[0]


@pytest.mark.parametrize("moment", [*CARDED, "a shot declared"])
def test_the_odds_are_the_same_on_both_phones_and_the_sheet(
    moment: str, phone: Phone, gold: Phone, red: Phone, table: Table
) -> None:
    MOMENTS["warzone"][moment](phone)
    state = table.match.state
    assert isinstance(state, State)
    assert state.active is Side.GOLD
    actor = (state.acting or tuple(each for each, unit in state.forces[Side.GOLD].units.items() if unit.ready))[0]
    for weapon in state.forces[Side.GOLD].units[actor].jammed:
        change(phone, f"/api{MATCH}/sides/gold/units/{actor}/reload", weapon=weapon)
    may = [id for id, unit in state.forces[Side.RED].units.items() if not barred(unit, Reaction.DIVE_FOR_COVER)]
    change(phone, f"/api{MATCH}/sides/gold/units/{actor}/declare", **DECLARED, target=may[0], agreed=True)
    asked = urlencode({**DECLARED, "aim": 1, "side": "gold", "unit": actor, "target": may[0]})
    said, dived = (best(gold, f"/warzone/duel?{asked}{dive}") for dive in ("", "&dive=1"))
    assert percents(strip(red))[:2] == [said, dived]
    own = unescape(red.get(f"{MATCH}/sides/red/units/{may[0]}").text)
    assert percents(own.split("Dive for Cover")[1])[:2] == [said, dived]
    api = phone.get(f"/api/warzone/duel?{asked}").get_json()["line"]
    assert said in (percent(api["casualty"]["p"]), percent(api["at_least"][1]["p"]))
    change(phone, f"/api{MATCH}/sides/gold/units/{actor}/fight", **DECLARED, target=may[0], rolls="20 20", agreed=True)
    answer = unescape(red.get("/").text).split('id="react"')[1].split("</section>")[0]
    assert f"units/{may[0]}/react" in answer
    (href,) = re.findall(r'data-stay="([^"]*counterattack[^"]*)"', answer)
    assert percents(answer)[0] == best(red, href)
    assert "obstruction=light" in href

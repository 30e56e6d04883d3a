"""Reactions by forms and links alone: what each side's phone shows of what is going on."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.table.seats import Side
from companion.table.state import Stage
from companion.table.table import Table
from companion.warzone.match.parts import Reaction
from companion.warzone.match.reactions import barred
from companion.warzone.match.state import State, UnitState
from tests.companion.warzone.cards_strategy import GUARD
from tests.web.conftest import Phone
from tests.web.moments import (
    MOMENTS,
    armoury,
    bring_alike,
    change,
    declared_move,
    declared_shot,
    dueling,
    keep,
    keep_force,
)
from web.http.access import Access
from web.warzone.calculators.ledgers import percent
from web.warzone.match.tiles import DUEL

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
    assert said.startswith("Watch (Gold)’s Captain, Move: react? Captain: Ambush 36.8 %")
    assert "Wick Rifle, short · costs Reaction and Activation, 1 left to act" in said
    assert "Lamp Guard: Pinned." in said
    assert strip(gold) == "Watch (Gold)’s Captain, Move. Watch (Red) may react."


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
    assert (ambusher.reaction_counters, ambusher.activated, ambusher.reacting) == (1, True, None)


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
    assert (diver.reaction_counters, diver.reacting) == (1, None)
    assert "Counterattack" not in strip(red), "one Reaction for each action"


def test_who_has_no_attack_for_it_is_not_asked(phone: Phone, red: Phone) -> None:
    """Of one that flies only a shot, or a Charge with Flight."""
    armoury(phone)
    wing = GUARD | {"id": "wing", "name": "Wing", "designations": ["Leader"], "abilities": ["Flight"]}
    keep(phone, "/api/warzone/units/wing", wing)
    keep(phone, "/api/warzone/units/hound", GUARD | {"id": "hound", "name": "Hound", "weapons": GUARD["weapons"][1:2]})
    keep_force(phone, "pack", "wing", "hound")
    bring_alike(phone, "pack")
    change(phone, f"/api{MATCH}/sides/gold/units/1/declare", action="fly")
    said = strip(red)
    assert "Wing: Ambush" in said
    assert "Hound: Ambush" not in said
    assert "Hound: no attack for Ambush now." in said


def test_nobody_reacts(phone: Phone, gold: Phone, red: Phone) -> None:
    declared_move(phone)
    assert red.post(f"{MATCH}/sides/red/forgo", drop=("X-Warglass",)).status_code == 303
    assert (strip(red), strip(gold)) == ("", "")


def test_a_seat_reacts_for_itself_and_a_shared_phone_for_both(
    phone: Phone, gold: Phone, app: Flask, access: Access
) -> None:
    declared_move(phone)
    assert "No Reaction" in strip(seated(app, access, "both"))
    assert "No Reaction" not in strip(gold)
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
    assert strip(red).startswith("Watch (Gold)’s Captain, Shoot at Captain: react?")


def percents(page: str) -> list[str]:
    return re.findall(r"[\d.]+ %", page)


def best(phone: Phone, address: str) -> list[str]:
    """The percentage of the sheet's line that is opened, else of its best one; none of a Unit without a card."""
    _, *found = unescape(phone.get(address).text).split('class="best"')
    return percents(found[0])[:1] if found else []


def hold_the_odds_to_each_other(state: State, phones: dict[str, Phone], shot: dict[str, str | int]) -> set[Reaction]:
    """What the reacting phone is offered, against the sheets: its own of each attack, and the shooter's of a dive, as
    `shot` has its address. Returns what was offered."""
    assert state.declared is not None
    side = state.declared.side.other
    theirs, mine = phones[side.other.value], phones[side.value]
    page = unescape(mine.get("/").text).split('id="react"')
    found = set()
    for offer in page[1].split("</section>")[0].split('class="offer"')[1:] if len(page) > 1 else ():
        ((unit, kind),) = re.findall(r'/units/(\w+)/react".*?value="(\w+)"', offer)
        reaction = Reaction(kind)
        found.add(reaction)
        odds = percents(offer.split("<small>")[0])
        if reaction is Reaction.DIVE_FOR_COVER:
            first = shot["target"]
            at = shot | {"target": unit} | ({"primary": first} if unit != first else {})
            wanted = [each for dive in ({}, {"dive": 1}) for each in best(theirs, f"{DUEL}?{urlencode(at | dive)}")]
        else:
            wanted = best(mine, re.findall(r'data-stay="([^"]*)"', offer)[0])
        assert odds == wanted, (unit, reaction)
        own = unescape(mine.get(f"{MATCH}/sides/{side.value}/units/{unit}").text)
        assert percents(own.split(reaction.title)[1].split("</form>")[0].split("<small>")[0]) == wanted
    assert percents(strip(theirs)) == [], "odds are for those who react"
    return found


@pytest.mark.parametrize("moment", MOMENTS["warzone"])
def test_the_odds_are_the_same_on_both_phones_and_the_sheet(
    moment: str, phone: Phone, gold: Phone, red: Phone, table: Table
) -> None:
    MOMENTS["warzone"][moment](phone)
    phones = {"gold": gold, "red": red}

    def live() -> State | None:
        state = table.match.state
        return state if isinstance(state, State) and state.declared is not None else None

    state = table.match.state
    if not isinstance(state, State) or state.stage is not Stage.PLAY or state.active is None:
        assert (strip(gold), strip(red)) == ("", "")
        return
    side = state.active
    if state.declared is not None:
        hold_the_odds_to_each_other(state, phones, {"side": side.value, "unit": "1", "target": "1"})
    own, enemies = state.forces[side].units, state.forces[side.other].units
    acts = (state.acting or tuple(each for each, unit in own.items() if unit.ready))[0]
    at = f"/api{MATCH}/sides/{side.value}/units/{acts}"
    for weapon in own[acts].jammed:
        change(phone, f"{at}/reload", weapon=weapon)
    stand = [id for id, unit in enemies.items() if unit.fall is None]
    may = [id for id in stand if not barred(enemies[id], Reaction.DIVE_FOR_COVER)]
    shot = {"side": side.value, "unit": acts, "target": (may or stand)[0]}
    lines = phone.get(f"/api{DUEL}?{urlencode(shot)}").get_json()["lines"]
    line = next((each for each in lines if each["action"] == "shoot"), {"action": "shoot"})
    way = {name: line[name] for name in ("action", "weapon", "band") if name in line}
    shot |= way | ({"obstruction": "light", "aim": 1} if lines else {})
    body = {name: value for name, value in shot.items() if name not in ("side", "unit")}
    body |= {"aim": True} if lines else {}
    change(phone, f"{at}/declare", **body, agreed=True)
    declared = live()
    assert declared is not None
    assert hold_the_odds_to_each_other(declared, phones, shot) == ({Reaction.DIVE_FOR_COVER} if may else set())
    said = best(phones[side.value], f"{DUEL}?{urlencode(shot)}")
    assert bool(said) is bool(lines), "without a card nobody has any odds"
    if not lines:
        return
    api = phone.get(f"/api{DUEL}?{urlencode(shot)}").get_json()["line"]
    assert said[0] in (percent(api["casualty"]["p"]), percent(api["at_least"][1]["p"]))
    change(phone, f"{at}/fight", **body, rolls="20 " * line["figures"]["tests"], agreed=True)
    declared = live()
    assert declared is not None
    assert hold_the_odds_to_each_other(declared, phones, shot) == ({Reaction.COUNTERATTACK} if may else set())


def test_a_burst_is_declared_at_all_whom_it_is_spread_over(phone: Phone, gold: Phone, red: Phone, table: Table) -> None:
    """Each of them may dive at its own odds, and the rest of the dice is asked for until it is rolled."""
    dueling(phone)
    change(phone, f"/api{MATCH}/sides/red/units/2/mark", counter="pinned", on=False)
    asked = {"action": "shoot", "weapon": "Wick Rifle", "band": "short"}
    shot = {"side": "gold", "unit": "1", "target": "1", **asked}
    page = unescape(gold.get(f"/warzone/duel?{urlencode(shot)}").text)
    assert "2 of 2 tests here: spread them" in page
    (added,) = re.findall(r'href="([^"]*spread[^"]*)"', page)
    page = unescape(gold.get(added).text)
    assert "1 of 2 tests here" in page
    *_, heavy = re.findall(r'href="([^"]*spread[^"]*)">heavy −4<', page)
    page = unescape(gold.get(heavy).text)
    spread = "2:1:short:heavy"
    further = percents(page.split("Lamp Guard")[1])[0]
    (here,) = best(gold, heavy)
    at = f"{MATCH}/sides/gold/units/1"
    form = {**asked, "target": "1", "spread": spread}
    assert gold.post(f"{at}/declare", data=form, drop=("X-Warglass",)).status_code == 303
    assert strip(red).startswith("Watch (Gold)’s Captain, Shoot at Captain, Lamp Guard: react?")
    offers = unescape(red.get("/").text).split('class="offer"')
    assert {percents(each)[0] for each in offers[1:]} == {here, further}
    assert "declared a Shoot at Captain, Lamp Guard (1): Wick Rifle, short range" in phone.get("/log").text
    assert gold.post(f"{at}/fight", data={**form, "rolls": "3", "armor": "20"}, drop=("X-Warglass",)).status_code == 303
    page = unescape(gold.get("/").text)
    (onward,) = re.findall(r'href="([^"]*)">Shoot on at Lamp Guard<', page)
    assert best(gold, onward) == [further]
    rest = {**asked, "target": "2", "primary": "1", "spread": spread, "obstruction": "heavy", "rolls": "20"}
    assert gold.post(f"{at}/fight", data=rest, drop=("X-Warglass",)).status_code == 303
    assert "Shoot on" not in gold.get("/").text
    state = table.match.state
    assert isinstance(state, State)
    assert len(state.forces[Side.GOLD].units["1"].actions) == 1, "it is one action"
    assert {each.unit.id for each in state.forces[Side.RED].standing} >= {"2"}
    for refused in ("2:2", "2:1 3:1:heavy:cover", "2:0"):
        body = {**asked, "target": "1", "spread": refused}
        assert phone.post(f"/api{at}/declare", {**body, "agreed": True}).status_code in (404, 422), refused

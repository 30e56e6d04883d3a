"""Declared attacks on two phones over two Turns: Reactions, a cloud, an explosion, and what is played by agreement."""

from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from companion.table.commands import Begin
from companion.table.seats import Side
from companion.warzone.attacks.resolution import face_of
from companion.warzone.scenarios import DeploymentArea
from tests.browser.by_the_book import odds
from tests.browser.conftest import Venue
from tests.browser.two_phones import Match, Phone, offered
from tests.companion.warzone import acts as c
from tests.companion.warzone.cards_strategy import GUARD
from tests.web.moments import change, keep, keep_force
from web.http.phones import PhoneSeat
from web.warzone.duel import api

Visit = Callable[..., Page]
TO_THE_ANSWER, TO_THE_RECORD = 3, 6
WEAPONS = [
    {"name": "Wick Rifle", "short": '12" +0 13', "long": '36" -2 12', "cf": 19},
    {"name": "Fog Pot", "abilities": ["Cloud (2)"], "short": '12" +0 12'},
    {"name": "Bomb", "abilities": ["Explosive (3)"], "short": '12" +0 14'},
]


@pytest.fixture
def match(visit: Visit, venue: Venue) -> Match:
    """One that throws against four Lamp Guards; gold goes first."""
    phone = venue.phone()
    thrower = {"id": "thrower", "name": "Thrower", "designations": ["Leader"], "weapons": WEAPONS, "abilities": []}
    keep(phone, "/api/warzone/units/thrower", GUARD | thrower)
    keep(
        phone,
        "/api/warzone/units/lamp",
        GUARD | {"id": "lamp", "name": "Lamp", "weapons": WEAPONS[:1], "abilities": []},
    )
    units = {"gold": ["thrower", "lamp"], "red": ["lamp"] * 4}
    keep(phone, "/api/warzone/choices", {"reaction_wait": "twenty"})
    change(phone, "/api/table/new", game="warzone")
    for side, name in (("gold", "Bright"), ("red", "Dim")):
        keep_force(phone, side, *units[side], name=name)
        change(phone, f"/api/warzone/match/sides/{side}/muster", force=side)
    venue.do(c.SelectArea(side=Side.GOLD, area=DeploymentArea.A), Begin(), c.GoFirst(side=Side.GOLD))
    return Match(visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED))


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """What the next roll of the table shows: the test's die, and its Armor Test's."""

    def load(test: int, armor: int) -> None:
        lot = next(each for each in count() if (face_of(each, "test"), face_of(each, "armor")) == (test, armor))
        monkeypatch.setattr(api, "draw_lot", lambda: lot)

    return load


def test_two_turns_of_declared_attacks(match: Match, venue: Venue, dice: Callable[[int, int], None]) -> None:
    a_cloud_that_one_dives_from(match, dice)
    who_is_in_it_at_the_end_of_the_activation(match, dice)
    one_action_more_than_the_book_has(match, dice)
    the_cloud_at_the_end_of_the_turn(match, venue)
    a_blast_with_two_more_in_it(match, dice)


def a_cloud_that_one_dives_from(match: Match, dice: Callable[[int, int], None]) -> None:
    """MW 13 with +0 at DEF −1, −4 for Heavy Obstruction; DAM 12 against AR 22, +2 for the dive."""
    gold, red = match.phones
    gold.taps = 0
    gold.tap("Activate Thrower", "Attack Lamp 1", "heavy")
    line = gold.line("Fog Pot", "to 12")
    undived, dived = (odds(tn=8, dam=12, ar=22 + dive, left=2) for dive in (0, 2))
    expect(line.locator("b").last).to_contain_text(undived)
    assert gold.taps <= TO_THE_ANSWER
    dice(5, 17)
    gold.tap(line, "Roll for me")
    offer = offered(red, "Lamp 1: Dive for Cover")
    expect(offer.locator("b")).to_have_text(f"{undived} → {dived}")
    expect(offer).to_contain_text("removes it")
    expect(red.page.locator("#react details button")).to_contain_text(
        ["Lamp 2: Dive for Cover", "Lamp 3: Dive", "Lamp 4: Dive"]
    )
    red.tap(offer)
    red.then("No Reaction")
    expect(gold.sheet.locator(".headline"), "rolled by itself").to_have_text("1 Wound, Pinned")
    match.see("#strip", "rolled [5; armor 17] at Lamp 1: Fog Pot, short range, heavy obstruction")
    faces = gold.sheet.locator(".faces").inner_text()
    for obstruction in ("light", "heavy"):
        chip = gold.sheet.locator(".told a").filter(has_text=obstruction)
        gold.tap(chip)
        expect(chip).to_have_attribute("aria-current", "true")
        assert gold.sheet.locator(".faces").inner_text() == faces
    gold.taps -= 2
    gold.then("Apply")
    assert gold.taps <= TO_THE_RECORD
    match.see("#strip", "1 Wound, 1 now, Pinned, it dived for cover, a cloud of 2” stays")
    gold.then("Close")


def who_is_in_it_at_the_end_of_the_activation(match: Match, dice: Callable[[int, int], None]) -> None:
    gold, red = match.phones
    gold.tap("End Activation")
    match.see(".asks", "Fog Pot (2″) hits again")
    dice(1, 20)
    asks = red.page.locator("#in-cloud-1")
    red.tap(asks.get_by_role("button", name="Lamp 2"))
    match.see("#strip", "Lamp 2 in Cloud 1 [armor 20]: 2 Wounds, a Casualty")
    red.then("No other Unit")
    for phone in match.phones:
        expect(phone.page.locator("#in-cloud-1")).to_have_count(0)


def one_action_more_than_the_book_has(match: Match, dice: Callable[[int, int], None]) -> None:
    """A shot after a Move and an Aim is refused, and played by agreement; only whom it was at may answer it."""
    gold, red = match.phones
    red.tap("Activate Lamp 3", "Move")
    gold.then("No Reaction")
    red.tap("Attack Thrower", "aim", red.line("Wick Rifle", "to 12"))
    dice(20, 1)
    red.tap("Roll for me")
    expect(red.sheet.get_by_role("alert")).to_contain_text("Lamp 3: 1 of 2 actions used, and this takes 2.")
    red.tap("We play it")
    expect(offered(gold, "Thrower: Dive for Cover")).to_be_visible()
    expect(gold.page.locator("#react .offer")).to_have_count(1)
    gold.then("No Reaction")
    expect(red.sheet.locator(".headline")).to_have_text("A miss, the weapon must Reload")
    red.apply()
    match.see("#strip", "Aimed and shot Thrower with Wick Rifle: a miss, must Reload")
    expect(offered(gold, "Thrower: Counterattack")).to_contain_text("Bomb, short")
    expect(gold.page.locator("#react .offer")).to_have_count(1)
    gold.then("No Reaction")
    red.tap("End Activation")


def the_cloud_at_the_end_of_the_turn(match: Match, venue: Venue) -> None:
    gold = match.gold
    for phone in match.phones:
        phone.page.locator("#in-cloud-1").wait_for()
    gold.then("No other Unit")
    venue.do(c.EndActivations())
    gold.then("Roll for Fog Pot")
    gold.page.get_by_label("What the real die for Fog Pot shows").fill("12")
    gold.tap(gold.page.locator("#cloud-1 .main"))
    match.see("#strip", "12, it is gone")
    gold.then("End Turn 1")
    match.see(".turn", "Turn 2 of 5")
    venue.do(c.GoFirst(side=Side.GOLD))


def a_blast_with_two_more_in_it(match: Match, dice: Callable[[int, int], None]) -> None:
    """DAM 14 against AR 22: 8 and lower saves. Whoever else is caught is hit by the same die, and its odds say so."""
    gold, red = match.phones
    gold.tap("Activate Thrower", "Attack Lamp 1", gold.line("Bomb", "to 12"))
    dice(3, 4)
    gold.tap("Roll for me")
    red.then("No Reaction")
    expect(gold.sheet.locator(".headline")).to_have_text("Pinned")
    gold.then("Apply")
    for name in ("Lamp 3", "Lamp 4"):
        caught(gold, name, given=odds(tn=20, dam=14, ar=22, left=2, criticals=False))
        match.see("#strip", f"also shot {name} with Bomb")


def caught(phone: Phone, name: str, *, given: str) -> None:
    phone.then(name)
    expect(phone.sheet).to_contain_text("The test is made: 3.")
    expect(phone.sheet.locator(".best b").last).to_contain_text(given)
    phone.sheet.locator("[name=armor]:visible").first.fill("20")
    phone.tap("Read them")
    expect(phone.sheet.locator(".headline")).to_have_text("Casualty")
    phone.then("Apply")

"""Each Scenario of Warzone from its first Turn to its natural end: two phones, and nothing but their pages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.two_phones import Match, Phone, interacted
from tests.browser.venue import Venue
from tests.companion.warzone.cards_strategy import GUARD
from tests.web.moments import MATCH, change, keep, keep_force
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
PICKS = {"gold": ["hold_ground", "acceptable_casualties"], "red": ["escort", "acceptable_casualties"]}
SCENARIOS = ("lead_from_the_front", "breakthrough", "key_positions", "sabotage")
WON, LOST = 7, 2
"""Bright is farther, across or in control in each Turn from the second, and in the fifth has one more for that; all
Units are left at the end, for two each."""
TURNS = 5
MOST_TAPS = 16
"""Of a Turn, with Initiative, a Unit of each side at two counters, and all answers."""


@pytest.fixture
def match(visit: Visit, venue: Venue, scenario: str) -> Match:
    """One Leader a side, everything sealed, and the first Turn to begin."""
    phone = venue.phone()
    captain = {"id": "captain", "name": "Captain", "designations": ["Leader"], "abilities": []}
    keep(phone, "/api/warzone/units/captain", GUARD | captain)
    change(phone, "/api/table/new", game="warzone")
    for side, name in (("gold", "Bright"), ("red", "Dim")):
        keep_force(phone, side, "captain", name=name)
        change(phone, f"{MATCH}/sides/{side}/muster", force=side)
    change(phone, f"{MATCH}/deployment", roll=1)
    change(phone, f"{MATCH}/scenario", scenario=scenario)
    change(phone, f"{MATCH}/sides/red/area", area="b")
    for side, picks in PICKS.items():
        change(phone, f"{MATCH}/sides/{side}/seal", picks=picks)
        if scenario == "key_positions":
            change(phone, f"{MATCH}/sides/{side}/primary", pick="center")
    change(phone, f"{MATCH}/reveal")
    return Match(visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_to_its_natural_end(match: Match, scenario: str) -> None:
    gold, red = match.phones
    gold.tap("Begin")
    if scenario == "lead_from_the_front":
        for phone, side in ((gold, "gold"), (red, "red")):
            phone.tap(phone.page.locator(f"#commander-{side}").get_by_role("button", name="Captain"))
    gold.then("Bright starts")
    for turn in range(1, TURNS + 1):
        gold.taps = red.taps = 0
        if turn > 1:
            initiative(match)
        acted(match, scenario, turn)
        if turn > 1:
            answered(match, scenario, turn)
        assert gold.taps + red.taps <= MOST_TAPS
        if turn < TURNS:
            gold.then(f"End Turn {turn}")
            match.see(".turn", f"Turn {turn + 1} of 5")
    gold.then("End the game")
    for phone in match.phones:
        end = phone.page.get_by_role("region", name="The end")
        expect(end).to_be_in_viewport(ratio=1)
        expect(end).to_contain_text(re.compile(rf"Bright wins\s+{WON} to {LOST}"))
    match.band("gold", "VP", WON)
    match.band("red", "VP", LOST)


def initiative(match: Match) -> None:
    for phone, side, die in ((match.gold, "Bright", "1"), (match.red, "Dim", "20")):
        phone.page.get_by_label(f"Roll for {side} with").fill(die)
        phone.tap(f"Roll for {side}")
    match.gold.then("Keep it")


def acted(match: Match, scenario: str, turn: int) -> None:
    """Each Leader acts; gold's does what scores, and in the fifth Turn more of it."""
    gold, red = match.phones
    gold.then("Activate Captain")
    if scenario == "sabotage" and turn > 1:
        for where in ("left", "right")[: 1 + (turn == TURNS)]:
            interacted(gold, f"Dim’s {where}", 12, "3", "damage 1")
    if scenario == "key_positions" and turn == 2:
        interacted(gold, "Center", 12, "3", "Bright’s")
    gold.then("End Activation")
    red.then("Activate Captain")
    red.then("End Activation")


def answered(match: Match, scenario: str, turn: int) -> None:
    """What was tracked is taken over in one tap; the rest is asked, one question after the other."""
    gold = match.gold
    match.see("#next", "Answer the questions")
    if scenario == "key_positions" and turn == TURNS:
        gold.then("Reveal Primary Objectives")
        match.see(".asks", "You both chose the center counter as your Primary Objective.")
    if scenario == "lead_from_the_front":
        measured(gold)
    tracked = scenario != "breakthrough" or turn == TURNS
    if tracked:
        gold.then("As tracked")
    for question, option in (
        ("breakthrough", 0),
        ("breakthrough-clear", 0),
        ("gold-hold_ground", -1),
        ("red-escort", -1),
    ):
        asked = gold.page.locator(f"#ask-{turn}-{question}")
        if asked.count():
            gold.then("Next question")
            expect(asked).to_be_in_viewport()
            gold.tap(asked.get_by_role("button").nth(option))
            expect(asked.locator(".has")).to_be_visible()


def measured(phone: Phone) -> None:
    form = phone.page.locator("#commanders")
    form.locator("[name=gold]").fill("12.5")
    form.locator("[name=red]").fill("8")
    phone.tap(form.get_by_role("button", name="Work it out"))
    expect(phone.page.locator(".asks")).to_contain_text("Inches: Bright 13, Dim 8.")

"""Scenario Objective counters in a real browser: tapped on one phone, seen on both, counted at the end of the Turn."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.table.commands import Begin
from companion.table.opening import New
from companion.table.sides import Side
from companion.warzone.match import commands as c
from companion.warzone.scenario.deployment import Area, Deployment
from companion.warzone.scenario.scenarios import WarzoneScenario
from tests.browser.venue import Venue
from web.http.seating import PhoneSeat

Visit = Callable[..., Page]


def test_a_counter_is_interacted_with_and_fills_in_the_end_of_the_turn(visit: Visit, venue: Venue) -> None:
    venue.do(
        New(game="warzone"),
        *(c.Muster(side=side, activations=3) for side in Side),
        c.SetDeployment(deployment=Deployment.STANDARD),
        c.SetScenario(scenario=WarzoneScenario.KEY_POSITIONS),
        c.SelectArea(side=Side.RED, area=Area.B),
        Begin(),
        c.KeepInitiative(side=Side.GOLD),
        c.EndActivations(),
        c.EndTurn(),
        c.GoFirst(side=Side.GOLD),
        c.Activate(side=Side.GOLD, units=("1",)),
    )
    gold, red = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)
    gold.get_by_text("What can still score").tap()
    gold.locator("#chances figure a").first.tap()
    expect(gold.get_by_role("heading", name="Interact: Unit 1")).to_be_visible()
    gold.get_by_label("LD", exact=True).fill("12")
    gold.get_by_label("The real die").fill("5")
    gold.get_by_role("button", name="Roll").tap()
    for page in (gold, red):
        expect(page.locator("#goals")).to_contain_text("Gold’s")
        expect(page.locator("#strip")).to_contain_text("5 (a real die) against 12")
    venue.do(c.EndActivation(side=Side.GOLD), c.EndActivations())
    expect(gold.locator(".asks")).to_contain_text("Controlled: Gold 1, Red 0.")
    red.locator("#dock").get_by_role("button", name="As tracked").tap()
    for page in (gold, red):
        expect(page.locator("#band-gold .vp dd")).to_have_text("1")
    expect(red.locator("#ask-2-key .has")).to_contain_text("Gold")

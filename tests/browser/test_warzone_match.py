"""A whole game of Warzone by two phones, one a side, in a real browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.table.commands import Begin
from companion.table.opening import New
from companion.table.sides import Side
from companion.warzone.force.roster import Entry
from companion.warzone.match import commands as c
from companion.warzone.scenario.deployment import Area, Deployment
from companion.warzone.scenario.scenarios import WarzoneScenario
from tests.browser.accessibility import axe
from tests.browser.conftest import Venue
from web.http.seating import PhoneSeat

Visit = Callable[..., Page]


def tap(page: Page, label: str) -> None:
    page.get_by_role("button", name=label).first.tap()


def again(page: Page, label: str) -> None:
    """Where the same finger has only just been: by the key, which no guard holds back."""
    page.get_by_role("button", name=label).first.press("Enter")


def step(page: Page, name: str) -> None:
    """Opens a step of setting up, where it is not open."""
    found = page.locator(f"#step-{name}")
    if found.get_attribute("open") is None:
        found.locator("summary").first.press("Enter")


def type_in(page: Page, side: str, units: str) -> None:
    force = page.locator(f".force.{side}")
    # By the key: the other side may have just redrawn what lies under the finger, and the guard takes no tap there.
    force.locator("summary").press("Enter")
    force.locator("[name=units]").fill(units)
    force.get_by_role("button", name="Keep").tap()


def seal(page: Page, side: str) -> None:
    step(page, "secrets")
    for objective in ("Escort", "Acceptable Casualties"):
        page.get_by_label(objective).tap()
    tap(page, "Seal")
    expect(page.locator("#strip")).to_contain_text(f"{side} seals")


def set_up(gold: Page, red: Page) -> None:
    type_in(gold, "gold", "Knight, W 2, DP 4")
    expect(red.locator(".force.gold")).to_contain_text("Knight")
    type_in(red, "red", "2 Hounds, W 1, DP 2")
    expect(gold.locator("#step-forces")).to_contain_text("1 against 2")
    step(gold, "scenario")
    tap(gold, "Breakthrough")
    step(red, "areas")
    tap(red, "Red takes Side B")
    expect(gold.locator("#step-areas")).to_contain_text("Red chose Side B")
    seal(gold, "Gold")
    step(red, "secrets")
    expect(red.locator("#step-secrets")).to_contain_text("Gold: sealed.")
    expect(red.locator("#step-secrets :checked")).to_have_count(0)
    seal(red, "Red")
    tap(gold, "Reveal both")
    expect(gold.locator("#deploying")).to_contain_text("Red deploys half")
    tap(gold, "Begin")


def turn(gold: Page, red: Page, number: int) -> None:
    """Gold always goes first; in the first Turn it takes a Hound off."""
    if number == 1:
        tap(gold, "Gold starts")
    else:
        for page, side, die in ((gold, "Gold", "1"), (red, "Red", "20")):
            page.get_by_label(f"Roll for {side} with").fill(die)
            tap(page, f"Roll for {side}")
        again(gold, "Keep it")
    tap(gold, "Activate Knight")
    expect(red.locator("#next")).to_have_text("Gold: Knight.")
    if number == 1:
        gold.get_by_role("link", name="Hounds 2").tap()
        tap(gold, "Casualty")
        expect(red.locator("#roster-red .fallen")).to_have_text("Hounds 2")
    tap(gold, "End Activation")
    tap(red, "Activate Hounds 1")
    tap(red, "End Activation")
    if number > 1:
        asking = red.locator("form.ask.part:has(button):not(:has(.has))")
        expect(asking).not_to_have_count(0)
        while asking.count():
            first = asking.first
            found = first.get_attribute("id")
            first.get_by_role("button").first.tap()
            expect(red.locator(f"#{found} .has")).to_be_visible()
    again(gold, "End the game" if number == 5 else f"End Turn {number}")


def test_five_turns_of_a_whole_game_by_two_phones(visit: Visit, venue: Venue) -> None:
    venue.do(New(game="warzone"))
    gold, red = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)
    set_up(gold, red)
    for number in range(1, 6):
        expect(red.locator(".turn")).to_contain_text(f"Turn {number} of 5")
        turn(gold, red, number)
    for page in (gold, red):
        expect(page.get_by_role("region", name="The end")).to_contain_text(re.compile(r"Gold wins\s+9 to 4"))
    assert red.locator(".band").first.get_attribute("id") == "band-gold"
    assert gold.locator(".band").first.get_attribute("id") == "band-red"
    gold.get_by_role("link", name="Report").tap()
    expect(gold.get_by_role("main")).to_contain_text(re.compile(r"Gold wins\s+9 to 4"))


def test_what_one_types_outlives_what_the_other_does(visit: Visit, venue: Venue) -> None:
    venue.do(New(game="warzone"))
    page = visit(seat=PhoneSeat.RED)
    force = page.locator(".force.red")
    force.locator("summary").tap()
    force.locator("[name=units]").fill("2 Hounds, W 1, DP 2")
    force.locator("[name=faction]").select_option("Bauhaus")
    page.locator("#size").fill("75")
    page.evaluate("document.activeElement.blur()")
    venue.do(c.Muster(side=Side.GOLD, entries=(Entry(name="Knight", count=1, wounds=2),)))
    expect(page.locator("#step-forces")).to_contain_text("1 against 0")
    expect(force.locator("[name=units]")).to_be_visible()
    expect(force.locator("[name=units]")).to_have_value("2 Hounds, W 1, DP 2")
    expect(force.locator("[name=faction]")).to_have_value("Bauhaus")
    expect(page.locator("#size")).to_have_value("75")
    force.get_by_role("button", name="Keep").tap()
    expect(page.locator("#step-forces")).to_contain_text("1 against 2")
    expect(page.locator("#size")).to_have_value("75")


def test_the_pages_of_a_match_are_open_to_everyone(visit: Visit, venue: Venue) -> None:
    """What axe finds, what sticks out sideways, and a table that reads on one screen."""
    venue.do(
        New(game="warzone"),
        c.Muster(side=Side.GOLD, entries=(Entry(name="Knight", count=4, wounds=2),), assets=("Fire Support",)),
        c.Muster(side=Side.RED, entries=(Entry(name="Lord of the Low Halls", count=3, wounds=4),)),
        c.SetScenario(scenario=WarzoneScenario.KEY_POSITIONS),
        c.SetDeployment(deployment=Deployment.FLANK),
    )
    page = visit(seat=PhoneSeat.GOLD, reduced_motion="reduce")
    found: list[str] = []

    def look(where: str, path: str = "/") -> None:
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        found.extend(axe(page, where, part="main"))
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 740})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found.append(f"{where} sticks out of {width} px")

    look("setup")
    page.goto("about:blank")
    venue.do(c.SelectArea(side=Side.RED, area=Area.B), Begin(), c.KeepInitiative(side=Side.GOLD))
    venue.do(c.Wound(side=Side.RED, unit="1"), c.PlaceCloud(name="Smoke"))
    look("play")
    page.goto("/")
    small = page.evaluate(
        """[...document.querySelectorAll("button, a, input, summary")].filter((each) => each.checkVisibility())
            .map((each) => [each.textContent, each.getBoundingClientRect()])
            .filter(([, box]) => box.width < 44 || box.height < 44).map(([name]) => name)"""
    )
    assert small == []
    assert page.locator("#act").bounding_box()["y"] > 500  # type: ignore[index]
    look("counters", "/warzone/match/sides/red/units/1")
    page.goto("about:blank")
    venue.do(c.EndActivations(), c.RollCloud(cloud=1, die=c.Die(value=2)), c.EndTurn(), c.GoFirst(side=Side.RED))
    venue.do(c.EndActivations())
    look("questions")
    look("report", "/report")
    assert found == []

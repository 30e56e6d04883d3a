"""From two catalogues and a new game to its first Turn, by the pages alone."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import until
from tests.browser.two_phones import Match, Phone
from tests.companion.warzone.test_battlescribe_bounds import INVENTED

LAMP, BELL = "Lamp Guards Trooper", "Bell Ringers Trooper"
LAMPS, BELLS = "Lamp Guards Leader", "Bell Ringers Leader"


def opened(match: Match) -> None:
    gold, red = match.phones
    gold.page.goto("/game")
    gold.tap("Warzone Eternal")
    expect(gold.page.locator("#step-forces")).to_be_visible()
    imported(gold, "8.", "Lamps.cat", "Lamps_Eternal.gst")
    imported(red, "2.", "Bells.cat")


def imported(phone: Phone, kept: str, *names: str) -> None:
    phone.page.goto("/warzone/units/import")
    phone.page.get_by_label("Choose them together").set_input_files([INVENTED / name for name in names])
    phone.tap("Read them", "Keep what is ticked")
    expect(phone.page.get_by_role("status").filter(has_text="Kept:")).to_contain_text(kept)


def forces_built_and_brought(match: Match) -> None:
    """Both roll, and gold is the Light; it brings what it has just built, red what it kept before."""
    gold, red = match.phones
    for phone in match.phones:
        phone.page.goto("/")
    size = gold.page.get_by_label("Game Size in DP")
    size.fill("20")
    gold.tap(gold.page.locator("form[action$='/size'] button"))
    expect(red.page.get_by_label("Game Size in DP")).to_have_value("20")
    for side, faction in (("Gold", "Capitol"), ("Red", "Dark Legion: Ilian")):
        gold.page.get_by_label(f"Faction of {side}").select_option(faction)
    rolled(gold, "allegiance", {"Gold": "13", "Red": "6"})
    match.see("#step-allegiance summary", "Agents of Light: Capitol")
    match.see("#strip", "Capitol 13, Dark Legion: Ilian 6 + 10")
    gold.tap(gold.page.locator(".force.gold").get_by_role("link", name="Build one"))
    built(gold, "Capitol", LAMP, LAMPS, "DP 17 of 20")
    kept(gold, "Bright")
    gold.tap("Bring it for Capitol")
    match.see("#step-forces .force.gold", "17 of 20 DP: legal")
    red.tap(red.page.locator(".force.red").get_by_role("link", name="Build one"))
    built(red, "Dark Legion: Ilian", BELL, BELLS, "DP 18 of 20")
    kept(red, "Dim")
    red.page.goto("/")
    red.tap("Dim")
    match.see("#step-forces .force.red", "18 of 20 DP: legal")


def built(phone: Phone, faction: str, trooper: str, leader: str, points: str) -> None:
    """A Leader and three Troopers, after one too many and a Leader too early."""
    verdict = phone.page.locator("#verdict")
    expect(verdict).to_be_visible()
    # Its script has to be there to follow the choice.
    phone.page.wait_for_load_state()
    phone.page.get_by_label("Faction", exact=True).select_option(faction)
    phone.tap(f"{leader}: one more")
    expect(verdict).to_contain_text("Not yet.")
    for more in range(1, 5):
        phone.tap(f"{trooper}: one more")
        expect(phone.page.get_by_label(trooper, exact=True)).to_have_value(str(more))
    phone.tap(f"{trooper}: one less")
    expect(verdict).to_contain_text("Legal.")
    expect(verdict).to_contain_text(points)


def kept(phone: Phone, name: str) -> None:
    phone.page.get_by_label("Keep it as").fill(name)
    phone.tap(phone.page.get_by_role("button", name="Keep", exact=True))
    expect(phone.page.get_by_role("status")).to_contain_text(name)


def set_up_in_the_order_of_the_book(match: Match) -> None:
    """Both roll on the table: red selects its area, so that gold goes first."""
    gold, red = match.phones
    gold.tap("Standard")
    match.see("#step-deployment summary", "Standard")
    scenario = gold.page.locator("#step-scenario form.dice")
    scenario.get_by_label("The real die").fill("12")
    gold.tap(scenario.get_by_role("button", name="Roll"))
    match.see("#step-scenario summary", "Key Positions")
    red.tap("Terrain is placed")
    match.see("#step-terrain summary", "placed")
    rolled(gold, "areas", {"Bright": "15", "Dim": "4"})
    match.see("#step-areas", "Dim to choose")
    red.tap("Dim takes Side B")
    match.see("#step-areas summary", "Dim chose Side B")
    sealed(gold, "Bright", "Hold Ground", "Acceptable Casualties", "Center")
    expect(red.page.locator("#step-secrets")).to_contain_text("Bright: sealed.")
    expect(red.page.locator("#step-secrets :is(:checked, [aria-pressed])")).to_have_count(0)
    sealed(red, "Dim", "Slaughter", "Send a Message", "Center")
    gold.tap("Reveal both sides’ picks")
    match.see("#step-secrets", "Send a Message, Slaughter")
    match.see("#step-secrets", "Hold Ground, Acceptable Casualties")
    match.see("#deploying", "half of Dim")
    gold.tap("Begin")
    for phone in match.phones:
        expect(phone.page.locator("body")).to_have_class(re.compile("play"))
        until(phone.page, "scrollY === 0")
    gold.tap("Bright starts")


def sealed(phone: Phone, side: str, *picks: str) -> None:
    """Two Secondary Objectives and, in the same step, a Primary one, which the other phone does not learn."""
    step = phone.page.locator("#step-secrets")
    *secondaries, primary = picks
    for each in secondaries:
        phone.tap(step.get_by_label(each))
    phone.tap(step.get_by_role("button", name="Seal"))
    expect(phone.page.locator("#strip")).to_contain_text(f"{side} sealed")
    phone.tap(step.get_by_role("button", name=primary))
    expect(step.get_by_role("button", name=primary)).to_have_attribute("aria-pressed", "true")


def rolled(phone: Phone, step: str, dice: dict[str, str]) -> None:
    """Both sides' real dice, typed in on one phone."""
    form = phone.page.locator(f"#step-{step} form.dice")
    for side, die in dice.items():
        form.get_by_label(f"{side}’s real die").fill(die)
    phone.tap(form.get_by_role("button", name="Roll"))

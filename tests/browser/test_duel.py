"""From a Unit to the answer in three taps, to everything recorded in six; and no tap that counts twice."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from companion.table.commands import Begin
from companion.table.opening import New
from companion.table.sides import Side
from companion.warzone.match import commands as c
from companion.warzone.match.state import State, UnitState
from companion.warzone.scenario.deployment import Area
from tests.browser.conftest import Venue, double_tap, rested
from tests.companion.warzone.test_battlescribe_bounds import INVENTED
from web.http.seating import PhoneSeat

Visit = Callable[..., Page]
TO_THE_ANSWER, TO_THE_RECORD = 3, 6


class Finger:
    """Taps as a player does, who looks before each, and counts them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.taps = 0

    def on(self, found: Locator) -> None:
        rested(self._page)
        found.tap()
        self.taps += 1


def unit(venue: Venue, side: Side, name: str) -> UnitState:
    state = venue.table.match.state
    assert isinstance(state, State)
    return next(each for each in state.forces[side].units.values() if each.unit.name == name)


def import_cards(page: Page) -> None:
    page.goto("/warzone/units/import")
    lamps = [INVENTED / name for name in ("Lamps.cat", "Lamps_Eternal.gst")]
    page.get_by_label("Choose them together").set_input_files(lamps)
    page.get_by_role("button", name="Read them").tap()
    page.get_by_role("button", name="Keep what is ticked 8 of 8").tap()
    expect(page.get_by_role("status").filter(has_text="Kept: 8.")).to_be_visible()


def keep_force(page: Page, name: str, **units: str) -> None:
    page.goto("/warzone/force?faction=Capitol")
    for card, count in units.items():
        page.get_by_label(card.replace("_", " "), exact=True).fill(count)
    page.get_by_label("Keep it as").fill(name)
    page.get_by_role("button", name="Keep", exact=True).tap()
    expect(page.get_by_role("status")).to_contain_text(name)


def two_imported_forces(visit: Visit, venue: Venue) -> tuple[Page, Page]:
    """Both brought by their own phones, and gold goes first."""
    venue.do(New(game="warzone"))
    gold, red = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)
    import_cards(gold)
    for page, side, name in ((gold, "gold", "Bright"), (red, "red", "Dim")):
        keep_force(page, name, Lamp_Guards_Leader="1", Lamp_Guards_Trooper="2")
        page.goto("/")
        page.locator(f".force.{side}").get_by_role("button", name=name).tap()
        expect(page.locator(f".force.{side}")).to_contain_text("Lamp Guards Leader")
    for command in (c.SelectArea(side=Side.GOLD, area=Area.A), Begin(), c.GoFirst(side=Side.GOLD)):
        venue.do(command)
    for page in (gold, red):
        expect(page.locator("body")).to_have_class(re.compile("play"))
    return gold, red


def test_three_taps_to_the_answer_and_six_to_the_record(visit: Visit, venue: Venue) -> None:
    gold, red = two_imported_forces(visit, venue)
    finger = Finger(gold)
    sheet = gold.locator("dialog .sheet")
    finger.on(gold.get_by_role("button", name="Activate Lamp Guards Leader"))
    finger.on(gold.get_by_role("link", name="Attack Lamp Guards Trooper 1"))
    best = sheet.locator(".best a")
    expect(best).to_contain_text(re.compile(r"\d+−Roll.*\d+−Armor.*%\s*takes it out", re.DOTALL))
    box = best.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740, "seen without scrolling"
    assert finger.taps <= TO_THE_ANSWER

    finger.on(best)
    finger.on(sheet.get_by_role("link", name="Roll for me"))
    outcome = sheet.locator(".headline")
    expect(outcome).to_be_visible()
    said = outcome.inner_text().split(", the ")[0]
    finger.on(sheet.get_by_role("button", name="Apply"))
    assert finger.taps <= TO_THE_RECORD
    expect(sheet).to_be_hidden()
    for page in (gold, red):
        expect(page.locator("#strip")).to_contain_text("with Snuffer [")
    target = unit(venue, Side.RED, "Lamp Guards Trooper 1")
    assert (target.fall is not None) == ("Casualty" in said)
    assert target.pinned == ("Pinned" in said or "Casualty" in said)
    assert [each.value for each in unit(venue, Side.GOLD, "Lamp Guards Leader").actions] == ["charge"]


def test_typed_dice_are_recorded_once_however_often_they_are_sent(visit: Visit, venue: Venue) -> None:
    gold, _ = two_imported_forces(visit, venue)
    gold.get_by_role("button", name="Activate Lamp Guards Leader").tap()
    gold.get_by_role("link", name="Attack Lamp Guards Trooper 1").tap()
    sheet = gold.locator("dialog .sheet")
    rested(gold)
    sheet.get_by_role("link", name=re.compile("Snuffer|Unarmed")).first.tap()
    sheet.get_by_label("d20 rolled").fill("32")
    rested(gold)
    sheet.get_by_role("button", name="Read them").tap()
    expect(sheet.get_by_role("alert")).to_contain_text("must be 1 to 20")
    expect(sheet.get_by_label("d20 rolled")).to_have_value("32")
    sheet.get_by_label("d20 rolled").fill("19")
    rested(gold)
    sheet.get_by_role("button", name="Read them").tap()
    apply = sheet.get_by_role("button", name="Apply")
    expect(apply).to_be_visible()
    rested(gold)
    double_tap(gold, apply)
    expect(gold.locator("#strip")).to_contain_text("charges Lamp Guards Trooper 1")
    assert unit(venue, Side.GOLD, "Lamp Guards Leader").blows == 1
    assert unit(venue, Side.RED, "Lamp Guards Trooper 1").engaged
    gold.get_by_role("button", name="Undo").press("Enter")
    expect(gold.locator("#strip")).to_contain_text("Undone:")
    assert unit(venue, Side.GOLD, "Lamp Guards Leader").blows == 0

"""From a Unit to the answer in three taps, to everything recorded in six; and no tap that counts twice."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from companion.table.commands import Begin
from companion.table.seats import Side
from companion.warzone.battlescribe.reader import read_files
from companion.warzone.cards.library import KeptCards
from companion.warzone.match.state import State, UnitState
from companion.warzone.scenarios import DeploymentArea
from tests.browser.conftest import FRAME, Venue, double_tap
from tests.companion.warzone import acts as c
from tests.companion.warzone.test_battlescribe import files
from tests.support import repeat
from tests.web.moments import change, keep_force
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
TO_THE_ANSWER, TO_THE_RECORD = 3, 6
CATALOGUE = files("Lamps.cat", "Lamps_Eternal.gst")


class Finger:
    """Taps as a player does, who looks before each, and counts them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.taps = 0

    def on(self, found: Locator) -> None:
        found.tap()
        self.taps += 1


def unit(venue: Venue, side: Side, name: str) -> UnitState:
    state = venue.table.match.state
    assert isinstance(state, State)
    return next(each for each in state.forces[side].units.values() if each.unit.name == name)


def two_imported_forces(visit: Visit, venue: Venue) -> tuple[Page, Page]:
    """Of cards as they are printed, and gold goes first."""
    phone = venue.phone()
    change(phone, "/api/table/new", game="warzone")
    ids = {card.name: KeptCards(venue.table).save(card) or card.id for card in read_files(CATALOGUE).cards()}
    units = [ids[f"Lamp Guards {each}"] for each in ("Leader", "Trooper", "Trooper")]
    for side, name in (("gold", "Bright"), ("red", "Dim")):
        keep_force(phone, side, *units, name=name)
        change(phone, f"/api/warzone/match/sides/{side}/muster", force=side)
    venue.do(c.SelectArea(side=Side.GOLD, area=DeploymentArea.A), Begin(), c.GoFirst(side=Side.GOLD))
    return visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)


def test_three_taps_to_the_answer_and_six_to_the_record(visit: Visit, venue: Venue) -> None:
    gold, red = two_imported_forces(visit, venue)
    finger = Finger(gold)
    sheet = gold.locator("dialog .sheet")
    finger.on(gold.get_by_role("button", name="Activate Lamp Guards Leader"))
    finger.on(gold.get_by_role("link", name="Attack Lamp Guards Trooper 1"))
    best = sheet.locator(".best a")
    expect(best).to_contain_text(re.compile(r"\d+−Roll.*\d+−Armor.*%\s*removes it", re.DOTALL))
    box = best.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740, "seen without scrolling"
    assert finger.taps <= TO_THE_ANSWER

    finger.on(best)
    finger.on(sheet.get_by_role("button", name="Roll for me"))
    expect(red.locator("#react")).to_contain_text(", Charge at Lamp Guards Trooper 1: react?")
    expect(red.locator("#react")).to_contain_text("The dice wait")
    red.get_by_role("button", name="No Reaction").tap()
    outcome = sheet.locator(".headline")
    expect(outcome).to_be_visible()
    said = outcome.inner_text().split(", the ")[0]
    finger.on(sheet.get_by_role("button", name="Apply"))
    assert finger.taps <= TO_THE_RECORD
    expect(sheet).to_be_hidden()
    for page in (gold, red):
        expect(page.locator("#strip")).to_contain_text("rolled [")
        expect(page.locator("#strip")).to_contain_text("with Snuffer: ")
    target = unit(venue, Side.RED, "Lamp Guards Trooper 1")
    assert (target.fall is not None) == ("Casualty" in said)
    assert target.pinned == ("Pinned" in said or "Casualty" in said)
    assert [each.value for each in unit(venue, Side.GOLD, "Lamp Guards Leader").actions] == ["charge"]


def test_what_was_tapped_counts_when_the_next_tap_comes_before_its_answer(visit: Visit, venue: Venue) -> None:
    gold, _ = two_imported_forces(visit, venue)
    gold.get_by_role("button", name="Activate Lamp Guards Leader").tap()
    gold.get_by_role("link", name="Attack Lamp Guards Trooper 1").tap()
    sheet = gold.locator("dialog .sheet")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    gold.route("**/warzone/duel?*", hold, times=1)
    sheet.get_by_role("link", name="friend engaged").tap()
    sheet.locator(".best a").tap()
    repeat(lambda: gold.evaluate(FRAME), until=lambda: held)
    held[0].abort()
    chosen = sheet.locator(".chips").first.get_by_role("link", name="friend engaged")
    expect(sheet.get_by_role("link", name="All lines")).to_be_visible()
    expect(chosen).to_have_attribute("aria-current", "true")

    gold.route("**/warzone/duel?*", hold, times=1)
    chosen.tap()
    sheet.get_by_role("button", name="Roll for me").tap()
    repeat(lambda: gold.evaluate(FRAME), until=lambda: held[1:])
    with gold.expect_request("**/roll") as sent:
        held[1].continue_()
    assert (sent.value.post_data_json or {})["friends"] == 2


def test_typed_dice_are_recorded_once_however_often_they_are_sent(visit: Visit, venue: Venue) -> None:
    gold, _ = two_imported_forces(visit, venue)
    gold.get_by_role("button", name="Activate Lamp Guards Leader").tap()
    gold.get_by_role("link", name="Attack Lamp Guards Trooper 1").tap()
    sheet = gold.locator("dialog .sheet")
    sheet.get_by_role("link", name=re.compile("Snuffer|Unarmed")).first.tap()
    sheet.locator("[name=rolls]:visible").first.fill("32")
    sheet.get_by_role("button", name="Read them").tap()
    expect(sheet.get_by_role("alert")).to_contain_text("must be 1 to 20")
    expect(sheet.locator("[name=rolls]:visible").first).to_have_value("32")
    sheet.locator("[name=rolls]:visible").first.fill("19")
    sheet.get_by_role("button", name="Read them").tap()
    apply = sheet.get_by_role("button", name="Apply")
    expect(apply).to_be_visible()
    double_tap(gold, apply)
    expect(gold.locator("#strip")).to_contain_text("charged Lamp Guards Trooper 1")
    assert unit(venue, Side.GOLD, "Lamp Guards Leader").blows == 1
    assert unit(venue, Side.RED, "Lamp Guards Trooper 1").engaged
    gold.get_by_role("button", name="Undo").press("Enter")
    expect(gold.locator("#strip")).to_contain_text("Undone:")
    assert unit(venue, Side.GOLD, "Lamp Guards Leader").blows == 0

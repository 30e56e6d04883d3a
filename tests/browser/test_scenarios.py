"""A scenario from the first field to the last token, in a real browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from companion.table.events import SERVICE
from companion.table.opening import New
from companion.table.seats import Side
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.browser.conftest import FRAME, Venue, until
from tests.companion.wartime import acts as c
from tests.support import repeat

Visit = Callable[..., Page]

CARDS = [{"name": name, "kind": "standard"} for name in ("One", "Two", "Three", "Four", "Five", "Six")]
BATTLE = {
    "id": "battle",
    "name": "Battle",
    "features": [{"hex": "D6", "terrain": "altar", "tokens": 2}],
    "units": [{"side": "red", "name": "Orc", "health": 6}, {"side": "gold", "name": "Archer", "health": 2}],
    "cards": {"gold": {"actions": 3, "dealt": 5, "cards": CARDS}},
}

PLACED = BATTLE | {
    "units": [
        {"side": "red", "name": "Orc", "health": 6, "hex": "B4"},
        {"side": "gold", "name": "Archer", "health": 2},
    ]
}

TAPS = 19
"""Of the scenario below, from its name to its first timer; what is picked in a list counts as two."""


class Finger:
    """Taps, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, found: Locator) -> None:
        self.taps += 1
        found.tap()

    def tool(self, name: str) -> None:
        link = self.page.locator("#tools").get_by_role("link", name=name, exact=True)
        self.tap(link)
        expect(link).to_have_attribute("aria-current", "true")

    def hexes(self, *names: str) -> None:
        for name in names:
            self.tap(self.page.locator(f"#{name}"))

    def pick(self, label: str, value: str) -> None:
        self.taps += 2
        self.page.get_by_role("dialog").get_by_label(label).select_option(value)


def test_a_scenario_is_made_of_nothing_by_tapping_and_played(visit: Visit, venue: Venue) -> None:
    """Woods, a black line, two units of which one has its numbers against one, and a card."""
    page = visit("/scenarios")
    finger = Finger(page)
    page.get_by_role("link", name="Make a scenario").tap()
    page.get_by_label("Name").fill("The Ford")
    page.get_by_role("button", name="Make it").tap()
    expect(page.locator("#board")).to_be_visible()
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollHeight") < 1200, "the board, and what unfolds below it"

    finger.tool("Woods")
    finger.hexes("C4", "C5")
    finger.tool("Black line")
    finger.hexes("G5", "G6")
    expect(page.locator("#marks .black")).to_have_count(1)
    finger.tool("Valyance unit")
    finger.hexes("I3", "I5")
    expect(page.locator("#I5 .unit")).to_have_text("MA2")
    finger.hexes("I3")
    finger.pick("Health", "5")
    finger.pick("Range 1", "melee:3")
    finger.tap(page.get_by_role("link", name="Close"))
    expect(page.locator("#I3 .left")).to_have_text("5")
    finger.tool("Firebrand unit")
    finger.hexes("B4")
    expect(page.locator("#B4 .left")).to_have_text("6")
    finger.tap(page.locator("#cards-gold summary"))
    finger.tap(page.locator("#cards-gold").get_by_label("Advance"))
    expect(page.locator("#cards-gold summary")).to_have_text("Valyance cards 1")
    assert finger.taps == TAPS

    made = Scenarios(venue.table).find("the-ford")
    assert {hex: tile.value for hex, tile in made.terrain.items()} == {"C4": "woods", "C5": "woods"}
    assert [(unit.name, unit.hex, unit.health, unit.speed, unit.charge) for unit in made.units] == [
        ("Man-at-Arms 1", "I3", 5, 2, 1),
        ("Man-at-Arms 2", "I5", None, 2, 1),
        ("Orc 1", "B4", 6, None, 2),
    ]
    hand = made.hand(Side.GOLD)
    assert hand is not None
    assert ([card.name for card in hand.cards], hand.actions) == (["Advance"], 3)

    page.get_by_role("link", name="Scenarios").tap()
    page.get_by_role("button", name="Play The Ford").tap()
    expect(page.locator("#scenario")).to_have_text("The Ford")
    venue.do(c.Begin(), c.Flip(timer="gold-30", unit="Man-at-Arms 1"))
    expect(page.locator("[data-timer=gold-30] .who")).to_have_text("MA1")


def test_what_is_written_is_kept_while_it_is_written(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(BATTLE))
    page = visit("/scenarios/battle/edit")
    page.get_by_text("What it is, and who wins").tap()
    field = page.get_by_label("Who wins, and how")
    field.press_sequentially("Hold the Altar")
    until_kept(page, venue, "Hold the Altar")
    expect(field).to_be_focused()
    field.press_sequentially(" to the end.")
    until_kept(page, venue, "Hold the Altar to the end.")
    expect(field).to_have_value("Hold the Altar to the end.")


def test_a_tool_stays_in_hand_while_what_was_written_is_kept(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(BATTLE))
    page = visit("/scenarios/battle/edit")
    page.get_by_text("What it is, and who wins").tap()
    page.get_by_label("What it is", exact=True).press_sequentially("A bridge.")
    page.locator("#tool-woods").tap()
    page.locator("#C4").tap()
    expect(page.locator("#C4")).to_have_class("hex woods")
    made = Scenarios(venue.table).find("battle")
    assert (made.text, list(made.terrain)) == ("A bridge.", ["C4"])
    expect(page.get_by_label("What it is", exact=True)).to_have_value("A bridge.")


class Held:
    """A table that is slow to answer: changes wait until they are let go."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route("**/scenarios/**", self._take)

    def _take(self, route: Route) -> None:
        if route.request.method == "POST":
            self.routes.append(route)
        else:
            route.continue_()

    def next(self) -> Route:
        repeat(lambda: self.page.evaluate(FRAME), until=lambda: self.routes)
        return self.routes.pop(0)

    def all(self) -> None:
        self.page.unroute("**/scenarios/**")  # which lets go of what is held


def test_what_is_ticked_while_a_name_is_being_kept_is_kept_too(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(PLACED))
    page = visit("/scenarios/battle/edit")
    page.locator("#B4").tap()
    sheet, slow = page.get_by_role("dialog"), Held(page)
    sheet.get_by_label("Name").fill("Grunt")
    sheet.get_by_label("Range 1").select_option("melee:3")
    first = slow.next()
    sheet.get_by_text("Magic").tap()
    first.continue_()
    slow.all()
    until(page, "(await (await fetch('/api/scenarios/battle')).json()).units[0].keywords?.includes('magic')")
    expect(sheet.get_by_label("Magic")).to_be_checked()
    unit = Scenarios(venue.table).find("battle").units[0]
    assert (unit.name, unit.keywords, list(unit.damage)) == ("Grunt", ("magic",), ["1"])


def test_an_older_answer_leaves_a_newer_tick_alone(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(PLACED))
    page = visit("/scenarios/battle/edit")
    cards = page.locator("#cards-red")
    cards.locator("summary").tap()
    slow = Held(page)
    cards.get_by_label("Advance", exact=True).tap()
    first = slow.next()
    cards.get_by_label("Foot Charge", exact=True).tap()
    first.continue_()
    second = slow.next()
    expect(cards.get_by_label("Foot Charge", exact=True)).to_be_checked()
    cards.get_by_label("Bombard", exact=True).tap()
    second.continue_()
    slow.all()
    expect(cards.locator("summary")).to_have_text("Firebrand cards 3")


def test_a_sheet_that_was_closed_before_its_answer_leaves_the_next_alone(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(PLACED))
    page = visit("/scenarios/battle/edit")
    page.locator("#units summary").tap()
    page.locator("#B4").tap()
    sheet, slow = page.get_by_role("dialog"), Held(page)
    sheet.get_by_label("Health").select_option("5")
    held = slow.next()
    page.get_by_role("link", name="Close").tap()
    page.locator("#units").get_by_role("link", name="Archer").tap()
    expect(sheet.get_by_role("heading")).to_contain_text("Archer")
    held.continue_()
    slow.all()
    expect(page.locator("#B4 .left")).to_have_text("5")
    sheet.get_by_label("Health").select_option("3")
    until(page, "(await (await fetch('/api/scenarios/battle')).json()).units[1].health === 3")
    assert [(unit.name, unit.health) for unit in Scenarios(venue.table).find("battle").units] == [
        ("Orc", 5),
        ("Archer", 3),
    ]


def test_a_table_that_hangs_is_told_and_asked_again_for_what_it_has_kept(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(PLACED))
    page = visit("/scenarios/battle/edit?put=woods", own=True)
    page.clock.install()
    page.reload()
    asked: list[Route] = []

    def kept_without_an_answer(route: Route) -> None:
        route.fetch(max_redirects=0)
        asked.append(route)

    page.route("**/tap", kept_without_an_answer)
    page.locator("#C4").tap()
    repeat(lambda: page.evaluate(FRAME), until=lambda: asked)
    page.clock.fast_forward(5000)
    expect(page.locator("#refusal")).to_contain_text("The table does not answer")
    expect(page.locator("#refusal")).not_to_contain_text("not kept")
    page.unroute("**/tap")
    page.clock.fast_forward(3000)
    expect(page.locator("#C4")).to_have_class("hex woods")
    expect(page.locator("#refusal")).to_be_empty()
    page.locator("#C5").tap()
    expect(page.locator("#C5")).to_have_class("hex woods")


def until_kept(page: Page, venue: Venue, victory: str) -> None:
    """Until the table has it, however long its phone rests its pen before it sends."""
    until(
        page,
        f"(await (await fetch('/api/scenarios/battle')).json()).victory === {victory!r}",
    )
    assert Scenarios(venue.table).find("battle").victory == victory


def test_taps_of_two_phones_follow_one_another_and_are_taken_back(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(BATTLE))
    one, other = (visit("/scenarios/battle/edit?put=woods") for _ in range(2))
    one.locator("#C4").tap()
    expect(one.locator("#C4")).to_have_class("hex woods")
    other.locator("#C7").tap()
    expect(other.locator("#C7")).to_have_class("hex woods")
    expect(other.locator("#C4")).to_have_class("hex woods")
    other.get_by_role("button", name="Undo").tap()
    expect(other.locator("#C7")).to_have_class("hex ")
    assert list(Scenarios(venue.table).find("battle").terrain) == ["C4"]


def test_a_tap_that_cannot_be_kept_is_told_where_it_was_made(visit: Visit, venue: Venue) -> None:
    scenarios = Scenarios(venue.table)
    scenarios.save(scenario_of(BATTLE | {"time_spaces": [{"hex": f"A{n}"} for n in range(1, 7)]}))
    page = visit("/scenarios/battle/edit?put=time")
    page.locator("#C7").tap()
    expect(page.locator("#refusal")).to_contain_text(re.compile(r"at most 6\b.* 7"))
    scenarios.delete("battle", source=SERVICE)
    page.locator("#C6").tap()
    expect(page.locator("#refusal")).to_contain_text("There is no scenario called battle")
    expect(page.locator("#C6.asked")).to_have_count(0)


def test_who_has_not_joined_is_asked_in_first(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(BATTLE))
    page = visit("/scenarios/battle/edit?put=woods", joined=False)
    page.locator("#C4").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Which side are you?")
    assert not Scenarios(venue.table).find("battle").terrain


def test_dealt_chosen_played_and_counted_down(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(BATTLE))
    venue.do(New(scenario="battle"))
    page = visit()
    gold = page.locator("[data-side=gold]")
    gold.get_by_role("link", name="Change").tap()
    page.get_by_role("button", name="Deal 5 cards").tap()
    picks = page.get_by_role("dialog").locator(".picks button")
    expect(picks).to_have_count(5)
    for index in range(3):
        picks.nth(index).tap()
        expect(picks.nth(index)).to_have_attribute("aria-pressed", "true")
    first = picks.first.get_attribute("value")
    page.get_by_role("link", name="Close").tap()
    expect(gold.locator("[data-list=cards]")).to_have_text("in secret")
    assert len(venue.table.match.state.forces[Side.GOLD].cards) == 3

    venue.do(c.Begin(), c.Flip(timer="gold-30", unit="Archer"))
    expect(page.locator("[data-timer=gold-30] .who")).to_have_text("Archer")
    page.locator("[data-timer=gold-30] button").tap()
    page.get_by_role("dialog").get_by_role("button", name=first or "?", exact=True).tap()
    expect(page.get_by_role("dialog")).to_be_hidden()
    gold.get_by_role("link", name="Valyance").tap()
    expect(page.locator("dialog s")).to_have_text(first or "?")
    page.get_by_role("link", name="Close").tap()

    page.locator("[data-side=red]").get_by_role("link", name="Firebrand").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Orc loses 4").tap()
    expect(dialog).to_contain_text("2 of 6")
    dialog.get_by_role("button", name="Orc loses 2").tap()
    expect(dialog).to_contain_text("Orc eliminated")
    expect(page.locator("#last")).to_contain_text("Firebrand's Orc loses 2 tokens: eliminated")


def test_another_scenario_brings_its_own_timers_to_a_page_that_is_open(visit: Visit, venue: Venue) -> None:
    Scenarios(venue.table).save(scenario_of(BATTLE | {"id": "bare", "timers": ["gold-30", "red-30"]}))
    page = visit()
    expect(page.locator(".tile")).to_have_count(12)
    venue.do(New(scenario="bare"))
    expect(page.locator(".tile")).to_have_count(2)

"""One evening: a scenario from its file to its report, on two phones, a tablet that looks on, and the panel."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.wartime.scenario.library import scenario_of, write_scenario
from tests.browser.whole_table import WholeTable
from tests.web.wartime.ford import FORD
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
TABLET = {"width": 1024, "height": 768}


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[WholeTable]:
    venue = WholeTable(tmp_path)
    yield venue
    venue.close()


class Phone:
    """A page under a finger that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, *found: Locator | str) -> None:
        for each in found:
            (self.page.locator(each) if isinstance(each, str) else each).tap()
            self.taps += 1

    def hexes(self, *names: str) -> None:
        """Taps hexes of the map; the next only when what this one asks has been answered."""
        for name in names:
            address = self.page.url
            self.tap(f"#board #{name}")
            if name == names[-1]:
                break
            self.page.wait_for_function("(was) => location.href !== was", arg=address)
            expect(self.page.locator("#board .hex.asked")).to_have_count(0)

    def done(self, does: str) -> None:
        """Taps Done once the sentence to be spoken stands above it."""
        expect(self.page.locator(".headline")).to_have_text(does)
        self.tap(".done button")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def chip(self, name: str) -> Locator:
        """A unit in its side's strip."""
        return self.page.locator(f".chip[aria-label^='{name},']")

    def sheet(self, *links: str) -> Locator:
        """Opens the game's sheet and follows links in it."""
        self.tap(".title")
        dialog = self.page.get_by_role("dialog")
        for link in links:
            self.tap(dialog.get_by_role("link", name=link, exact=True))
        return dialog

    def close(self) -> None:
        self.tap(self.page.get_by_role("dialog").get_by_role("link", name="Close"))


class Panel:
    """Its page, with a finger on the buttons."""

    def __init__(self, page: Page, venue: WholeTable) -> None:
        self.page = page
        self.venue = venue

    def down(self, control: str) -> None:
        self.page.locator(f"[data-control={control}] button").hover()
        self.page.mouse.down()

    def press(self, control: str) -> None:
        self.down(control)
        self.page.mouse.up()

    def shows(self, *timers: str) -> None:
        self.venue.shows(self.page, *timers)


class Evening:
    """Everybody at the table."""

    def __init__(self, visit: Visit, venue: WholeTable) -> None:
        self.venue = venue
        # Sand that falls costs each page a tenth of a processor, and other tests watch it.
        self.gold = Phone(visit(seat=PhoneSeat.GOLD))
        self.red = Phone(visit(seat=PhoneSeat.RED))
        self.tablet = Phone(visit(seat=PhoneSeat.LOOK, viewport=TABLET))
        self.panel = Panel(visit("/panel", viewport={"width": 1280, "height": 800}), venue)

    @property
    def pages(self) -> tuple[Page, ...]:
        return self.gold.page, self.red.page, self.tablet.page

    def see(self, found: str, text: str) -> None:
        """All pages of the table say that there."""
        for page in self.pages:
            expect(page.locator(found)).to_contain_text(text)

    def stands(self, hex: str, said: str) -> None:
        """All maps have that in the hex."""
        for page in self.pages:
            expect(page.locator(f"#board #{hex}")).to_have_attribute("aria-label", re.compile(re.escape(said)))

    def runs(self, timer: str, who: str) -> None:
        """All pages and the panel have the timer's sand falling, for that unit or card by its letters."""
        for page in self.pages:
            expect(page.locator(f"[data-timer={timer}]")).to_contain_class("running")
            expect(page.locator(f"[data-timer={timer}] .who")).to_have_text(who)
        self.panel.shows(timer)

    def free(self, timer: str) -> None:
        for page in self.pages:
            expect(page.locator(f"[data-timer={timer}]")).to_contain_class("free")
        self.panel.shows(timer)


def test_a_scenario_from_its_file_to_its_report(visit: Visit, venue: WholeTable) -> None:
    evening = Evening(visit, venue)
    agreed_and_opened(evening)
    set_up_in_secret(evening)
    begun_by_both(evening)
    moved_and_attacked(evening)
    named_after_a_press(evening)
    cast(evening)
    charged_eliminated_and_back(evening)
    disputed(evening)
    paused_and_undone(evening)
    looked_up(evening)
    last_unit_lost(evening)
    read(evening)


def agreed_and_opened(evening: Evening) -> None:
    gold = evening.gold
    gold.page.goto("/choices")
    gold.page.get_by_label("Yes: a large button on each side's phones").check()
    gold.page.get_by_label("Yes: on a page of its own, the same for all").check()
    gold.page.locator("form[action='/choices/wartime']").get_by_role("button", name="Agree").tap()
    expect(gold.page.get_by_role("status").first).not_to_be_empty()
    gold.page.goto("/scenarios")
    gold.page.get_by_label("or its text").fill(write_scenario(scenario_of(FORD)))
    gold.tap(gold.button("Import"))
    gold.tap(gold.button("Play The ford by night"))
    evening.stands("E5", "Goblin of Firebrand, 4 tokens")
    evening.stands("E7", "altar, 3 tokens")
    evening.see("#clock", "2:00")


def set_up_in_secret(evening: Evening) -> None:
    gold, red = evening.gold, evening.red
    gold.tap("#neutral-120")
    for page in evening.pages:
        expect(page.locator("[data-timer=neutral-120]")).to_contain_class("running")
    evening.panel.shows("neutral-120")
    for phone, cards in ((gold, ("Advance", "Foot Charge")), (red, ("Shadow", "Bombard"))):
        phone.tap(".near .chip.all")
        for card in cards:
            chip = phone.page.locator("dialog .picks").get_by_role("button", name=card)
            phone.tap(chip)
            expect(chip).to_have_attribute("aria-pressed", "true")
        phone.close()
    for other, secret in ((red, "Advance"), (gold, "Shadow"), (evening.tablet, "Shadow")):
        other.tap(".far .chip.all")
        expect(other.page.get_by_role("dialog")).to_contain_text("chosen in secret")
        assert secret not in other.page.content()
        other.close()
    evening.venue.clock.skip(seconds=120)
    for page in evening.pages:
        expect(page.locator("[data-timer=neutral-120]")).to_contain_class("free")
        expect(page.locator(".near .chip.all small")).to_have_count(0)
    evening.panel.shows("neutral-120", "gold-30")


def begun_by_both(evening: Evening) -> None:
    evening.gold.tap(evening.gold.button("Ready"))
    expect(evening.red.button("Begin")).to_contain_text("Valyance is ready")
    evening.panel.down("red-30")
    for page in evening.pages:
        expect(page.locator("#main")).to_have_attribute("data-phase", "running")
    evening.panel.page.mouse.up()
    evening.panel.shows("gold-30", "red-30", "red-spell")


def moved_and_attacked(evening: Evening) -> None:
    gold, red = evening.gold, evening.red
    gold.taps = 0
    gold.hexes("G5", "E5")
    gold.done("Archer attacks Goblin for 2 damage.")
    assert gold.taps <= 4
    evening.runs("gold-30", "Arc")
    evening.stands("E5", "Goblin of Firebrand, 2 tokens")
    evening.stands("G5", "Archer of Valyance, 3 tokens, active")

    gold.taps = 0
    gold.hexes("G6", "F6")
    gold.done("Man-at-Arms moves 1 space.")
    assert gold.taps == 3
    expect(gold.page.locator("#answer")).to_contain_text("Its bearer has one damage more.")
    evening.runs("gold-60a", "MA")
    evening.stands("F6", "Man-at-Arms of Valyance, 5 tokens, active")

    red.hexes("D7", "E7")
    red.done("Orc attacks the Altar for 2 damage.")
    evening.runs("red-30", "Orc")
    evening.stands("E7", "altar, 1 token")


def named_after_a_press(evening: Evening) -> None:
    gold = evening.gold
    evening.panel.press("gold-60b")
    evening.runs("gold-60b", "in use")
    gold.tap(gold.chip("Wizard"), "#gold-60b")
    evening.runs("gold-60b", "Wiz")
    evening.stands("H5", "Wizard of Valyance, 3 tokens, active")


def cast(evening: Evening) -> None:
    """The Witch acts, so that only the Shaman is free to cast."""
    red = evening.red
    red.tap(red.chip("Witch"), "#red-90")
    evening.runs("red-90", "Wit")
    red.tap("#red-spell")
    dialog = red.page.get_by_role("dialog")
    expect(dialog.locator(".chips").first.get_by_role("button")).to_have_text(["Shadow"])
    red.tap(dialog.get_by_role("button", name="Shadow"))
    for page in evening.pages:
        expect(page.locator("[data-timer=red-spell]")).to_contain_class("running")
        expect(page.locator("[data-timer=red-spell] .who")).to_contain_text("Shadow")
    evening.panel.shows("red-spell")
    evening.see(".last", "Shadow")


def charged_eliminated_and_back(evening: Evening) -> None:
    gold, red = evening.gold, evening.red
    gold.taps = 0
    gold.hexes("G9", "E5")
    gold.done("Knight charges Goblin for 3 damage.")
    assert gold.taps <= 4
    evening.runs("gold-90", "Kni")
    expect(gold.page.locator("#answer")).to_contain_text("Whoever stands here at dawn counts double.")
    gold.hexes("F5")
    expect(gold.page.locator("#answer .last")).to_be_visible()
    for page in evening.pages:
        expect(page.get_by_role("link", name="Goblin, eliminated")).to_be_attached()

    red.tap(red.chip("Goblin"))
    red.tap(red.page.locator("#answer").get_by_role("link", name="Sheet"))
    dialog = red.page.get_by_role("dialog")
    red.tap(dialog.get_by_role("button", name="Goblin is back with 4"))
    expect(dialog).to_contain_text("4 of 4")
    red.close()
    red.hexes("E5")
    red.tap(red.button("Put it here"))
    evening.stands("E5", "Goblin of Firebrand, 4 tokens")


def disputed(evening: Evening) -> None:
    """Gold flips first, but red's hand was at the Goblin before that."""
    gold, red = evening.gold, evening.red
    evening.venue.clock.skip(seconds=95)
    for timer in ("gold-30", "gold-90", "red-30", "red-spell"):
        evening.free(timer)
    evening.panel.press("red-hand")
    evening.see(".last", "Firebrand touched its hand")
    gold.tap(gold.button("Valyance’s hand"))
    evening.see(".last", "Valyance touched its hand")
    gold.hexes("G5", "E5")
    gold.done("Archer attacks Goblin for 2 damage.")
    evening.stands("E5", "Goblin of Firebrand, 2 tokens")
    red.hexes("E5", "E4")
    red.done("Goblin moves 1 space.")
    evening.runs("gold-30", "Arc")
    evening.runs("red-30", "Gob")
    red.page.goto("/disputes")
    hearing = red.page.locator("#hearing")
    expect(hearing).to_contain_text("Firebrand began first")
    expect(hearing.locator(".verdict")).to_have_text(re.compile(r"Firebrand keeps .* Valyance takes"))
    red.tap(red.button("Propose it"))
    said = "Firebrand proposes: Valyance 30 taken back, 2 tokens put back onto Firebrand's Goblin."
    evening.see("#proposal", said)
    gold.tap(gold.button("Agree"))
    evening.free("gold-30")
    evening.stands("E4", "Goblin of Firebrand, 4 tokens, active")
    for page in evening.pages:
        expect(page.locator("#proposal")).to_be_hidden()


def paused_and_undone(evening: Evening) -> None:
    gold, red = evening.gold, evening.red
    red.hexes("B6", "C6")
    red.done("Shaman moves 1 space.")
    evening.runs("red-60a", "Sha")
    evening.stands("C6", "Shaman of Firebrand, 3 tokens, active")
    red.tap(red.button("Undo: Shaman"))
    evening.free("red-60a")
    evening.stands("B6", "Shaman of Firebrand, 3 tokens")
    evening.panel.press("pause")
    for page in evening.pages:
        expect(page.locator("#main")).to_have_attribute("data-paused", "yes")
    evening.panel.shows("red-30", "gold-90")
    gold.tap(gold.button("Resume"))
    for page in evening.pages:
        expect(page.locator("#main")).to_have_attribute("data-paused", "no")
    evening.runs("red-30", "Gob")


def looked_up(evening: Evening) -> None:
    tablet = evening.tablet
    tablet.sheet("Sitting ducks")
    duck = tablet.page.locator("#ducks .duck").filter(has_text="Goblin")
    expect(duck).to_contain_text("E4")
    expect(duck).to_contain_text("Archer attacks for 2: 2 left")
    tablet.tap(tablet.page.get_by_role("link", name="Table", exact=True).last)
    evening.stands("E4", "Goblin of Firebrand, 4 tokens, active")


def last_unit_lost(evening: Evening) -> None:
    """Every phone is asked at once; one tap of each side ends the game."""
    gold, red = evening.gold, evening.red
    red.tap(".near .chip.all")
    dialog = red.page.get_by_role("dialog")
    for unit, tokens, left in (
        ("Goblin", 4, ""),
        ("Orc", 4, "2 of 6"),
        ("Orc", 2, ""),
        ("Shaman", 3, ""),
        ("Witch", 3, ""),
    ):
        red.tap(dialog.get_by_role("button", name=f"{unit} loses {tokens}", exact=True))
        expect(dialog.locator(".stacks li").filter(has_text=unit)).to_contain_text(left or "eliminated")
    red.close()
    evening.see("#proposal", "Valyance has destroyed every unit. End the game?")
    expect(evening.tablet.page.locator("#proposal button")).to_have_count(0)
    gold.taps = red.taps = 0
    red.tap(red.button("End the game"))
    evening.see("#proposal", "Valyance has destroyed every unit.")
    expect(red.page.locator("#proposal")).to_contain_text("The game ends when Valyance agrees.")
    gold.tap(gold.button("End the game"))
    assert (gold.taps, red.taps) == (1, 1)


def read(evening: Evening) -> None:
    gold = evening.gold
    for page in evening.pages:
        expect(page.get_by_role("heading", name="Valyance wins")).to_be_visible()
    evening.panel.shows("gold-30", "red-30", "neutral-600")
    for phone in (gold, evening.red, evening.tablet):
        phone.tap(phone.page.get_by_role("link", name="Report", exact=True))
        expect(phone.page.locator(".over")).to_contain_text("Valyance wins")
        told = phone.page.locator("main")
        expect(told).to_contain_text("paused once")
        for name, valyance, firebrand in (("Spells among them", 0, 1), ("Tokens lost", 0, 20)):
            row = told.get_by_role("row", name=name)
            expect(row.get_by_role("cell")).to_have_text([str(valyance), str(firebrand)])
        expect(told.locator(".red .lanes .unit").filter(has_text="Goblin")).to_contain_text("eliminated")

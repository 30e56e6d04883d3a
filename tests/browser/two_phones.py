"""Two phones at a game of Warzone: what a finger does on one, and what an eye sees on both."""

import re
from functools import partial

from playwright.sync_api import Locator, Page, expect

from tests.support import repeat


class Phone:
    """A page under a finger that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, *found: Locator | str) -> None:
        """Links and buttons by their name."""
        for each in found:
            (self.named(each) if isinstance(each, str) else each).tap()
            self.taps += 1

    def then(self, name: str) -> None:
        """Once it is there."""
        expect(self.named(name)).to_be_visible()
        self.tap(name)

    def named(self, name: str) -> Locator:
        found = re.compile(f"^{re.escape(name)}")
        page = self.sheet if self.sheet.is_visible() else self.page.locator("body")
        return page.get_by_role("button", name=found).or_(page.get_by_role("link", name=found)).first

    def line(self, weapon: str, how: str) -> Locator:
        """A weapon's line of the duel sheet, by its band or action."""
        return self.sheet.locator(".ways a").filter(has_text=re.compile(rf"^\s*{weapon}\s*{how}"))

    def dice(self, rolls: str, armor: str = "") -> None:
        """Types in what was rolled on the table, from cell to cell by the keyboard alone, and has it read."""
        self.tap(self.sheet.locator("#rolls"))
        for name, faces in (("rolls", rolls), ("armor", armor)):
            for cell, face in zip(self.sheet.locator(f".typed input[id^={name}]").all(), faces.split(), strict=False):
                here = partial(cell.evaluate, "(cell) => cell === document.activeElement")
                repeat(partial(self.page.keyboard.press, "Tab"), until=here)
                self.page.keyboard.type(face)
        self.tap("Read them")

    def apply(self) -> None:
        self.then("Apply")
        expect(self.sheet).to_be_hidden()

    @property
    def sheet(self) -> Locator:
        return self.page.locator("dialog .sheet")


class Match:
    """Both phones of a game."""

    def __init__(self, gold: Page, red: Page) -> None:
        self.gold, self.red = Phone(gold), Phone(red)

    @property
    def phones(self) -> tuple[Phone, Phone]:
        return self.gold, self.red

    def see(self, found: str, text: str) -> None:
        """Both phones say that there."""
        for phone in self.phones:
            expect(phone.page.locator(found)).to_contain_text(text)

    def counters(self, side: str, unit: str, *marks: str) -> None:
        """Both phones show these beside the Unit, and no others."""
        for phone in self.phones:
            tile = phone.page.locator(f"#roster-{side} > li").filter(has_text=unit)
            expect(tile.locator("b")).to_have_text(list(marks))

    def to_act(self, **left: int) -> None:
        for side, count in left.items():
            self.band(side, "to act", count)

    def band(self, side: str, what: str, count: int) -> None:
        """Both phones say so much of it in the side's band."""
        for phone in self.phones:
            found = phone.page.locator(f"#band-{side} dl > div").filter(has_text=what)
            expect(found.locator("dd")).to_have_text(str(count))


def shows(line: Locator, weapon: str, *, roll: int, armor: int, out: str, hope: str = "removes it") -> None:
    """The three figures of a line; `hope` is what the last of them is the chance of."""
    expect(line).to_contain_text(weapon)
    expect(line.locator("b")).to_have_text([f"{roll}−Roll", f"{armor}−Armor", f"{out}{hope}"])


def offered(phone: Phone, what: str) -> Locator:
    """A Reaction among those that the phone is asked about."""
    found = phone.page.locator("#react .offer button").filter(has_text=what)
    expect(found).to_be_visible()
    return found


def fallen(match: Match, unit: str) -> None:
    for phone in match.phones:
        expect(phone.page.locator(".roster .fallen").filter(has_text=unit)).to_be_visible()


def interacted(phone: Phone, counter: str, ld: int, die: str, said: str) -> None:
    """With a real die; the LD is the card's."""
    goal = phone.page.locator("#goals").get_by_role("link", name=re.compile(f"^{counter}"))
    phone.tap(goal)
    expect(phone.page.get_by_label("LD", exact=True)).to_have_value(str(ld))
    phone.page.get_by_label("The real die").fill(die)
    phone.tap("Roll")
    expect(phone.page.locator("#strip")).to_contain_text(f"{die} (a real die) against {ld}")
    expect(goal).to_contain_text(said)


def rallied(phone: Phone, unit: str) -> None:
    phone.tap(phone.page.locator("#roster-gold").get_by_role("link", name=re.compile(f"^{unit}.*counters")))
    phone.tap("Rally")

"""A battle from its first card to its break-through: two phones whose taps are counted, and all who look on."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.battleline.match import commands as c
from companion.table.seats import Seat
from hardware.faces.flags_won import FlagsWonFace
from hardware.games.faces import face_for
from tests.browser.battles import battle, cards
from tests.browser.whole_table import WholeTable
from web.http.seating import PhoneSeat

Visit = Callable[..., Page]
SCROLLS = "window.scrolls = 0; addEventListener('scroll', () => (scrolls += 1), true);"
LATER = "5:G10 2:B4 5:G9 2:B5 5:G8 2:B6 6:P10 3:O1 6:P9 3:O2 6:P8 3:O3"


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[WholeTable]:
    venue = WholeTable(tmp_path)
    yield venue
    venue.close()


class Thumb:
    """It swipes nowhere, so it taps only what is in sight as a whole; and it counts its taps."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self._taps = 0
        page.add_init_script(SCROLLS)
        page.goto(address)

    def tap(self, kind: str, name: str) -> None:
        found = self.page.get_by_role(kind, name=name, exact=True)  # type: ignore[arg-type]
        expect(found).to_be_in_viewport(ratio=1)
        found.tap()
        self._taps += 1

    def sees(self, kind: str, name: str) -> tuple[int, int]:
        """How many taps it took since it last saw something, and swipes."""
        found = self.page.get_by_role(kind, name=name)  # type: ignore[arg-type]
        expect(found).to_be_in_viewport(ratio=1)
        taps, self._taps = self._taps, 0
        swipes: int = self.page.evaluate("scrolls")
        return taps, swipes


def test_from_the_first_card_to_the_break_through(visit: Visit, venue: WholeTable) -> None:
    battle(venue)
    gold = Thumb(visit("about:blank", seat=PhoneSeat.GOLD), venue.url)
    red = Thumb(visit("about:blank", seat=PhoneSeat.RED), venue.url)
    screen = visit("/watch", joined=False, viewport={"width": 1280, "height": 720})

    for thumb, flag, card in ((gold, 4, "Red 10"), (red, 1, "Blue 1")):
        thumb.tap("link", f"Flag {flag}")
        expect(thumb.page.get_by_role("region", name=f"Flag {flag}")).to_be_visible()
        thumb.tap("button", card)
        assert thumb.sees("link", f"{card}: change") == (2, 0)
    for thumb, card in ((gold, "Red 9"), (red, "Blue 2"), (gold, "Red 8"), (red, "Blue 3")):
        expect(thumb.page.get_by_text("You are next.")).to_be_visible()
        thumb.tap("button", card)
        assert thumb.sees("link", f"{card}: change") == (1, 0), "the flag stays open"
    assert cards(venue, 4)["gold"] == ["R10", "R9", "R8"]

    for flag in (4, 5, 6):
        assert gold.sees("link", f"Flag {flag}, Team Gold can claim it") == (0, 0)
        gold.tap("button", f"Claim flag {flag}")
        if flag == 6:
            break
        assert gold.sees("link", f"Flag {flag}, Team Gold’s") == (1, 0)
        assert red.sees("region", f"The proof of flag {flag}") == (0, 0)
        red.tap("button", "Agree")
        assert red.sees("link", f"Flag {flag}, Team Gold’s") == (1, 0)
        if flag == 4:
            lay(venue, LATER)
            expect(gold.page.get_by_text("Orange 3 at flag 3", exact=True)).to_be_visible()

    for thumb, taps in ((gold, 1), (red, 0)):
        assert thumb.sees("heading", "Team Gold wins") == (taps, 0)
        assert thumb.sees("img", "Flags 4, 5 and 6") == (0, 0)
        expect(thumb.page.get_by_text("by a break-through at flags 4, 5 and 6")).to_be_in_viewport(ratio=1)
    expect(screen.locator(".word")).to_contain_text("Team Gold wins by a break-through at flags 4, 5 and 6")
    expect(screen.locator(".bridged")).to_have_count(2)
    for timer in ("gold-30", "red-90", "neutral-120"):
        face = face_for((timer,), venue.table.view(), 0)
        assert isinstance(face, FlagsWonFace)
        assert (face.flags, face.joined) == ((4, 5, 6), True)
    assert venue.lit("gold-30", "red-90", "neutral-120")


def lay(venue: WholeTable, text: str) -> None:
    """As both would in turn, gold first."""
    for index, each in enumerate(text.split()):
        flag, _, piece = each.partition(":")
        venue.do(c.Lay(side=(Seat.GOLD, Seat.RED)[index % 2], flag=int(flag), piece=piece))

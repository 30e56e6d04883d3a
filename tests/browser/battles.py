"""Battles as far as they have come, for the tests of their page."""

from playwright.sync_api import FloatRect, Page

from companion.table.opening import New
from companion.table.seats import Seat
from tests.browser.venue import Venue
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import idle, state

FLAG_1_AND_6 = "1:Y10 1:G9 5:R7 5:B9 1:Y9 1:G10 5:R8 5:B8 7:O10 6:G4 7:O9 6:G6 4:O7 2:O3 1:Y8 6:G5 6:Y1 8:B7 5:R9 9:R2"
"""Gold is next and can claim flag 1; Red has just played and can claim flag 6; at flag 5 Blue 10 is in Gold's way."""


def battle(venue: Venue, text: str = "") -> None:
    """A new one of two, in which Gold and Red have laid in turn: "1:R8" at flag 1 a Red 8, "-" something idle."""
    venue.do(New(game="battleline"))
    for index, each in enumerate(text.split()):
        seat = (Seat.GOLD, Seat.RED)[index % 2]
        flag, _, piece = each.partition(":")
        venue.do(idle(state(venue), seat) if each == "-" else c.Lay(side=seat, flag=int(flag), piece=piece))


def cards(venue: Venue, flag: int) -> dict[str, list[str]]:
    """What lies at a flag, by side."""
    return {side: list(laid) for side, laid in venue.table.view().flags[flag - 1].cards.items()}


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return found

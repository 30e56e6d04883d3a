"""What is filled in before a page's own script has come is answered as soon as it is there."""

import re
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Locator, Page, Route, expect

from companion.warzone.cards.library import KeptCards
from tests.browser.conftest import Venue
from tests.companion.warzone.cards_strategy import guard
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]


class Asked(NamedTuple):
    """What is filled in where, and what the page goes on to say."""

    path: str
    script: str
    name: str
    value: str
    answer: str


def field(page: Page, name: str) -> Locator:
    return page.locator(f"main [name={name}], header [name={name}]").first


ASKED = (
    Asked("/warzone/force", "warzone_force", "faction", "Capitol", "Lamp Guard"),
    Asked("/warzone/shoot", "warzone_calc", "attacker", "lamp-guard", "AR"),
    Asked("/rulings", "rulings", "q", "thicket", "What does a Thicket do?"),
)


def test_a_field_that_was_filled_in_before_the_script_came_is_answered(visit: Visit, venue: Venue) -> None:
    KeptCards(venue.table).save(guard())
    page = visit("about:blank", seat=PhoneSeat.GOLD)
    for asked in ASKED:
        filled_in_early(page, venue, asked)


def filled_in_early(page: Page, venue: Venue, asked: Asked) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(rf"/{asked.script}\b[^/]*\.js"), hold)
    page.goto(venue.url + asked.path, wait_until="commit")
    chosen = field(page, asked.name)
    if chosen.evaluate("each => each.matches('select')"):
        chosen.select_option(asked.value)
    else:
        chosen.fill(asked.value)
    with page.expect_response(lambda response: f"{asked.name}={asked.value}" in response.url):
        held.pop().continue_()
    expect(page.get_by_role("main")).to_contain_text(asked.answer)

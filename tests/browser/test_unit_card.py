"""A unit card typed in from its print in one go, kept, and counted into a Force."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.warzone.cards.library import KeptCards
from tests.browser.conftest import Venue
from tests.companion.warzone.cards_strategy import guard

Visit = Callable[..., Page]

FROM_NAME_TO_SAVE = (
    *("Lamp Guard", "Lamp Guards", "Trooper", "Capitol", "4", None, "Steadfast, Long Wick (3)", "30", None),
    *("4", "13", "12", "6", "-1", "22", "2", "11", "12"),
    *("Wick Rifle", "Burst (2)", "", "12 +0 13", "36 -2 12", "19", None),
    *("Snuffer", "", "+1 ST+5", "", "", "20", None),
)
"""What is typed into each field in turn, or nothing; None steps over a field or a button."""


def test_a_card_is_typed_in_by_tab_alone_and_brought_in_a_force(visit: Visit, venue: Venue) -> None:
    page = visit("/warzone/units/new")
    page.get_by_label("Name", exact=True).first.focus()
    for text in FROM_NAME_TO_SAVE:
        if text:
            page.keyboard.type(text)
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Add a weapon")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Save").last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Saved: Lamp Guard.")
    (card,) = KeptCards(venue.table).all()
    assert card == guard(
        weapons=[
            {"name": "Wick Rifle", "abilities": ["Burst (2)"], "short": "12 0 13", "long": "36 -2 12", "cf": 19},
            {"name": "Snuffer", "cc": "+1 ST+5", "cf": 20},
        ]
    )

    KeptCards(venue.table).save(guard(id="captain", name="Captain", designations=["Leader (1 : Lamp Guards)"]))
    page.goto("/warzone/force?faction=Capitol")
    verdict = page.locator("#verdict")
    expect(page.locator("#why")).to_contain_text("You have no Leader")
    page.get_by_label("Captain", exact=True).fill("1")
    page.get_by_label("Lamp Guard", exact=True).fill("1")
    page.get_by_label("Lamp Guard", exact=True).press("Tab")
    expect(verdict).to_contain_text("Legal.")

"""The proof of a claim under a thumb, in a real browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect


def test_a_claim_is_laid_by_thumb(visit: Callable[..., Page]) -> None:
    page = visit("/battleline/claim", joined=False)
    for card in ("R7", "R8", "R9", "B8", "B9"):
        page.locator(f"#{card}").tap()
        # What an answer has moved is not where the next finger looked for it.
        expect(page).to_have_url(re.compile(rf"\b{card}\b"))
    expect(page.locator("#headline")).to_have_text("Not yet.")
    page.locator("#to-seen").tap()
    expect(page).to_have_url(re.compile(r"to=seen$"))
    page.locator("#B10").tap()
    expect(page.locator("#headline")).to_have_text("Claim.")
    expect(page).to_have_url(re.compile(r"\?mine=R7\.R8\.R9&theirs=B8\.B9&seen=B10&to=seen$"))


def test_a_click_counts_though_the_page_is_drawn_anew_under_it(visit: Callable[..., Page]) -> None:
    page = visit("/battleline/claim", joined=False)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/claim\?"), hold, times=1)
    with page.expect_request(re.compile(r"/claim\?")):
        page.locator("#R7").tap()
    box = page.locator("#R8").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    held.pop().continue_()
    expect(page).to_have_url(re.compile(r"mine=R7\b"))
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"mine=R7\.R8\b"))

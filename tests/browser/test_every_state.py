"""What holds on every page in every state: nothing moves by itself, axe finds nothing in either scheme, and all of it
fits on screens of every size. With every change each state is in one scheme, and the next one in the other."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.accessibility import SCHEMES, axe
from tests.browser.fits import EXTREMES, LARGE, LETTERS, SHORT, SIZES, TELEVISION, misfits, scrolls, write
from tests.browser.shifts import unsteady
from tests.browser.states import STATES, WATCH, State, at_fault
from tests.browser.venue import Stage
from tests.browser.visits import phone_at, shown, shown_on

SLOW = {"wartime-running", "warzone-a-unit-acts-all-opened", "battleline-a-flag-open"}
"""What a slow phone opens with every change; it takes minutes to open the others so."""
EVERYDAY = {
    "wartime-a-stranger-s-first-page-all-opened",
    "wartime-paused",
    "wartime-refused",
    "wartime-the-game-s-sheet-one-put-away-one-running",
    "wartime-somebody-has-won",
    "wartime-a-side-with-cards-dealt",
    "wartime-a-side-with-its-stacks",
    "wartime-a-timer-and-what-a-card-allows",
    "wartime-report-of-a-game-that-is-over",
    "wartime-a-dispute-who-was-first",
    "wartime-chits",
    "wartime-measure",
    "wartime-an-attack",
    "wartime-an-attack-on-the-map",
    "wartime-a-move",
    "wartime-a-charge",
    "wartime-a-board-being-edited",
    "wartime-a-wrong-question",
    "wartime-a-scenario-to-read",
    "wartime-a-scenario-that-is-made",
    "warzone-forces-mustered-all-opened",
    "warzone-ready",
    "warzone-questions-all-opened",
    "warzone-ended",
    "warzone-counters",
    "warzone-report",
    "warzone-shoot-all-opened",
    "warzone-plans-all-opened",
    "warzone-tests-all-opened",
    "warzone-a-unit-card-all-opened",
    "warzone-a-unit-card-that-is-changed",
    "warzone-unit-cards",
    "warzone-a-card-from-a-link",
    "warzone-a-force",
    "battleline-a-claim-refused",
    "battleline-late-in-the-mud",
    "battleline-a-flag-of-three",
    "battleline-a-proof-before-its-side",
    "battleline-a-proof-a-kind-that-is-out",
    "battleline-ended",
    "battleline-three-ended",
    "battleline-claim-all-opened",
    "battleline-not-yet-all-opened",
    "all-rulings",
    "all-rulings-asked",
    "all-rulings-nothing-found",
    "all-a-ruling",
    "all-a-ruling-with-a-choice",
    "all-a-book",
    "all-a-new-house-ruling",
    "all-phones-all-opened",
    "all-invited",
    "wartime-watched-running",
    "warzone-watched-a-unit-acts",
    "battleline-watched-cards-laid",
    "battleline-watched-three-lines",
}
"""What is looked at with every change: each kind of page, by a phone as fast as this machine."""
CROWDED = {
    "wartime-an-attack-on-the-map",
    "wartime-measure",
    "warzone-a-unit-acts",
    "warzone-shoot-all-opened",
    "battleline-late-in-the-mud",
    "wartime-in-a-hall-sand-a-judge-is-called",
}
"""What is looked at with a fault, on its side and in large letters with every change."""
BOARDS = {"wartime-measure", "wartime-an-attack-on-the-map", "wartime-a-scenario-that-is-made"}
"""Where axe looks at the hexes too: a board's 113 are much the same on all its pages."""


@pytest.fixture(scope="module")
def phone(browser: Browser, stage: Stage) -> Iterator[Page]:
    """One phone for all that is looked at with every change."""
    context = phone_at(browser, stage, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(
    ("state", "scheme"),
    [
        pytest.param(each, SCHEMES[number % 2], id=each.id)
        for number, each in enumerate(each for each in STATES if each.id in EVERYDAY)
    ],
)
def test_it_is_open_and_fits(phone: Page, stage: Stage, errors: list[str], state: State, scheme: str) -> None:
    with shown_on(phone, stage, state, errors=errors):
        without = None if state.id in BOARDS else "#board"
        assert unsteady(phone, state.id) + axe(phone, state.id, without=without, schemes=(scheme,)) == []
        assert misfits(phone, state.id, sizes=(*EXTREMES, *([TELEVISION] if state.path == WATCH else []))) == []


@pytest.mark.parametrize(
    "state",
    [pytest.param(each, id=each.id, marks=() if each.id in CROWDED else pytest.mark.screens) for each in STATES],
)
def test_it_fits_with_a_fault_on_its_side_and_in_large_letters(
    phone: Page, stage: Stage, errors: list[str], state: State
) -> None:
    upright, _, aside, _, laptop = SIZES
    with shown_on(phone, stage, at_fault(state), errors=errors):
        for size in (upright, SHORT, aside):
            assert misfits(phone, state.id, sizes=(size,)) + scrolls(phone) == []
        write(phone, LARGE)
        try:
            assert misfits(phone, f"{state.id} at 200 %", sizes=(upright, aside, laptop)) == []
        finally:
            write(phone, LETTERS)


@pytest.mark.parametrize(
    "state",
    [pytest.param(each, id=each.id, marks=() if each.id in SLOW else pytest.mark.screens) for each in STATES],
)
def test_it_is_steady_and_open_and_fits(browser: Browser, stage: Stage, errors: list[str], state: State) -> None:
    with shown(browser, stage, state, errors=errors, reduced_motion="reduce") as page:
        assert unsteady(page, state.id) + axe(page, state.id) == []
        assert misfits(page, state.id, sizes=(*SIZES, *([TELEVISION] if state.path == WATCH else []))) == []

"""What holds on every page in every state: nothing moves by itself on a slow phone, axe finds nothing in either scheme,
and all of it fits on screens of every size."""

import pytest
from playwright.sync_api import Browser

from tests.browser.accessibility import axe
from tests.browser.fits import SIZES, TELEVISION, misfits
from tests.browser.shifts import unsteady
from tests.browser.states import STATES, WATCH, State
from tests.browser.venue import Stage
from tests.browser.visits import shown

EVERYDAY = {
    "wartime-running",
    "wartime-paused",
    "wartime-refused",
    "wartime-the-game-s-sheet",
    "wartime-an-attack-on-the-map",
    "warzone-ready",
    "warzone-a-unit-acts",
    "battleline-a-flag-open",
    "battleline-ended",
    "all-rulings",
    "all-invited",
}
"""What is looked at with every change; the others take minutes."""


@pytest.mark.parametrize(
    "state",
    [pytest.param(each, id=each.id, marks=() if each.id in EVERYDAY else pytest.mark.screens) for each in STATES],
)
def test_it_is_steady_and_open_and_fits(browser: Browser, stage: Stage, errors: list[str], state: State) -> None:
    with shown(browser, stage, state, errors=errors, reduced_motion="reduce") as page:
        assert unsteady(page, state.id) + axe(page, state.id) == []
        assert misfits(page, state.id, sizes=(*SIZES, *([TELEVISION] if state.path == WATCH else []))) == []

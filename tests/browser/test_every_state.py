"""What holds on every page in every state: nothing moves by itself on a slow phone, axe finds nothing in either scheme,
and all of it fits on screens of every size."""

import pytest
from playwright.sync_api import Browser

from tests.browser.accessibility import axe
from tests.browser.fits import SIZES, TELEVISION, misfits
from tests.browser.shifts import unsteady
from tests.browser.states import STATES, WATCH, State
from tests.browser.to_mend import TO_MEND
from tests.browser.venue import Stage
from tests.browser.visits import shown


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.id)
def test_it_is_steady_and_open_and_fits(browser: Browser, stage: Stage, errors: list[str], state: State) -> None:
    with shown(browser, stage, state, errors=errors, reduced_motion="reduce") as page:
        assert unsteady(page, state.id) + axe(page, state.id) == []
        found = misfits(page, state.id, sizes=(*SIZES, *([TELEVISION] if state.path == WATCH else [])))
    if state.id in TO_MEND:
        assert found, f"{state.id} fits now: take it off the list in to_mend.py"
    else:
        assert found == []

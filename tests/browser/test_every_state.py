"""What holds on every page in every state: accessibility in both schemes, and room on screens of every size."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.accessibility import axe
from tests.browser.fits import misfits
from tests.browser.states import STATES, State
from tests.browser.to_mend import TO_MEND
from tests.browser.venue import Stage
from tests.browser.visits import shown


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """One table for all states: each opens a game of its own on it."""
    stage = Stage(tmp_path_factory.mktemp("stage"))
    yield stage
    stage.close()


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.id)
def test_it_is_for_everyone_and_fits(browser: Browser, stage: Stage, errors: list[str], state: State) -> None:
    with shown(browser, stage, state, errors=errors, reduced_motion="reduce") as page:
        assert axe(page, state.id) == []
        found = misfits(page, state.id)
    if state.id in TO_MEND:
        assert found, f"{state.id} fits now: take it off the list in to_mend.py"
    else:
        assert found == []

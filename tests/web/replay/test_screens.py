"""The panel's screens at a moment of a kept match."""

import msgspec
import pytest
from msgspec.structs import replace

from companion.clock import ManualClock
from companion.story import Stories
from companion.table.opening import New
from companion.table.table import Table
from tests.companion.wartime import acts as c
from tests.cpu import costs_ms
from tests.support import PHONE
from tests.web.conftest import Phone
from tests.web.fakes import FakePanel
from web.panel.picture import screens_png

SCREENS = "/replay/{}/screens.png"


@pytest.fixture
def kept(table: Table, clock: ManualClock) -> int:
    """A match of WarTime with sand in it, after which another game was laid onto the table."""
    match = table.glance().number
    table.dispatch(c.Begin(), source=PHONE)
    clock.advance(seconds=2)
    table.dispatch(c.Flip(timer="gold-30", unit="Archer"), source=PHONE)
    clock.advance(seconds=5)
    table.exchange(New(game="battleline"), source=PHONE)
    return match


def test_they_are_drawn_for_what_the_table_showed_then(
    stranger: Phone, table: Table, panel: FakePanel, kept: int
) -> None:
    story = Stories(table, table.games).of(kept)
    flipped = next(each.seq for each in story.moments if "Archer" in each.line.text)
    panel.shown["gold-30"] = bytes(range(256)) * 4
    answer = stranger.get(f"{SCREENS.format(kept)}?at={flipped}&later=3000")
    assert answer.content_type == "image/png"
    (view,) = panel.asked_of
    assert answer.data == screens_png(panel, view)
    assert msgspec.json.encode(view) == msgspec.json.encode(story.view(flipped, later_ms=3000))
    assert view.game == "wartime"
    assert next(each.remaining_ms for each in view.timers if each.id == "gold-30") == 27_000


def test_behind_the_last_row_is_the_last_and_before_the_first_the_opening(
    stranger: Phone, table: Table, panel: FakePanel, kept: int
) -> None:
    story = Stories(table, table.games).of(kept)
    for asked in ("?at=999999999", f"?at={len(story.moments)}", "?at=0", ""):
        assert stranger.get(SCREENS.format(kept) + asked).status_code == 200
    last, same, first, unsaid = panel.asked_of
    assert last == same == story.view(len(story.moments))
    assert first == unsaid == story.view(0)


@pytest.mark.parametrize(
    "asked", ["at=-1", "at=x", "at=1&at=2", "later=-1", "later=86400001", "later=1e3", "at=" + "9" * 40]
)
def test_nothing_else_can_be_asked(stranger: Phone, panel: FakePanel, kept: int, asked: str) -> None:
    assert stranger.get(f"{SCREENS.format(kept)}?{asked}").status_code == 422
    assert panel.asked_of == []


def test_there_is_none_of_no_match_and_of_no_panel(stranger: Phone, panel: FakePanel, kept: int) -> None:
    assert stranger.get(SCREENS.format(kept + 99)).status_code == 404
    assert f'src="{SCREENS.format(kept)}?at=2&amp;later=0"' in stranger.get(f"/replay/{kept}?at=2").text
    panel.config = replace(panel.config, screens=())
    assert stranger.get(SCREENS.format(kept)).status_code == 404
    assert "screens.png" not in stranger.get(f"/replay/{kept}").text


def test_it_costs_little_and_is_small(stranger: Phone, kept: int) -> None:
    first = stranger.get(SCREENS.format(kept))
    again, ms = costs_ms(lambda: stranger.get(f"{SCREENS.format(kept)}?later=1500"))
    assert ms < 40
    assert max(len(first.data), len(again.data)) < 20_000

"""The shelf by thumb: found as one types, taken out, deleted after one was asked."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.table.commands import Begin, End
from companion.table.events import SERVICE, Named
from companion.table.opening import New
from companion.table.seats import Seat
from tests.browser.conftest import Venue
from tests.companion.battleline import acts as b

Visit = Callable[..., Page]


@pytest.fixture
def played(venue: Venue) -> Venue:
    """Anna has won a battle against Ben, Carla's was put away, and a game of WarTime is on the table."""
    for name, ended in (("Anna", True), ("Carla", False)):
        venue.do(New(game="battleline"))
        venue.table.note(Named(seat="gold", name=name), source=SERVICE)
        venue.table.note(Named(seat="red", name="Ben"), source=SERVICE)
        venue.do(Begin(), b.Lay(side=Seat.GOLD, flag=1, piece="R10"))
        if ended:
            venue.do(End(winner=Seat.GOLD))
    venue.do(New(game="wartime"))
    return venue


def rows(phone: Page) -> Locator:
    return phone.locator(".matches > li")


def ask(phone: Page, name: str, what: str) -> Locator:
    """Opens what there is more of the game of that player, and what is asked there."""
    row = rows(phone).filter(has_text=name)
    for each in ("More", what):
        row.get_by_text(each, exact=True).tap()
    return row


def test_it_is_found_from_the_games_title_and_as_one_types(visit: Visit, played: Venue) -> None:
    phone = visit()
    phone.get_by_role("link", name="WarTime").tap()
    phone.get_by_role("dialog").get_by_role("link", name="Past games").tap()
    expect(rows(phone)).to_have_count(3)
    field = phone.get_by_role("searchbox", name="Which game?")
    field.press_sequentially("ben")
    expect(rows(phone)).to_have_count(2)
    field.press_sequentially(" lost")
    expect(rows(phone)).to_have_count(1)
    expect(rows(phone)).to_contain_text("Anna wins")
    expect(phone.get_by_role("status").filter(has_text="1 game of 3")).to_be_visible()
    assert phone.url.endswith("/shelf?q=ben+lost")
    field.fill("xqzzqx")
    expect(phone.get_by_text("No past game has these words.")).to_be_visible()
    field.fill("")
    expect(rows(phone)).to_have_count(3)
    assert phone.url.endswith("/shelf")


def test_one_is_deleted_after_one_was_asked(visit: Visit, played: Venue) -> None:
    phone = visit("/shelf")
    row = ask(phone, "Anna", "Delete")
    expect(row.get_by_text("This deletes the match and its log for good")).to_be_visible()
    row.get_by_role("button", name="Delete it").tap()
    expect(rows(phone)).to_have_count(2)
    expect(rows(phone).filter(has_text="Anna")).to_have_count(0)
    assert "deleted a game: Battle Line, Anna against Ben" in played.table.log().lines[-1][1].text


def test_one_that_was_put_away_is_taken_out(visit: Visit, played: Venue) -> None:
    phone = visit("/shelf")
    row = rows(phone).filter(has_text="Carla")
    row.get_by_text("More", exact=True).tap()
    row.get_by_role("button", name="Resume").tap()
    phone.wait_for_url("**/")
    assert played.table.match.names[Seat.GOLD] == "Carla"


def test_who_has_not_joined_looks_and_is_led_to_the_door(visit: Visit, played: Venue) -> None:
    phone = visit("/shelf", joined=False)
    expect(rows(phone)).to_have_count(3)
    ask(phone, "Anna", "Delete").get_by_role("button", name="Delete it").tap()
    expect(phone.get_by_label("Code")).to_be_visible()
    assert len(played.table.reader.listed()) == 3

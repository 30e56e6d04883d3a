"""Players who return, on a page and as JSON."""

from collections.abc import Callable
from unittest.mock import patch

import pytest
from flask import Flask

from companion.clock import SECOND, ManualClock
from companion.games import all_games
from companion.people import STAYS_NS
from companion.rulings.shelf import Shelf
from companion.shelf.matches import Matches
from companion.table.commands import Begin, End
from companion.table.opening import Again, New
from companion.table.seats import Seat, Side
from companion.table.table import Table
from companion.warzone.scenarios import DeploymentArea
from tests.companion.story.matches import play
from tests.companion.warzone import acts as z
from tests.support import BUTTON, PHONE
from tests.web.conftest import HOST, Phone, site_of
from tests.web.fakes import FakePanel
from web.http.access import COOKIE, Access


def test_nobody_yet(stranger: Phone) -> None:
    assert "No player has a record yet" in stranger.get("/shelf/players").text
    assert stranger.get("/api/shelf/players").get_json()["players"] == []
    assert stranger.get("/shelf/players/Anna").status_code == 404


def by_buttons(table: Table, clock: ManualClock, *, game: str, first: bool = True) -> None:
    """A whole game at the box, from setting it up to its end."""
    table.exchange(New(game=game) if first else Again(), source=BUTTON)
    begin(table)
    clock.advance(seconds=60)
    table.dispatch(End(winner=Seat.GOLD), source=BUTTON)


def begin(table: Table) -> None:
    if table.game == "warzone":
        for side in Side:
            table.dispatch(z.Muster(side=side, activations=2), source=BUTTON)
        table.dispatch(z.SelectArea(side=Side.GOLD, area=DeploymentArea.A), source=BUTTON)
    table.dispatch(Begin(), source=BUTTON)


def players_of(phone: Phone) -> tuple[dict[str, int], int]:
    found = phone.get("/api/shelf/players").get_json()
    return {each["name"]: each["tally"]["games"] for each in found["players"]}, found["nameless"]


AT = HOST.partition(":")[0]


@pytest.fixture
def started(table: Table, panel: FakePanel, access: Access, clock: ManualClock) -> Callable[[], Flask]:
    """The service's site, started once more each time."""
    return lambda: site_of(table=table, shelf=Shelf(table), panel=panel, access=access, clock=clock)


def sat(site: Flask, access: Access, seat: str, name: str) -> Phone:
    phone = Phone(site.test_client())
    phone.post("/api/join", {"code": access.code, "seat": seat, "name": name})
    return phone


@pytest.mark.parametrize("game", all_games())
def test_whoever_sat_down_by_name_has_played_what_was_played_with_the_boxs_buttons(
    game: str, started: Callable[[], Flask], access: Access, table: Table, clock: ManualClock
) -> None:
    site = started()
    anna = sat(site, access, "gold", "Anna")
    by_buttons(table, clock, game=game)
    by_buttons(table, clock, game=game, first=False)
    assert players_of(anna) == ({"Anna": 2}, 0)
    table.exchange(New(game=game), source=BUTTON)
    begin(table)
    sat(site, access, "red", "Ben")
    table.dispatch(End(winner=Seat.RED), source=BUTTON)
    sat(site, access, "gold", "Cleo")
    assert players_of(anna) == ({"Ben": 1, "Anna": 3}, 0)


@pytest.mark.parametrize("game", all_games())
def test_whoever_sat_there_the_evening_before_has_not_played(
    game: str, started: Callable[[], Flask], access: Access, table: Table, clock: ManualClock
) -> None:
    site = started()
    anna = sat(site, access, "gold", "Anna")
    clock.advance(seconds=STAYS_NS / SECOND + 1)
    by_buttons(table, clock, game=game)
    sat(site, access, "gold", "Anna")
    table.exchange(New(game=game), source=BUTTON)
    started()
    by_buttons(table, clock, game=game)
    assert players_of(anna) == ({}, 2)


@pytest.mark.parametrize("game", all_games())
def test_a_phone_that_asks_for_something_is_here_still(
    game: str, started: Callable[[], Flask], access: Access, table: Table, clock: ManualClock
) -> None:
    site = started()
    anna = sat(site, access, "gold", "Anna")
    for _ in range(4):
        clock.advance(seconds=STAYS_NS / SECOND / 2)
        anna.get("/")
    by_buttons(table, clock, game=game)
    assert players_of(anna) == ({"Anna": 1}, 0)
    back, cookie = Phone(started().test_client()), anna.client.get_cookie(COOKIE, domain=AT)
    assert cookie is not None
    back.client.set_cookie(COOKIE, cookie.value, domain=AT)
    table.exchange(New(game=game), source=BUTTON)
    begin(table)
    back.get("/")
    table.dispatch(End(winner=Seat.GOLD), source=BUTTON)
    assert players_of(back) == ({"Anna": 2}, 0)


def test_who_won_is_told_by_name(stranger: Phone, table: Table, clock: ManualClock) -> None:
    for seed, winner in enumerate((Seat.GOLD, Seat.GOLD, Seat.RED)):
        play(table, clock, rows=60, seed=seed)
        table.dispatch(End(winner=winner), source=PHONE)
    page = stranger.get("/shelf/players").text
    assert "Anna" in page
    assert "3 games: 2 won, 1 lost" in page
    anna = stranger.get("/api/shelf/players/anna").get_json()
    assert anna["tally"] == {"games": 3, "won": 2, "lost": 1, "drawn": 0}
    assert anna["actions_a_minute"] > 0
    hers = stranger.get("/shelf/players/Anna").text
    for match in anna["matches"]:
        assert f'href="/replay/{match}"' in hers
    assert "in 1999" in stranger.get("/shelf/players/Anna?season=1999").text
    assert "at this table" in stranger.get("/shelf/players/Nemo?season=1999").text
    assert stranger.get("/api/shelf/players?season=1999").get_json()["players"] == []
    assert stranger.get("/api/shelf/players?season=x").status_code == 422


def test_a_players_page_waits_once_for_what_happened_meanwhile(
    table: Table, panel: FakePanel, access: Access, clock: ManualClock
) -> None:
    """Not for each of the games on it, while the shelf looks through something long."""
    for seed in range(3):
        play(table, clock, rows=60, seed=seed)
        table.dispatch(End(winner=Seat.GOLD), source=PHONE)
    matches = Matches(table=table, games=all_games(), path=None)
    site = Phone(
        site_of(table=table, shelf=Shelf(table), panel=panel, access=access, clock=clock, matches=matches).test_client()
    )
    with patch.object(matches.keeper, "_catch_up", wraps=matches.keeper._catch_up) as waits:
        for path in ("/shelf/players/Anna", "/shelf/players", "/api/shelf/players/Anna"):
            waits.reset_mock()
            assert "Anna" in site.get(path).text
            assert waits.call_count == 1, path
    matches.keeper.stop()

"""Players who return, on a page and as JSON."""

from companion.clock import ManualClock
from companion.table.commands import End
from companion.table.seats import Seat
from companion.table.table import Table
from tests.companion.story.matches import play
from tests.support import PHONE
from tests.web.conftest import Phone


def test_nobody_yet(stranger: Phone) -> None:
    assert "Nobody has a record here yet" in stranger.get("/shelf/players").text
    assert stranger.get("/api/shelf/players").get_json()["players"] == []
    assert stranger.get("/shelf/players/Anna").status_code == 404


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
    assert stranger.get("/api/shelf/players?season=1999").get_json()["players"] == []
    assert stranger.get("/api/shelf/players?season=x").status_code == 422

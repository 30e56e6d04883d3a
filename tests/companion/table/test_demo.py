"""A demo plays a match by itself and leaves nothing behind, unless a player acts in it: then it is that player's."""

import logging
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import all_games
from companion.table.commands import Command, End, Pause, Undo
from companion.table.errors import NotHere, Refused
from companion.table.events import SERVICE, HouseRuled
from companion.table.game import LINGER_S
from companion.table.opening import MOST_NEW, Again, New, TakeOut, Try
from companion.table.seats import Seat, Side
from companion.table.view import AtHall, Phase, TableView
from companion.wartime.match.views import WarTimeView
from hardware.games.registry import PANEL_GAMES
from tests.companion.table.test_away import failing_disk
from tests.companion.wartime import acts as c
from tests.companion.warzone import acts as z
from tests.support import BUTTON, MEMORY, PHONE, Players, entries

SCREENS = ("gold-30", "gold-60a", "red-30", "red-60a", "neutral-600")
HALL = AtHall(hall="club", table="table-4", online=True)


def lasts(game: str) -> float:
    return all_games()[game].demo[-1].at_s + LINGER_S


def same(view: TableView) -> TableView:
    """But for when it is looked at, and that a service came back."""
    return msgspec.structs.replace(view, version=0, server_ms=0, last=())


def rows(players: Players) -> list[tuple[int, int]]:
    """Returns how many rows the journal has of each match that it keeps anything of."""
    with closing(sqlite3.connect(players.path)) as db:
        counted = "SELECT id, (SELECT count(*) FROM event WHERE match = id) FROM match WHERE setup != x'' ORDER BY id"
        found = db.execute(counted)
        return [(match, count) for match, count in found]


@pytest.mark.parametrize("game", all_games())
def test_it_plays_to_its_end_and_leaves_nothing_behind(
    players: Players, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    before, kept = players.table.view(), rows(players)
    shown = players.do(Try(game=game))
    assert (shown.game, shown.demo, shown.phase) == (game, True, Phase.SETUP)
    phases, sides = set(), set()
    with caplog.at_level(logging.WARNING):
        while (view := players.wait(1)).demo:
            phases.add(view.phase)
            sides |= {line.side for line in view.last}
            assert players.table.unfinished_now is None
            assert rows(players) == kept
            assert view.over is None or view.over.winner == "gold"
    assert caplog.records == [], "no act of it is refused"
    assert {Phase.RUNNING, Phase.ENDED} <= phases
    assert {"gold", "red"} <= sides
    assert 60 <= lasts(game) <= 130
    assert same(view) == same(before)
    assert rows(players) == kept
    players.restart()
    assert same(players.table.view()) == same(before)


@pytest.mark.parametrize("game", all_games())
def test_the_panel_has_a_face_for_every_moment_of_it(players: Players, game: str) -> None:
    drawn = set()
    players.do(Try(game=game))
    while (view := players.wait(1)).demo:
        if view.over is None:
            drawn |= {repr(PANEL_GAMES[game].face((timer,), view, view.server_ms)) for timer in SCREENS}
    assert len(drawn) >= 10


@given(at_s=st.floats(0, 111), game=st.sampled_from(list(all_games())))
@settings(max_examples=12)
def test_whenever_a_player_acts_the_match_is_kept_from_its_beginning_and_the_players(at_s: float, game: str) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        players = Players(Path(folder) / "table.sqlite")
        players.do(Try(game=game))
        shown = players.wait(at_s)
        if shown.phase is Phase.ENDED or shown.undo_seq is None:
            return
        own = players.do(Undo(seq=shown.undo_seq))
        assert not own.demo
        texts = players.texts()
        acts = len(rows(players))
        players.wait(200)
        assert not any(entry.source == "demo" for entry, _ in entries(players.table)[len(texts) :])
        players.restart()
        assert (players.table.game, players.texts()[: len(texts)]) == (game, texts)
        assert len(rows(players)) == acts == 1, "and the match that nobody had touched is gone"
        Players.leave()


def test_a_tap_on_the_panel_interrupts_it_and_the_script_stands(players: Players) -> None:
    players.do(Try(game="wartime"))
    players.wait(13)
    view = players.do(c.Flip(timer="gold-90"), BUTTON)
    assert not view.demo
    count = len(players.texts())
    players.wait(20)
    assert len(players.texts()) == count, "nothing plays on"
    assert rows(players) == [(2, count)], "and the match nobody had touched is gone"
    assert "Orc flipped Firebrand 60a" in players.texts()


def test_what_is_refused_is_no_act(players: Players) -> None:
    players.do(Try(game="wartime"))
    players.wait(13)
    with pytest.raises(Refused, match="still running"):
        players.do(c.Flip(timer="gold-30"), BUTTON)
    assert players.table.view().demo
    players.wait(lasts("wartime"))
    assert "still running" not in "".join(players.texts())


def test_it_takes_the_place_of_no_match_that_somebody_has_acted_in(players: Players) -> None:
    players.begin().flip("gold-30")
    before = players.table.view()
    with pytest.raises(Refused, match=r"^WarTime is running, 1 timer\. Save it for later or end it first"):
        players.do(Try(game="battleline"))
    assert players.table.view().undo == before.undo
    assert not players.table.view().demo


def test_a_match_that_is_over_is_there_again_after_it(players: Players) -> None:
    players.begin().flip("gold-30")
    over = players.do(End(winner=Seat.RED)).over
    kept = rows(players)
    players.do(Try(game="warzone"))
    players.wait(lasts("warzone"))
    assert players.table.view().over == over
    assert [match for match, _ in rows(players)] == [match for match, _ in kept]
    players.do(Try(game="warzone"))
    players.do(z.Muster(side=Side.GOLD, activations=2))
    assert [match for match, _ in rows(players)] == [1, 2], "and stays in the journal when a player acts in the demo"


@pytest.mark.parametrize("command", [New(game="battleline"), Again(), End(), End(winner=Seat.GOLD)])
def test_another_match_or_its_end_ends_it_and_nothing_is_saved(players: Players, command: Command) -> None:
    players.do(Try(game="wartime"))
    players.wait(40)
    view = players.do(command)
    assert not view.demo
    assert view.phase is Phase.SETUP
    assert players.table.unfinished() == []
    assert len(rows(players)) == 1


def test_a_match_that_was_saved_is_resumed_out_of_it(players: Players) -> None:
    players.begin().flip("gold-30")
    players.do(New())
    players.do(Try(game="warzone"))
    players.wait(30)
    players.do(TakeOut(match=players.table.unfinished()[0].match))
    assert players.timer("gold-30").unit is None
    assert not players.table.demo


def test_a_power_cut_in_it_brings_back_what_was_there_before(players: Players) -> None:
    before = players.table.view()
    players.do(Try(game="battleline"))
    players.wait(40)
    cut = players.path.with_name("cut.sqlite")
    for each in players.path.parent.glob(f"{players.path.name}*"):
        shutil.copy(each, each.with_name(each.name.replace(players.path.name, cut.name)))
    after = Players(cut)
    assert same(after.table.view()) == same(before)


def test_a_stop_keeps_nothing_of_it(players: Players) -> None:
    players.do(Try(game="wartime"))
    players.wait(40)
    players.do(Pause(), SERVICE)
    players.restart()
    assert (players.table.game, players.table.view().phase, len(rows(players))) == ("wartime", Phase.SETUP, 1)


def test_what_is_done_about_the_table_meanwhile_is_kept(players: Players) -> None:
    players.do(Try(game="wartime"))
    players.wait(10)
    players.table.note(HouseRuled(change="added", id="dice", question="What of a die on the floor?"), source=PHONE)
    players.do(End())
    assert "What of a die on the floor?" in players.texts()[-1]


def test_a_table_in_a_hall_shows_none(players: Players) -> None:
    players.do(Try(game="wartime"))
    players.table.stands_in(HALL)
    assert not players.table.demo
    with pytest.raises(Refused, match="hall"):
        players.do(Try(game="wartime"))


def test_of_a_game_that_there_is_not_there_is_no_demo(players: Players) -> None:
    with pytest.raises(NotHere):
        players.do(Try(game="chess"))
    assert not players.table.demo


def test_a_disk_that_fails_keeps_what_was_played_until_it_can_be_written(players: Players) -> None:
    players.do(Try(game="wartime"))
    players.wait(13)
    with failing_disk(players.path):
        players.do(c.Flip(timer="gold-90"))
        assert "Not saving" in players.table.view().faults[0]
    players.table.disk.sync()
    assert players.table.view().faults == ()
    count = len(players.texts())
    players.restart()
    view = players.table.view()
    assert isinstance(view, WarTimeView)
    assert len(players.texts()) >= count
    assert view.paused


def test_however_many_are_shown_a_new_game_can_be_set_up(players: Players) -> None:
    for _ in range(MOST_NEW + 1):
        players.do(Try(game="wartime"))
    assert players.do(New(game="battleline")).game == "battleline"

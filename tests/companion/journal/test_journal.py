"""What is written stays written, whatever happens to the file, the process or the machine."""

import sqlite3
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.journal.journal import Journal, JournalError, Row
from companion.table.errors import Refused
from companion.table.events import SERVICE
from companion.table.opening import Again, New, TakeOut
from companion.table.view import Phase, TimerState
from tests.companion.wartime import acts as c
from tests.support import BUTTON, Players, Says, open_table, write_journal


def test_what_was_running_comes_back_paused_as_of_the_last_event(players: Players) -> None:
    players.begin().flip("gold-60a", "Archer")
    players.wait(20)
    players.flip("red-90")
    players.wait(5)
    players.restart()
    view = players.table.view()
    assert (view.phase, view.paused) == (Phase.PAUSED, True)
    assert players.timer("gold-60a").remaining_ms == 40_000
    assert players.timer("gold-60a").unit == "Archer"
    assert players.timer("red-90").remaining_ms == 90_000
    assert players.texts()[-1].startswith(Says("Warglass restarted"))
    players.wait(500)
    players.do(c.Resume())
    players.wait(1)
    assert players.timer("gold-60a").remaining_ms == 39_000


def test_a_stop_in_good_order_keeps_the_sand_to_the_instant(players: Players) -> None:
    players.begin().flip("gold-60a")
    players.wait(20)
    players.table.dispatch(c.Pause(), source=SERVICE)
    players.restart()
    assert players.timer("gold-60a").remaining_ms == 40_000


def test_two_restarts_lose_no_more_than_one(players: Players) -> None:
    players.begin().flip("gold-60a")
    players.wait(20)
    players.flip("red-30")
    players.restart()
    players.restart()
    assert players.timer("gold-60a").remaining_ms == 40_000
    assert players.texts().count(Says("Warglass restarted")) == 1


def test_an_idle_setup_comes_back_ready(players: Players) -> None:
    players.restart()
    assert not players.table.view().paused
    players.begin().flip("gold-30")
    players.wait(30)
    assert players.timer("gold-30").state is TimerState.AVAILABLE


def test_a_stop_before_anything_runs_pauses_nothing(players: Players) -> None:
    with pytest.raises(Refused, match="No timer is running yet"):
        players.do(c.Pause())
    players.restart()
    assert not players.table.view().paused


def test_an_ended_game_is_still_ended(players: Players) -> None:
    players.begin()
    players.do(c.End())
    seen = players.texts()
    players.restart()
    assert players.table.view().phase is Phase.ENDED
    assert players.texts() == seen


def test_a_new_match_leaves_the_old_ones_events(players: Players) -> None:
    players.do(New(scenario="ten-minutes"))
    players.begin()
    players.do(Again())
    assert players.texts() == []
    assert players.table.view().scenario.id == "ten-minutes"  # type: ignore[attr-defined]
    players.table.close()
    with sqlite3.connect(players.path) as db:
        assert db.execute("SELECT match, count(*) FROM event GROUP BY match").fetchall() == [(2, 2)]
        assert db.execute("SELECT count(*) FROM match").fetchone() == (3,)
    db.close()
    players.table = open_table(players.path, players.clock)


def test_a_file_that_is_no_journal_is_set_aside_and_said_so(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    path.write_bytes(b"no journal at all" * 100)
    table = open_table(path, ManualClock())
    (fault,) = table.view().faults
    assert "t.sqlite.damaged-1" in fault
    assert (tmp_path / "t.sqlite.damaged-1").read_bytes().startswith(b"no journal")
    table.close()


def test_a_match_that_cannot_be_read_back_makes_room_for_a_new_one(players: Players) -> None:
    players.begin()
    players.table.close()
    write_journal(players.path, "wartime", b"{}", [Row(1, 0, 0, "phone 1", b'{"type": "sneezed", "sand_ns": 1}')])
    players.table = open_table(players.path, players.clock)
    assert players.table.view().phase is Phase.SETUP
    assert "cannot be read" in players.table.view().faults[0]


def test_a_journal_of_a_newer_warglass_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    Journal(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=99")
        db.execute(f"PRAGMA application_id={0x57470000 + 99}")
    db.close()
    with pytest.raises(JournalError, match="newer Warglass"):
        Journal(path)
    assert path.exists()


def test_a_place_that_cannot_be_written_keeps_nobody_from_playing(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.write_text("")
    players = Players(place / "t.sqlite")
    assert players.table.view().faults == ("Not saving: File exists.",)
    players.begin().flip("gold-30", "Archer")
    players.do(New(game="battleline"))
    players.do(c.Begin())
    with pytest.raises(Refused, match="Not saved"):
        players.table.keep("wartime", "scenario", "own", b"{}")
    assert players.table.unfinished() == []
    place.unlink()
    players.table.disk.sync()
    assert players.table.view().faults == ()
    players.restart()
    assert players.table.game == "battleline"
    players.do(TakeOut(match=players.table.unfinished()[0].match))
    assert players.timer("gold-30").unit == "Archer"


def test_a_journal_that_could_not_be_read_at_the_start_comes_back_with_the_disk(players: Players) -> None:
    players.begin().flip("gold-30", "Archer")
    players.table.close()
    for acted in (False, True):
        journal = players.path.rename(players.path.with_suffix(".gone"))
        players.path.mkdir()
        players.table = open_table(players.path, players.clock)
        assert players.timer("gold-30").state is TimerState.AVAILABLE
        if acted:
            players.begin().flip("red-90", "Orc")
        players.path.rmdir()
        journal.rename(players.path)
        players.table.disk.sync()
        assert players.table.view().faults == ()
        assert players.timer("red-90").unit == ("Orc" if acted else None)
        if acted:
            players.do(TakeOut(match=players.table.unfinished()[0].match))
        assert players.timer("gold-30").unit == "Archer"
        assert players.table.view().paused
        players.table.close()
    players.table = open_table(players.path, players.clock)


def test_the_game_goes_on_while_the_disk_is_full_and_is_saved_afterwards(players: Players) -> None:
    players.begin()
    blocker = sqlite3.connect(players.path, isolation_level=None)
    blocker.execute("PRAGMA busy_timeout=0")
    blocker.execute("BEGIN IMMEDIATE")
    players.flip("gold-30", "Archer")
    assert players.timer("gold-30").state is TimerState.ACTIVE
    assert "Not saving" in players.table.view().faults[0]
    blocker.execute("ROLLBACK")
    blocker.close()
    players.flip("red-30")
    assert players.table.view().faults == ()
    players.restart()
    assert players.timer("gold-30").unit == "Archer"


def test_refusals_are_in_the_log_and_change_nothing(players: Players) -> None:
    players.begin().flip("gold-30")
    with pytest.raises(Refused):
        players.do(c.Flip(timer="gold-30"), BUTTON)
    refused = players.timer("gold-30").refused
    assert refused is not None
    assert refused.text == "Valyance 30 is still running: 30 s left."
    assert players.texts()[-1] == "Refused: Valyance 30 is still running: 30 s left."
    with pytest.raises(Refused):
        players.flip("gold-30")
    assert players.timer("gold-30").refused == refused, "a phone says its refusals itself, the panel's stays"


def test_only_what_was_appended_needs_a_sync(tmp_path: Path) -> None:
    players = Players(tmp_path / "t.sqlite")
    players.table.disk.sync()
    assert not players.table.disk.unsynced
    players.table.view()
    players.table.settle()
    assert not players.table.disk.unsynced
    players.begin()
    assert players.table.disk.unsynced
    players.table.close()

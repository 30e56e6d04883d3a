"""A journal that is not whole: what is lost of it is told, what holds is played on, and the old file stays."""

import errno
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.journal.journal import Journal, Row
from companion.journal.schema import VERSION
from companion.table.opening import Again, New, TakeOut
from companion.table.view import Phase, TimerState
from tests.companion.wartime import acts as c
from tests.support import Players, Says, open_table, write_journal

FRAME = 24 + 4096


@pytest.fixture
def killed(tmp_path: Path) -> Players:
    """Players whose service was killed after eight flips, a second apart. Its log has them all."""
    players = Players(tmp_path / "played" / "t.sqlite").begin()
    for timer in ("gold-30", "red-30", "gold-60a", "red-60a", "gold-60b", "red-60b", "gold-90", "red-90"):
        players.clock.advance(seconds=1)
        players.flip(timer)
    shutil.copytree(players.path.parent, tmp_path / "killed")
    players.table.close()
    players.path = tmp_path / "killed" / "t.sqlite"
    return players


def start(players: Players) -> tuple[str, ...]:
    """What a start tells of the disk."""
    players.table = open_table(players.path, players.clock)
    return players.table.view().faults


@contextmanager
def tampered(players: Players) -> Iterator[sqlite3.Connection]:
    """The journal of a stopped service in the hands of somebody with a tool."""
    players.table.close()
    with closing(sqlite3.connect(players.path)) as db:
        yield db
        db.commit()


def spoil(path: Path, at: int) -> None:
    held = bytearray(path.read_bytes())
    held[at] ^= 0x10
    path.write_bytes(held)


def test_a_kill_is_no_damage(killed: Players) -> None:
    assert start(killed) == ()
    assert killed.texts()[-2] == "Firebrand 90 flipped"


def test_a_write_that_was_cut_short_is_none_either(killed: Players) -> None:
    log = Path(f"{killed.path}-wal")
    with log.open("ab") as file:
        file.write(log.read_bytes()[-FRAME:-100])
    assert start(killed) == ()
    assert killed.timer("red-90").state is TimerState.ACTIVE


def test_a_flipped_bit_in_the_log_costs_nothing_where_a_later_page_has_it_too(killed: Players) -> None:
    log = Path(f"{killed.path}-wal")
    damaged = bytearray(log.read_bytes())
    spoil(log, log.stat().st_size - 3 * FRAME + 2000)
    (fault,) = start(killed)
    assert fault == Says("damaged", "t.sqlite.damaged-1", "No act is missing")
    assert killed.timer("red-90").state is TimerState.ACTIVE
    kept = Path(f"{killed.path}.damaged-1-wal").read_bytes()
    assert len(kept) == len(damaged), "the log is set aside with its journal"
    assert kept != damaged


def test_a_flipped_bit_at_the_logs_end_is_told_with_the_time_that_is_missing(killed: Players) -> None:
    log = Path(f"{killed.path}-wal")
    spoil(log, log.stat().st_size - 100)
    (fault,) = start(killed)
    assert fault.startswith(
        "The journal was damaged; the old file is kept as t.sqlite.damaged-1. What happened between "
    )
    assert killed.texts()[-3:-1] == [
        "Valyance 90 flipped",
        fault.removeprefix("The journal was damaged; the old file is kept as t.sqlite.damaged-1. ").removesuffix("."),
    ]
    assert killed.timer("gold-90").state is TimerState.ACTIVE
    assert killed.timer("red-90").state is TimerState.AVAILABLE
    killed.do(c.Resume())
    killed.flip("red-90")
    killed.restart()
    assert killed.table.view().faults == (), "what was mended is whole"
    assert killed.timer("red-90").state is TimerState.ACTIVE


@pytest.mark.parametrize("frames", [1, 3])
def test_an_end_that_was_cut_off_is_told_from_an_end(killed: Players, frames: int) -> None:
    log = Path(f"{killed.path}-wal")
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size - frames * FRAME)
    (fault,) = start(killed)
    assert fault.startswith("What happened between ")
    assert fault.endswith(" is missing.")
    assert "missing" in killed.texts()[-2]


def _changed(db: sqlite3.Connection) -> None:
    db.execute("UPDATE event SET event = replace(event, 'red-30', 'red-90') WHERE seq = 3")


def _wrong_number(db: sqlite3.Connection) -> None:
    db.execute("UPDATE event SET seq = 30 WHERE seq = 3")


def _missing(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM event WHERE seq = 3")


def _no_text(db: sqlite3.Connection) -> None:
    db.execute("UPDATE event SET source = CAST(x'ff' AS TEXT) WHERE seq = 3")


def replaced(path: Path, old: bytes, new: bytes) -> None:
    """Changes the one place of the file that has these bytes, below whatever SQLite keeps in order."""
    held = path.read_bytes()
    assert held.count(old) == 1
    path.write_bytes(held.replace(old, new))


def test_a_key_that_is_out_of_its_order_costs_that_row_alone(players: Players) -> None:
    for number in range(40):
        players.table.keep("wartime", "odd", f"thing-{number:02}", b"{}" * 400)
    players.table.close()
    for number in (7, 20, 30):
        replaced(players.path, b"wartimeoddthing-%02d" % number, b"wastimeoddthing-%02d" % number)
    (fault,) = start(players)
    assert fault.startswith("The journal was damaged")
    assert len(players.table.kept("wartime", "odd")) == 37


def test_wherever_an_event_has_another_match_s_number_what_holds_is_played_on(players: Players) -> None:
    for rounds in (1, 15):
        players.do(New())
        players.begin()
        for command in (c.Pause(), c.Resume()) * rounds:
            players.clock.advance(seconds=1)
            players.do(command)
    with tampered(players) as db:
        rows = db.execute("SELECT match, seq, wall FROM event WHERE match = 3 AND seq > 2").fetchall()
    played = players.path
    for match, seq, wall in rows:
        shutil.rmtree(played.parent / "spoilt", ignore_errors=True)
        players.path = Path(shutil.copytree(played.parent, played.parent / "spoilt")) / played.name
        replaced(players.path, bytes((match, seq)) + wall.to_bytes(8), bytes((match - 1, seq)) + wall.to_bytes(8))
        assert all(fault.startswith("The journal was damaged") for fault in start(players))
        players.restart()
        assert players.table.view().faults == ()
        players.table.close()


def test_a_row_of_nothing_holds_nothing(players: Players) -> None:
    players.begin().flip("gold-30")
    with tampered(players) as db:
        db.execute("PRAGMA writable_schema=ON")
        db.execute("UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'match'")
    with tampered(players) as db:
        db.execute("INSERT INTO match (id) VALUES (0)")
        db.execute("DELETE FROM on_table")
    (fault,) = start(players)
    assert fault.startswith("The journal was damaged")
    assert players.timer("gold-30").flip == 1


def test_a_damaged_table_s_name_that_is_no_text_is_damage(players: Players) -> None:
    players.begin().flip("gold-30")
    players.table.close()
    replaced(players.path, b"tablelibrarylibrary", b"tablelib\xd5arylibrary")
    (fault,) = start(players)
    assert fault.startswith("The journal was damaged")


@pytest.mark.parametrize("tamper", [_changed, _wrong_number, _missing, _no_text])
def test_nothing_is_played_over_a_gap(players: Players, tamper: Callable[[sqlite3.Connection], None]) -> None:
    players.begin().flip("gold-30")
    players.flip("red-30")
    players.flip("gold-60a")
    with tampered(players) as db:
        tamper(db)
    assert "is missing" in start(players)[0]
    assert players.texts()[1] == "Valyance 30 flipped"
    assert players.timer("red-30").state is players.timer("gold-60a").state is TimerState.AVAILABLE
    players.do(c.Resume())
    players.flip("red-90")
    players.restart()
    assert players.timer("red-90").state is TimerState.ACTIVE


def test_an_end_that_somebody_took_away_is_told(players: Players) -> None:
    players.begin().flip("gold-30")
    players.flip("red-30")
    players.do(New())
    players.begin().flip("gold-30")
    with tampered(players) as db:
        db.execute("DELETE FROM event WHERE match = 1 AND seq > 2")
        db.execute("DELETE FROM event WHERE match = 2 AND seq > 1")
    (fault,) = start(players)
    assert "What happened between" in fault
    assert "1 game is cut short, or gone." in fault
    players.do(TakeOut(match=1))
    assert players.timer("gold-30").state is TimerState.ACTIVE


def test_the_number_of_a_game_that_is_gone_is_free_again(players: Players) -> None:
    players.begin()
    players.do(Again())
    players.begin().flip("gold-30")
    with tampered(players) as db:
        db.execute("DELETE FROM match WHERE id = 2")
    assert "1 game is cut short, or gone." in start(players)[0]
    players.begin().flip("red-30")
    assert [fault for fault in players.table.view().faults if "saved" in fault] == []
    players.restart()
    assert players.timer("red-30").state is TimerState.ACTIVE


def test_what_was_kept_and_is_changed_is_left_out_and_counted(players: Players) -> None:
    for id in ("one", "two", "three"):
        players.table.keep("wartime", "odd", id, b"1")
    with tampered(players) as db:
        db.execute("UPDATE library SET body = x'32' WHERE id = 'two'")
    assert "1 of the things" in start(players)[0]
    assert players.table.kept("wartime", "odd") == {"one": b"1", "three": b"1"}


def test_what_was_kept_and_is_gone_is_told(players: Players) -> None:
    players.table.keep("wartime", "odd", "one", b"1")
    with tampered(players) as db:
        db.execute("DELETE FROM library")
    assert "may be missing too" in start(players)[0]


def test_a_setup_that_is_no_text_makes_room_for_a_new_match(tmp_path: Path) -> None:
    """As an older Warglass may have left it, which vouched for nothing."""
    players = Players(tmp_path / "t.sqlite")
    players.table.close()
    write_journal(players.path, "wartime", b'{"id": "\xff"}', [Row(1, 0, 0, "phone 1", b"\xff")])
    assert "cannot be read" in start(players)[0]
    assert players.table.view().phase is Phase.SETUP
    players.begin().restart()
    assert players.table.view().faults == ()


@pytest.mark.parametrize("at", [17, 18, 19, 47, 52, 59, 63, 64])
def test_a_damaged_header_hides_nothing(players: Players, at: int) -> None:
    players.begin().flip("gold-30")
    players.table.close()
    spoil(players.path, at)
    assert all("No act is missing" in fault for fault in start(players))
    assert players.timer("gold-30").state is TimerState.ACTIVE


def test_a_version_that_cannot_be_is_no_newer_warglass(players: Players) -> None:
    players.begin().flip("gold-30")
    with tampered(players) as db:
        db.execute(f"PRAGMA user_version={VERSION + 16}")
    assert "No act is missing" in start(players)[0]
    assert players.timer("gold-30").state is TimerState.ACTIVE


def test_a_mending_that_a_power_cut_interrupted_is_ended(players: Players) -> None:
    players.begin().flip("gold-30")
    players.table.close()
    players.path.rename(f"{players.path}-fresh")
    Path(f"{players.path}-head").unlink()
    assert start(players) == ()
    assert players.timer("gold-30").state is TimerState.ACTIVE


def test_a_log_without_its_journal_is_kept(killed: Players) -> None:
    killed.path.unlink()
    assert "damaged-1" in start(killed)[0]
    assert Path(f"{killed.path}.damaged-1-wal").exists()


def test_a_damaged_journal_on_a_disk_that_takes_nothing_is_read_as_far_as_it_holds(
    killed: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Path(f"{killed.path}-wal")
    spoil(log, log.stat().st_size - 100)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("companion.journal.salvage._write", full)
        assert start(killed) == ("Not saving: the disk is full.",)
        assert killed.timer("gold-90").state is TimerState.ACTIVE
        killed.do(c.Resume())
        killed.flip("red-90", "Orc")
        assert not list(killed.path.parent.glob("*damaged*"))
    killed.table.disk.sync()
    (fault,) = killed.table.view().faults
    assert "damaged-1" in fault
    killed.restart()
    assert killed.timer("red-90").unit == "Orc"


def test_only_the_damaged_journal_is_set_aside_and_each_by_itself(players: Players) -> None:
    for number in (1, 2):
        players.begin()
        players.do(Again())
        players.table.close()
        spoil(players.path, 4096 + 5)
        assert f"damaged-{number}." in start(players)[0]
    assert len(list(players.path.parent.glob("*.damaged-?"))) == 2


def test_a_journal_checks_out_however_it_was_played(players: Players) -> None:
    players.begin().flip("gold-30")
    players.do(New(game="battleline"))
    players.do(c.Begin())
    players.do(Again())
    players.table.close()
    journal = Journal(players.path)
    assert (journal.damage, journal.trouble) == (None, None)
    journal.close()
    players.table = open_table(players.path, players.clock)


def test_what_the_kernel_may_have_forgotten_is_written_once_more(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sync that failed once may succeed the next time without anything having been written."""
    players.begin().flip("gold-30")

    def fails(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr("os.fdatasync", fails)
        players.table.disk.sync()
    assert players.table.view().faults == (Says("Not saving", "disk", "The game goes on"),)
    players.table.disk.sync()
    assert players.table.view().faults == ()
    Path(f"{players.path}-wal").write_bytes(b"")
    with closing(sqlite3.connect(f"{players.path.as_uri()}?immutable=1", uri=True)) as db:
        assert db.execute("SELECT count(*) FROM event").fetchone() == (2,)


def test_a_damaged_journal_that_is_too_large_for_the_memory_is_read_where_it_lies(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.salvage.LARGEST", 4096)
    players.begin().flip("gold-30")
    with tampered(players) as db:
        _changed(db)
        db.execute("UPDATE event SET wall = 1 WHERE seq = 2")
    assert "What happened between" in start(players)[0]
    assert len(players.texts()) == 3

"""What outlives a match, and the journals that are older than it."""

import contextlib
import sqlite3
from pathlib import Path

import msgspec
import pytest

from companion.journal.journal import Journal, JournalError
from companion.journal.schema import MOST_BYTES, MOST_KEPT, VERSION
from companion.table.errors import NotHere, Refused
from companion.table.opening import New, TakeOut
from companion.table.view import TimerState
from companion.wartime.scenario.library import BUILT_IN, Scenarios, scenario_of
from tests.companion.wartime import acts as c
from tests.support import PHONE, Players

FIRST_SCHEMA = """
CREATE TABLE match (id INTEGER PRIMARY KEY, game TEXT NOT NULL, setup BLOB NOT NULL, wall INTEGER NOT NULL);
CREATE TABLE event (
    match INTEGER NOT NULL REFERENCES match (id), seq INTEGER NOT NULL, wall INTEGER NOT NULL, mono INTEGER NOT NULL,
    source TEXT NOT NULL, event BLOB NOT NULL, PRIMARY KEY (match, seq)
) WITHOUT ROWID;
PRAGMA user_version=1;
"""
OWN = scenario_of({"id": "own", "name": "Own", "units": [{"side": "red", "name": "Orc", "health": 6}]})


def test_a_journal_of_the_first_schema_is_brought_up_and_played_on(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    timers = [{"id": "gold-30", "label": "Gold 30", "side": "gold", "kind": "command", "seconds": 30}]
    setup = msgspec.json.encode({"id": "open", "name": "Open game", "timers": timers, "time_limit": False})
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(FIRST_SCHEMA)
        db.execute("INSERT INTO match VALUES (1, 'wartime', ?, 0)", (setup,))
        events = (
            b'{"type":"mustered","sand_ns":0,"side":"gold","units":["Archer"],"cards":["Bless"]}',
            b'{"type":"begun","sand_ns":0}',
            b'{"type":"flipped","sand_ns":5,"timer":"gold-30","unit":"Archer","card":null}',
        )
        db.executemany("INSERT INTO event VALUES (1, ?, 0, 0, 'phone 1', ?)", enumerate(events, start=1))
        db.commit()
    players = Players(path)
    assert players.timer("gold-30").unit == "Archer"
    Scenarios(players.table).save(OWN)
    players.do(c.Resume())
    players.restart()
    assert players.timer("gold-30").unit == "Archer"
    assert Scenarios(players.table).find("own") == OWN
    players.table.close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)


SECOND_SCHEMA = """
CREATE TABLE library (
    game TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, kind, id)
) WITHOUT ROWID;
PRAGMA user_version=2;
"""


def test_a_journal_of_the_second_schema_comes_back_to_its_last_match_and_puts_it_away(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    setup = msgspec.json.encode(BUILT_IN["open"])
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(FIRST_SCHEMA + SECOND_SCHEMA)
        db.execute("INSERT INTO library VALUES ('wartime', 'scenario', 'own', ?)", (msgspec.json.encode(OWN),))
        db.executemany("INSERT INTO match VALUES (?, 'wartime', ?, 0)", [(1, setup), (2, setup)])
        begun, flip = '{"type":"begun","sand_ns":0}', '{"type":"flipped","sand_ns":5,"timer":"gold-30","unit":null}'
        rows = [(1, 1, begun), (2, 1, begun), (2, 2, flip)]
        db.executemany("INSERT INTO event VALUES (?, ?, 0, 0, 'phone 1', CAST(? AS BLOB))", rows)
        db.commit()
    players = Players(path)
    assert players.timer("gold-30").state is TimerState.ACTIVE
    assert players.table.unfinished() == []
    players.do(New(scenario="own"))
    (away,) = players.table.unfinished()
    assert (away.match, away.standing) == (2, "1 timer")
    players.do(TakeOut(match=2))
    players.restart()
    assert players.timer("gold-30").remaining_ms == 30_000
    players.table.close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        columns = [row[1] for row in db.execute("PRAGMA table_info(match)")]
        assert columns[:4] == ["id", "game", "setup", "wall"], "an old table stays as it is: steps only add"


def test_saved_replaced_listed_deleted(players: Players) -> None:
    scenarios = Scenarios(players.table)
    assert [each.id for each in scenarios.all()] == list(BUILT_IN)
    scenarios.save(OWN)
    scenarios.save(msgspec.structs.replace(OWN, name="Owned"))
    assert scenarios.all()[len(BUILT_IN) :] == [msgspec.structs.replace(OWN, name="Owned")]
    scenarios.delete("own", source=PHONE)
    for gone in (lambda: scenarios.find("own"), lambda: scenarios.delete("own", source=PHONE)):
        with pytest.raises(NotHere, match="no scenario called own"):
            gone()


def test_built_in_ones_stay_as_they_are(players: Players) -> None:
    scenarios = Scenarios(players.table)
    with pytest.raises(Refused, match="comes with Warglass"):
        scenarios.delete("open", source=PHONE)
    with pytest.raises(Refused, match="save a copy"):
        scenarios.save(msgspec.structs.replace(OWN, id="example-cards"))


def test_a_match_keeps_the_scenario_that_it_was_set_up_with(players: Players) -> None:
    scenarios = Scenarios(players.table)
    scenarios.save(OWN)
    players.do(New(scenario="own"))
    scenarios.delete("own", source=PHONE)
    assert scenarios.played() == OWN
    players.restart()
    assert Scenarios(players.table).played() == OWN


def test_what_cannot_be_read_does_not_hide_the_rest(players: Players, caplog: pytest.LogCaptureFixture) -> None:
    players.table.keep("wartime", "scenario", "odd", b'{"id": 1}')
    Scenarios(players.table).save(OWN)
    assert [each.id for each in Scenarios(players.table).all()][len(BUILT_IN) :] == ["own"]
    assert "scenario odd cannot be read" in caplog.text


def test_saving_is_brought_to_the_disk_like_events(players: Players) -> None:
    players.table.disk.sync()
    assert not players.table.disk.unsynced
    Scenarios(players.table).save(OWN)
    assert players.table.disk.unsynced


@pytest.mark.parametrize(
    ("name", "id"),
    [("Battle of the Vale", "battle-of-the-vale"), ("  Ünö!! ", "n"), ("???", "scenario"), ("Own", "own-2")],
)  # fmt: skip
def test_ids_are_made_of_names(players: Players, name: str, id: str) -> None:
    scenarios = Scenarios(players.table)
    scenarios.save(OWN)
    assert scenarios.free_id(name) == id


def test_a_disk_that_fails_refuses_in_words(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("companion.journal.schema.Library.put", broken)
    with pytest.raises(Refused, match=r"^Not saved: disk I/O error\.$"):
        Scenarios(players.table).save(OWN)


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "t.sqlite")) as db:
        db.execute(f"PRAGMA user_version={VERSION + 1}")
        db.execute(f"PRAGMA application_id={0x57470000 + VERSION + 1}")
    with pytest.raises(JournalError, match="newer Warglass"):
        Journal(tmp_path / "t.sqlite")


def test_as_many_of_a_kind_are_kept_as_a_page_can_show_and_no_more(tmp_path: Path) -> None:
    players = Players(tmp_path / "table.sqlite")
    table = players.table
    for number in range(MOST_KEPT):
        table.keep("wartime", "chit", f"c{number}", b"x")
    with pytest.raises(Refused, match=f"a table keeps {MOST_KEPT} of one kind .chit. and no more, so delete some"):
        table.keep("wartime", "chit", "one more", b"x")
    table.keep("wartime", "chit", "c3", b"y")
    table.keep("wartime", "map", "another kind", b"x")
    table = players.restart().table
    with pytest.raises(Refused):
        table.keep("wartime", "chit", "one more", b"x")
    table.discard("wartime", "chit", "c3")
    table.keep("wartime", "chit", "one more", b"x")
    with pytest.raises(Refused, match="delete some"):
        table.keep("wartime", "chit", "c4", b"x" * MOST_BYTES)
    assert len(table.kept("wartime", "chit")) == MOST_KEPT

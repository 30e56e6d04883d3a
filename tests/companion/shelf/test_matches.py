"""The shelf: whatever the journal has is on it, found by whatever players remember of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime
from os import urandom
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.games import all_games
from companion.journal.beside import faults
from companion.journal.journal import Journal, MatchRow, Row
from companion.journal.store import Store
from companion.shelf.index import EVERYTHING, Index, IndexFault, Search, ShelfPlace, Shelved, understood
from companion.shelf.keeper import NO_GAME, TO_DISK_EACH, TOO_LONG, UNREADABLE, Stopped
from companion.shelf.matches import Matches
from companion.table.commands import Begin, End, Undo
from companion.table.errors import NotHere, Refused
from companion.table.opening import ROWS_AT_ONCE, Again, New, TakeOut
from companion.table.seats import Seat
from tests.companion.shelf.shelves import ANNA, battle, shelf, wartime
from tests.companion.wartime import acts as w
from tests.support import PHONE, Players, Says

TODAY = date(2026, 11, 23)


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    players = Players(tmp_path / "table.sqlite")
    yield players
    players.leave()


@pytest.fixture
def matches(players: Players, tmp_path: Path) -> Iterator[Matches]:
    matches = shelf(players.table, tmp_path / "shelf.sqlite")
    yield matches
    matches.keeper.stop()


def listed(matches: Matches, said: str = "", **more: object) -> list[int]:
    search = understood(said, today=TODAY, **more)  # type: ignore[arg-type]
    return [each.summary.match for each in matches.look(search, skip=0, most=100).matches]


def one(matches: Matches, match: int) -> Shelved:
    return matches.find(match)


def sound(path: Path) -> None:
    assert faults(path, running=True) == ([], None)


def test_every_match_is_there_the_last_one_first(players: Players, matches: Matches) -> None:
    wartime(players, winner=Seat.GOLD)
    players.wait(60)
    battle(players, "Anna", "Ben", end=False)
    players.wait(60)
    players.do(New(game="warzone"))
    # The first of all, in which nothing happened, is kept by no journal.
    assert listed(matches) == [4, 3, 2]
    ended, away, laid = (one(matches, match) for match in (2, 3, 4))
    assert (ended.place, away.place, laid.place) == (ShelfPlace.SHELF, ShelfPlace.AWAY, ShelfPlace.TABLE)
    assert (ended.summary.how, away.summary.standing, laid.summary.standing) == (
        "Valyance wins",
        "Flags 0–0",
        "not begun",
    )
    assert all(each.told for each in (ended, away, laid))


def test_what_happens_on_the_table_is_there_at_once(players: Players, matches: Matches) -> None:
    wartime(players, end=False)
    assert not one(matches, 2).summary.over
    assert listed(matches, "won") == []
    players.do(End(winner=Seat.RED))
    assert one(matches, 2).summary.winner == "red"
    assert listed(matches, "won") == [2]


def test_a_match_that_is_taken_out_and_put_away_again_says_so(players: Players, matches: Matches) -> None:
    wartime(players, end=False)
    battle(players, end=False)
    assert (one(matches, 2).place, one(matches, 3).place) == (ShelfPlace.AWAY, ShelfPlace.TABLE)
    players.do(TakeOut(match=2))
    assert (one(matches, 2).place, one(matches, 3).place) == (ShelfPlace.TABLE, ShelfPlace.AWAY)
    assert listed(matches, put_away=True) == [3]


def test_it_is_found_by_what_players_remember(players: Players, matches: Matches) -> None:
    wartime(players, winner=Seat.GOLD)  # 2
    battle(players, "Zoë", "Ben", winner=Seat.RED)  # 3
    battle(players, "Anna", "Zoë")  # 4
    assert listed(matches, "zoe") == [4, 3]
    assert listed(matches, "Ben won") == listed(matches, "won by ben") == [3]
    assert listed(matches, "anna won") == [2]
    assert listed(matches, "zoe lost") == [3]
    assert listed(matches, "anna against ben") == [2]
    assert listed(matches, "battle line") == [4, 3]
    assert listed(matches, "war") == [2]
    assert listed(matches, "valyance") == [2]
    assert listed(matches, game="wartime") == [2]
    assert listed(matches, "nobody") == []


def test_it_is_found_by_its_day(players: Players, matches: Matches) -> None:
    wartime(players)
    played = datetime.fromtimestamp(one(matches, 2).summary.last_ms // 1000)
    for said in (
        f"{played:%Y-%m-%d}",
        f"{played:%Y-%m}",
        f"{played.year}-{played.month}",
        f"{played:%B}",
        f"{played:%b}",
        f"{played:%Y}",
        f"{played.day} {played:%B %Y}",
    ):
        assert listed(matches, said) == [2], said
    assert listed(matches, f"{played.year + 1}-{played:%m}") == []
    assert understood("yesterday", today=TODAY).days == ("2026-11-22",)


def test_what_is_on_the_table_is_not_deleted(players: Players, matches: Matches) -> None:
    wartime(players)
    with pytest.raises(Refused, match="is on the table"):
        matches.delete(2, source=ANNA)
    with pytest.raises(NotHere):
        matches.delete(7, source=ANNA)
    assert listed(matches) == [2]


@pytest.mark.parametrize("end", [True, False])
def test_one_that_is_deleted_is_gone_and_the_log_says_which(
    players: Players, matches: Matches, *, end: bool, tmp_path: Path
) -> None:
    battle(players, "Anna", "Ben", end=end)
    wartime(players)
    matches.delete(2, source=ANNA)
    assert listed(matches) == [3]
    assert players.table.unfinished() == []
    assert players.texts()[-1].startswith("Anna deleted a game: Battle Line, Anna against Ben, ")
    with pytest.raises(NotHere):
        matches.delete(2, source=ANNA)
    sound(tmp_path / "table.sqlite")
    players.restart()
    assert players.table.view().faults == ()


def test_the_log_says_which_one_is_gone_in_a_line_and_no_more(players: Players, matches: Matches) -> None:
    """Every page of the game on the table says it, and a match that was brought here may be called anything."""
    battle(players, "Anna" * 50_000, "Ben")
    wartime(players)
    matches.delete(2, source=ANNA)
    assert len(players.texts()[-1]) < 250


def test_a_long_one_is_deleted_a_piece_at_a_time(players: Players, matches: Matches, tmp_path: Path) -> None:
    wartime(players, end=False)
    journal: Journal = players.table._journal
    players.do(New(game="battleline"))
    rows, last = journal.rows(2), 0
    more = [
        Row(seq=len(rows) + at, wall=rows[-1].wall, mono=rows[-1].mono, source="clock", event=rows[-1].event)
        for at in range(1, 2 * ROWS_AT_ONCE)
    ]
    journal.append(2, more)
    with journal.together():
        journal._store.db.execute(
            "UPDATE match SET head = (SELECT chain FROM event WHERE match = 2 ORDER BY seq DESC LIMIT 1) WHERE id = 2"
        )
    pieces: list[int] = []
    opening = players.table._opening
    real = opening.delete

    def piece(match: int, *, before_ns: int | None) -> bool:
        done = real(match, before_ns=before_ns)
        # Whatever a piece leaves is a journal that holds, and nothing that anyone could go on with.
        sound(tmp_path / "table.sqlite")
        pieces.append(len(journal.rows(match)))
        assert players.table.unfinished() == []
        return done

    with patch.object(opening, "delete", piece):
        matches.delete(2, source=ANNA)
    assert pieces[-1] == last == 0
    assert len(pieces) == 3
    assert sorted(pieces, reverse=True) == pieces


def test_all_that_are_older_go_but_not_what_lies_on_the_table(
    players: Players, matches: Matches, tmp_path: Path
) -> None:
    wartime(players, end=False)
    for _ in range(3):
        players.do(Again())
        players.begin()
        players.wait(1)
        players.do(End())
    day = datetime.fromtimestamp(players.clock.wall() / 1e9 + 60)
    before = matches.older(day)
    assert (before.matches, before.put_away) == (3, 1)
    matches.delete_older(day, source=ANNA)
    assert listed(matches) == [5]
    assert players.texts()[-1] == f"Anna deleted the 3 games from before {day.day} {day:%B %Y}"
    assert matches.storage().going == 0
    with pytest.raises(Refused, match="as old"):
        matches.delete_older(day, source=ANNA)
    sound(tmp_path / "table.sqlite")


@pytest.mark.parametrize("laid", [True, False])
def test_one_that_was_played_on_meanwhile_stays_and_all_others_go(
    players: Players, matches: Matches, *, laid: bool
) -> None:
    wartime(players, end=False)  # 2
    battle(players)  # 3
    wartime(players)  # 4
    day = datetime.fromtimestamp(players.clock.wall() / 1e9 + 60)
    older, played = matches.keeper._index.older, iter([True])

    def meanwhile(before_ms: int, *, most: int) -> list[int]:
        found = older(before_ms, most=most)
        if next(played, False):
            players.wait(3_600)
            players.do(TakeOut(match=2))
            if not laid:
                battle(players)  # 5
        return found

    with patch.object(matches.keeper._index, "older", meanwhile):
        matches.delete_older(day, source=ANNA)
    assert listed(matches) == ([2] if laid else [5, 2])
    assert players.table.view().faults == ()
    assert matches.storage().going == 0


@pytest.mark.parametrize("lost", [False, True])
def test_what_is_to_go_goes_after_a_restart_too(players: Players, tmp_path: Path, *, lost: bool) -> None:
    wartime(players)
    battle(players)
    first = shelf(players.table, tmp_path / "shelf.sqlite")
    listed(first)
    day = datetime.fromtimestamp(players.clock.wall() / 1e9 + 60)
    with patch.object(players.table, "delete", side_effect=Stopped), pytest.raises(Stopped):
        first.delete_older(day, source=ANNA)
    first.keeper.stop()
    if lost:
        (tmp_path / "shelf.sqlite").unlink()
    again = shelf(players.table, tmp_path / "shelf.sqlite")
    assert listed(again) == [3]
    assert again.storage().going == 0
    again.keeper.stop()


def test_what_a_full_disk_kept_from_going_goes_when_there_is_room(players: Players, matches: Matches) -> None:
    wartime(players)
    wartime(players)
    day = datetime.fromtimestamp(players.clock.wall() / 1e9 + 60)
    full = Refused("It could not be deleted: the disk is full.")
    with patch.object(players.table, "delete", side_effect=full):
        matches.delete_older(day, source=ANNA)
        assert any("the disk is full" in fault for fault in players.table.view().faults)
    matches.keeper.fill()
    assert players.table.view().faults == ()
    assert listed(matches) == [3], "what lies on the table stays"


def test_an_index_that_breaks_meanwhile_keeps_nothing_from_being_deleted(players: Players, matches: Matches) -> None:
    for _ in range(3):
        wartime(players)
    assert len(listed(matches)) == 3
    day = datetime.fromtimestamp(players.clock.wall() / 1e9 + 60)
    real, broken = matches.keeper._index.older, iter([True])

    def older(before_ms: int, *, most: int) -> list[int]:
        if next(broken, False):
            raise IndexFault("malformed")
        return real(before_ms, most=most)

    with patch.object(matches.keeper._index, "older", older):
        matches.delete_older(day, source=ANNA)
    assert listed(matches) == [4]


def test_where_the_disk_forgets_nothing_it_says_so(players: Players, matches: Matches) -> None:
    wartime(players)
    battle(players)
    wartime(players)
    day = datetime.fromtimestamp(players.clock.wall() / 1e9 + 60)
    full = sqlite3.OperationalError("database or disk is full")
    with patch.object(Store, "edited", side_effect=full):
        with pytest.raises(Refused, match="Not deleted"):
            matches.delete(2, source=ANNA)
        matches.delete_older(day, source=ANNA)
    assert listed(matches) == [4, 3, 2]
    assert [fault for fault in players.table.view().faults if "old games" in fault]


def test_what_cannot_be_replayed_is_listed_and_says_why(players: Players, matches: Matches) -> None:
    journal: Journal = players.table._journal
    setup = journal.last_match()
    assert setup is not None
    for game, rows in (
        ("chess", ()),
        ("wartime", (Row(seq=1, wall=9, mono=9, source="clock", event=b'{"type": "castled"}'),)),
    ):
        row: MatchRow = journal.open_match(game, setup.setup, wall_ns=5)
        journal.append(row.id, rows)
        journal.away.lay(row.id)
    journal.away.lay(1)
    assert set(listed(matches)) == {1, 2, 3}
    assert (one(matches, 2).summary.trouble, one(matches, 3).summary.trouble) == (NO_GAME, UNREADABLE)
    assert one(matches, 3).summary.rows == 1
    assert listed(matches, "chess") == [2]
    matches.delete(3, source=PHONE)
    assert set(listed(matches)) == {1, 2}


def test_one_that_is_too_long_has_its_outline(players: Players, matches: Matches) -> None:
    wartime(players, end=False)
    players.do(New(game="battleline"))
    with patch("companion.shelf.keeper.MOST_ROWS", 2):
        summary = one(matches, 2).summary
    assert (summary.trouble, summary.standing) == (TOO_LONG, "no timer running")
    assert [each.name for each in summary.sides] == ["Valyance", "Firebrand"]
    assert summary.rows > 2
    assert summary.size > 0


def done(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(sql)


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"nonsense" * 1000),
        lambda path: path.write_bytes(b""),
        lambda path: path.unlink(),
        lambda path: path.write_bytes(path.read_bytes()[:5000]),
        lambda path: done(path, "PRAGMA user_version=7"),
        lambda path: done(path, "UPDATE match SET words = ' x '"),
        lambda path: done(path, "DROP TABLE match"),
        lambda path: done(path, "DELETE FROM match WHERE match = 2"),
    ],
)
def test_an_index_that_is_no_good_is_made_anew(players: Players, tmp_path: Path, damage: object) -> None:
    wartime(players, winner=Seat.GOLD)
    battle(players, "Anna", "Ben")
    path = tmp_path / "shelf.sqlite"
    first = shelf(players.table, path)
    whole = [one(first, match) for match in listed(first)]
    first.keeper.stop()
    damage(path)  # type: ignore[operator]
    again = shelf(players.table, path)
    assert [one(again, match) for match in listed(again)] == whole
    assert players.table.view().faults == ()
    again.keeper.stop()


def test_what_was_told_is_not_told_again_by_the_next_start(players: Players, tmp_path: Path) -> None:
    wartime(players)
    battle(players)
    first = shelf(players.table, tmp_path / "shelf.sqlite")
    listed(first)
    first.keeper.stop()
    again = shelf(players.table, tmp_path / "shelf.sqlite")
    with patch("companion.shelf.keeper.retold", side_effect=AssertionError("replayed")):
        assert listed(again) == [3, 2]
    again.keeper.stop()


def test_an_index_that_never_holds_is_given_up_and_said(players: Players, matches: Matches) -> None:
    wartime(players)
    with patch("companion.shelf.index._digest", side_effect=lambda row: urandom(16)):
        assert listed(matches) == []
    assert players.table.view().faults == (Says("past games", "cannot be saved", "log"),)
    assert listed(matches) == [2], "it is tried again with the next page"
    assert players.table.view().faults == ()


def test_an_index_that_breaks_while_it_is_read_is_made_anew(players: Players, matches: Matches) -> None:
    wartime(players)
    assert listed(matches) == [2]
    matches.keeper._index._db.execute("UPDATE match SET summary = x'7b'")
    listed(matches)
    assert listed(matches) == [2]
    assert players.table.view().faults == ()


def test_where_the_disk_takes_no_index_it_is_kept_in_memory_and_said(players: Players, tmp_path: Path) -> None:
    wartime(players)
    matches = shelf(players.table, tmp_path / "nowhere" / "shelf.sqlite")
    assert listed(matches) == [2]
    assert any("past games" in fault.lower() for fault in players.table.view().faults)
    (tmp_path / "nowhere").mkdir()
    for _ in range(TO_DISK_EACH):
        matches.keeper.fill()
    assert players.table.view().faults == (), "it moves there when it can"
    assert listed(matches) == [2]
    assert (tmp_path / "nowhere" / "shelf.sqlite").exists()
    matches.keeper.stop()


def test_where_the_disk_is_full_it_is_kept_in_memory(players: Players, matches: Matches) -> None:
    wartime(players)
    real = Index.put
    with patch.object(Index, "put", autospec=True) as put:
        put.side_effect = lambda index, found: _full(index) or real(index, found)
        assert listed(matches) == [2]
    assert any("past games" in fault.lower() for fault in players.table.view().faults)


def _full(index: Index) -> None:
    if index._path is not None:
        raise IndexFault("database or disk is full")


def test_where_the_journal_cannot_be_read_it_lists_what_it_knows(players: Players, matches: Matches) -> None:
    wartime(players)
    assert listed(matches) == [2]
    with patch.object(players.table.reader, "_open", side_effect=sqlite3.OperationalError("disk I/O error")):
        assert listed(matches) == [2]
        assert any("past games" in fault.lower() for fault in players.table.view().faults)
    assert listed(matches) == [2]
    matches.keeper.fill()
    assert players.table.view().faults == ()


def test_players_play_on_while_it_is_filled_beside_the_table(players: Players, tmp_path: Path) -> None:
    for _ in range(20):
        wartime(players, winner=Seat.RED)
    wartime(players, end=False)
    matches = shelf(players.table, tmp_path / "shelf.sqlite")
    with patch("companion.shelf.keeper.BREATH_S", 0):
        matches.keeper.start()
        while matches.storage().untold or matches.storage().matches < 21:
            players.do(w.Flip(timer="gold-60a"))
            players.do(Undo())
            matches.look(EVERYTHING, skip=0, most=25)
        matches.keeper.stop()
    again = shelf(players.table, tmp_path / "shelf.sqlite")
    assert len(listed(again, "ben won")) == 20
    again.keeper.stop()


def test_a_stop_waits_for_nothing_and_a_start_goes_on(players: Players, tmp_path: Path) -> None:
    for _ in range(10):
        wartime(players, winner=Seat.RED)
    first = shelf(players.table, tmp_path / "shelf.sqlite")
    left = iter([False] * 6)
    with patch.object(first.keeper._stopping, "is_set", lambda: next(left, True)), pytest.raises(Stopped):
        first.keeper.fill()
    told = first.storage().matches - first.storage().untold
    assert 0 < told < 10
    first.keeper.stop()
    again = shelf(players.table, tmp_path / "shelf.sqlite")
    assert len(listed(again, "ben won")) == 10
    again.keeper.stop()


@pytest.mark.parametrize("game", all_games())
def test_every_game_is_told_of(game: str, players: Players, matches: Matches) -> None:
    players.do(New(game=game))
    players.do(New(game=game, away=True))
    players.do(Begin()) if game != "warzone" else None
    assert matches.look(Search(game=game), skip=0, most=5).found >= 1

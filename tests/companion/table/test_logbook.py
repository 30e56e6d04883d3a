"""The log by page: in its order, in words made once, and nobody at the table waits for whoever reads."""

import random
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MS, SECOND, ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.commands import Begin, End, Undo
from companion.table.errors import Unread
from companion.table.history import PAGE, Entry
from companion.table.logbook import FARTHEST, Logbook, Past
from companion.table.match import Match
from companion.table.showing import TOLD_AT_ONCE
from companion.table.table import Table
from companion.table.view import LogLine
from companion.wartime.match.timers import Assigned, Flipped
from tests.companion.table.evenings import GAMES, Evening
from tests.companion.table.naive import naive_log
from tests.companion.wartime import acts as w
from tests.support import PATIENCE_S, PHONE, Players


def paged(table: Table, most: int, *, backwards: bool) -> list[LogLine]:
    """The whole log, from pages of so many lines."""
    found: list[LogLine] = []
    page = table.log(most=most) if backwards else table.log(after=0, most=most)
    while page.lines:
        assert len(page.lines) <= most
        assert {line.seq for _, line in page.lines} == {*range(page.first, page.last + 1)}
        lines = [line for _, line in page.lines]
        found = lines + found if backwards else found + lines
        assert (page.earlier, page.later) == (page.first - 1, table.log(most=1).last - page.last)
        page = table.log(before=page.first, most=most) if backwards else table.log(after=page.last, most=most)
    return found


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10_000), most=st.sampled_from([40, 1000]))
def test_the_pages_are_the_log(game: str, seed: int, most: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    evening = Evening(tmp_path_factory.mktemp("t") / "t.sqlite", game, seed=seed).play(80)
    entries = evening.table._live.shown.past.entries(1, 10_000)
    expected = naive_log(evening.table.match, entries)
    with patch("companion.table.history.PAGE", 5), patch("companion.table.logbook._MARGIN", 2):
        for backwards in (False, True):
            assert paged(evening.table, most, backwards=backwards) == expected
    evening.table.close()


EPOCH = 1_767_225_600 * SECOND


def in_memory(instants: list[int], *, pressed: Callable[[int], bool] = lambda _seq: True) -> Past:
    """A game of WarTime whose rows arrived in this order: their instants, in milliseconds, and which are presses. All
    were made at the panel."""
    match = Match.start(all_games()[FIRST], msgspec.json.encode(all_games()[FIRST].setup(None)), now=0)
    recent = tuple(
        Entry(seq=seq, wall_ns=EPOCH + ms * MS, mono_ns=ms * MS, source="button red-30", event=event)
        for seq, ms in enumerate(instants, 1)
        if (event := (Flipped if pressed(seq) else Assigned)(sand_ns=0, timer=("gold-30", "red-30")[seq % 2]))
    )
    return Past(opening=match, match=match, recent=recent, marks=b"a" * len(recent), read=lambda _after, _most: ())


@given(seed=st.integers(0, 10_000), most=st.sampled_from([1, 5, 40]), stalls=st.sampled_from([0, 0, 2, 30]))
def test_presses_that_arrive_out_of_order_are_told_in_order_across_pages(seed: int, most: int, stalls: int) -> None:
    """Many a second, each up to a second late, and some after a stall by half a minute: a page ends where all have
    arrived, or else where it is full."""
    chance = random.Random(seed)
    now, instants = 0, []
    for _ in range(150):
        now += chance.choice((0, 1, 20, 400, 3000))
        late = chance.choice((2500, 30_000)) if chance.randrange(150) < stalls else 0
        instants.append(now - (late or chance.choice((0, 0, 10, 300, 999))))
    past, book = in_memory(instants), Logbook()
    expected = naive_log(past.match, past.recent)
    for backwards in (False, True):
        found: list[LogLine] = []
        page = book.page(past, most=most) if backwards else book.page(past, after=0, most=most)
        while page.lines:
            lines = [line for _, line in page.lines]
            assert lines == [line for line in expected if page.first <= line.seq <= page.last]
            found = lines + found if backwards else found + lines
            page = (
                book.page(past, before=page.first, most=most)
                if backwards
                else book.page(past, after=page.last, most=most)
            )
        assert Counter(line.seq for line in found) == Counter(range(1, 151))
        if most == 40 and not stalls:
            assert found == expected


@given(seed=st.integers(0, 10_000), most=st.sampled_from([7, 40]), rare=st.sampled_from([1, 3, 90]))
def test_the_pages_say_the_same_gaps_however_they_are_cut(seed: int, most: int, rare: int) -> None:
    """Between two presses lie as many other lines as may be, beyond the page's end too."""
    chance = random.Random(seed)
    presses = {seq for seq in range(1, 201) if not chance.randrange(rare)}
    instants = [20 * seq - chance.choice((0, 0, 10, 300, 999)) for seq in range(1, 201)]
    past, book = in_memory(instants, pressed=presses.__contains__), Logbook()
    expected = {line.seq: line for line in naive_log(past.match, past.recent)}
    for after in range(0, 200, most):
        page = book.page(past, after=after, most=most)
        assert all(line == expected[line.seq] for _, line in page.lines)
    for before in range(201, 1, -most):
        page = book.page(past, before=before, most=most)
        assert all(line == expected[line.seq] for _, line in page.lines)


def test_presses_that_lie_too_many_lines_apart_have_no_gap_on_any_page() -> None:
    """Who writes a thousand lines between two presses makes nobody read them."""
    presses = (1, FARTHEST, 2 * FARTHEST + 1)
    past, book = in_memory([*range(1100)], pressed=presses.__contains__), Logbook()
    for most in (40, 600):
        lines = {
            line.seq: line.gap
            for after in range(0, 1100, most)
            for _, line in book.page(past, after=after, most=most).lines
        }
        assert {seq: gap for seq, gap in lines.items() if gap} == {1: f"{(FARTHEST - 1) / 1000:.3f} s before Valyance"}


def test_a_page_says_what_lies_before_and_after_it(players: Players) -> None:
    players.begin()
    for _ in range(5):
        players.wait(5)
        players.flip("gold-30")
        players.do(w.Free(timer="gold-30"))
    table = players.table
    assert [(page.first, page.last, page.earlier, page.later) for page in (
        table.log(most=4), table.log(after=0, most=4), table.log(after=3, most=2), table.log(before=6, most=3),
        table.log(after=11), table.log(after=500), table.log(before=1), table.log(before=500, most=1),
    )] == [
        (8, 11, 7, 0), (1, 4, 0, 7), (4, 5, 3, 6), (3, 5, 2, 6),
        (12, 11, 11, 0), (12, 11, 11, 0), (1, 0, 0, 11), (11, 11, 10, 0),
    ]  # fmt: skip


class Wordy:
    """WarTime in which every sentence is counted, and may be held up."""

    def __init__(self, path: Path) -> None:
        self.said: Counter[int] = Counter()
        self.hold: Callable[[Any], None] = lambda _event: None
        wartime = all_games()[FIRST]

        def sentence(state: Any, event: Any) -> str:
            self.said[event.sand_ns] += 1
            self.hold(event)
            return wartime.sentence(state, event)

        wordy = copy(wartime)
        wordy.sentence = sentence  # type: ignore[method-assign]
        self.clock = ManualClock()
        self.table = Table(clock=self.clock, journal=Journal(path), games={FIRST: wordy}, game=FIRST)

    def play(self, moves: int) -> None:
        self.table.dispatch(Begin(), source=PHONE)
        for move in range(moves):
            self.clock.advance(seconds=1)
            self.table.dispatch((w.Flip, w.Free)[move % 2](timer="gold-30"), source=PHONE)


@pytest.fixture
def wordy(tmp_path: Path) -> Iterator[Wordy]:
    found = Wordy(tmp_path / "t.sqlite")
    yield found
    found.table.close()


def test_words_are_made_once_whoever_reads(wordy: Wordy) -> None:
    wordy.play(600)
    for _ in range(10):
        wordy.table.log(most=200)
        wordy.table.log(after=100, most=200)
        wordy.table.view()
    assert len(wordy.said) == 601
    assert set(wordy.said.values()) == {1}


def test_nobody_at_the_table_waits_for_ten_who_read_the_log(wordy: Wordy) -> None:
    """Ten phones are stuck in the middle of old words for as long as it takes; meanwhile the game is played."""
    with patch("companion.table.logbook._REMEMBERED", 200):
        wordy.play(400)
    reading, go_on = threading.Semaphore(0), threading.Event()

    def stuck(event: Any) -> None:
        if event.sand_ns < 100 * SECOND:
            reading.release()
            assert go_on.wait(PATIENCE_S)

    wordy.hold = stuck
    readers = [threading.Thread(target=lambda: wordy.table.log(after=0, most=50)) for _ in range(10)]
    for reader in readers:
        reader.start()
    assert reading.acquire(timeout=PATIENCE_S)
    for _ in range(20):
        wordy.clock.advance(seconds=1)
        wordy.table.dispatch(w.Flip(timer="gold-30"), source=PHONE)
        wordy.table.dispatch(Undo(), source=PHONE)
    assert wordy.table.view().last[-1].text.startswith("Undone: Valyance 30 flipped")
    go_on.set()
    for reader in readers:
        reader.join()


def test_names_that_change_are_in_the_old_lines_at_once(tmp_path: Path) -> None:
    """Whatever Warzone's words depend on: pages remembered say what pages made anew would."""
    evening = Evening(tmp_path / "t.sqlite", "warzone", seed=3, undos=15)
    for _ in range(60):
        evening.play(4)
        known = [line for _, line in evening.table.log().lines]
        assert known == naive_log(evening.table.match, evening.table._live.shown.past.entries(1, 10_000))


def test_the_report_is_made_once_for_all_who_ask_meanwhile(wordy: Wordy) -> None:
    wordy.play(50)
    made, begun, go_on = Counter[str](), threading.Event(), threading.Event()
    honest = Past.report

    def slow(past: Past, sand_ns: int) -> msgspec.Struct:
        made["reports"] += 1
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return honest(past, sand_ns)

    asked: list[object] = []
    with patch.object(Past, "report", slow):
        first = threading.Thread(target=lambda: asked.append(wordy.table.report()))
        first.start()
        assert begun.wait(PATIENCE_S)
        wordy.table.dispatch(w.Flip(timer="red-30"), source=PHONE)
        waiting = threading.Semaphore(0)
        others = [
            threading.Thread(target=lambda: (waiting.release(), asked.append(wordy.table.report()))) for _ in range(8)
        ]
        for other in others:
            other.start()
        for _ in others:
            assert waiting.acquire(timeout=PATIENCE_S)
        go_on.set()
        for thread in (first, *others):
            thread.join()
    assert len(asked) == 9
    assert made["reports"] == 2
    assert len({id(each) for each in asked}) == 2


def test_the_end_of_a_long_match_is_seen_at_once_and_told_a_moment_later(wordy: Wordy) -> None:
    wordy.play(TOLD_AT_ONCE)
    made: Counter[str] = Counter()
    honest = Past.report

    def counted(past: Past, sand_ns: int) -> msgspec.Struct:
        made["reports"] += 1
        return honest(past, sand_ns)

    with patch.object(Past, "report", counted):
        over = wordy.table.dispatch(End(), source=PHONE).over
        assert over is not None
        assert (over.title, over.telling, made["reports"]) == ("The game has ended", {}, 0)
        version = wordy.table.version
        wordy.table.tell_the_end()
        told = wordy.table.view()
        assert told.version > version
        assert told.over is not None
        assert told.over.telling.keys() == {"gold", "red", "all"}
        wordy.table.tell_the_end()
        assert made["reports"] == 1
    assert wordy.table.dispatch(Undo(), source=PHONE).over is None


def test_what_a_disk_does_not_take_is_read_all_the_same(players: Players) -> None:
    """Whole, from memory; and what it has and does not give back, is said."""
    players.begin()
    players.flip("gold-30")
    blocker = sqlite3.connect(players.path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    for _ in range(PAGE):
        players.wait(1)
        players.do(w.Free(timer="gold-30"))
        players.flip("gold-30")
    assert "Not saving" in players.table.view().faults[0]
    assert [line.seq for _, line in players.table.log(after=0, most=1000).lines] == [*range(1, 2 * PAGE + 3)]
    assert players.do(Undo()).undo == "Valyance 30 taken back with 29.0 s left"
    blocker.execute("ROLLBACK")
    blocker.close()


def test_a_journal_that_gives_nothing_back_leaves_the_game_as_it_is(players: Players) -> None:
    players.begin()
    for _ in range(2 * PAGE):
        players.flip("gold-30")
        players.do(w.Free(timer="gold-30"))
        players.wait(1)
    with no_reading(players.table):
        with pytest.raises(
            Unread, match=r"^The journal cannot be read at the moment: disk I/O error\. The game goes on\.$"
        ):
            players.table.log(after=0)
        with pytest.raises(Unread):
            players.table.report()
        assert len(players.table.log(most=100).lines) == 100
        assert players.do(End()).over is not None
        players.do(Undo())
    assert players.table.log(after=0).first == 1


@contextmanager
def no_reading(table: Table) -> Iterator[None]:
    def fails(*_: object, **__: object) -> list[object]:
        raise sqlite3.OperationalError("disk I/O error")

    with patch.object(table.reader, "rows", fails):
        yield

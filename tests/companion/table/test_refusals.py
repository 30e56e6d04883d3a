"""Refusals in numbers: what the log, the report and the screens are told of a button that bounces for ever."""

import sqlite3
from contextlib import closing, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MS, SECOND
from companion.table.commands import Begin, End, Pause, Resume, Undo
from companion.table.errors import Refused
from companion.table.events import Refusal, Source, SourceKind
from companion.table.opening import Again, TakeOut
from companion.table.refusals import MOST_KINDS, OTHERS, ROWS, ROWS_A_SECOND, RefusalHeard, Refusals, rows_taken
from tests.companion.wartime import acts as c
from tests.support import BUTTON, PHONE, Players, entries

STILL = "Valyance 90 is still running"


def bounces(players: Players, times: int, *, every_ms: int = 50, source: Source = BUTTON) -> None:
    """The button of a timer that cannot be flipped, pressed again and again."""
    for _ in range(times):
        with pytest.raises(Refused):
            players.do(c.Flip(timer="gold-90"), source)
        players.wait(every_ms / 1000)


def refused(players: Players) -> list[str]:
    return [text for text in players.texts() if text.startswith("Refused")]


def flipped(players: Players) -> Players:
    players.begin().flip("gold-90")
    return players


def test_the_first_is_told_at_once_and_those_that_follow_as_one(players: Players) -> None:
    bounces(flipped(players), 215)
    assert refused(players) == ["Refused: Valyance 90 is still running: 90 s left."]
    players.wait(6)
    assert refused(players) == [
        "Refused: Valyance 90 is still running: 90 s left.",
        "Refused 214 times: Valyance 90 is still running: 80 s left.",
    ]


def test_presses_that_are_seconds_apart_are_told_one_by_one(players: Players) -> None:
    bounces(flipped(players), 4, every_ms=6000)
    assert refused(players) == [f"Refused: {STILL}: {left} s left." for left in (90, 84, 78, 72)]


def test_while_it_goes_on_it_is_told_once_a_minute(players: Players) -> None:
    flipped(players).do(Pause())
    bounces(players, 20 * 60 * 3)
    assert len(refused(players)) <= 4


def test_others_and_other_things_are_told_apart(players: Players) -> None:
    flipped(players)
    for _ in range(3):
        bounces(players, 1)
        bounces(players, 1, source=PHONE)
        with pytest.raises(Refused):
            players.do(Begin(), BUTTON)
    players.wait(6)
    rows = [(line.source, line.text.partition(":")[0]) for _, line in entries(players.table) if "Refused" in line.text]
    assert sorted(rows) == sorted(
        (device, text)
        for device in ("button gold-30", "button gold-30", "phone 1")
        for text in ("Refused", "Refused 2 times")
    )


def test_the_report_counts_every_one(players: Players) -> None:
    bounces(flipped(players), 30)
    players.do(End())
    assert [side.refusals for side in players.table.report().sides] == [30, 0]  # type: ignore[attr-defined]
    assert players.texts()[-2:] == [f"Refused 29 times: {STILL}: 89 s left.", "The game ends"]


def test_what_was_counted_leaves_with_its_match(players: Players) -> None:
    bounces(flipped(players), 8)
    players.do(Again())
    assert refused(players) == []
    players.do(TakeOut(match=1))
    assert [text.partition(":")[0] for text in refused(players)] == ["Refused", "Refused 7 times"]


def test_a_stop_writes_what_was_counted(players: Players) -> None:
    bounces(flipped(players), 8)
    players.restart()
    assert [text.partition(":")[0] for text in refused(players)] == ["Refused", "Refused 7 times"]


def test_the_panel_goes_on_saying_why_but_does_not_redraw_for_nothing(players: Players) -> None:
    flipped(players).do(Pause())
    before = players.table.version
    for _ in range(200):
        bounces(players, 1)
        reason = players.timer("gold-90").refused
        assert reason is not None
        assert players.clock.now() // MS - reason.ms <= 1100, "it would be gone from the screen after two seconds"
    assert players.table.version - before <= 12


def test_a_phone_does_not_wipe_away_what_the_panel_says(players: Players) -> None:
    bounces(flipped(players), 1)
    said = players.timer("gold-90").refused
    bounces(players, 1, source=PHONE)
    assert players.timer("gold-90").refused == said


def test_after_a_restart_no_screen_says_what_was_refused_before(players: Players) -> None:
    """The machine has booted anew: by its clock, the refusal is yet to come, and would be read for hours."""
    bounces(flipped(players), 1)
    players.restart()
    assert players.timer("gold-90").refused is None


def test_no_number_of_kinds_fills_the_journal(players: Players) -> None:
    flipped(players)
    for phone in range(1000):
        bounces(players, 1, every_ms=1, source=Source(SourceKind.PHONE, str(phone)))
    players.wait(61)
    assert len(refused(players)) == MOST_KINDS + 1
    assert refused(players)[-1] == f"Refused {1000 - MOST_KINDS} times: {OTHERS}"


def test_nor_do_kinds_that_take_turns(players: Players) -> None:
    flipped(players).do(Pause())
    for phone in range(2000):
        bounces(players, 1, every_ms=500, source=Source(SourceKind.PHONE, str(phone)))
    assert len(refused(players)) <= ROWS + 1000 * ROWS_A_SECOND + 1000 / 60


def test_nor_do_new_games_and_ends(players: Players) -> None:
    for turn in range(400):
        for phone in range(5):
            with suppress(Refused):
                players.do(Resume(), Source(SourceKind.PHONE, str(phone)))
            players.wait(0.01)
        with suppress(Refused):
            players.do((Begin(), End(), Again(), Undo())[turn % 4])
    with closing(sqlite3.connect(players.path)) as db:
        (rows,) = db.execute("SELECT count(*) FROM event WHERE CAST(event AS TEXT) LIKE '%\"refusal\"%'").fetchone()
    leaving = 400 / 4 * 2
    assert ROWS < rows <= ROWS + 20 * ROWS_A_SECOND + leaving


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9 * SECOND)), max_size=200))
def test_each_is_told_exactly_once(presses: list[tuple[int, int]]) -> None:
    now = 0
    refusals = Refusals(rows_taken(now))
    told = 0
    for button, later in presses:
        now += later
        told += sum(refusal.times for refusal, _ in refusals.sums(now))
        refusal = Refusal(sand_ns=0, mono_ns=now, command="flip", subject=None, reason="no.", at_panel=True)
        told += refusals.count_refusal(refusal, Source(SourceKind.BUTTON, str(button))) is RefusalHeard.NEW
    told += sum(refusal.times for refusal, _ in refusals.last_sums(now))
    assert told == len(presses)
    assert refusals.due(now) is None

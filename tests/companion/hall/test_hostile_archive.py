"""However a match is sent to a table, what is kept of it is bounded, and what is refused is let go of at once."""

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from companion.hall.adopting import MOST_BYTES, MOST_ROWS, Adopting
from companion.hall.wire.messages import Done, LogRow, NotDone, Opening, Restore
from companion.hall.wire.topics import LARGEST_LOG
from tests.companion.hall.archive import JOURNAL, adopting
from tests.support import Players, Says

ELSEWHERE = NotDone(why=Says("Another match", "set up"))
TOO_LARGE = NotDone(why=Says("64 MB", "too large"))


def sent(*rows: LogRow, last: int = 100_000, restoring: str = "r1", opening: Opening | None = None) -> Restore:
    return Restore(
        until_ms=0, restoring=restoring, after=0, last=last, journal=JOURNAL, was=1, rows=rows, opening=opening
    )


def row(seq: int, size: int = 0) -> LogRow:
    event = msgspec.json.encode({"type": "begun", "sand_ns": 0, "more": "x" * size})
    return LogRow(seq=seq, wall=0, mono=0, source="", event=msgspec.Raw(event))


def large(rows: int, size: int = LARGEST_LOG - 1000) -> Iterator[Restore]:
    """Backwards, and without the opening: nothing of it can be tried before the end."""
    return (sent(row(seq, size)) for seq in range(rows, 0, -1))


def is_free(taken: Adopting) -> bool:
    """Whether nothing is gathered."""
    return taken.take(sent(row(1), restoring="another")) == Done()


def test_a_row_too_many_is_refused_before_anything_is_kept(players: Players) -> None:
    taken = adopting(players)
    why = Says(f"more than {MOST_ROWS} rows")
    assert taken.take(sent(row(1), last=MOST_ROWS + 1)) == NotDone(why=why)
    assert is_free(taken)


def test_as_many_rows_as_may_be_are_kept_and_none_beyond(players: Players) -> None:
    taken = adopting(players)
    for first in range(MOST_ROWS, 1, -100):
        assert taken.take(sent(*map(row, range(first, first - 100, -1)))) == Done()
    why = Says(f"Row {MOST_ROWS + 1}", "none", f"{MOST_ROWS}")
    assert taken.take(sent(row(MOST_ROWS + 1))) == NotDone(why=why)
    assert is_free(taken)


def test_more_than_it_may_have_is_let_go_of_at_once_and_stays_refused(players: Players) -> None:
    taken = adopting(players)
    most = MOST_BYTES // (LARGEST_LOG - 1000)
    parts = large(most + 9)
    answers = [taken.take(next(parts)) for _ in range(most + 1)]
    assert answers == [*[Done()] * most, TOO_LARGE]
    assert [taken.take(part) for part in parts] == [TOO_LARGE] * 8
    assert is_free(taken)


def test_what_comes_again_is_kept_once(players: Players) -> None:
    taken = adopting(players)
    one = sent(row(7, LARGEST_LOG - 1000))
    assert {taken.take(one) for _ in range(100)} == {Done()}
    begins = replace(one, opening=Opening(game="wartime", setup=msgspec.Raw(b'"%s"' % (b"x" * 1_000_000)), wall=0))
    assert {taken.take(begins) for _ in range(100)} == {Done()}


def test_of_matches_sent_at_the_same_time_one_is_kept(players: Players) -> None:
    taken, most = adopting(players), LARGEST_LOG - 1000
    assert taken.take(sent(row(1, most))) == Done()
    others = [sent(row(seq, most), restoring=f"r{seq}") for seq in range(2, 102)]
    assert [taken.take(other) for other in others] == [ELSEWHERE] * len(others)
    assert taken.take(sent(row(2))) == Done()


def test_a_match_that_begins_in_two_ways_is_refused(players: Players) -> None:
    taken = adopting(players)
    one = Opening(game="wartime", setup=msgspec.Raw(b"{}"), wall=0)
    assert taken.take(sent(row(1), opening=one)) == Done()
    why = Says("begin in two")
    assert taken.take(sent(row(1), opening=replace(one, wall=1))) == NotDone(why=why)
    assert is_free(taken)


def test_a_fault_that_nobody_foresaw_leaves_nothing_behind(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = adopting(players)

    def fault(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(taken, "_adopt", fault)
    with pytest.raises(ZeroDivisionError):
        taken.take(sent(last=0, opening=Opening(game="wartime", setup=msgspec.Raw(b"{}"), wall=0)))
    assert is_free(taken)

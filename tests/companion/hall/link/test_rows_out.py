"""Every row that the journal gets while a connection lasts goes out once, in its match's order, from whatever pages."""

import itertools

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hall.link.session import RowsOut
from companion.hall.wire.messages import MOST_ROWS, Log, LogRow
from tests.support import examples

JOURNAL = "0123456789abcdef"


class Kept:
    """A journal: how many rows it has of each match, and how many go into a page."""

    def __init__(self, page: int) -> None:
        self.rows: dict[int, int] = {}
        self.page = page
        self.asked = 0

    def after(self, match: int, after: int) -> Log:
        self.asked += 1
        last = self.rows.get(match, 0)
        rows = range(after + 1, min(last, after + self.page) + 1)
        return Log(journal=JOURNAL, match=match, last=last, rows=tuple(map(row, rows)))


def row(seq: int) -> LogRow:
    return LogRow(seq=seq, wall=0, mono=0, source="clock", event=msgspec.Raw(b"{}"))


WRITTEN = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3), st.booleans()), max_size=25)
"""On which match how many rows come, and whether anything can go out then."""


@given(WRITTEN, st.integers(1, 6))
@settings(max_examples=examples(150))
def test_what_comes_goes_out_once_and_in_order(written: list[tuple[int, int, bool]], page: int) -> None:
    kept = Kept(page)
    rows = RowsOut(kept.after)
    assert rows.next(0, 0) is None
    out: dict[int, list[int]] = {}

    def go_out(match: int) -> bool:
        log = rows.next(match, kept.rows.get(match, 0))
        if log is not None:
            out.setdefault(log.match, []).extend(each.seq for each in log.rows)
        return log is not None

    seen, match = [], 0
    for match, more, flows in written:
        kept.rows[match] = kept.rows.get(match, 0) + more
        if flows:
            go_out(match)
            seen.append(match)
    while match and go_out(match):
        pass
    for number in {*seen, match} - {0}:
        # A match may come back: then it goes out from the first again, which a hall takes as it takes what comes twice.
        said = out.get(number, [])
        assert all(after == before + 1 or after == 1 for before, after in itertools.pairwise(said))
        if number == match:
            assert sorted(set(said)) == list(range(1, kept.rows[number] + 1))


def test_what_was_there_before_is_left_to_be_asked_for() -> None:
    kept = Kept(100)
    kept.rows[3] = 40
    rows = RowsOut(kept.after)
    assert rows.next(3, 40) is None
    assert kept.asked == 0
    kept.rows[3] = 42
    log = rows.next(3, 42)
    assert log is not None
    assert [each.seq for each in log.rows] == [41, 42]


def test_the_last_rows_of_a_match_that_has_left_come_before_the_next_ones() -> None:
    kept = Kept(100)
    kept.rows[3] = 4
    rows = RowsOut(kept.after)
    rows.next(3, 4)
    kept.rows = {3: 6, 4: 2}
    logs = [rows.next(4, 2) for _ in range(3)]
    assert [log and (log.match, [each.seq for each in log.rows]) for log in logs] == [(3, [5, 6]), (4, [1, 2]), None]


def test_of_a_long_match_that_comes_back_only_the_newest_rows_are_told_unasked() -> None:
    kept = Kept(100)
    rows = RowsOut(kept.after)
    rows.next(5, 0)
    kept.rows = {3: 1000}
    log = rows.next(3, 1000)
    assert log is not None
    assert [each.seq for each in log.rows] == list(range(1001 - MOST_ROWS, 1001))

"""A match goes to another box in parts that messages take."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hall.organiser.rounds import MOST_ROWS, Restoring, part
from companion.hall.wire import messages as codec
from companion.hall.wire.messages import LogRow, Opening, Restore
from companion.hall.wire.topics import LARGEST, LARGEST_LOG
from companion.table.errors import Refused
from tests.support import examples

SIZES = st.lists(st.sampled_from([10, 300, 5_000, 30_000, 70_000, 400_000]), min_size=1, max_size=60)


def rows_of(sizes: list[int]) -> list[LogRow]:
    return [
        LogRow(seq=seq, wall=0, mono=seq * 1_000_000, source="phone:1", event=msgspec.Raw(b'"%s"' % (b"x" * size)))
        for seq, size in enumerate(sizes, start=1)
    ]


@settings(max_examples=examples(20))
@given(SIZES, st.integers(2, 100_000))
def test_all_parts_together_are_the_match(sizes: list[int], setup: int) -> None:
    rows = rows_of(sizes)
    opening = Opening(game="wartime", setup=msgspec.Raw(b'"%s"' % (b"x" * setup)), wall=0)
    restoring = Restoring(
        id="a", table="one", journal="00000000000000aa", match=1, last=len(rows), heard_until_ms=len(rows) + 7
    )
    parts: list[Restore] = []
    while restoring.after < restoring.last:
        behind = rows[restoring.after :]
        made = part(restoring, behind, None if restoring.after else opening, chain="ab", until_ms=5)
        read = codec.read_ask(codec.written(made))
        assert isinstance(read, Restore)
        parts.append(read)
        restoring = msgspec.structs.replace(restoring, after=made.rows[-1].seq)
    assert [row for each in parts for row in each.rows] == rows
    assert [bool(each.opening) for each in parts] == [True] + [False] * (len(parts) - 1)
    assert [each.chain for each in parts] == [""] * (len(parts) - 1) + ["ab"]
    assert parts[-1].unheard_ms == 7
    for each in parts:
        assert len(each.rows) <= MOST_ROWS
        assert len(each.rows) == 1 or len(codec.written(each)) <= LARGEST + setup


def test_a_row_that_no_message_takes_is_refused() -> None:
    restoring = Restoring(id="a", table="one", journal="00000000000000aa", match=1, last=1)
    with pytest.raises(Refused, match="Entry 1"):
        part(restoring, rows_of([LARGEST_LOG]), None, chain="", until_ms=5)

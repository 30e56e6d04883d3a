"""What players sealed opens with its own table's card, where it stood, and nowhere else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.hall.card import HallCard
from companion.hall.rows import CardBox, OtherKey, Where
from tests.support import examples

KEY = bytes(range(32))
WHERE, SEQ = Where(journal="0123456789abcdef", match=3), 14


def box(key: bytes = KEY, *, hall: str = "club-night", table: str = "table-7") -> CardBox:
    return CardBox(
        HallCard(host="broker", port=8883, hall=hall, table=table, called="Table 7", password="p", ca=b"", key=key)
    )


@settings(max_examples=examples(50))
@given(data=st.binary(max_size=2000), key=st.binary(min_size=32, max_size=32))
def test_there_and_back(data: bytes, key: bytes) -> None:
    sealed = box(key).seal(data, WHERE, SEQ)
    assert box(key).unseal(sealed, WHERE, SEQ) == data
    assert box(key).seal(data, WHERE, SEQ) != sealed, "or one could tell that the same was sealed twice"
    if key != KEY:
        with pytest.raises(OtherKey, match="another one"):
            box().unseal(sealed, WHERE, SEQ)


@pytest.mark.parametrize(
    ("other", "where", "seq"),
    [
        (box(hall="other"), WHERE, SEQ),
        (box(table="table-8"), WHERE, SEQ),
        (box(), replace(WHERE, journal="f" * 16), SEQ),
        (box(), replace(WHERE, match=4), SEQ),
        (box(), WHERE, 15),
    ],
)
def test_moved_elsewhere_it_does_not_open(other: CardBox, where: Where, seq: int) -> None:
    sealed = box().seal(b"three of hearts", WHERE, SEQ)
    with pytest.raises(OtherKey):
        other.unseal(sealed, where, seq)


@settings(max_examples=examples(50))
@given(sealed=st.text(max_size=60))
def test_what_never_was_sealed_does_not_open(sealed: str) -> None:
    with pytest.raises(OtherKey):
        box().unseal(sealed, WHERE, SEQ)

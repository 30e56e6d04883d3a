"""What players sealed opens with its own table's card, where it stood, and nowhere else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.hall.rows import OtherKey, RowPlace, seal, unseal
from tests.support import examples

KEY = bytes(range(32))
PLACE = RowPlace(hall="club-night", table="table-7", journal="0123456789abcdef", match=3, seq=14)


@settings(max_examples=examples(50))
@given(data=st.binary(max_size=2000), key=st.binary(min_size=32, max_size=32))
def test_there_and_back(data: bytes, key: bytes) -> None:
    sealed = seal(key, data, PLACE)
    assert unseal(key, sealed, PLACE) == data
    assert seal(key, data, PLACE) != sealed, "or one could tell that the same was sealed twice"
    if key != KEY:
        with pytest.raises(OtherKey, match="another one"):
            unseal(KEY, sealed, PLACE)


@pytest.mark.parametrize(
    "change",
    [{"hall": "other"}, {"table": "table-8"}, {"journal": "f" * 16}, {"match": 4}, {"seq": 15}],
)
def test_moved_elsewhere_it_does_not_open(change: dict[str, object]) -> None:
    sealed = seal(KEY, b"three of hearts", PLACE)
    with pytest.raises(OtherKey):
        unseal(KEY, sealed, replace(PLACE, **change))


@settings(max_examples=examples(50))
@given(sealed=st.text(max_size=60))
def test_what_never_was_sealed_does_not_open(sealed: str) -> None:
    with pytest.raises(OtherKey):
        unseal(KEY, sealed, PLACE)

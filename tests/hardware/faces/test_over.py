"""The face of a game that is over: who won is large, and nothing is ever cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.faces.face import draw
from hardware.faces.words import OverFace

SIZES = [(128, 64), (128, 32)]
TITLES = ["Valyance wins", "Firebrand wins", "Gold wins", "Time is up", "The game has ended", "A tie: three flags each"]
SAID = ["", "by a break-through", "6 to 2", "Your 90 was idle 38 %.", "Valyance never flipped its 60b."]
words = st.text(st.characters(min_codepoint=32, max_codepoint=255, categories=("L", "N", "P", "Zs")), max_size=60)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("said", SAID)
def test_a_usual_end_is_told_whole_and_who_won_in_large_letters(title: str, said: str) -> None:
    both, alone = (draw(OverFace(title=title, said=each), 128, 64) for each in (said, ""))
    assert (both.tobytes() == alone.tobytes()) is (said == ""), "what is said has its room"
    ink = [both.crop((0, row, 128, row + 1)).getbbox() is not None for row in range(64)]
    first = "".join("#" if each else " " for each in ink).split()[0]
    assert len(first) >= 11, "the first line has capitals of 11 pixels and more"


def test_what_cannot_be_read_beside_the_winner_is_left_out() -> None:
    said = "The Most Extraordinary Army could have claimed flag 4 three turns earlier."
    for size in SIZES:
        with_, without = (draw(OverFace(title="The game has ended", said=each), *size) for each in (said, ""))
        assert with_.tobytes() == without.tobytes()


@given(title=words, said=words, size=st.sampled_from(SIZES))
def test_nothing_is_cut(title: str, said: str, size: tuple[int, int]) -> None:
    picture = draw(OverFace(title=title, said=said), *size)
    for column in (0, size[0] - 1):
        assert picture.crop((column, 0, column + 1, size[1])).getbbox() is None

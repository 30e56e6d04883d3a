"""The face of a battle that is won: every number is there, whole, and a break-through looks unlike an envelopment."""

from itertools import pairwise

import pytest
from PIL import ImageChops

from hardware.faces.face import draw
from hardware.faces.flags import FlagsWonFace

SIZES = [(128, 64), (128, 32)]
FLAGS = [(3, 4, 5), (1, 2, 7), (1, 2, 3, 4), (1, 3, 5, 7, 9), (1, 3, 4, 6, 8, 9)]
TITLES = ["Gold wins", "Firebrand of the Old North wins", "Å wins"]


def won(title: str = "Gold wins", flags: tuple[int, ...] = (3, 4, 5), *, joined: bool = True) -> FlagsWonFace:
    return FlagsWonFace(title=title, how="break-through" if joined else "envelopment", flags=flags, joined=joined)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("flags", FLAGS)
def test_each_number_makes_another_picture_and_so_does_how_it_was_won(
    size: tuple[int, int], flags: tuple[int, ...]
) -> None:
    joined, apart = draw(won(flags=flags), *size), draw(won(flags=flags, joined=False), *size)
    assert ImageChops.difference(joined, apart).getbbox()
    for index in range(len(flags)):
        other = (*flags[:index], 8 if flags[index] != 8 else 2, *flags[index + 1 :])
        assert ImageChops.difference(joined, draw(won(flags=other), *size)).getbbox()


@pytest.mark.parametrize("size", SIZES)
def test_joined_flags_are_one_block_and_others_stand_apart(size: tuple[int, int]) -> None:
    def edges(*, joined: bool) -> int:
        picture = draw(won(flags=(2, 4, 6), joined=joined), *size)
        row = size[1] - (18 if size[1] == 64 else 2)
        lit = [bool(picture.getpixel((column, row))) for column in range(size[0])]
        return sum(one != other for one, other in pairwise(lit))

    assert (edges(joined=True), edges(joined=False)) == (2, 6)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_cut(size: tuple[int, int], title: str) -> None:
    picture = draw(won(title, (1, 2, 3, 4, 5, 6)), *size)
    for column in (0, size[0] - 1):
        assert picture.crop((column, 0, column + 1, size[1])).getbbox() is None

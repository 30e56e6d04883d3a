"""The face of a game that is over: who won, and below it how, or what else there is to say."""

from functools import lru_cache

from PIL import Image

from hardware.faces.face import Face
from hardware.faces.lettering import LARGE, LARGER, LARGEST, MEDIUM, SMALL, TINY, Type, is_whole, rendered, wrapped

_MARGIN = 2
_TITLES = (LARGEST, LARGER, LARGE)
"""What the title has beside a second sentence; alone it may be smaller, where it is long."""
_BELOW = (MEDIUM, SMALL)
_Block = tuple[Type, tuple[str, ...]]


class OverFace(Face, frozen=True, kw_only=True):
    """`title` says who won, as large as fits; `said` is a sentence more, or nothing."""

    title: str
    said: str = ""

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """Where there is no legible room for it, as on a low screen, `said` is left out."""
        return _drawn(self.title, self.said, size)


@lru_cache(maxsize=32)
def _drawn(title: str, said: str, size: tuple[int, int]) -> Image.Image:
    picture = Image.new("1", size)
    blocks = _blocks(title, said, (size[0] - 2 * _MARGIN, size[1]))
    gap = (size[1] - sum(_height(block) for block in blocks)) // (len(blocks) + 1)
    top = gap
    for type_, lines in blocks:
        for line in lines:
            letters = rendered(line, type_)
            picture.paste(letters, ((size[0] - letters.width) // 2, top))
            top += type_.line
        top += gap
    return picture


def _blocks(title: str, said: str, room: tuple[int, int]) -> list[_Block]:
    """The title and what is said, in the largest types in which both are whole; else the title alone."""
    for type_ in _TITLES if said else ():
        first = wrapped(title, size=room, types=(type_,))
        second = wrapped(said, size=(room[0], max(1, room[1] - _height(first))), types=_BELOW)
        whole = is_whole(first[1], title) and is_whole(second[1], said)
        if whole and _height(first) + _height(second) <= room[1]:
            return [first, second]
    return [wrapped(title, size=room, types=(*_TITLES, MEDIUM, SMALL, TINY))]


def _height(block: _Block) -> int:
    return len(block[1]) * block[0].line

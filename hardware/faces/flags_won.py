"""The face of a battle that is won: by whom, and the flags that won it, joined where they break through."""

from functools import lru_cache

from PIL import Image, ImageDraw

from hardware.faces.face import Face
from hardware.faces.lettering import FIGURES, LARGE, LARGER, MEDIUM, SMALL, TINY, Fitted, fitted, rendered

_HIGH = 62
_GAP = 4
_MARGIN = 2


class FlagsWonFace(Face, frozen=True, kw_only=True):
    """`title` says who won, `how` in a word; `flags` are numbers, one block where `joined`, else apart."""

    title: str
    how: str
    flags: tuple[int, ...]
    joined: bool

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """Where there is no room for it, as on a low screen, `how` is left out."""
        return _drawn(self.title, self.how, self.flags, self.joined, size)


@lru_cache(maxsize=16)
def _drawn(title: str, how: str, flags: tuple[int, ...], joined: bool, size: tuple[int, int]) -> Image.Image:
    picture = Image.new("1", size)
    high, room = size[1] >= _HIGH, size[0] - 2 * _MARGIN
    top = _written(
        picture, fitted(title, room=room, types=(LARGER, LARGE, MEDIUM, SMALL) if high else (SMALL, TINY)), 0
    )
    below = size[1]
    if high:
        word = fitted(how, room=room, types=(MEDIUM, SMALL, TINY))
        below -= word.type.line
        _written(picture, word, below)
    _blocks(picture, flags, joined=joined, rows=(top + 1, below - 1))
    return picture


def _blocks(picture: Image.Image, flags: tuple[int, ...], *, joined: bool, rows: tuple[int, int]) -> None:
    """The flags' numbers, dark on light."""
    pitch = picture.width // max(len(flags), 3)
    left = (picture.width - pitch * len(flags)) // 2
    pen = ImageDraw.Draw(picture)
    tall = max(height for height in FIGURES if height <= rows[1] - rows[0] - 2 or height == min(FIGURES))
    for index, number in enumerate(flags):
        start = left + index * pitch
        apart = 0 if joined else _GAP // 2
        pen.rectangle((start + apart, rows[0], start + pitch - 1 - apart, rows[1] - 1), fill=255)
        figure = rendered(str(number), FIGURES[tall])
        middle = (start + (pitch - figure.width) // 2, (rows[0] + rows[1] - figure.height) // 2)
        picture.paste(0, middle, figure)


def _written(picture: Image.Image, text: Fitted, top: int) -> int:
    """Where the line below begins."""
    letters = rendered(*text)
    picture.paste(letters, ((picture.width - letters.width) // 2, top))
    return top + text.type.line

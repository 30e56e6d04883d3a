"""A screen that shows one number, large, and says in words what it counts."""

from functools import lru_cache
from string import digits

from PIL import Image

from hardware.faces.face import Face
from hardware.faces.lettering import (
    LARGE,
    LARGER,
    LARGEST,
    MEDIUM,
    SMALL,
    TINY,
    Fitted,
    figures,
    fitted,
    rendered,
    width,
)
from hardware.faces.timer import caption

_FIGURES = frozenset(f"{digits}:")
_HIGH = 62
_MARGIN = 3


class FigureFace(Face, frozen=True, kw_only=True):
    """`figure` is the number, `label` what it counts, `word` what else there is to say. `inverted` is dark on light: it
    is this side's turn."""

    figure: str
    label: str
    word: str = ""
    inverted: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        return _drawn(self.figure, self.label, self.word, size)

    def all_lit(self, _size: tuple[int, int]) -> bool:
        return self.inverted


@lru_cache(maxsize=256)
def _drawn(figure: str, label: str, word: str, size: tuple[int, int]) -> Image.Image:
    picture = Image.new("1", size)
    room = size[0] - 2 * _MARGIN
    high = size[1] >= _HIGH
    below = 48 if high else 21
    big = number(figure, room=room, tallest=below - 1)
    digits = rendered(*big)
    picture.paste(digits, ((size[0] - digits.width) // 2, (below - digits.height) // 2))
    left, right = caption(label, label, word, room=room, types=(MEDIUM, SMALL, TINY) if high else (TINY,))
    baseline = size[1] - 3 if high else size[1] - 2
    if left.text and right.text:
        _write(picture, left, _MARGIN, baseline)
        _write(picture, right, size[0] - _MARGIN - width(*right), baseline)
    else:
        alone = left if left.text else right
        _write(picture, alone, (size[0] - width(*alone)) // 2, baseline)
    return picture


def number(text: str, *, room: int, tallest: int) -> Fitted:
    """A number, or minutes and seconds, as tall as the room allows; one with letters, such as "1st", in the largest
    lettering that fits."""
    if set(text) <= _FIGURES:
        return figures(text, room=room, tallest=tallest)
    types = tuple(each for each in (LARGEST, LARGER, LARGE, MEDIUM, SMALL, TINY) if each.line <= tallest) or (TINY,)
    return fitted(text, room=room, types=types)


def _write(picture: Image.Image, text: Fitted, x: int, baseline: int) -> None:
    picture.paste(rendered(*text), (x, baseline - text.type.baseline))

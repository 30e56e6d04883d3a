"""Defines the faces that show numbers: one, large, or a side's beside each other."""

from functools import lru_cache
from string import digits

from PIL import Image, ImageChops

from hardware.faces.face import Face
from hardware.faces.lettering import (
    FIGURES,
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

# A screen that shows one number, large, and says in words what it counts.

_FIGURES = frozenset(f"{digits}:")
_HIGH = 62
_MARGIN = 3


class FigureFace(Face, frozen=True, kw_only=True):
    """Shows a number: `label` says what it counts, and `word` what else there is to say.

    `inverted` is dark on light: it is this side's turn.
    """

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
    """Returns a number, or minutes and seconds, as tall as the room allows.

    One with letters, such as "1st", is in the largest lettering that fits.
    """
    if set(text) <= _FIGURES:
        return figures(text, room=room, tallest=tallest)
    types = tuple(each for each in (LARGEST, LARGER, LARGE, MEDIUM, SMALL, TINY) if each.line <= tallest) or (TINY,)
    return fitted(text, room=room, types=types)


def _write(picture: Image.Image, text: Fitted, x: int, baseline: int) -> None:
    picture.paste(rendered(*text), (x, baseline - text.type.baseline))


# A screen with a side's numbers side by side, and a bar that says whose turn it is.

_BAR = 17
_CAPTION = 11
_GAP = 4


class SheetFace(Face, frozen=True, kw_only=True):
    """Shows columns of numbers, each with what it counts. The bar is dark on light where `lit`: it is this side's turn.

    A low screen has no room for the bar, and is lit whole.
    """

    bar: str
    columns: tuple[tuple[str, str], ...]
    lit: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        if size[1] < _HIGH:
            return _columns(self.columns, size)
        picture = Image.new("1", size)
        picture.paste(_columns(self.columns, (size[0], size[1] - _BAR)), (0, _BAR))
        picture.paste(_bar(self.bar, size[0], lit=self.lit), (0, 0))
        return picture

    def all_lit(self, size: tuple[int, int]) -> bool:
        return self.lit and size[1] < _HIGH


@lru_cache(maxsize=256)
def _columns(columns: tuple[tuple[str, str], ...], size: tuple[int, int]) -> Image.Image:
    """Draws all numbers equally tall, as tall as lets them all in. The room left is between the columns."""
    picture = Image.new("1", size)
    above = size[1] - _CAPTION
    captions = [fitted(label, room=size[0] // len(columns), types=(TINY,)) for _, label in columns]
    for tallest in sorted((height for height in FIGURES if height < above), reverse=True):
        figures = [number(figure, room=size[0] // 2, tallest=tallest) for figure, _ in columns]
        pitches = [max(width(*pair[0]), width(*pair[1])) + _GAP for pair in zip(figures, captions, strict=True)]
        if sum(pitches) <= size[0]:
            break
    spare = max(0, size[0] - sum(pitches)) / len(columns)
    left = 0.0
    for figure, label, pitch in zip(figures, captions, pitches, strict=True):
        _centred(picture, figure, left, pitch + spare, (0, above))
        _centred(picture, label, left, pitch + spare, (above, size[1]))
        left += pitch + spare
    return picture


def _centred(picture: Image.Image, text: Fitted, left: float, room: float, rows: tuple[int, int]) -> None:
    letters = rendered(*text)
    top = rows[0] + (rows[1] - rows[0] - letters.height) // 2
    picture.paste(letters, (round(left + (room - letters.width) / 2), max(0, top)))


@lru_cache(maxsize=64)
def _bar(text: str, room: int, *, lit: bool) -> Image.Image:
    picture = Image.new("1", (room, _BAR))
    line = fitted(text, room=room - 4, types=(MEDIUM, SMALL, TINY))
    letters = rendered(*line)
    picture.paste(letters, ((room - letters.width) // 2, (_BAR - line.type.line) // 2))
    if lit:
        return ImageChops.invert(picture)
    picture.paste(255, (0, _BAR - 1, room, _BAR))
    return picture

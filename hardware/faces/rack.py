"""The face of several timers that share a screen: a column each."""

from functools import lru_cache

from PIL import Image, ImageChops

from hardware.faces.chit_number import draw_dots, write_number
from hardware.faces.face import Face
from hardware.faces.hourglass import hourglass
from hardware.faces.lettering import LARGE, MEDIUM, SMALL, TINY, Fitted, figures, fitted, rendered, width
from hardware.faces.timer import STEP_MS, TimerFace

_HIGH = 62
_SAND = 32
_CAPTION = 11
_DIGITS = 16
_NUMBER = 8
"""As high as the number above a word that runs up its column, and nothing else is there."""


class RackFace(Face, frozen=True):
    """Its timers from left to right; `word` is said of all of them, on a line of its own in place of their names."""

    columns: tuple[TimerFace, ...]
    word: str = ""

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """A low screen has no room for the sand; on a tall one a free timer gives its own to the word."""
        picture = Image.new("1", size)
        pitch = size[0] // len(self.columns)
        for index, column in enumerate(self.columns):
            picture.paste(_column(column, pitch - 1, size[1], named=not self.word), (index * pitch, 0))
        if self.word:
            picture.paste(_bar(self.word, size[0]), (0, size[1] - _CAPTION))
        return picture


def _column(face: TimerFace, room: int, height: int, *, named: bool) -> Image.Image:
    name = (face.short if face.left_ms is None else face.word or face.short) if named else ""
    upright = face.free and height >= _HIGH
    picture = _still(face.main, name, (room, height), upright=upright).copy()
    if upright:
        if face.number is not None:
            write_number(picture, face.number, glass_height=_NUMBER, left=(room - _NUMBER) // 2)
    elif height >= _HIGH:
        glass = hourglass(_SAND)
        left_ms = face.left_ms or 0
        fall = (face.total_ms - left_ms) // STEP_MS if face.falling else None
        left = glass.left(left_ms=left_ms, total_ms=face.total_ms)
        picture.paste(glass.picture(left=left, fall=fall), ((room - glass.width) // 2, 0))
        if face.number is not None:
            write_number(picture, face.number, glass_height=_SAND, left=(room - glass.width) // 2)
    elif face.number is not None:
        draw_dots(picture, face.number, room=room)
    return ImageChops.invert(picture) if face.inverted else picture


@lru_cache(maxsize=1024)
def _still(main: str, name: str, size: tuple[int, int], *, upright: bool) -> Image.Image:
    """All of a column but its sand and its number. `upright`: what is read first runs up the column, for that is how
    it is largest there."""
    picture = Image.new("1", size)
    below = size[1] - _CAPTION
    if upright:
        text = rendered(*figures(main, room=below - _NUMBER - 1, tallest=size[0])).transpose(Image.Transpose.ROTATE_90)
        picture.paste(text, ((size[0] - text.width) // 2, below - text.height))
    else:
        text = rendered(*_digits(main, size[0]))
        picture.paste(text, ((size[0] - text.width) // 2, below - _DIGITS - 1 + (_DIGITS + 1 - text.height) // 2))
    if name:
        caption = rendered(*fitted(name, room=size[0], types=(TINY,)))
        picture.paste(caption, ((size[0] - caption.width) // 2, below + 1))
    return picture


def _digits(clock: str, room: int) -> Fitted:
    """Minutes alone where minutes and seconds do not fit."""
    tall = figures(clock, room=room, tallest=_DIGITS)
    if width(*tall) <= room:
        return tall
    for type_ in (LARGE, MEDIUM, SMALL):
        if width(clock, type_) <= room:
            return Fitted(clock, type_)
    minutes, _, seconds = clock.partition(":")
    return fitted(f"{int(minutes) + (seconds != '00')}m", room=room, types=(LARGE, MEDIUM, SMALL, TINY))


@lru_cache(maxsize=16)
def _bar(word: str, room: int) -> Image.Image:
    picture = Image.new("1", (room, _CAPTION), 255)
    text = ImageChops.invert(rendered(*fitted(word, room=room, types=(TINY,))))
    picture.paste(text, ((room - text.width) // 2, 1))
    return picture

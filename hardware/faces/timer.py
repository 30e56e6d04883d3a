"""Defines the faces of timers: one on a screen of its own, or several that share one."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from hardware.faces.face import Box, Face
from hardware.faces.hourglass import hourglass
from hardware.faces.lettering import (
    FIGURES,
    FREE,
    LARGE,
    MEDIUM,
    SMALL,
    TINY,
    Fitted,
    Type,
    figures,
    fitted,
    plain,
    rendered,
    width,
)

# A timer's number, which its printed chit shows too, on its screen.

_HIGH = 62
_DOT = 2


def write_number(picture: Image.Image, number: int, *, glass_height: int, left: int) -> None:
    """Writes the number where an hourglass leaves room: beside its neck. `left` is the hourglass's left edge."""
    text = rendered(*Fitted(str(number), FIGURES[16] if glass_height >= _HIGH else TINY))
    box = text.getbbox()
    if box is not None:
        ink = text.crop(box)
        picture.paste(ink, (left, (glass_height - ink.height) // 2))


def draw_dots(picture: Image.Image, number: int, *, room: int) -> None:
    """Draws as many dots as the number says along the upper edge, where there is no room for a digit."""
    draw = ImageDraw.Draw(picture)
    start = (room - (2 * number - 1) * _DOT) // 2
    for index in range(number):
        x = start + index * 2 * _DOT
        draw.rectangle((x, 0, x + _DOT - 1, _DOT - 1), fill=255)


# The face of one timer that has a screen to itself.

STEP_MS = 100
"""Running sand is redrawn this often."""
_GAP = 5


class TimerFace(Face, frozen=True, kw_only=True):
    """Shows one timer. Equal faces are equal pictures.

    `left_ms` is the sand above in whole tenths of a second, None where it rests below. `short` is the label without the
    side's name. `word` is the unit, the card, the state or, of a `free` one, its length. `number` is the chit's.
    `falling` is True while sand moves. `length` stands where `word` would: a flip then leaves the caption as it was,
    and costs the wire a fifth less.
    """

    label: str
    short: str
    word: str
    total_ms: int
    number: int | None = None
    free: bool = False
    left_ms: int | None = None
    falling: bool = False
    inverted: bool = False
    length: str = ""

    @property
    def seconds(self) -> int:
        """Returns whole seconds to show, a started one counting."""
        return -(-(self.total_ms if self.left_ms is None else self.left_ms) // 1000)

    @property
    def clock(self) -> str:
        """Returns the seconds, from two minutes up as minutes and seconds."""
        if self.total_ms < 120_000:
            return str(self.seconds)
        return f"{self.seconds // 60}:{self.seconds % 60:02}"

    @property
    def main(self) -> str:
        """Returns what must be readable at arm's length: that it can be flipped, or its seconds."""
        return FREE if self.free else self.clock

    def draw(self, size: tuple[int, int]) -> Image.Image:
        picture = _still(self.main, self.label, self.short, self.word or self.length, size).copy()
        glass = hourglass(size[1])
        left_ms = self.left_ms or 0
        fall = (self.total_ms - left_ms) // STEP_MS if self.falling else None
        left = glass.left(left_ms=left_ms, total_ms=self.total_ms)
        picture.paste(glass.picture(left=left, fall=fall), (0, 0))
        if self.number is not None:
            write_number(picture, self.number, glass_height=size[1], left=1)
        return picture

    def all_lit(self, _size: tuple[int, int]) -> bool:
        return self.inverted

    def lead(self, size: tuple[int, int]) -> Box:
        """Returns where `main` is: a flip is read from it before the sand is there."""
        return _field(size[1]), 0, size[0], _below(size[1])


def _field(height: int) -> int:
    """Returns the column at which the hourglass leaves room."""
    return hourglass(height).width + _GAP


def _below(height: int) -> int:
    """Returns the first row below the large letters."""
    return 48 if height >= _HIGH else 21


@lru_cache(maxsize=512)
def _still(main: str, label: str, short: str, word: str, size: tuple[int, int]) -> Image.Image:
    """Draws all that does not change from one tenth of a second to the next. The sand is to its left."""
    picture = Image.new("1", size)
    field = _field(size[1])
    room = size[0] - field
    high = size[1] >= _HIGH
    below = _below(size[1])
    big = figures(main, room=room, tallest=below - 1)
    digits = rendered(*big)
    picture.paste(digits, (field + (room - digits.width) // 2, (below - digits.height) // 2))
    left, right = caption(label, short, word, room=room, types=(MEDIUM, SMALL, TINY) if high else (TINY,))
    baseline = size[1] - 3 if high else size[1] - 2
    if left.text and right.text:
        _write(picture, left, field, baseline)
        _write(picture, right, size[0] - width(*right), baseline)
    else:
        alone = left if left.text else right
        _write(picture, alone, field + (room - width(*alone)) // 2, baseline)
    return picture


def caption(label: str, short: str, word: str, *, room: int, types: tuple[Type, ...]) -> tuple[Fitted, Fitted]:
    """Sets name on the left, word on the right, as large as fits: the name shrinks first, the word is shortened
    last.
    """
    label, short, word = plain(label), plain(short), plain(word)
    if not word:
        return fitted(label, room=room, types=types), Fitted("", types[-1])
    large = types[:-1] or types
    pairs = [(name, type_) for name in (label, short, "") for type_ in large] + [(short, types[-1])]
    for name, type_ in pairs:
        if width(name, type_) + (_GAP if name else 0) + width(word, type_) <= room:
            return Fitted(name, type_), Fitted(word, type_)
    return Fitted("", types[-1]), fitted(word, room=room, types=types)


def _write(picture: Image.Image, text: Fitted, x: int, baseline: int) -> None:
    if text.text:
        picture.paste(rendered(*text), (x, baseline - text.type.baseline))


# The face of several timers that share a screen: a column each.

_SAND = 32
_CAPTION = 11
_DIGITS = 16
_NUMBER = 8
"""As high as the number above a word that runs up its column, with no more there."""


class RackFace(Face, frozen=True):
    """Shows its timers from left to right; `word` is about all of them, on a line of its own in place of their
    names.
    """

    columns: tuple[TimerFace, ...]
    word: str = ""

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """Draws it. A low screen has no room for the sand; on a tall one a free timer gives its own to the word."""
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
    picture = _still_column(face.main, name, (room, height), upright=upright).copy()
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
def _still_column(main: str, name: str, size: tuple[int, int], *, upright: bool) -> Image.Image:
    """Draws all of a column but its sand and its number.

    `upright`: what matters most runs up the column, where it is largest.
    """
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
    """Sets minutes alone where minutes and seconds do not fit."""
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

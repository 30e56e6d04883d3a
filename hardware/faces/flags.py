"""Defines the faces of Battle Line: the flags before one player, and those that won."""

from enum import Enum
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from hardware.faces.face import Face
from hardware.faces.lettering import FIGURES, LARGE, LARGER, MEDIUM, SMALL, TINY, Fitted, fitted, rendered

# The flags before one player of a battle on one screen, as that player sees them: his own at the bottom.

_BAR = 18
_HIGH = 62


class FlagMark(Enum):
    """Says how a flag stands for the side whose screen it is."""

    OPEN = "open"
    MINE = "mine"
    THEIRS = "theirs"
    CLAIMABLE = "claimable"
    SHOWN = "shown"
    """Marks the one that the claim button takes."""


class FlagLineFace(Face, frozen=True, kw_only=True):
    """Shows `marks` from this side's left to its right, each with the flag's number, and `bar` above them."""

    marks: tuple[tuple[int, FlagMark], ...]
    bar: str
    lit: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """Draws a flag of mine as a block below its number, one of theirs as a block above.

        What can be claimed is dark on light, and what the button takes has an arrow too. A low screen has no bar.
        """
        picture = Image.new("1", size)
        top = 0
        if size[1] >= _HIGH:
            picture.paste(_bar(self.bar, size[0], lit=self.lit), (0, 0))
            top = _BAR + 1
        pitch = size[0] // len(self.marks)
        left = (size[0] - pitch * len(self.marks)) // 2
        for index, (number, mark) in enumerate(self.marks):
            picture.paste(_cell(number, mark, (pitch - 1, size[1] - top)), (left + index * pitch, top))
        return picture


def _cell(number: int, mark: FlagMark, size: tuple[int, int]) -> Image.Image:
    picture = Image.new("1", size)
    pen = ImageDraw.Draw(picture)
    type_ = LARGE if size[1] > 40 else TINY
    figure = rendered(str(number), type_)
    block = (size[1] - type_.line) // 2
    middle = (size[0] - figure.width) // 2
    picture.paste(figure, (middle, block))
    below = size[1] - block
    match mark:
        case FlagMark.MINE:
            pen.rectangle((1, below + 1, size[0] - 2, size[1] - 1), fill=255)
        case FlagMark.THEIRS:
            pen.rectangle((1, 0, size[0] - 2, block - 2), fill=255)
        case FlagMark.OPEN:
            pen.line((size[0] // 2, below + 2, size[0] // 2, size[1] - 1), fill=255)
            pen.line((size[0] // 2, 0, size[0] // 2, block - 3), fill=255)
        case FlagMark.CLAIMABLE | FlagMark.SHOWN:
            picture.paste(ImageChops.invert(picture.crop((0, block, size[0], below))), (0, block))
            if mark is FlagMark.SHOWN:
                pen.polygon(((size[0] // 2, below + 2), (0, size[1] - 1), (size[0] - 1, size[1] - 1)), fill=255)
    return picture


def _bar(text: str, room: int, *, lit: bool) -> Image.Image:
    picture = Image.new("1", (room, _BAR))
    line = fitted(text, room=room - 4, types=(LARGE, MEDIUM, SMALL, TINY))
    letters = rendered(*line)
    picture.paste(letters, ((room - letters.width) // 2, (_BAR - line.type.line) // 2))
    return ImageChops.invert(picture) if lit else picture


# The face of a battle that is won: by which side, and the flags that won it, joined where they break through.

_GAP = 4
_MARGIN = 2


class FlagsWonFace(Face, frozen=True, kw_only=True):
    """Shows in `title` who won, and `how` in a word; `flags` are numbers, one block where `joined`, else apart."""

    title: str
    how: str
    flags: tuple[int, ...]
    joined: bool

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """Draws it, without `how` where there is no room for that, as on a low screen."""
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
    """Draws the flags' numbers, dark on light."""
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
    """Writes the text, and returns where the line below begins."""
    letters = rendered(*text)
    picture.paste(letters, ((picture.width - letters.width) // 2, top))
    return top + text.type.line

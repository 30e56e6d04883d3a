"""Defines faces that say something in words."""

from functools import lru_cache
from typing import ClassVar

from PIL import Image, ImageChops, ImageDraw

from hardware.faces.face import Face
from hardware.faces.lettering import (
    LARGE,
    LARGER,
    LARGEST,
    MEDIUM,
    SMALL,
    TINY,
    Type,
    fitted,
    is_whole,
    rendered,
    wrapped,
)
from hardware.faces.timer import RackFace

# A screen that says one thing in words.

_MESSAGE_MARGIN = 3


class MessageFace(Face, frozen=True):
    """Shows a sentence, as large as fits. `urgent` is dark on light, for what must be read now."""

    text: str
    urgent: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        picture = Image.new("1", size)
        type_, lines = _set(self.said(size), size)
        top = (size[1] - len(lines) * type_.line) // 2
        for index, line in enumerate(lines):
            text = rendered(line, type_)
            picture.paste(text, ((size[0] - text.width) // 2, top + index * type_.line))
        if not self.urgent:
            ImageDraw.Draw(picture).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=255)
        return picture

    def said(self, size: tuple[int, int]) -> str:  # noqa: ARG002
        """Returns what there is room for in that size."""
        return self.text

    def all_lit(self, _size: tuple[int, int]) -> bool:
        return self.urgent


class NoticeFace(MessageFace, frozen=True, kw_only=True):
    """Shows a text of any length from elsewhere; where it does not fit here, `instead` says where to read it."""

    instead: str

    def said(self, size: tuple[int, int]) -> str:
        return self.text if is_whole(_set(self.text, size)[1], self.text) else self.instead


def _set(text: str, size: tuple[int, int]) -> tuple[Type, tuple[str, ...]]:
    inner = (size[0] - 2 * _MESSAGE_MARGIN, size[1] - 2)
    return wrapped(text, size=inner, types=(LARGEST, LARGER, LARGE, MEDIUM, SMALL, TINY))


NO_TABLE = MessageFace("no table")
"""Shows when the table itself cannot be read, so that no player trusts sand that has stopped."""

# A screen that says which one it is, for matching wires.

_HIGH = 62
_MARGIN = 2
_TALL = ((LARGEST, LARGER, LARGE, MEDIUM), (MEDIUM, SMALL, TINY), (LARGE, MEDIUM, SMALL, TINY))
_LOW = ((LARGE, MEDIUM, SMALL), (), (SMALL, TINY))
"""Lists the types of name, bus and place, whose tallest fit the screen together."""


class NameplateFace(Face, frozen=True, kw_only=True):
    """Shows the screen's id as `name`; `bus` and `where` say how to reach it, the nearer end last. `lit`: dark on
    light.
    """

    framed: ClassVar[bool] = True

    name: str
    bus: str
    where: str
    lit: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """Draws it, without `bus` on a low screen."""
        picture = Image.new("1", size)
        room = size[0] - 2 * _MARGIN
        names, buses, places = _LOW if size[1] < _HIGH else _TALL
        lines = [fitted(self.name, room=room, types=names)]
        if buses:
            lines.append(fitted(self.bus, room=room, types=buses))
        lines.append(fitted(self.where, room=room, types=places))
        top = (size[1] - sum(line.type.line for line in lines)) // 2
        for line in lines:
            letters = rendered(*line)
            picture.paste(letters, ((size[0] - letters.width) // 2, top))
            top += line.type.line
        return picture

    def all_lit(self, _size: tuple[int, int]) -> bool:
        return self.lit


# The face of a game that is over: who won, and below it how, or what else there is to say.

_TITLES = (LARGEST, LARGER, LARGE)
"""Lists what the title has beside a second sentence; alone it may be smaller, where it is long."""
_BELOW = (MEDIUM, SMALL)
_Block = tuple[Type, tuple[str, ...]]


class OverFace(Face, frozen=True, kw_only=True):
    """Shows in `title` who won, as large as fits; `said` is another sentence, or empty."""

    title: str
    said: str = ""

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """Draws it, without `said` where there is no legible room for that, as on a low screen."""
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
    """Sets the title and `said`, in the largest types in which both are whole; else the title alone."""
    for type_ in _TITLES if said else ():
        first = wrapped(title, size=room, types=(type_,))
        second = wrapped(said, size=(room[0], max(1, room[1] - _height(first))), types=_BELOW)
        whole = is_whole(first[1], title) and is_whole(second[1], said)
        if whole and _height(first) + _height(second) <= room[1]:
            return [first, second]
    return [wrapped(title, size=room, types=(*_TITLES, MEDIUM, SMALL, TINY))]


def _height(block: _Block) -> int:
    return len(block[1]) * block[0].line


# A face with a strip below that says what is wrong beside the screen.

_STRIP, _NARROW = 13, 11
"""Are as high as the names below sand, which are dispensable; those of a rack, and on a low screen, are lower."""


class MarkedFace(Face, frozen=True):
    """Shows `face`, whose lowest line makes room for `mark`; a face of words shrinks for it."""

    face: Face
    mark: str

    def draw(self, size: tuple[int, int]) -> Image.Image:
        width, height = size
        picture = Image.new("1", size)
        strip_height = _NARROW if height < _HIGH or isinstance(self.face, RackFace) else _STRIP
        room = height - strip_height if isinstance(self.face, MessageFace) else height
        picture.paste(self.face.draw((width, room)), (0, 0))
        strip = Image.new("1", (width, strip_height))
        letters = rendered(*fitted(self.mark, room=width - 4, types=(TINY,)))
        strip.paste(letters, ((width - letters.width) // 2, (strip_height - _NARROW) // 2))
        picture.paste(ImageChops.invert(strip), (0, height - strip_height))
        return picture

    def all_lit(self, size: tuple[int, int]) -> bool:
        return self.face.all_lit(size)


def marked(face: Face, mark: str) -> Face:
    """Returns the face with that mark, itself where there is none."""
    return MarkedFace(face, mark) if mark else face

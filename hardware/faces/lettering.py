"""Sets text on one-bit screens: it fits its field by shrinking, then by abbreviating; it is never cut."""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

_FONTS = Path(__file__).parent / "fonts"
_LOOK_ALIKES = str.maketrans({"−": "-", "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": "..."})


class Type(NamedTuple):
    """Describes one size of lettering, in pixels: `line` from line to line, `baseline` from a line's top."""

    font: str
    line: int
    baseline: int


TINY = Type("helvetica-bold-08", 11, 9)
SMALL = Type("helvetica-bold-10", 13, 11)
MEDIUM = Type("helvetica-bold-12", 15, 12)
LARGE = Type("helvetica-bold-14", 17, 14)
LARGER = Type("helvetica-bold-18", 23, 18)
LARGEST = Type("helvetica-bold-24", 30, 24)

FIGURES = {height: Type(f"barlow-{height}", height, height) for height in (46, 32, 26, 20, 16)}
"""Holds digits, the colon and the letters of FREE alone, by their height."""
FREE = "free"
"""A timer that can be flipped shows this where another has its seconds."""


class Fitted(NamedTuple):
    """Holds text that fits, and the type in which it does."""

    text: str
    type: Type


@cache
def _font(name: str) -> ImageFont.ImageFont:
    return ImageFont.load(str(_FONTS / f"{name}.pil"))


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """Returns the text in Latin-1, which is what the fonts have.

    Accents that they lack are dropped, other letters become "?", and joiners are dropped.
    """
    text = " ".join(text.translate(_LOOK_ALIKES).split())
    if not text.isprintable():
        seen = (letter for letter in text if unicodedata.category(letter) != "Cf")
        text = "".join(letter if letter.isprintable() else "?" for letter in seen)
    folded = (letter if ord(letter) < 256 else unicodedata.normalize("NFKD", letter)[0] for letter in text)
    return "".join(folded).encode("latin-1", "replace").decode("latin-1")


@lru_cache(maxsize=512)
def rendered(text: str, type_: Type) -> Image.Image:
    """Returns a line of text as a picture, as wide as its letters. Do not draw on it: all callers get the same one."""
    picture = Image.new("1", (max(1, width(text, type_)), type_.line))
    ImageDraw.Draw(picture).text((0, 0), text, fill=255, font=_font(type_.font))
    return picture


def width(text: str, type_: Type) -> int:
    """Returns how many pixels a line of plain text takes."""
    return int(_font(type_.font).getlength(text))


def figures(text: str, *, room: int, tallest: int) -> Fitted:
    """Returns digits, or FREE, as tall as the room allows, `tallest` at most."""
    sizes = [FIGURES[height] for height in sorted(FIGURES, reverse=True) if height <= tallest]
    return next((Fitted(text, size) for size in sizes if width(text, size) <= room), Fitted(text, sizes[-1]))


@lru_cache(maxsize=512)
def fitted(text: str, *, room: int, types: tuple[Type, ...]) -> Fitted:
    """Returns the text in the largest of `types`, which come largest first, that fits `room` pixels.

    Where none does it is abbreviated, in the last type but one: the last is for names that are whole.
    """
    text = plain(text)
    for type_ in types:
        if width(text, type_) <= room:
            return Fitted(text, type_)
    type_ = types[-2:][0]
    return Fitted(next((short for short in abbreviations(text) if width(short, type_) <= room), ""), type_)


def abbreviations(text: str) -> Iterator[str]:
    """Yields ever shorter ways to write it: long words to four letters, later words to one, "SkWa", "SW", "S"."""
    words = text.split()
    longest_first = sorted(range(len(words)), key=lambda index: -len(words[index]))
    for keep in (4, 1):
        for index in longest_first:
            if len(words[index]) > keep + 1 and (keep > 1 or index > 0):
                words[index] = words[index][:keep] + "."
                yield " ".join(words)
    words = text.split()
    if len(words) > 1:
        yield "".join(word[:2] for word in words)
    letters = "".join(word[0] for word in words) if len(words) > 1 else text
    for length in range(min(4, len(letters)), 0, -1):
        yield letters[:length]


@lru_cache(maxsize=64)
def wrapped(text: str, *, size: tuple[int, int], types: tuple[Type, ...]) -> tuple[Type, tuple[str, ...]]:
    """Sets the text on as many lines as it takes, in the largest of `types` in which all of it fits `size`."""
    words = plain(text).split()
    for type_ in types:
        lines = _lines(words, size[0], type_)
        if len(lines) * type_.line <= size[1] and all(width(line, type_) <= size[0] for line in lines):
            return type_, lines
    smallest = types[-1]
    whole = tuple(fitted(word, room=size[0], types=(smallest,)).text for word in words)
    lines = _lines(list(whole), size[0], smallest)
    most = size[1] // smallest.line
    if len(lines) <= most:
        return smallest, lines
    last = lines[most - 1]
    while width(f"{last} ...", smallest) > size[0]:
        last = last.rpartition(" ")[0]
    return smallest, (*lines[: most - 1], f"{last} ...".strip())


def is_whole(lines: tuple[str, ...], text: str) -> bool:
    """Returns True where wrapped lines have all of the text."""
    return " ".join(lines) == plain(text)


def _lines(words: list[str], room: int, type_: Type) -> tuple[str, ...]:
    lines: list[str] = []
    for word in words:
        if lines and width(f"{lines[-1]} {word}", type_) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)

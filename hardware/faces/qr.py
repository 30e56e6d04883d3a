"""Defines the faces that a phone reads: the way to the table, or into its own Wi-Fi."""

import re
from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from hardware.faces.face import Face
from hardware.faces.lettering import LARGE, MEDIUM, SMALL, TINY, Fitted, Type, fitted, plain, rendered, width

# A QR code as a one-bit screen has room for it, and text broken into what is left beside it.

MODULE = 2
"""Counts the pixels of a module. On a 0.96 inch screen that is a third of a millimetre; phones cannot read half
of it.
"""
QUIET = 1
"""Counts the light modules around the code, at the least: without them scanners do not find its corners."""
HIGH = 62
"""Counts the rows of a face with room for a code: 64 without its margin."""
_GAP = 4


def field(link: str, side: int) -> Image.Image | None:
    """Draws the code, dark modules amid a lit square, whose rim is its quiet zone; None where it does not fit.

    Lit pixels are the light modules: the other way about, many scanners cannot read it.
    """
    # Not at the top: it imports half of http, for which no other face waits.
    import segno  # noqa: PLC0415

    matrix = segno.make(link, error="l", micro=False).matrix
    modules = len(matrix)
    if side < HIGH or (modules + 2 * QUIET) * MODULE > side:
        return None
    rows = Image.new("1", (modules, modules))
    rows.putdata([0 if dark else 255 for row in matrix for dark in row])
    lit = Image.new("1", (side, side), 255)
    corner = (side - modules * MODULE) // 2
    lit.paste(rows.resize((modules * MODULE, modules * MODULE), Image.Resampling.NEAREST), (corner, corner))
    return lit


def beside(code: Image.Image, size: tuple[int, int]) -> tuple[int, int]:
    """Returns what is left of a face for letters."""
    return size[0] - code.width - _GAP, size[1]


def together(code: Image.Image, letters: Image.Image, size: tuple[int, int]) -> Image.Image:
    picture = Image.new("1", size)
    picture.paste(code, (0, 0))
    picture.paste(letters, (code.width + _GAP, 0))
    return picture


def broken(parts: Iterable[str], size: tuple[int, int]) -> Image.Image:
    """Sets text in the largest type that lets all of it in, broken between its parts; where none does, anywhere."""
    parts = tuple(parts)
    text = "".join(parts)
    for type_, pieces in ((MEDIUM, parts), (SMALL, parts), (TINY, parts), (TINY, tuple(text))):
        # Figures reach no lower than the line they stand on.
        pitch = type_.baseline + 1 if set(text) <= set("0123456789.:") else type_.line
        lines = _lines(pieces, size[0], type_)
        if len(lines) * pitch <= size[1] and all(width(line, type_) <= size[0] for line in lines):
            break
    picture = Image.new("1", size)
    for index, line in enumerate(lines):
        _centred(picture, line, type_, index * pitch)
    return picture


def written(picture: Image.Image, lines: Iterable[Fitted], top: int) -> int:
    """Writes each below the other from the row `top` on, and returns the row below them."""
    for line in lines:
        _centred(picture, *line, top)
        top += line.type.line
    return top


def _lines(parts: Iterable[str], room: int, type_: Type) -> list[str]:
    lines = [""]
    for part in parts:
        if width(lines[-1] + part, type_) <= room:
            lines[-1] += part
        else:
            lines.append(part)
    return lines


def _centred(picture: Image.Image, text: str, type_: Type, top: int) -> None:
    letters = rendered(text, type_)
    picture.paste(letters, ((picture.width - letters.width) // 2, top))


# The join screen: the join address as a QR code, and in letters for typing.

QR_STEP = "2 Open"
STAY = ("No internet?", "Stay on it")
"""Quotes what phones say of a Wi-Fi that leads nowhere else, and what to answer."""


class QrFace(Face, frozen=True, kw_only=True):
    """Shows the join screen: `link` is what the QR code says; `address` and `code` are the same for typing.

    `guesser` is an address from which codes are being guessed. Beside a QR code it takes the place of ours, because a
    player who types may have to wait then. `second`: it comes after a `WifiFace`.
    """

    shows_code = True

    link: str
    address: str
    code: str
    guesser: str | None = None
    second: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """Draws it. A low screen has no room for a QR code of two pixels a module, and shows letters alone.

        So does any screen for a link that needs a version above 3.
        """
        return _draw_qr(self, size)


@lru_cache(maxsize=4)
def _draw_qr(face: QrFace, size: tuple[int, int]) -> Image.Image:
    code = field(face.link, size[1])
    if code is None:
        return _letter_qr(face, size)
    return together(code, _letter_qr(face, beside(code, size)), size)


def _letter_qr(face: QrFace, size: tuple[int, int]) -> Image.Image:
    """Draws the address on as many lines as it takes, and below it the code."""
    tall = size[1] >= HIGH
    above, below = [], _code(face, size)
    if tall and face.guesser is not None:
        above = [Fitted("guessing:", TINY)]
    elif tall and face.second:
        above, below = [Fitted(QR_STEP, TINY)], [*(Fitted(line, TINY) for line in STAY), *below]
    shown = face.guesser if tall and face.guesser is not None else face.address
    picture = Image.new("1", size)
    top = written(picture, above, 0)
    bottom = size[1] - sum(each.type.line for each in below)
    picture.paste(broken(re.findall(r"[^.:]+\.?|:[^.:]*", shown), (size[0], bottom - top)), (0, top))
    written(picture, below, bottom)
    return picture


def _code(face: QrFace, size: tuple[int, int]) -> list[Fitted]:
    """Sets the code as large as there is room for, and what it is."""
    if size[1] < HIGH:
        return [fitted(f"code {face.code}", room=size[0], types=(LARGE, MEDIUM, SMALL, TINY))]
    if face.second and face.guesser is None:
        said = f"code {face.code}"
        return [Fitted(said, TINY) if width(said, TINY) <= size[0] else Fitted(face.code, TINY)]
    return [Fitted("code", TINY), fitted(face.code, room=size[0], types=(LARGE, MEDIUM, SMALL, TINY))]


# A screen that lets phones into the table's own Wi-Fi: a QR code, and name and passphrase for typing.

WIFI_STEP = "1 Wi-Fi"
_NAME = 2 * TINY.line
"""Counts the rows for the name."""


class WifiFace(Face, frozen=True, kw_only=True):
    """Shows the table's own Wi-Fi: `link` is what the QR code says, see `companion.hotspot.wifi`."""

    shows_code = True

    link: str
    name: str
    passphrase: str

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """Draws it as the join screen is drawn: where a QR code has no room, letters alone."""
        return _draw_wifi(self, size)


@lru_cache(maxsize=4)
def _draw_wifi(face: WifiFace, size: tuple[int, int]) -> Image.Image:
    code = field(face.link, size[1])
    if code is None:
        return _letter_wifi(face, size)
    return together(code, _letter_wifi(face, beside(code, size)), size)


def _letter_wifi(face: WifiFace, size: tuple[int, int]) -> Image.Image:
    """Draws the name, broken at its hyphens, and below it the passphrase in groups."""
    groups = re.findall(r".{1,6}", face.passphrase)
    picture = Image.new("1", size)
    if size[1] < HIGH:
        both = f"{WIFI_STEP} {face.name}"
        line = both if width(plain(both), TINY) <= size[0] else face.name
        top = written(picture, [fitted(line, room=size[0], types=(SMALL, TINY))], 0)
        picture.paste(broken(groups, (size[0], size[1] - top)), (0, top))
        return picture
    top = written(picture, [Fitted(WIFI_STEP, SMALL)], 0)
    picture.paste(broken(re.findall(r"[^-]*-|[^-]+", plain(face.name)), (size[0], _NAME)), (0, top))
    picture.paste(broken(groups, (size[0], size[1] - top - _NAME)), (0, top + _NAME))
    return picture

"""A QR code as a one-bit screen has room for it, and text broken into what is left beside it."""

from collections.abc import Iterable

from PIL import Image

from hardware.faces.lettering import MEDIUM, SMALL, TINY, Fitted, Type, rendered, width

MODULE = 2
"""Pixels a module. On a 0.96 inch screen that is a third of a millimetre; half of it phones do not make out."""
QUIET = 1
"""Modules of light around the code, at the least: without them scanners do not find its corners."""
HIGH = 62
"""Rows of a face with room for a code: 64 without its margin."""
_GAP = 4


def field(link: str, side: int) -> Image.Image | None:
    """The code, dark modules amid a lit square, whose rim is its quiet zone; None where it does not fit.

    Lit pixels are the light modules: the other way about, many scanners see nothing.
    """
    # Not at the top: it brings half of http along, for which no other face waits.
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
    """What is left of a face for letters."""
    return size[0] - code.width - _GAP, size[1]


def together(code: Image.Image, letters: Image.Image, size: tuple[int, int]) -> Image.Image:
    picture = Image.new("1", size)
    picture.paste(code, (0, 0))
    picture.paste(letters, (code.width + _GAP, 0))
    return picture


def broken(parts: Iterable[str], size: tuple[int, int]) -> Image.Image:
    """Text in the largest type that lets all of it in, broken between its parts; where none does, anywhere."""
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

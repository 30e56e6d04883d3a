"""A screen that invites phones: the join address as a QR code, and in letters for whoever types."""

import re
from functools import lru_cache

from PIL import Image

from hardware.faces.face import Face
from hardware.faces.lettering import LARGE, MEDIUM, SMALL, TINY, Fitted, fitted, rendered, width

MODULE = 2
"""Pixels a module. On a 0.96 inch screen that is a third of a millimetre; half of it phones do not make out."""
QUIET = 1
"""Modules of light around the code, at the least: without them scanners do not find its corners."""
_HIGH = 62
"""Rows of a face with room for a code: 64 without its margin."""
_GAP = 4


class QrFace(Face, frozen=True, kw_only=True):
    """`link` is what the QR code says; `address` and `code` are the same for whoever types them. `guesser`, the address
    from which somebody is guessing codes, takes the place of ours beside a QR code: who types may have to wait then."""

    shows_code = True

    link: str
    address: str
    code: str
    guesser: str | None = None

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """A low screen has no room for a QR code of two pixels a module, nor has any for a link that needs a version
        above 3: those show letters alone."""
        return _drawn(self, size)


@lru_cache(maxsize=4)
def _drawn(face: QrFace, size: tuple[int, int]) -> Image.Image:
    field = _field(face.link, size[1]) if size[1] >= _HIGH else None
    if field is None:
        return _letters(face, size)
    picture = Image.new("1", size)
    picture.paste(field, (0, 0))
    picture.paste(_letters(face, (size[0] - field.width - _GAP, size[1])), (field.width + _GAP, 0))
    return picture


def _field(link: str, side: int) -> Image.Image | None:
    """The code, dark modules amid a lit square, whose rim is its quiet zone; None where it does not fit.

    Lit pixels are the light modules: the other way about, many scanners see nothing.
    """
    # Not at the top: it brings half of http along, for which no other face waits.
    import segno  # noqa: PLC0415

    matrix = segno.make(link, error="l", micro=False).matrix
    modules = len(matrix)
    if (modules + 2 * QUIET) * MODULE > side:
        return None
    rows = Image.new("1", (modules, modules))
    rows.putdata([0 if dark else 255 for row in matrix for dark in row])
    field = Image.new("1", (side, side), 255)
    corner = (side - modules * MODULE) // 2
    field.paste(rows.resize((modules * MODULE, modules * MODULE), Image.Resampling.NEAREST), (corner, corner))
    return field


def _letters(face: QrFace, size: tuple[int, int]) -> Image.Image:
    """The address on as many lines as it takes, and below it the code."""
    if size[1] < _HIGH:
        below = [fitted(f"code {face.code}", room=size[0], types=(LARGE, MEDIUM, SMALL, TINY))]
    else:
        below = [Fitted("code", TINY), fitted(face.code, room=size[0], types=(LARGE, MEDIUM, SMALL, TINY))]
    top = size[1] - sum(each.type.line for each in below)
    picture = Image.new("1", size)
    if face.guesser is None or size[1] < _HIGH:
        picture.paste(_address(face.address, (size[0], top)), (0, 0))
    else:
        said = rendered("guessing:", TINY)
        picture.paste(said, ((size[0] - said.width) // 2, 0))
        picture.paste(_address(face.guesser, (size[0], top - TINY.line)), (0, TINY.line))
    for line in below:
        letters = rendered(*line)
        picture.paste(letters, ((size[0] - letters.width) // 2, top))
        top += line.type.line
    return picture


def _address(address: str, size: tuple[int, int]) -> Image.Image:
    """Broken behind dots and before the port's colon, in the largest type that lets all of it in."""
    parts = re.findall(r"[^.:]+\.?|:[^.:]*", address)
    for type_ in (MEDIUM, SMALL, TINY):
        # Figures reach no lower than the line they stand on.
        pitch = type_.baseline + 1 if set(address) <= set("0123456789.:") else type_.line
        lines = [""]
        for part in parts:
            if width(lines[-1] + part, type_) <= size[0]:
                lines[-1] += part
            else:
                lines.append(part)
        if len(lines) * pitch <= size[1] and all(width(line, type_) <= size[0] for line in lines):
            break
    picture = Image.new("1", size)
    for index, line in enumerate(lines):
        letters = rendered(line, type_)
        picture.paste(letters, ((size[0] - letters.width) // 2, index * pitch))
    return picture

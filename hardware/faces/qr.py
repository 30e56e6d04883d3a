"""A screen that invites phones: the join address as a QR code, and in letters for whoever types."""

import re
from functools import lru_cache

from PIL import Image

from hardware.faces.face import Face
from hardware.faces.lettering import LARGE, MEDIUM, SMALL, TINY, Fitted, fitted, width
from hardware.faces.qr_field import HIGH, beside, broken, field, together, written

STEP = "2 Open"
STAY = ("No internet?", "Stay on it")
"""What phones say of a Wi-Fi that leads nowhere else, and what to answer."""


class QrFace(Face, frozen=True, kw_only=True):
    """`link` is what the QR code says; `address` and `code` are the same for whoever types them. `guesser`, the address
    from which somebody is guessing codes, takes the place of ours beside a QR code: who types may have to wait then.
    `second`: it comes after a `WifiFace`."""

    shows_code = True

    link: str
    address: str
    code: str
    guesser: str | None = None
    second: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """A low screen has no room for a QR code of two pixels a module, nor has any for a link that needs a version
        above 3: those show letters alone."""
        return _drawn(self, size)


@lru_cache(maxsize=4)
def _drawn(face: QrFace, size: tuple[int, int]) -> Image.Image:
    code = field(face.link, size[1])
    if code is None:
        return _letters(face, size)
    return together(code, _letters(face, beside(code, size)), size)


def _letters(face: QrFace, size: tuple[int, int]) -> Image.Image:
    """The address on as many lines as it takes, and below it the code."""
    tall = size[1] >= HIGH
    above, below = [], _code(face, size)
    if tall and face.guesser is not None:
        above = [Fitted("guessing:", TINY)]
    elif tall and face.second:
        above, below = [Fitted(STEP, TINY)], [*(Fitted(line, TINY) for line in STAY), *below]
    shown = face.guesser if tall and face.guesser is not None else face.address
    picture = Image.new("1", size)
    top = written(picture, above, 0)
    bottom = size[1] - sum(each.type.line for each in below)
    picture.paste(broken(re.findall(r"[^.:]+\.?|:[^.:]*", shown), (size[0], bottom - top)), (0, top))
    written(picture, below, bottom)
    return picture


def _code(face: QrFace, size: tuple[int, int]) -> list[Fitted]:
    """As large as there is room for, and what it is."""
    if size[1] < HIGH:
        return [fitted(f"code {face.code}", room=size[0], types=(LARGE, MEDIUM, SMALL, TINY))]
    if face.second and face.guesser is None:
        said = f"code {face.code}"
        return [Fitted(said, TINY) if width(said, TINY) <= size[0] else Fitted(face.code, TINY)]
    return [Fitted("code", TINY), fitted(face.code, room=size[0], types=(LARGE, MEDIUM, SMALL, TINY))]

"""A screen that lets phones into the table's own Wi-Fi: a QR code, and name and passphrase for whoever types."""

import re
from functools import lru_cache

from PIL import Image

from hardware.faces.face import Face
from hardware.faces.lettering import SMALL, TINY, Fitted, fitted, plain, width
from hardware.faces.qr_field import HIGH, beside, broken, field, together, written

STEP = "1 Wi-Fi"
_NAME = 2 * TINY.line
"""Rows for the name."""


class WifiFace(Face, frozen=True, kw_only=True):
    """`link` is what the QR code says, see `companion.hotspot.wifi`."""

    shows_code = True

    link: str
    name: str
    passphrase: str

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """As with the address: where a QR code has no room, letters alone."""
        return _drawn(self, size)


@lru_cache(maxsize=4)
def _drawn(face: WifiFace, size: tuple[int, int]) -> Image.Image:
    code = field(face.link, size[1])
    if code is None:
        return _letters(face, size)
    return together(code, _letters(face, beside(code, size)), size)


def _letters(face: WifiFace, size: tuple[int, int]) -> Image.Image:
    """The name, broken at its hyphens, and below it the passphrase in groups."""
    groups = re.findall(r".{1,6}", face.passphrase)
    picture = Image.new("1", size)
    if size[1] < HIGH:
        both = f"{STEP} {face.name}"
        line = both if width(plain(both), TINY) <= size[0] else face.name
        top = written(picture, [fitted(line, room=size[0], types=(SMALL, TINY))], 0)
        picture.paste(broken(groups, (size[0], size[1] - top)), (0, top))
        return picture
    top = written(picture, [Fitted(STEP, SMALL)], 0)
    picture.paste(broken(re.findall(r"[^-]*-|[^-]+", plain(face.name)), (size[0], _NAME)), (0, top))
    picture.paste(broken(groups, (size[0], size[1] - top - _NAME)), (0, top + _NAME))
    return picture

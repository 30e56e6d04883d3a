"""Defines what every face is: a value that says what a screen shows, and where on the screen it is drawn."""

from abc import abstractmethod
from typing import ClassVar

import msgspec
from PIL import Image, ImageChops, ImageDraw

# What every face is: a value that says what a screen shows, and draws itself.

_HIGH = 64

Box = tuple[int, int, int, int]
"""Holds pixels: the left and upper edge of a part of a picture, and the first column and row behind it."""


class Face(msgspec.Struct, frozen=True):
    """Describes what a screen shows. While it stays equal, the screen needs no new picture."""

    shows_code: ClassVar[bool] = False
    """True where the join code can be read off it."""
    framed: ClassVar[bool] = False
    """True where a line goes around all of it, at the very edge: it shows whether all of the screen is drawn on."""

    @abstractmethod
    def draw(self, size: tuple[int, int]) -> Image.Image:
        """Returns the face light on dark and without its margin, as a picture of mode "1" of that size in pixels.

        The caller must not draw on it.
        """

    def all_lit(self, size: tuple[int, int]) -> bool:  # noqa: ARG002
        """Returns True where it must be dark on light, margin and all, when it is drawn in that size."""
        return False

    def lead(self, size: tuple[int, int]) -> Box | None:  # noqa: ARG002
        """Returns the part of that picture to send first where much has changed; None where no part comes first."""
        return None


def margin(height: int) -> tuple[int, int]:
    """Returns the pixels that a face of that height leaves free, aside and above: a low one needs every row."""
    return 1, 1 if height >= _HIGH else 0


def draw(face: Face, width: int, height: int) -> Image.Image:
    """Returns the face as a picture of mode "1", `width` by `height` pixels, its margin as its ground is."""
    aside, above = margin(height)
    size = (width - 2 * aside, height - 2 * above)
    picture = Image.new("1", (width, height))
    picture.paste(face.draw(size), (aside, above))
    if face.framed:
        ImageDraw.Draw(picture).rectangle((0, 0, width - 1, height - 1), outline=255)
    return ImageChops.invert(picture) if face.all_lit(size) else picture


# Where on a module's screen a face stands: in the middle, and a pixel aside of it against burn-in.

_WIDEST = 128
_TALL, _SHORT = 64, 32


def face_size(glass: tuple[int, int]) -> tuple[int, int]:
    """Returns the size in pixels of the faces for a screen of that size: what they are made for, or less if it must."""
    return min(glass[0], _WIDEST), _TALL if glass[1] >= _TALL else _SHORT


def placed(face: Face, glass: tuple[int, int], *, shift: tuple[int, int] = (0, 0)) -> Image.Image:
    """Returns the face as a picture of mode "1" of the `glass`'s size, moved by `shift` pixels right and down.

    It moves only as far as its margin reaches, so that all of it stays visible.
    """
    size = face_size(glass)
    picture = draw(face, *size)
    right, down = _moved(size, shift)
    if (right, down) == (0, 0) and size == glass:
        return picture
    moved = Image.new("1", size, picture.getpixel((0, 0)))
    moved.paste(picture, (right, down))
    if size == glass:
        return moved
    whole = Image.new("1", glass)
    whole.paste(moved, ((glass[0] - size[0]) // 2, (glass[1] - size[1]) // 2))
    return whole


def lead_placed(face: Face, glass: tuple[int, int], *, shift: tuple[int, int] = (0, 0)) -> Box | None:
    """Returns where the face's lead is in the picture that `placed` returns; None where it has none."""
    size = face_size(glass)
    aside, above = margin(size[1])
    box = face.lead((size[0] - 2 * aside, size[1] - 2 * above))
    if box is None:
        return None
    right, down = _moved(size, shift)
    left, top = (glass[0] - size[0]) // 2 + aside + right, (glass[1] - size[1]) // 2 + above + down
    return left + box[0], top + box[1], left + box[2], top + box[3]


def _moved(size: tuple[int, int], shift: tuple[int, int]) -> tuple[int, int]:
    """Returns how far a face of that size moves, right and down: no farther than its margin reaches."""
    aside, above = margin(size[1])
    return max(-aside, min(aside, shift[0])), max(-above, min(above, shift[1]))

"""What every face is: a value that says what a screen shows, and draws itself."""

from abc import abstractmethod
from typing import ClassVar

import msgspec
from PIL import Image, ImageChops

_HIGH = 64


class Face(msgspec.Struct, frozen=True):
    """As long as it stays equal, nothing need be drawn or sent."""

    shows_code: ClassVar[bool] = False
    """Whether the join code can be read off it."""

    @abstractmethod
    def draw(self, size: tuple[int, int]) -> Image.Image:
        """The face light on dark and without its margin, as a picture of mode "1" of that size in pixels. Not to be
        drawn on."""

    def all_lit(self, size: tuple[int, int]) -> bool:  # noqa: ARG002
        """Whether it is to be seen dark on light, margin and all, when it is drawn in that size."""
        return False


def margin(height: int) -> tuple[int, int]:
    """How many pixels a face of that height leaves free, left and right, above and below: a low one needs every row."""
    return 1, 1 if height >= _HIGH else 0


def draw(face: Face, width: int, height: int) -> Image.Image:
    """The face as a picture of mode "1", `width` by `height` pixels, its margin as its ground is."""
    aside, above = margin(height)
    size = (width - 2 * aside, height - 2 * above)
    picture = Image.new("1", (width, height))
    picture.paste(face.draw(size), (aside, above))
    return ImageChops.invert(picture) if face.all_lit(size) else picture

"""A screen that says one thing in words."""

from PIL import Image, ImageDraw

from hardware.faces.face import Face
from hardware.faces.lettering import LARGE, LARGER, LARGEST, MEDIUM, SMALL, TINY, rendered, wrapped

_MARGIN = 3


class MessageFace(Face, frozen=True):
    """A sentence, as large as fits. `urgent` is dark on light, for what must be read now."""

    text: str
    urgent: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        picture = Image.new("1", size)
        inner = (size[0] - 2 * _MARGIN, size[1] - 2)
        type_, lines = wrapped(self.text, size=inner, types=(LARGEST, LARGER, LARGE, MEDIUM, SMALL, TINY))
        top = (size[1] - len(lines) * type_.line) // 2
        for index, line in enumerate(lines):
            text = rendered(line, type_)
            picture.paste(text, ((size[0] - text.width) // 2, top + index * type_.line))
        if not self.urgent:
            ImageDraw.Draw(picture).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=255)
        return picture

    def all_lit(self, _size: tuple[int, int]) -> bool:
        return self.urgent


NO_TABLE = MessageFace("no table")
"""For when the table itself cannot be read, so that nobody trusts sand that stands still."""

"""A screen that says one thing in words."""

import msgspec
from PIL import Image, ImageChops, ImageDraw

from hardware.faces.lettering import LARGE, LARGER, LARGEST, MEDIUM, SMALL, TINY, wrapped, written

_MARGIN = 3


class MessageFace(msgspec.Struct, frozen=True):
    """A sentence, as large as fits. `urgent` is dark on light, for what must be read now."""

    text: str
    urgent: bool = False


def draw_message(face: MessageFace, size: tuple[int, int]) -> Image.Image:
    """The face as a picture of mode "1"."""
    picture = Image.new("1", size)
    inner = (size[0] - 2 * _MARGIN, size[1] - 2)
    type_, lines = wrapped(face.text, size=inner, types=(LARGEST, LARGER, LARGE, MEDIUM, SMALL, TINY))
    top = (size[1] - len(lines) * type_.line) // 2
    for index, line in enumerate(lines):
        text = written(line, type_)
        picture.paste(text, ((size[0] - text.width) // 2, top + index * type_.line))
    if face.urgent:
        return ImageChops.invert(picture)
    ImageDraw.Draw(picture).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=255)
    return picture

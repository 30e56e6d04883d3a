"""A screen that says one thing in words."""

from PIL import Image, ImageDraw

from hardware.faces.face import Face
from hardware.faces.lettering import LARGE, LARGER, LARGEST, MEDIUM, SMALL, TINY, Type, is_whole, rendered, wrapped

_MARGIN = 3


class MessageFace(Face, frozen=True):
    """A sentence, as large as fits. `urgent` is dark on light, for what must be read now."""

    text: str
    urgent: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        picture = Image.new("1", size)
        type_, lines = _set(self.said(size), size)
        top = (size[1] - len(lines) * type_.line) // 2
        for index, line in enumerate(lines):
            text = rendered(line, type_)
            picture.paste(text, ((size[0] - text.width) // 2, top + index * type_.line))
        if not self.urgent:
            ImageDraw.Draw(picture).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=255)
        return picture

    def said(self, size: tuple[int, int]) -> str:  # noqa: ARG002
        """What there is room for in that size."""
        return self.text

    def all_lit(self, _size: tuple[int, int]) -> bool:
        return self.urgent


class NoticeFace(MessageFace, frozen=True, kw_only=True):
    """What somebody wrote elsewhere, of any length: where not all of it can be read here, `instead` says where."""

    instead: str

    def said(self, size: tuple[int, int]) -> str:
        return self.text if is_whole(_set(self.text, size)[1], self.text) else self.instead


def _set(text: str, size: tuple[int, int]) -> tuple[Type, tuple[str, ...]]:
    inner = (size[0] - 2 * _MARGIN, size[1] - 2)
    return wrapped(text, size=inner, types=(LARGEST, LARGER, LARGE, MEDIUM, SMALL, TINY))


NO_TABLE = MessageFace("no table")
"""For when the table itself cannot be read, so that nobody trusts sand that stands still."""

"""A screen that says which one it is, for whoever is matching wires."""

from PIL import Image

from hardware.faces.face import Face
from hardware.faces.lettering import LARGE, LARGER, LARGEST, MEDIUM, SMALL, TINY, fitted, rendered

_HIGH = 62
_MARGIN = 2
_TALL = ((LARGEST, LARGER, LARGE, MEDIUM), (MEDIUM, SMALL, TINY), (LARGE, MEDIUM, SMALL, TINY))
_LOW = ((LARGE, MEDIUM, SMALL), (), (SMALL, TINY))
"""The types of name, bus and place, whose tallest fit the screen together."""


class NameplateFace(Face, frozen=True, kw_only=True):
    """`name` is the screen's id; `bus` and `where` tell how to get to it, the nearer end last. `lit`: dark on light."""

    name: str
    bus: str
    where: str
    lit: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        """A low screen has no room for `bus`."""
        picture = Image.new("1", size)
        room = size[0] - 2 * _MARGIN
        names, buses, places = _LOW if size[1] < _HIGH else _TALL
        lines = [fitted(self.name, room=room, types=names)]
        if buses:
            lines.append(fitted(self.bus, room=room, types=buses))
        lines.append(fitted(self.where, room=room, types=places))
        top = (size[1] - sum(line.type.line for line in lines)) // 2
        for line in lines:
            letters = rendered(*line)
            picture.paste(letters, ((size[0] - letters.width) // 2, top))
            top += line.type.line
        return picture

    def all_lit(self, _size: tuple[int, int]) -> bool:
        return self.lit

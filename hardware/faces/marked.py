"""A face with a strip below that says what is wrong beside the screen."""

from PIL import Image, ImageChops

from hardware.faces.face import Face
from hardware.faces.lettering import TINY, fitted, rendered
from hardware.faces.message import MessageFace
from hardware.faces.rack import RackFace

_HIGH = 62
_STRIP, _NARROW = 13, 11
"""As high as the names below sand, which can be done without first; those of a rack, and on a low screen, are lower."""


class MarkedFace(Face, frozen=True):
    """`face`, whose lowest line gives way to `mark`; what is said in words makes room for it."""

    face: Face
    mark: str

    def draw(self, size: tuple[int, int]) -> Image.Image:
        width, height = size
        picture = Image.new("1", size)
        strip_height = _NARROW if height < _HIGH or isinstance(self.face, RackFace) else _STRIP
        room = height - strip_height if isinstance(self.face, MessageFace) else height
        picture.paste(self.face.draw((width, room)), (0, 0))
        strip = Image.new("1", (width, strip_height))
        letters = rendered(*fitted(self.mark, room=width - 4, types=(TINY,)))
        strip.paste(letters, ((width - letters.width) // 2, (strip_height - _NARROW) // 2))
        picture.paste(ImageChops.invert(strip), (0, height - strip_height))
        return picture

    def all_lit(self, size: tuple[int, int]) -> bool:
        return self.face.all_lit(size)


def marked(face: Face, mark: str) -> Face:
    """The face with that mark, itself where there is none."""
    return MarkedFace(face, mark) if mark else face

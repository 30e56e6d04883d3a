"""What a screen shows when nobody plays: a small hourglass, each time at another place."""

import msgspec
from PIL import Image

from hardware.faces.hourglass import hourglass

_HEIGHT = 24


class SaverFace(msgspec.Struct, frozen=True):
    """`step` counts its places."""

    step: int


def draw_saver(face: SaverFace, size: tuple[int, int]) -> Image.Image:
    """The face as a picture of mode "1"."""
    glass = hourglass(_HEIGHT)
    picture = Image.new("1", size)
    # Steps that have nothing in common with the room lead everywhere in turn.
    place = (face.step * 37 % (size[0] - glass.width), face.step * 11 % (size[1] - glass.height))
    picture.paste(glass.picture(left=glass.grains // 2, fall=None), place)
    return picture

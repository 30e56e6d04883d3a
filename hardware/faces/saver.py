"""What a screen shows when nobody plays: a small hourglass, each time at another place."""

from PIL import Image

from hardware.faces.face import Face
from hardware.faces.hourglass import hourglass

_HEIGHT = 24


class SaverFace(Face, frozen=True):
    """`step` counts its places."""

    step: int

    def draw(self, size: tuple[int, int]) -> Image.Image:
        glass = hourglass(_HEIGHT)
        picture = Image.new("1", size)
        # Steps that have nothing in common with the room lead everywhere in turn.
        place = (self.step * 37 % (size[0] - glass.width), self.step * 11 % (size[1] - glass.height))
        picture.paste(glass.picture(left=glass.grains // 2, fall=None), place)
        return picture

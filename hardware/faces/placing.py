"""Where on a module's glass a face stands: in the middle, and a pixel aside of it against burn-in."""

from PIL import Image

from hardware.faces.face import Face, draw, margin

_WIDEST = 128
_HIGH, _LOW = 64, 32


def face_size(glass: tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels of the faces for a glass of that size: what they are made for, or less if it must."""
    return min(glass[0], _WIDEST), _HIGH if glass[1] >= _HIGH else _LOW


def placed(face: Face, glass: tuple[int, int], *, shift: tuple[int, int] = (0, 0)) -> Image.Image:
    """The face as a picture of mode "1" of the `glass`'s size, moved by `shift` pixels right and down: as far as its
    margin reaches, so that nothing of it is lost."""
    size = face_size(glass)
    picture = draw(face, *size)
    widest = margin(size[1])
    right, down = (max(-most, min(most, way)) for way, most in zip(shift, widest, strict=True))
    if (right, down) == (0, 0) and size == glass:
        return picture
    moved = Image.new("1", size, picture.getpixel((0, 0)))
    moved.paste(picture, (right, down))
    if size == glass:
        return moved
    whole = Image.new("1", glass)
    whole.paste(moved, ((glass[0] - size[0]) // 2, (glass[1] - size[1]) // 2))
    return whole

"""A timer's number, which its printed chit shows too, on its screen."""

from PIL import Image, ImageDraw

from hardware.faces.lettering import FIGURES, TINY, Fitted, rendered

_HIGH = 62
_DOT = 2


def write_number(picture: Image.Image, number: int, *, glass_height: int, left: int) -> None:
    """Writes the number where an hourglass leaves room: beside its neck. `left` is the hourglass's left edge."""
    text = rendered(*Fitted(str(number), FIGURES[16] if glass_height >= _HIGH else TINY))
    box = text.getbbox()
    if box is not None:
        ink = text.crop(box)
        picture.paste(ink, (left, (glass_height - ink.height) // 2))


def draw_dots(picture: Image.Image, number: int, *, room: int) -> None:
    """As many dots as the number says along the upper edge, for where a digit finds no room."""
    draw = ImageDraw.Draw(picture)
    start = (room - (2 * number - 1) * _DOT) // 2
    for index in range(number):
        x = start + index * 2 * _DOT
        draw.rectangle((x, 0, x + _DOT - 1, _DOT - 1), fill=255)

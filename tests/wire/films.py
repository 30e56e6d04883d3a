"""Pictures one after the other, as faces change: strategies for hypothesis."""

from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

Stroke = tuple[int, int, int, int, bool]

_boxes = st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 128), st.integers(1, 64), st.booleans())
_dots = st.tuples(st.integers(0, 127), st.integers(0, 63), st.just(1), st.just(1), st.booleans())
films = st.lists(st.tuples(st.lists(_boxes | _dots, max_size=8), st.booleans()), min_size=1, max_size=6)
"""Of each picture what is drawn over the one before, and whether all of it is inverted then."""


def frames(film: list[tuple[list[Stroke], bool]], size: tuple[int, int]) -> list[Image.Image]:
    picture, pictures = Image.new("1", size), []
    for drawn, inverted in film:
        picture = ImageChops.invert(picture) if inverted else picture.copy()
        draw = ImageDraw.Draw(picture)
        for x, y, width, deep, ink in drawn:
            draw.rectangle((x, y, x + width - 1, y + deep - 1), fill=255 * ink)
        pictures.append(picture)
    return pictures

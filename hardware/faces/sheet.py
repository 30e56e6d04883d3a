"""A screen with a side's numbers side by side, and a bar that says whose turn it is."""

from functools import lru_cache

from PIL import Image, ImageChops

from hardware.faces.face import Face
from hardware.faces.figure import number
from hardware.faces.lettering import FIGURES, MEDIUM, SMALL, TINY, Fitted, fitted, rendered, width

_HIGH = 62
_BAR = 17
_CAPTION = 11
_GAP = 4


class SheetFace(Face, frozen=True, kw_only=True):
    """`columns` are numbers with what they count. The bar is dark on light where `lit`: it is this side's turn. A low
    screen has no room for the bar, and is lit whole."""

    bar: str
    columns: tuple[tuple[str, str], ...]
    lit: bool = False

    def draw(self, size: tuple[int, int]) -> Image.Image:
        if size[1] < _HIGH:
            return _columns(self.columns, size)
        picture = Image.new("1", size)
        picture.paste(_columns(self.columns, (size[0], size[1] - _BAR)), (0, _BAR))
        picture.paste(_bar(self.bar, size[0], lit=self.lit), (0, 0))
        return picture

    def all_lit(self, size: tuple[int, int]) -> bool:
        return self.lit and size[1] < _HIGH


@lru_cache(maxsize=256)
def _columns(columns: tuple[tuple[str, str], ...], size: tuple[int, int]) -> Image.Image:
    """All numbers equally tall, as tall as lets them all in; what room is left lies between the columns."""
    picture = Image.new("1", size)
    above = size[1] - _CAPTION
    captions = [fitted(label, room=size[0] // len(columns), types=(TINY,)) for _, label in columns]
    for tallest in sorted((height for height in FIGURES if height < above), reverse=True):
        figures = [number(figure, room=size[0] // 2, tallest=tallest) for figure, _ in columns]
        pitches = [max(width(*pair[0]), width(*pair[1])) + _GAP for pair in zip(figures, captions, strict=True)]
        if sum(pitches) <= size[0]:
            break
    spare = max(0, size[0] - sum(pitches)) / len(columns)
    left = 0.0
    for figure, label, pitch in zip(figures, captions, pitches, strict=True):
        _centred(picture, figure, left, pitch + spare, (0, above))
        _centred(picture, label, left, pitch + spare, (above, size[1]))
        left += pitch + spare
    return picture


def _centred(picture: Image.Image, text: Fitted, left: float, room: float, rows: tuple[int, int]) -> None:
    letters = rendered(*text)
    top = rows[0] + (rows[1] - rows[0] - letters.height) // 2
    picture.paste(letters, (round(left + (room - letters.width) / 2), max(0, top)))


@lru_cache(maxsize=64)
def _bar(text: str, room: int, *, lit: bool) -> Image.Image:
    picture = Image.new("1", (room, _BAR))
    line = fitted(text, room=room - 4, types=(MEDIUM, SMALL, TINY))
    letters = rendered(*line)
    picture.paste(letters, ((room - letters.width) // 2, (_BAR - line.type.line) // 2))
    if lit:
        return ImageChops.invert(picture)
    picture.paste(255, (0, _BAR - 1, room, _BAR))
    return picture

"""The face of one timer that has a screen to itself."""

from functools import lru_cache

from PIL import Image

from hardware.faces.chit_number import write_number
from hardware.faces.face import Face
from hardware.faces.hourglass import hourglass
from hardware.faces.lettering import FREE, MEDIUM, SMALL, TINY, Fitted, Type, figures, fitted, plain, rendered, width

STEP_MS = 100
"""How often running sand is redrawn."""
_GAP = 5
_HIGH = 62


class TimerFace(Face, frozen=True, kw_only=True):
    """What is to be seen of one timer. Equal faces are equal pictures.

    `left_ms` is the sand above in whole tenths of a second, None where it rests below. `short` is the label without the
    side's name; `word` is the unit, the card, the state or, of a `free` one, its length; `number` the chit's; `falling`
    whether sand moves.
    """

    label: str
    short: str
    word: str
    total_ms: int
    number: int | None = None
    free: bool = False
    left_ms: int | None = None
    falling: bool = False
    inverted: bool = False

    @property
    def seconds(self) -> int:
        """Whole seconds to show, a started one counting."""
        return -(-(self.total_ms if self.left_ms is None else self.left_ms) // 1000)

    @property
    def clock(self) -> str:
        """The seconds, from two minutes up as minutes and seconds."""
        if self.total_ms < 120_000:
            return str(self.seconds)
        return f"{self.seconds // 60}:{self.seconds % 60:02}"

    @property
    def main(self) -> str:
        """What must be read at arm's length: that it can be flipped, or its seconds."""
        return FREE if self.free else self.clock

    def draw(self, size: tuple[int, int]) -> Image.Image:
        picture = _still(self.main, self.label, self.short, self.word, size).copy()
        glass = hourglass(size[1])
        left_ms = self.left_ms or 0
        fall = (self.total_ms - left_ms) // STEP_MS if self.falling else None
        left = glass.left(left_ms=left_ms, total_ms=self.total_ms)
        picture.paste(glass.picture(left=left, fall=fall), (0, 0))
        if self.number is not None:
            write_number(picture, self.number, glass_height=size[1], left=1)
        return picture

    def all_lit(self, _size: tuple[int, int]) -> bool:
        return self.inverted


@lru_cache(maxsize=512)
def _still(main: str, label: str, short: str, word: str, size: tuple[int, int]) -> Image.Image:
    """All that does not change from one tenth of a second to the next. The sand lies to its left."""
    picture = Image.new("1", size)
    field = hourglass(size[1]).width + _GAP
    room = size[0] - field
    high = size[1] >= _HIGH
    below = 48 if high else 21
    big = figures(main, room=room, tallest=below - 1)
    digits = rendered(*big)
    picture.paste(digits, (field + (room - digits.width) // 2, (below - digits.height) // 2))
    left, right = caption(label, short, word, room=room, types=(MEDIUM, SMALL, TINY) if high else (TINY,))
    baseline = size[1] - 3 if high else size[1] - 2
    if left.text and right.text:
        _write(picture, left, field, baseline)
        _write(picture, right, size[0] - width(*right), baseline)
    else:
        alone = left if left.text else right
        _write(picture, alone, field + (room - width(*alone)) // 2, baseline)
    return picture


def caption(label: str, short: str, word: str, *, room: int, types: tuple[Type, ...]) -> tuple[Fitted, Fitted]:
    """Name on the left, word on the right, as large as fits: the name gives way first, the word is abbreviated last."""
    label, short, word = plain(label), plain(short), plain(word)
    if not word:
        return fitted(label, room=room, types=types), Fitted("", types[-1])
    large = types[:-1] or types
    pairs = [(name, type_) for name in (label, short, "") for type_ in large] + [(short, types[-1])]
    for name, type_ in pairs:
        if width(name, type_) + (_GAP if name else 0) + width(word, type_) <= room:
            return Fitted(name, type_), Fitted(word, type_)
    return Fitted("", types[-1]), fitted(word, room=room, types=types)


def _write(picture: Image.Image, text: Fitted, x: int, baseline: int) -> None:
    if text.text:
        picture.paste(rendered(*text), (x, baseline - text.type.baseline))

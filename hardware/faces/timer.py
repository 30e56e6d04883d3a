"""The face of one timer that has a screen to itself."""

from functools import lru_cache

import msgspec
from PIL import Image, ImageChops

from companion.table.view import Phase, TableView, TimerKind, TimerState, TimerView
from hardware.faces.chit_number import mark
from hardware.faces.hourglass import hourglass
from hardware.faces.lettering import MEDIUM, SMALL, TINY, Fitted, Type, figures, fitted, plain, width, written

STEP_MS = 100
"""How often running sand is drawn anew."""
WARNING_MS = 5000
FLASH_MS = 1500
PAUSED = "paused"
_BLINK_MS = 250
_GAP = 5
_HIGH = 62


class TimerFace(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be seen of one timer. Equal faces are equal pictures.

    `left_ms` is the sand above in whole tenths of a second, None where it rests below. `short` is the label without the
    side's name; `word` is the unit, the card or the state; `number` the chit's; `falling` whether sand moves.
    """

    label: str
    short: str
    word: str
    total_ms: int
    number: int | None = None
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


def timer_face(timer: TimerView, view: TableView, now_ms: int) -> TimerFace:
    """The face of `timer` at `now_ms` on the server's monotonic clock."""
    label = plain(timer.label)
    short = label[len(timer.side) :].strip() if label.casefold().startswith(timer.side) else label
    word = _word(timer, view)
    if view.paused:
        # Whose sand it is matters more in a pause than which timer: that is told by its place.
        label, short, word = (label, short, PAUSED) if not word else (PAUSED, PAUSED, word)
    left_ms = _left_ms(timer, now_ms) if timer.state is TimerState.ACTIVE else None
    return TimerFace(
        label=label,
        short=short,
        word=word,
        total_ms=timer.seconds * 1000,
        number=timer.number,
        left_ms=left_ms,
        falling=left_ms is not None and timer.ends_ms is not None,
        inverted=left_ms <= WARNING_MS if left_ms is not None else _blinking(timer, now_ms),
    )


def flashing(timer: TimerView, now_ms: int) -> bool:
    """Whether it has just run out."""
    return timer.ran_out_ms is not None and now_ms - timer.ran_out_ms < FLASH_MS


def _blinking(timer: TimerView, now_ms: int) -> bool:
    """It was inverted before it ran out, so it blinks to plain first."""
    return flashing(timer, now_ms) and (now_ms - (timer.ran_out_ms or 0)) // _BLINK_MS % 2 == 1


def _left_ms(timer: TimerView, now_ms: int) -> int:
    left_ms = timer.remaining_ms if timer.ends_ms is None else timer.ends_ms - now_ms
    return min(max(0, -(-left_ms // STEP_MS) * STEP_MS), timer.seconds * 1000)


def _word(timer: TimerView, view: TableView) -> str:
    if timer.state is TimerState.ACTIVE:
        return "off board" if timer.off_board else timer.unit or timer.card or ""
    if view.paused:
        return ""
    if timer.kind is TimerKind.SETUP:
        return "set up" if view.phase is Phase.SETUP else "done"
    return "hold to begin" if view.phase is Phase.SETUP else "free"


def draw_timer(face: TimerFace, size: tuple[int, int]) -> Image.Image:
    """The face as a picture of mode "1"."""
    picture = _still(face.clock, face.label, face.short, face.word, size).copy()
    glass = hourglass(size[1])
    left_ms = face.left_ms or 0
    fall = (face.total_ms - left_ms) // STEP_MS if face.falling else None
    left = glass.left(left_ms=left_ms, total_ms=face.total_ms)
    picture.paste(glass.picture(left=left, fall=fall), (0, 0))
    if face.number is not None:
        mark(picture, face.number, glass_height=size[1], left=1)
    return ImageChops.invert(picture) if face.inverted else picture


@lru_cache(maxsize=512)
def _still(clock: str, label: str, short: str, word: str, size: tuple[int, int]) -> Image.Image:
    """All that does not change from one tenth of a second to the next. The sand lies to its left."""
    picture = Image.new("1", size)
    field = hourglass(size[1]).width + _GAP
    room = size[0] - field
    high = size[1] >= _HIGH
    below = 48 if high else 21
    big = figures(clock, room=room, tallest=below - 1)
    digits = written(*big)
    picture.paste(digits, (field + (room - digits.width) // 2, (below - digits.height) // 2))
    left, right = caption(label, short, plain(word), room=room, types=(MEDIUM, SMALL, TINY) if high else (TINY,))
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
        picture.paste(written(*text), (x, baseline - text.type.baseline))

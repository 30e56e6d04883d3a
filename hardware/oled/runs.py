"""Which runs of display RAM to send, so that the fewest bytes cross the wire: for chips that are addressed by page."""

import re

from hardware.oled.windows import COMMAND_BYTES, DATA_BYTES, Window

_SEPARATE = DATA_BYTES + COMMAND_BYTES + 1
"""What a run of its own costs more, where only half of the column's address must be sent."""

# Dirty bytes with gaps too short to be worth a run of their own.
_RUN = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % _SEPARATE)


def cover(held: bytes, wanted: bytes, *, width: int) -> list[Window]:
    """Runs, each within one page, around every byte in which `wanted` differs from `held`, in the order to send them.

    Both are `width` bytes a page.
    """
    difference = int.from_bytes(held, "little") ^ int.from_bytes(wanted, "little")
    dirty = difference.to_bytes(len(held), "little")
    return [
        Window(run.start(), run.end() - 1, page, page)
        for page in range(len(dirty) // width)
        for run in _RUN.finditer(dirty[page * width : (page + 1) * width])
    ]


def commands(run: Window, now: Window | None, *, first_column: int) -> bytes:
    """The commands that put the chip's pointer at the start of `run`, where `now` is the run that was sent last.

    The pointer is then behind that run's end, in the same page: only what is another by now is sent.
    """
    column = run.first_column + first_column
    low, high = column & 0x0F, column >> 4
    if now is None:
        return bytes((0xB0 | run.first_page, low, 0x10 | high))
    behind = now.last_column + 1 + first_column
    changed = []
    if run.first_page != now.first_page:
        changed.append(0xB0 | run.first_page)
    if low != behind & 0x0F:
        changed.append(low)
    if high != behind >> 4:
        changed.append(0x10 | high)
    return bytes(changed)

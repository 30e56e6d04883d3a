"""What the kernel knows of its own clock."""

import ctypes
import os
from pathlib import Path

from companion.clock import SECOND
from companion.fields.numbers import whole

EARLIEST_NS = 1_704_067_200 * SECOND
"""2024 began. A clock that says less was never set."""
RTCS = Path("/sys/class/rtc")
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
_TIMEX_BYTES = 512
"""More than any struct timex takes; all zero it asks without setting."""
_TIME_ERROR = 5


def kept_right() -> bool:
    """Whether the kernel's clock is being kept right, by whatever keeps it. Raises OSError where it will not say
    (adjtimex(2), `STA_UNSYNC`): a service with ProtectClock may not ask."""
    library = ctypes.CDLL(None, use_errno=True)
    state: int = library.adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    if state < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return state != _TIME_ERROR


def has_been_told(*, rtcs: Path = RTCS, synchronised: Path = SYNCHRONISED) -> bool:
    """Whether the time of day came from the network, or from a clock with a battery: files alone, for whoever may not
    ask the kernel. A Pi 5 has such a clock without its battery too, which then counts from 1970."""
    return synchronised.exists() or any(_seconds(each) * SECOND >= EARLIEST_NS for each in rtcs.glob("rtc*"))


def _seconds(rtc: Path) -> int:
    try:
        return whole((rtc / "since_epoch").read_text(encoding="ascii").strip(), most=10**11) or 0
    except (OSError, ValueError):
        return 0

"""The time of day from the first phone that joins, and what the kernel knows of its own clock."""

import contextlib
import ctypes
import os
import threading
from collections.abc import Callable
from pathlib import Path

from companion.clock import MS, SECOND, Clock
from companion.fields.numbers import whole

# What the kernel knows of its own clock.

EARLIEST_NS = 1_704_067_200 * SECOND
"""2024 began. A clock that says less was never set."""
RTCS = Path("/sys/class/rtc")
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
_TIMEX_BYTES = 512
"""More than any struct timex takes; all zero it asks without setting."""
_TIME_ERROR = 5


def kept_right() -> bool:
    """Returns whether the kernel's clock is being kept right, by whatever keeps it. Raises OSError where it will not
    say (adjtimex(2), `STA_UNSYNC`): a service with ProtectClock may not ask."""
    library = ctypes.CDLL(None, use_errno=True)
    state: int = library.adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    if state < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return state != _TIME_ERROR


def has_been_told(*, rtcs: Path = RTCS, synchronised: Path = SYNCHRONISED) -> bool:
    """Returns whether the time of day came from the network, or from a clock with a battery: files alone, for whoever
    may not ask the kernel. A Pi 5 has such a clock without its battery too, which then counts from 1970."""
    return synchronised.exists() or any(_seconds(each) * SECOND >= EARLIEST_NS for each in rtcs.glob("rtc*"))


def _seconds(rtc: Path) -> int:
    try:
        return whole((rtc / "since_epoch").read_text(encoding="ascii").strip(), most=10**11) or 0
    except (OSError, ValueError):
        return 0


# The time of day from the first phone that joins, for a machine that was never told it.

LATEST_NS = 4_102_444_800 * SECOND
"""2100 begins."""
ENOUGH_NS = 120 * SECOND
"""What a log's times of day may be off."""
FRESH_NS = 60 * SECOND
"""What a phone has said holds for so long."""
FILE = "phone-time"
"""In the state directory; systemd/warglass-clock.path waits for it."""
_MOST = 10**19


def corrected(said: bytes, *, now: int, wall: int) -> int | None:
    """Returns the wall time (ns) that a clock is to be set to, from what was written at `now` (monotonic) and `wall`;
    None for not at all: it is no time, not of now, not plausible, or no better than what the clock says."""
    parts = said.decode("ascii", "replace").split()
    numbers = [whole(part, most=_MOST) for part in parts]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None or not 0 <= now - numbers[1] <= FRESH_NS:
        return None
    right = numbers[0] * MS + now - numbers[1]
    return right if EARLIEST_NS <= right < LATEST_NS and abs(right - wall) > ENOUGH_NS else None


class PhoneTime:
    """Hears what phones say, asks for the clock to be set, and sees whether it was. Any thread may call."""

    def __init__(self, state: Path, clock: Clock, *, told: Callable[[], bool] = has_been_told) -> None:
        self._file = state / FILE
        self._clock = clock
        self._told = told
        self._lock = threading.Lock()
        # The wall time of monotonic zero then, the monotonic instant, and who said so.
        self._asked: tuple[int, int, str] | None = None
        self._over = False

    def heard(self, unix_ms: int, *, who: str) -> None:
        """`who` has joined and says what time it is. The first who says something else than this machine, which was
        never told, is believed; nobody after that."""
        now, wall = self._clock.now(), self._clock.wall()
        said = f"{unix_ms} {now}".encode("ascii")
        with self._lock:
            if self._asked is not None or corrected(said, now=now, wall=wall) is None or self._told():
                return
            # A disk that is full does not keep a phone out.
            with contextlib.suppress(OSError):
                self._file.write_bytes(said)
                self._asked = wall - now, now, who

    def came(self) -> tuple[str, int] | None:
        """Once, after the clock has been set: who said what time it is, and by how many ns it was put forward. What
        sets it once the phone's word no longer holds is something else, such as the network."""
        with self._lock:
            if self._asked is None or self._over:
                return None
            before, at, who = self._asked
            now = self._clock.now()
            step = self._clock.wall() - now - before
            if abs(step) < ENOUGH_NS // 2:
                self._over = now - at > FRESH_NS
                return None
            self._over = True
            return who, step

"""Takes the time of day from the first phone that joins, and reads what the kernel knows of its own clock."""

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
"""The beginning of 2024. A clock that says less was never set."""
RTCS = Path("/sys/class/rtc")
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
_TIMEX_BYTES = 512
"""More than any struct timex takes; all zero it asks without setting."""
_TIME_ERROR = 5


def kept_right() -> bool:
    """Returns True where some program keeps the kernel's clock right.

    Raises OSError where the kernel does not say (adjtimex(2), `STA_UNSYNC`): a service with ProtectClock may not ask.
    """
    library = ctypes.CDLL(None, use_errno=True)
    state: int = library.adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    if state < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return state != _TIME_ERROR


def has_been_told(*, rtcs: Path = RTCS, synchronised: Path = SYNCHRONISED) -> bool:
    """Returns True where the time of day came from the network, or from a clock with a battery.

    It reads files alone, for callers that may not ask the kernel. A Pi 5 has such a clock without its battery too,
    which then counts from 1970.
    """
    return synchronised.exists() or any(_seconds(each) * SECOND >= EARLIEST_NS for each in rtcs.glob("rtc*"))


def _seconds(rtc: Path) -> int:
    try:
        return whole((rtc / "since_epoch").read_text(encoding="ascii").strip(), most=10**11) or 0
    except (OSError, ValueError):
        return 0


# The time of day from the first phone that joins, for a machine without another source.

LATEST_NS = 4_102_444_800 * SECOND
"""The beginning of 2100."""
ENOUGH_NS = 120 * SECOND
"""A log's times of day may be off by this much."""
FRESH_NS = 60 * SECOND
"""A phone's time holds for this long."""
FILE = "phone-time"
"""In the state directory; systemd/warglass-clock.path waits for it."""
_MOST = 10**19


def corrected(said: bytes, *, now: int, wall: int) -> int | None:
    """Returns the wall time (ns) to set a clock to, from what was written at `now` (monotonic) and `wall`.

    Returns None where it must not be set: it is no time, not of now, not plausible, or no better than what the clock
    says.
    """
    parts = said.decode("ascii", "replace").split()
    numbers = [whole(part, most=_MOST) for part in parts]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None or not 0 <= now - numbers[1] <= FRESH_NS:
        return None
    right = numbers[0] * MS + now - numbers[1]
    return right if EARLIEST_NS <= right < LATEST_NS and abs(right - wall) > ENOUGH_NS else None


class PhoneTime:
    """Takes the time from phones, asks for the clock to be set, and notes whether it was. Any thread may call."""

    def __init__(self, state: Path, clock: Clock, *, told: Callable[[], bool] = has_been_told) -> None:
        self._file = state / FILE
        self._clock = clock
        self._told = told
        self._lock = threading.Lock()
        # The wall time of monotonic zero then, the monotonic instant, and who said so.
        self._asked: tuple[int, int, str] | None = None
        self._over = False

    def take_time(self, unix_ms: int, *, who: str) -> None:
        """Takes the time from `who`, who has joined.

        The first who differs from this machine is believed, if the machine has no better source; later ones are not.
        """
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
        """Returns, once after the clock has been set, whose time it was, and by how many ns it was put forward.

        A clock that is set after the phone's time has expired has another source, such as the network.
        """
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

"""The time of day from the first phone that joins, for a machine that was never told it."""

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

from companion.clock import MS, SECOND, Clock
from companion.daytime.kernel_clock import EARLIEST_NS, has_been_told
from companion.fields.numbers import whole

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
    """The wall time (ns) that a clock is to be set to, from what was written at `now` (monotonic) and `wall`; None for
    not at all: it is no time, not of now, not plausible, or no better than what the clock says."""
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

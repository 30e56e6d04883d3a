"""Spares screens: what they may show, how brightly, and where, by how long the table has been idle."""

import logging
from collections.abc import Callable
from enum import Enum

from companion.clock import MS, SECOND, Clock
from companion.panel.config import RestConfig, ScreenConfig
from companion.table.view import AtHall, RoundHere
from hardware.faces.face import Face, lead_placed, placed
from hardware.oled.chips import driver_for
from hardware.transport import OutOfReach, ScreenLink

_WALK = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Lists where the picture stands, in pixels right and down from its place, one after the other."""
WANDER_NS = 10 * SECOND
"""The screen saver moves this often."""


_MOMENTS_MS = 2000


class Rest(Enum):
    """Says how far the table is asleep."""

    AWAKE = "awake"
    DIM = "dim"
    SAVER = "saver"
    OFF = "off"


def stirs(before: AtHall | None, after: AtHall | None) -> bool:
    """Returns True where news of the hall wakes a table that rests.

    A broker that comes and goes is not such news, nor is a small correction of the round's clock.
    """
    if before is None or after is None:
        return before is not after
    told = (before.said, before.call, before.result) != (after.said, after.call, after.result)
    return told or _counted_anew(before.round, after.round)


def _counted_anew(before: RoundHere | None, after: RoundHere | None) -> bool:
    if before is None or after is None or before.ends_ms is None or after.ends_ms is None:
        return before != after
    moved = abs(after.ends_ms - before.ends_ms) >= _MOMENTS_MS
    return moved or (before.number, before.title, before.players) != (after.number, after.title, after.players)


def rest_after(idle_ns: int, rest: RestConfig) -> Rest:
    """Returns what screens do when the table has been idle for `idle_ns`."""
    for seconds, then in ((rest.off_s, Rest.OFF), (rest.save_s, Rest.SAVER), (rest.dim_s, Rest.DIM)):
        if seconds and idle_ns >= seconds * SECOND:
            return then
    return Rest.AWAKE


def next_rest_ns(idle_ns: int, rest: RestConfig) -> int | None:
    """Returns in how many nanoseconds `rest_after` returns another value; None if never."""
    later = [seconds * SECOND - idle_ns for seconds in (rest.dim_s, rest.save_s, rest.off_s) if seconds]
    return min((wait for wait in later if wait > 0), default=None)


def next_move_ns(now_ns: int, rest: RestConfig) -> int | None:
    """Returns in how many nanoseconds `shift_at` returns another value; None if never."""
    every = rest.shift_s * SECOND
    return every - now_ns % every if every else None


def shift_at(now_ns: int, rest: RestConfig) -> tuple[int, int]:
    """Returns where pictures stand at that instant, in pixels right and down from their place."""
    if not rest.shift_s:
        return 0, 0
    return _WALK[now_ns // (rest.shift_s * SECOND) % len(_WALK)]


# One screen of the panel: what it shows, whether it answers, and when to try it again.

_logger = logging.getLogger(__name__)

FIRST_RETRY_NS = 250 * MS
LAST_RETRY_NS = 2000 * MS
_SILENT = "does not answer"
BEAT_NS = 2000 * MS
"""A screen is checked this often to be still there as it was left, because most of the time it gets no bytes."""
RESTING_BEAT_NS = 5 * BEAT_NS
"""The same while no game is played: twelve screens are most of what an idle table wakes for."""


class Screen:
    """Draws faces on its driver. For the writer thread of its bus alone, but for what may be read anywhere."""

    def __init__(self, *, config: ScreenConfig, link: ScreenLink, clock: Clock) -> None:
        self.config = config
        self._clock = clock
        self._driver = driver_for(config, link)
        self._level = config.contrast
        self._face: Face | None = None
        self._shift = (0, 0)
        self._off = False
        self._beat_at = 0
        self._retry_at: int | None = clock.now()
        self._backoff_ns = FIRST_RETRY_NS
        self._trouble = _SILENT
        self.drawn_at = 0
        """Holds when it last got a picture."""
        self.shows_code = False
        """True where the join code may be on it, or a part of it. Any thread may read."""

    @property
    def trouble(self) -> str | None:
        """Returns what is wrong with it, as in "does not answer"; None while it is online. Any thread may read."""
        return None if self.online else self._trouble

    @property
    def online(self) -> bool:
        """Returns True where it answered last time. Any thread may read."""
        return self._retry_at is None

    @property
    def retry_at(self) -> int | None:
        """Returns the monotonic instant of the next try to reach it; None while it is online."""
        return self._retry_at

    @property
    def due_at(self) -> int | None:
        """Returns the monotonic instant at which it wants to be shown its face, even the same one; None if never."""
        if self._retry_at is not None:
            return self._retry_at
        return None if self._off else self._beat_at

    @property
    def ram(self) -> bytes:
        """Returns what it last received to show. Any thread may read."""
        ram = self._driver.ram
        return bytes(len(ram)) if self._off else ram

    def ram_of(self, face: Face) -> bytes:
        """Returns what `ram` would be with that face, in its place. Sends no bytes; any thread may ask."""
        return self._driver.ram_of(placed(face, self._driver.size))

    @property
    def place(self) -> str:
        """Returns where to look for it, in words."""
        if self.config.spi is not None:
            return f"SPI {self.config.spi.port}, device {self.config.spi.device}"
        channel = "" if self.config.channel is None else f", channel {self.config.channel}"
        return f"bus {self.config.bus}{channel}, address {self.config.address:#x}"

    def show(
        self,
        face: Face,
        *,
        rest: Rest = Rest.AWAKE,
        dim: int = 0,
        shift: tuple[int, int] = (0, 0),
        gives_way: Callable[[], bool] | None = None,
    ) -> bool:
        """Shows the face if it is another than before. Returns whether the screen answers; before `retry_at`, False at
        once.

        A screen that is not awake is no brighter than `dim`. `shift` is where the picture stands, in pixels right and
        down. A screen that comes back is started afresh in place and gets the whole picture. When it `gives_way` a
        picture may be left half sent: the next `show` sends the rest.
        """
        now = self._clock.now()
        if self._retry_at is not None and now < self._retry_at:
            return False
        try:
            if rest is Rest.OFF:
                self._go_off()
            else:
                self._serve(face, rest=rest, dim=dim, shift=shift, gives_way=gives_way)
        except OSError as error:
            self._fell_silent(error)
            return False
        self._retry_at = None
        self._backoff_ns = FIRST_RETRY_NS
        return True

    def switch_off(self) -> None:
        """Switches it off, if it is there. The next `show` lights it up again."""
        try:
            self._driver.switch_off()
        except OSError as error:
            _logger.info("screen %s stays as it is: %s", self.config.id, error)

    def _go_off(self) -> None:
        if self._retry_at is not None or not self._off:
            self._driver.switch_off()
            self._off = True

    def _serve(
        self, face: Face, *, rest: Rest, dim: int, shift: tuple[int, int], gives_way: Callable[[], bool] | None
    ) -> None:
        now = self._clock.now()
        awake = rest is Rest.AWAKE
        level = self.config.contrast if awake else min(dim, self.config.contrast)
        # A screen that was off has had no checks.
        fresh = self._retry_at is not None or self._off
        if fresh:
            self._driver.bring_up()
            self._off = False
            self._face = None
        if level != self._level:
            self._driver.contrast(level)
            self._level = level
            self._beat_at = now
        if face != self._face or shift != self._shift:
            self.shows_code |= face.shows_code
            picture = placed(face, self._driver.size, shift=shift)
            # A picture that moves changes all over anyway: so all that noise may have done is mended in passing.
            self._driver.show(
                picture,
                full_refresh=shift != self._shift and not fresh,
                first=lead_placed(face, self._driver.size, shift=shift),
                gives_way=gives_way,
            )
            if self._driver.is_behind:
                self._face = None
                return
            self.shows_code = face.shows_code
            self._face = face
            self._shift = shift
            self.drawn_at = now
        if not fresh and now >= self._beat_at:
            self._driver.heartbeat()
        if fresh or now >= self._beat_at:
            # All screens at the same instants: so the writer wakes but once for them.
            beat = BEAT_NS if awake else RESTING_BEAT_NS
            self._beat_at = now - now % beat + beat

    def _fell_silent(self, error: OSError) -> None:
        if self.online:
            _logger.warning("screen %s (%s) does not answer: %s", self.config.id, self.place, error)
        self._trouble = f"is dark: {error}" if isinstance(error, OutOfReach) else _SILENT
        self._face = None
        self._retry_at = self._clock.now() + self._backoff_ns
        self._backoff_ns = min(2 * self._backoff_ns, LAST_RETRY_NS)

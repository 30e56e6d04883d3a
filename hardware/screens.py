"""One screen of the panel: what it shows, whether it answers, and when to try it again."""

import logging

from companion.clock import MS, Clock
from companion.panel_config import ScreenConfig
from hardware.bus import I2cBus
from hardware.faces import Face, draw
from hardware.qr_face import QrFace
from hardware.ssd1306 import Ssd1306

_logger = logging.getLogger(__name__)

FIRST_RETRY_NS = 250 * MS
LAST_RETRY_NS = 2000 * MS


class Screen:
    """Draws faces on its driver. For the writer thread of its bus alone, but for what may be read anywhere."""

    def __init__(self, *, config: ScreenConfig, bus: I2cBus, clock: Clock) -> None:
        self.config = config
        self._clock = clock
        self._driver = Ssd1306(
            bus=bus, address=config.address, width=config.width, height=config.height, rotate=config.rotate
        )
        self._face: Face | None = None
        self._retry_at: int | None = clock.now()
        self._backoff_ns = FIRST_RETRY_NS
        self.drawn_at = 0
        """When it was last written to."""
        self.shows_code = False
        """Whether the join code may be on it, or a part of it. May be read from any thread."""

    @property
    def online(self) -> bool:
        """Whether it answered last time. May be read from any thread."""
        return self._retry_at is None

    @property
    def retry_at(self) -> int | None:
        """The monotonic instant of the next try to reach it; None while it is online."""
        return self._retry_at

    @property
    def ram(self) -> bytes:
        """What it was last told to show. May be read from any thread."""
        return self._driver.ram

    @property
    def place(self) -> str:
        """Where to look for it, in words."""
        channel = "" if self.config.channel is None else f", channel {self.config.channel}"
        return f"bus {self.config.bus}{channel}, address {self.config.address:#x}"

    def show(self, face: Face) -> bool:
        """Shows the face if it is another than before; whether the screen answers. Does nothing before `retry_at`.

        A screen that comes back is started afresh in place and gets the whole picture.
        """
        now = self._clock.now()
        if self._retry_at is not None and now < self._retry_at:
            return False
        if self._retry_at is None and face == self._face:
            return True
        picture = draw(face, self.config.width, self.config.height)
        self.shows_code |= isinstance(face, QrFace)
        try:
            if self._retry_at is not None:
                self._driver.bring_up()
            self._driver.show(picture)
        except OSError as error:
            self._fell_silent(error)
            return False
        self.drawn_at = now
        self.shows_code = isinstance(face, QrFace)
        self._face = face
        self._retry_at = None
        self._backoff_ns = FIRST_RETRY_NS
        return True

    def dark(self) -> None:
        """Switches it off, if it is there. The next `show` lights it up again."""
        try:
            self._driver.dark()
        except OSError as error:
            _logger.info("screen %s stays as it is: %s", self.config.id, error)

    def _fell_silent(self, error: OSError) -> None:
        if self.online:
            _logger.warning("screen %s (%s) does not answer: %s", self.config.id, self.place, error)
        self._face = None
        self._retry_at = self._clock.now() + self._backoff_ns
        self._backoff_ns = min(2 * self._backoff_ns, LAST_RETRY_NS)

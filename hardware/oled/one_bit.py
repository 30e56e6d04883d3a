"""The driver of chips with one bit a pixel and eight rows a page: it sends only what changed."""

from PIL import Image

from hardware.oled.addressing import Addressing
from hardware.oled.framebuffer import INVERSE, packed
from hardware.oled.status import STATUS_BYTES, says_lit
from hardware.oled.windows import COMMAND_BYTES, Window
from hardware.transport.link import TRIES, Link

_NOTHING = b"\xe3"
_DISPLAY_OFF = b"\xae"
_DISPLAY_ON = b"\xaf"
_CONTRAST = 0x81
_PLAIN = b"\xa6"
_INVERTED = b"\xa7"

_MUCH = 200
"""Wire bytes from which it is worth asking whether inverting the display leaves fewer."""


class OneBitDriver:
    """A ScreenDriver for the chips whose commands are the SSD1306's, however they address their RAM.

    A transfer that fails is tried again at once: a cable that is loose for a moment costs one window, not the picture.
    """

    def __init__(
        self,
        *,
        link: Link,
        addressing: Addressing,
        start: bytes,
        width: int = 128,
        height: int = 64,
        rotate: int = 0,
        contrast: int = 0xCF,
    ) -> None:
        """`start` are the commands that start the chip and leave it dark, "display off" first. `rotate` is how far its
        picture is turned clockwise: 0, 90, 180 or 270 degrees. `contrast` is its brightness, 0 to 255."""
        self._link = link
        self._addressing = addressing
        self._start = start.removeprefix(_DISPLAY_OFF)
        self._width = width
        self._pages = height // 8
        self._rotate = rotate
        self._contrast = contrast
        self._all = addressing.whole(width=width, pages=self._pages)
        self._ram = bytes(width * self._pages)
        self._seen = self._ram
        self._inverted = False
        self._up = False
        self._known = False
        self._lit = False
        self._tells = False
        self._window: Window | None = None
        self.size = (height, width) if rotate in (90, 270) else (width, height)

    @property
    def ram(self) -> bytes:
        return self._seen

    def bring_up(self) -> None:
        self._forget()
        self._link.reset()
        # A cable pulled in mid-command leaves the chip waiting for up to two arguments.
        self._order(_NOTHING * 2 + _DISPLAY_OFF + self._settings())
        self._up = True

    def show(self, image: Image.Image, *, anew: bool = False) -> int:
        seen = packed(image, rotate=self._rotate, size=self.size)
        if seen == self._seen and self._known and self._lit and not anew:
            return 0
        if anew or not self._known:
            sent = self._send_all(seen, settings=anew)
        else:
            sent = self._send_changes(seen)
        self._seen = seen
        if not self._lit:
            # Only now: a chip that was just powered has noise in its RAM.
            sent += self._order(_DISPLAY_ON)
            self._lit = True
            self._tells = says_lit(self._link)
            sent += STATUS_BYTES if self._tells else 0
        return sent

    def beat(self) -> int:
        if not self._link.acknowledges:
            return self._send_all(self._seen, settings=True) + self._order(_DISPLAY_ON)
        if not self._tells:
            return self._order(_DISPLAY_ON)
        if not says_lit(self._link):
            self._forget()
            raise OSError("it has been without power")
        return STATUS_BYTES

    def contrast(self, level: int) -> int:
        self._contrast = level
        return self._order(bytes((_CONTRAST, level))) if self._up else 0

    def dark(self) -> int:
        self._lit = False
        return self._order(_DISPLAY_OFF)

    def _settings(self) -> bytes:
        return self._start + bytes((_CONTRAST, self._contrast)) + (_INVERTED if self._inverted else _PLAIN)

    def _send_all(self, seen: bytes, *, settings: bool) -> int:
        sent = self._order(_NOTHING * 2 + self._settings()) if settings else 0
        self._window = None
        self._ram = self._as_held(seen)
        for window in self._all:
            sent += self._fill(window)
        self._known = True
        return sent

    def _send_changes(self, seen: bytes) -> int:
        """The windows that differ; by way of inverting the display where that leaves fewer bytes."""
        sent = 0
        held = self._as_held(seen)
        windows = self._cover(held)
        cost = self._addressing.cost(windows, self._window)
        if cost > _MUCH:
            other = held.translate(INVERSE)
            fewer = self._cover(other)
            if self._addressing.cost(fewer, self._window) + COMMAND_BYTES + len(_INVERTED) < cost:
                self._inverted = not self._inverted
                sent += self._order(_INVERTED if self._inverted else _PLAIN)
                held, windows = other, fewer
        self._ram = held
        for window in windows:
            sent += self._fill(window)
        return sent

    def _cover(self, held: bytes) -> list[Window]:
        if held == self._ram:
            return []
        return self._addressing.cover(self._ram, held, width=self._width, now=self._window)

    def _as_held(self, seen: bytes) -> bytes:
        """What must be in RAM for that to be seen."""
        return seen.translate(INVERSE) if self._inverted else seen

    def _fill(self, window: Window) -> int:
        """Sends a window of `_ram`. Tried again, it is addressed afresh: nobody knows how far the chip had got."""
        sent = 0
        data = self._part(window)
        for left in reversed(range(TRIES)):
            commands = self._addressing.commands(window, self._window)
            if self._window is None and left < TRIES - 1:
                commands = _NOTHING * 2 + commands
            try:
                if commands:
                    sent += self._link.commands(commands)
                sent += self._link.data(data)
            except OSError as error:
                self._window = None
                if left == 0 or isinstance(error, TimeoutError):
                    self._forget()
                    raise
            else:
                self._window = window
                break
        return sent

    def _order(self, commands: bytes) -> int:
        """Sends commands that may be repeated. A bus that hangs is not asked again: each time takes a second."""
        for left in reversed(range(TRIES)):
            try:
                return self._link.commands(commands)
            except OSError as error:
                self._window = None
                if left == 0 or isinstance(error, TimeoutError):
                    self._forget()
                    raise
                commands = commands if commands.startswith(_NOTHING) else _NOTHING * 2 + commands
        raise AssertionError("the last try has returned or raised")

    def _forget(self) -> None:
        self._up = False
        self._known = False
        self._lit = False
        self._inverted = False
        self._window = None

    def _part(self, window: Window) -> bytes:
        first, last = window.first_column, window.last_column + 1
        return b"".join(
            self._ram[page * self._width + first : page * self._width + last]
            for page in range(window.first_page, window.last_page + 1)
        )

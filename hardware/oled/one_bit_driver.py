"""The driver of chips with one bit a pixel and eight rows a page: it sends only what changed."""

from hardware.oled.addressing import Addressing
from hardware.oled.driver import DISPLAY_OFF, NOTHING, Frame, ScreenDriver
from hardware.oled.framebuffer import INVERTED_BYTES
from hardware.oled.windows import COMMAND_BYTES, Window
from hardware.transport.link import Link

_CONTRAST = 0x81
_PLAIN = b"\xa6"
_INVERTED = b"\xa7"

_MUCH = 200
"""Wire bytes from which it is worth asking whether inverting the display leaves fewer."""


class OneBitDriver(ScreenDriver):
    """For the chips whose commands are the SSD1306's, however they address their RAM."""

    def __init__(
        self,
        *,
        link: Link,
        addressing: Addressing,
        startup: bytes,
        width: int = 128,
        height: int = 64,
        rotate: int = 0,
        contrast: int = 0xCF,
    ) -> None:
        """`startup` are the commands that start the chip and leave it dark, "display off" first."""
        super().__init__(link=link, width=width, height=height, rotate=rotate, contrast=contrast)
        self._addressing = addressing
        self._startup = startup.removeprefix(DISPLAY_OFF)
        self._width = width
        self._all = addressing.whole(width=width, pages=height // 8)
        self._held = self._shown.ram
        """What is in RAM: what is to be seen, or its opposite where the display is inverted."""
        self._inverted = False
        self._window: Window | None = None
        """The window that the chip has; None where that is not known."""

    def _send_startup(self) -> None:
        self._send_commands(NOTHING + DISPLAY_OFF + self._settings())

    def _send_all(self, frame: Frame, *, settings: bool) -> int:
        sent = self._send_commands(NOTHING + self._settings()) if settings else 0
        self._window = None
        self._held = self._as_held(frame.ram)
        return sent + sum(self._fill(window) for window in self._all)

    def _send_changes(self, frame: Frame) -> int:
        """The windows that differ; by way of inverting the display where that leaves fewer bytes."""
        sent = 0
        held = self._as_held(frame.ram)
        windows = self._cover(held)
        cost = self._addressing.cost(windows, self._window)
        if cost > _MUCH:
            other = held.translate(INVERTED_BYTES)
            fewer = self._cover(other)
            if self._addressing.cost(fewer, self._window) + COMMAND_BYTES + len(_INVERTED) < cost:
                self._inverted = not self._inverted
                sent += self._send_commands(_INVERTED if self._inverted else _PLAIN)
                held, windows = other, fewer
        self._held = held
        return sent + sum(self._fill(window) for window in windows)

    def _send_contrast(self) -> int:
        return self._send_commands(bytes((_CONTRAST, self._contrast)))

    def _send_commands(self, commands: bytes) -> int:
        once_more = commands if commands.startswith(NOTHING) else NOTHING + commands
        return self._persist(lambda failures: self._link.commands(once_more if failures else commands))

    def _settings(self) -> bytes:
        return self._startup + bytes((_CONTRAST, self._contrast)) + (_INVERTED if self._inverted else _PLAIN)

    def _cover(self, held: bytes) -> list[Window]:
        if held == self._held:
            return []
        return self._addressing.cover(self._held, held, width=self._width, now=self._window)

    def _as_held(self, seen: bytes) -> bytes:
        """What must be in RAM for that to be seen."""
        return seen.translate(INVERTED_BYTES) if self._inverted else seen

    def _fill(self, window: Window) -> int:
        """Sends a window of what is to be held. Tried again, it is addressed afresh."""
        data = self._part(window)

        def send(failures: int) -> int:
            commands = self._addressing.commands(window, self._window)
            if failures:
                commands = NOTHING + commands
            sent = self._link.commands(commands) if commands else 0
            return sent + self._link.data(data)

        sent = self._persist(send)
        self._window = window
        return sent

    def _was_cut_off(self) -> None:
        self._window = None

    def _forget(self) -> None:
        super()._forget()
        self._inverted = False
        self._window = None

    def _part(self, window: Window) -> bytes:
        first, last = window.first_column, window.last_column + 1
        return b"".join(
            self._held[page * self._width + first : page * self._width + last]
            for page in range(window.first_page, window.last_page + 1)
        )

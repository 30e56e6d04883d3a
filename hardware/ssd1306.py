"""The screen driver: luma.oled knows how to start the chip, this sends only what changed."""

from luma.oled import device
from PIL import Image

from hardware.bus import I2cBus
from hardware.windows import COMMAND_BYTES, DATA_BYTES, Window, cover

_COMMANDS = b"\x00"
_DATA = b"\x40"
_NOTHING = b"\xe3"
_DISPLAY_OFF = b"\xae"
_DISPLAY_ON = b"\xaf"


class _Recording:
    """luma's serial link, going nowhere: it keeps the commands of the chip's start.

    luma ties an atexit hook to every device it makes; what that sends ends here too.
    """

    def __init__(self) -> None:
        self.commands = b""

    def command(self, *commands: int) -> None:
        self.commands += bytes(commands)

    def cleanup(self) -> None:
        """Nothing is held open here."""


class _Luma(device.ssd1306):  # type: ignore[misc]
    """luma's chip without its way of drawing: it only says how to start one."""

    def display(self, image: Image.Image) -> None:
        """Sends nothing."""


class Ssd1306:
    """One SSD1306 on a bus. Nothing is sent until `bring_up`. One thread at a time.

    After any OSError the chip counts as unknown: call `bring_up` again, on this same object, before the next `show`.
    """

    def __init__(self, *, bus: I2cBus, address: int, width: int = 128, height: int = 64, rotate: int = 0) -> None:
        """`rotate` is how far the module is turned: 0 or 180 degrees."""
        self.width = width
        self.height = height
        self._bus = bus
        self._address = address
        recording = _Recording()
        self._luma = _Luma(recording, width=width, height=height, rotate=rotate // 90)
        self._start = recording.commands.removesuffix(_DISPLAY_ON)
        self._all = Window(0, width - 1, 0, height // 8 - 1)
        self._ram = bytes(width * height // 8)
        self._known = False
        self._lit = False
        self._window: Window | None = None

    @property
    def ram(self) -> bytes:
        """What the chip was last told, `width * height / 8` bytes in page order. May be read from any thread."""
        return self._ram

    def bring_up(self) -> None:
        """Starts the chip from whatever state it is in, still dark: the next `show` sends all of it and lights it up.

        Raises OSError.
        """
        self._forget()
        # A cable pulled in mid-command leaves the chip waiting for up to two arguments.
        self._send(_COMMANDS, _NOTHING * 2 + self._start)

    def show(self, image: Image.Image) -> int:
        """Shows a picture of mode "1", `width` by `height`, and returns the wire bytes it took. Raises OSError."""
        wanted = self._packed(image)
        if wanted == self._ram and self._known and self._lit:
            return 0
        sent = 0
        windows = cover(self._ram, wanted, width=self.width, now=self._window) if self._known else [self._all]
        for window in windows:
            if commands := window.commands(self._window):
                sent += self._send(_COMMANDS, commands)
            self._window = window
            sent += self._send(_DATA, self._part(wanted, window))
        self._ram = wanted
        self._known = True
        if not self._lit:
            # Only now: a chip that was just powered has noise in its RAM.
            sent += self._send(_COMMANDS, _DISPLAY_ON)
            self._lit = True
        return sent

    def dark(self) -> None:
        """Switches the display off. The next `show` lights it up again. Raises OSError."""
        self._lit = False
        self._send(_COMMANDS, _DISPLAY_OFF)

    def _forget(self) -> None:
        self._known = False
        self._lit = False
        self._window = None

    def _send(self, control: bytes, body: bytes) -> int:
        try:
            self._bus.write(self._address, control + body)
        except OSError:
            self._forget()
            raise
        return (DATA_BYTES if control is _DATA else COMMAND_BYTES) + len(body)

    def _packed(self, image: Image.Image) -> bytes:
        """The picture as display RAM: turned on its side, each of its columns is a row of bytes, lowest page first."""
        if image.mode != "1" or image.size != (self.width, self.height):
            raise ValueError(f'a picture of mode "1", {self.width} by {self.height}, not {image.mode!r}, {image.size}')
        columns = self._luma.preprocess(image).transpose(Image.Transpose.ROTATE_270).tobytes()
        pages = self.height // 8
        return b"".join(columns[page::pages] for page in reversed(range(pages)))

    def _part(self, ram: bytes, window: Window) -> bytes:
        first, last = window.first_column, window.last_column + 1
        return b"".join(
            ram[page * self.width + first : page * self.width + last]
            for page in range(window.first_page, window.last_page + 1)
        )

"""Drives a display module's life, and reads what a chip reports where it can be read."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from hardware.transport import TRIES, ScreenLink

STATUS_BYTES = 2
"""Counts the bytes on the wire for a question: the address and the status byte."""

_IS_OFF = 0x40
"""The display is off: bit 6 in all of the family (SSD1306 and SH1106 datasheets, Read Status)."""


def reports_display_on(link: ScreenLink) -> bool:
    """Returns True where the chip reports that its display is on.

    Some modules cannot be read, or answer nonsense. A driver that has just switched its chip on asks once to know
    whether to believe it.
    """
    for _ in range(TRIES):
        try:
            return not link.status() & _IS_OFF
        except TimeoutError:
            break
        except OSError:
            continue
    return False


# Pictures as display RAM has them: a byte for eight rows of a column, bit 0 on top, page after page.

_TURNS = {
    90: Image.Transpose.ROTATE_270,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}
"""By degrees clockwise; Pillow's go the other way."""
PicturePart = tuple[int, int, int, int]
"""Holds pixels: the left and upper edge, and the first column and row behind it."""
INVERTED_BYTES = bytes(0xFF ^ byte for byte in range(256))
"""Holds each byte's opposite, for bytes.translate: what a chip that inverts its display makes of its RAM."""


def packed(image: Image.Image, *, rotate: int, size: tuple[int, int]) -> bytes:
    """Returns the picture, turned clockwise by `rotate` degrees, as the RAM of a module that shows it.

    Raises ValueError for a picture that is not of mode "1" or not of that `size`, in pixels, before it is turned.
    """
    if image.mode != "1" or image.size != size:
        raise ValueError(f'a picture of mode "1", {size[0]} by {size[1]}, not {image.mode!r}, {image.size}')
    turned = image.transpose(_TURNS[rotate]) if rotate else image
    # On its side each column is a row of bytes, the lowest page first.
    columns = turned.transpose(Image.Transpose.ROTATE_270).tobytes()
    pages = turned.height // 8
    return b"".join(columns[page::pages] for page in reversed(range(pages)))


def unpacked(ram: bytes, *, size: tuple[int, int]) -> Image.Image:
    """Returns the picture of that size, in pixels, that such RAM is, not turned."""
    width, height = size
    columns = bytes(ram[page * width + column] for column in range(width) for page in reversed(range(height // 8)))
    return Image.frombytes("1", (height, width), columns).transpose(Image.Transpose.ROTATE_90)


# The life of a display module, for any chip and wires below it: brought up, shown pictures, kept lit, dark.

NOTHING = b"\xe3\xe3"
"""Twice the command without an effect: a command that was cut off waits for up to two arguments."""
DISPLAY_OFF = b"\xae"
DISPLAY_ON = b"\xaf"


class Frame(NamedTuple):
    """Holds a picture of mode "1" as the module is turned, and what display RAM must be for it."""

    image: Image.Image
    ram: bytes


class ScreenDriver(ABC):
    """Drives one display module. It sends no bytes before `bring_up`. One thread at a time, but for `ram`.

    After any OSError the chip counts as unknown: call `bring_up` again, on the same object, before the next `show`.

    A transfer that fails is tried again at once: a cable that is loose for a moment costs one transfer, not the
    picture. Each chip's own driver decides what to send.
    """

    def __init__(self, *, link: ScreenLink, width: int, height: int, rotate: int = 0, contrast: int = 0xCF) -> None:
        """`rotate` is how far its picture is turned clockwise: 0, 90, 180 or 270 degrees.

        `contrast` is its brightness, 0 to 255.
        """
        self.size = (height, width) if rotate in (90, 270) else (width, height)
        """Width and height in pixels of the pictures it shows, as the module is turned."""
        self._link = link
        self._rotate = rotate
        self._contrast = contrast
        self._shown = Frame(Image.new("1", self.size), bytes(width * height // 8))
        self._is_up = False
        self._ram_is_known = False
        self._is_lit = False
        self._tells_its_status = False
        self.is_behind = False
        """True where the last picture gave way to another screen's before all of it was sent."""

    @property
    def ram(self) -> bytes:
        """Returns what the module shows, as far as the chip has received it: `width * height / 8` bytes. Any thread may
        read.

        It is in page order, as the module's screen has it, not turned.
        """
        return self._shown.ram

    def ram_of(self, image: Image.Image) -> bytes:
        """Returns what `ram` would be with that picture, of mode "1" and that size. Sends no bytes; any thread
        may ask.
        """
        return packed(image, rotate=self._rotate, size=self.size)

    def bring_up(self) -> None:
        """Starts the chip from any state, still dark: the next `show` sends all of it and lights it up.

        Raises OSError.
        """
        self._forget()
        self._link.reset()
        self._send_startup()
        self._is_up = True

    def show(
        self,
        image: Image.Image,
        *,
        full_refresh: bool = False,
        first: PicturePart | None = None,
        gives_way: Callable[[], bool] | None = None,
    ) -> int:
        """Shows a picture of mode "1" and that size, and returns the wire bytes it took. Raises OSError.

        Where much has changed, the part `first` is sent before the rest.

        `full_refresh` starts the chip once more, without going dark, and sends everything. That mends what noise on the
        wires has done to it unseen. Changes stop after any part once it `gives_way`; the next `show` sends the rest.
        Without `gives_way` they go in fewer parts.
        """
        frame = Frame(image, self.ram_of(image))
        if frame.ram == self._shown.ram and self._ram_is_known and self._is_lit and not full_refresh:
            return 0
        if full_refresh or not self._ram_is_known:
            sent, seen = self._send_all(frame, settings=full_refresh), frame.ram
        else:
            sent, seen = self._send_changes(frame, first, gives_way)
        self._shown = Frame(image, seen)
        self.is_behind = seen != frame.ram
        self._ram_is_known = True
        if not self._is_lit:
            # Only now: a chip that was just powered has noise in its RAM.
            sent += self._send_commands(DISPLAY_ON)
            self._is_lit = True
            self._tells_its_status = reports_display_on(self._link)
            sent += STATUS_BYTES if self._tells_its_status else 0
        return sent

    def heartbeat(self) -> int:
        """Checks that a lit chip is still there as it was left, as cheaply as its link allows.

        Returns the wire bytes it took. Raises OSError where it is not.
        """
        if not self._link.acknowledges:
            return self._send_all(self._shown, settings=True) + self._send_commands(DISPLAY_ON)
        if not self._tells_its_status:
            return self._send_commands(DISPLAY_ON)
        if not reports_display_on(self._link):
            self._forget()
            raise OSError("it has been without power")
        return STATUS_BYTES

    def contrast(self, level: int) -> int:
        """Sets how bright it is, 0 to 255, for now and after any `bring_up`. Raises OSError.

        Returns the wire bytes it took, none before it is brought up.
        """
        self._contrast = level
        return self._send_contrast() if self._is_up else 0

    def switch_off(self) -> int:
        """Switches the display off. The next `show` lights it up again. Raises OSError."""
        self._is_lit = False
        return self._send_commands(DISPLAY_OFF)

    @abstractmethod
    def _send_startup(self) -> None:
        """Sends what starts the chip from any state and leaves it dark."""

    @abstractmethod
    def _send_all(self, frame: Frame, *, settings: bool) -> int:
        """Sends all of the frame, for any content of RAM; with `settings`, first what starts a chip that stays lit.

        This, as all that sends, returns the wire bytes it took and raises OSError.
        """

    @abstractmethod
    def _send_changes(
        self, frame: Frame, first: PicturePart | None, gives_way: Callable[[], bool] | None
    ) -> tuple[int, bytes]:
        """Sends what must be sent of the frame where the RAM is known. Returns the bytes, and what the screen shows."""

    @abstractmethod
    def _send_contrast(self) -> int: ...

    @abstractmethod
    def _send_commands(self, commands: bytes) -> int:
        """Sends commands that may be repeated."""

    def _persist(self, send: Callable[[int], int]) -> int:
        """Returns what `send` returns; `send` gets the number of failures so far.

        A bus that hangs is not asked again: each time takes a second.
        """
        for failures in range(TRIES):
            try:
                return send(failures)
            except OSError as error:
                self._was_cut_off()
                if failures == TRIES - 1 or isinstance(error, TimeoutError):
                    self._forget()
                    raise
        raise AssertionError("the last try has returned or raised")

    def _was_cut_off(self) -> None:  # noqa: B027 - most do not need it
        """Notes that a transfer has failed: it is unknown how much of it the chip has got."""

    def _forget(self) -> None:
        """Forgets all that was known of the chip."""
        self._is_up = False
        self._ram_is_known = False
        self._is_lit = False

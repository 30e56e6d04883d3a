"""Drives the chips that screens have, and sends them pictures."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from luma.core.framebuffer import diff_to_previous
from luma.oled import device
from PIL import Image

from companion.panel.config import ScreenConfig
from hardware.oled.addressing import Addressing, ByPage, ByWindow
from hardware.oled.driver import DISPLAY_OFF, DISPLAY_ON, INVERTED_BYTES, NOTHING, Frame, PicturePart, ScreenDriver
from hardware.oled.windows import COMMAND_BYTES, Window
from hardware.transport import ScreenLink

# What luma.oled's devices would send, kept instead of sent.


class Transfer(NamedTuple):
    """Holds commands with their arguments, or data."""

    is_data: bool
    body: bytes


class TransferRecorder:
    """Records what comes to luma.core's serial interface, and sends it nowhere.

    The library ties an atexit hook to every device that it makes. What that hook sends ends here too.
    """

    def __init__(self) -> None:
        self._transfers: list[Transfer] = []

    def command(self, *commands: int) -> None:
        self._transfers.append(Transfer(False, bytes(commands)))

    def data(self, data: Sequence[int]) -> None:
        self._transfers.append(Transfer(True, bytes(data)))

    def cleanup(self) -> None:
        """Does not act: there is no device to close."""

    def take(self) -> list[Transfer]:
        """Returns what has been recorded since the last time."""
        taken, self._transfers = self._transfers, []
        return taken


# The driver of every other chip that luma.oled knows: what luma itself sends, whole frames on most chips.

_OFF = Transfer(False, DISPLAY_OFF)
_ON = Transfer(False, DISPLAY_ON)


class LumaDriver(ScreenDriver):
    """Sends what one of luma.oled's devices writes into a recorder. On grey and colour: white."""

    def __init__(
        self, *, link: ScreenLink, chip: str, width: int, height: int, rotate: int = 0, contrast: int = 0xCF
    ) -> None:
        """`chip` is the name of luma's class."""
        super().__init__(link=link, width=width, height=height, rotate=rotate, contrast=contrast)
        self._recorder = TransferRecorder()
        self._device: Any = getattr(device, chip)(
            self._recorder, width=width, height=height, rotate=rotate // 90, mode="1"
        )
        startup = [transfer for transfer in self._recorder.take() if transfer != _ON]
        # luma clears the RAM at the end of its start; here the first picture does.
        self._startup = _without_off(startup[: len(startup) - len(self._whole(self._shown.image))])
        # Where arguments do not come as commands do, none is waited for after a command that was cut off.
        with_arguments = any(len(transfer.body) > 1 for transfer in self._startup if not transfer.is_data)
        self._filling = [Transfer(False, NOTHING)] if with_arguments else []

    def _send_startup(self) -> None:
        self._send([*self._filling, _OFF, *self._settings()])

    def _send_all(self, frame: Frame, *, settings: bool) -> int:
        return self._send([*(self._settings() if settings else ()), *self._whole(frame.image)])

    def _send_changes(
        self,
        frame: Frame,
        first: PicturePart | None,  # noqa: ARG002
        gives_way: Callable[[], bool] | None,  # noqa: ARG002
    ) -> tuple[int, bytes]:
        return self._send(self._drawn(frame.image)), frame.ram

    def _send_contrast(self) -> int:
        return self._send(self._recorded(self._device.contrast, self._contrast))

    def _send_commands(self, commands: bytes) -> int:
        return self._send([Transfer(False, commands)])

    def _settings(self) -> list[Transfer]:
        return [*self._startup, *self._recorded(self._device.contrast, self._contrast)]

    def _whole(self, image: Image.Image) -> list[Transfer]:
        """Returns all of the picture, even where luma takes it for sent: its grey and colour chips get only what
        differs.
        """
        framebuffer = getattr(self._device, "framebuffer", None)
        if isinstance(framebuffer, diff_to_previous):
            framebuffer.prev_image = None
        return self._drawn(image)

    def _drawn(self, image: Image.Image) -> list[Transfer]:
        return self._recorded(self._device.display, image.convert(self._device.mode))

    def _recorded(self, method: Callable[..., object], argument: object) -> list[Transfer]:
        """Returns what luma sends for that."""
        method(argument)
        return self._recorder.take()

    def _send(self, transfers: Sequence[Transfer]) -> int:
        """Sends all of them, and again from their start where one fails: a part alone has no meaning to the chip."""
        return self._persist(
            lambda failures: sum(
                self._link.data(each.body) if each.is_data else self._link.commands(each.body)
                for each in (*self._filling * failures, *transfers)
            )
        )


def _without_off(transfers: Sequence[Transfer]) -> list[Transfer]:
    """Returns the same without "display off", so that a lit chip stays lit through it."""
    first, *others = transfers
    body = first.body.removeprefix(DISPLAY_OFF)
    return [*([Transfer(False, body)] if body else []), *(each for each in others if each != _OFF)]


# The driver of chips with one bit a pixel and eight rows a page: it sends only what changed.

_CONTRAST = 0x81
_PLAIN = b"\xa6"
_INVERTED = b"\xa7"

_MUCH = 200
"""From this many wire bytes on, it is worth checking whether inverting the display leaves fewer."""
_UNBROKEN = 64
"""Bytes of data after which a press may come first: they take 1.5 ms at 400 kHz."""


class OneBitDriver(ScreenDriver):
    """Drives the chips whose commands are the SSD1306's, with any addressing of their RAM."""

    def __init__(
        self,
        *,
        link: ScreenLink,
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
        """Holds what is in RAM: what shows, or its opposite where the display is inverted."""
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

    def _send_changes(
        self, frame: Frame, first: PicturePart | None, gives_way: Callable[[], bool] | None
    ) -> tuple[int, bytes]:
        """Sends the windows that differ, all of them where inverting the display leaves fewer bytes."""
        sent, inverted = 0, self._inverted
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
        before, self._held = self._held, held
        if first is not None and cost > _MUCH and inverted == self._inverted:
            windows = self._leading(frame.image, first, before)
        if gives_way is not None:
            windows = [part for window in windows for part in window.parts(_UNBROKEN)]
        for at, window in enumerate(windows):
            if at and gives_way is not None and inverted == self._inverted and gives_way():
                self._held = self._as_far_as(windows[:at], before)
                break
            sent += self._fill(window)
        return sent, self._as_held(self._held)

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

    def _leading(self, image: Image.Image, first: PicturePart, before: bytes) -> list[Window]:
        """Returns windows around all that is not as it was `before`, those of the picture's part `first` first."""
        part = self._shown.image.copy()
        part.paste(image.crop(first), first)
        lead = self._addressing.cover(before, self._as_held(self.ram_of(part)), width=self._width, now=self._window)
        return lead + self._addressing.cover(
            self._as_far_as(lead, before), self._held, width=self._width, now=lead[-1] if lead else self._window
        )

    def _as_held(self, seen: bytes) -> bytes:
        """Returns what must be in RAM to show that."""
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

    def _as_far_as(self, windows: Sequence[Window], before: bytes) -> bytes:
        """Returns what was held before, with these windows of what is to be held."""
        held = bytearray(before)
        for run in (run for window in windows for run in self._runs(window)):
            held[run] = self._held[run]
        return bytes(held)

    def _part(self, window: Window) -> bytes:
        return b"".join(self._held[run] for run in self._runs(window))

    def _runs(self, window: Window) -> Iterator[slice]:
        """Yields where a window's pages are in RAM."""
        for page in range(window.first_page, window.last_page + 1):
            start = page * self._width
            yield slice(start + window.first_column, start + window.last_column + 1)


# The chips that our own driver drives, a record for each. luma.oled drives all others.

SH1106_FIRST_COLUMN = 2
"""The SH1106 has RAM for 132 columns; modules of 128 have the screen in the middle."""
_SH1106_ROWS = {64: (0x3F, 0x00), 32: (0x20, 0x0F)}
"""Holds, by height, multiplex ratio less one and display offset; luma.oled's, for the wiring of such modules."""


@dataclass(frozen=True, kw_only=True)
class OneBitChip:
    """Describes a chip with one bit a pixel and eight rows a page: its commands are the SSD1306's, these aside."""

    addressing: Addressing
    startup: Callable[[int, int], bytes]
    """Holds the commands that start a module of that width and height and leave it dark, "display off" first."""


def luma_startup(chip: str, width: int, height: int) -> bytes:
    """Returns luma.oled's own commands."""
    recorder = TransferRecorder()
    # luma's way of drawing is left out: on its start it clears the RAM, which the first picture does here.
    silent = type(chip, (getattr(device, chip),), {"display": lambda device_, image: None})  # noqa: ARG005
    silent(recorder, width=width, height=height)
    return b"".join(transfer.body for transfer in recorder.take()).removesuffix(DISPLAY_ON)


def sh1106_startup(width: int, height: int) -> bytes:  # noqa: ARG001
    """Returns an SH1106's own commands (datasheet, Command Table), with luma.oled's values for them.

    luma's sequence has two commands that an SH1106 does not have. One is the addressing mode. The other is the charge
    pump, whose argument it would take for a column. Its own is the DC-DC converter, 0xAD.
    """
    multiplex, offset = _SH1106_ROWS[height]
    rows = bytes((0xA8, multiplex, 0xD3, offset))
    return b"\xae\xd5\xf0" + rows + b"\x40\xad\x8b\xa1\xc8\xda\x12\xd9\x22\xdb\x20\xa4\xa6"


# luma starts the first three alike. An SSD1309 has no charge pump and gets its 7 V and more from the module (datasheet,
# Command Table): it passes over the SSD1306's 0x8D.
ONE_BIT_CHIPS = MappingProxyType(
    {
        "ssd1306": OneBitChip(addressing=ByWindow(), startup=partial(luma_startup, "ssd1306")),
        "ssd1309": OneBitChip(addressing=ByWindow(), startup=partial(luma_startup, "ssd1309")),
        "ssd1315": OneBitChip(addressing=ByWindow(), startup=partial(luma_startup, "ssd1315")),
        "sh1106": OneBitChip(addressing=ByPage(first_column=SH1106_FIRST_COLUMN), startup=sh1106_startup),
    }
)
"""Holds them by their names in a configuration. Only what has changed is sent to these."""


def driver_for(screen: ScreenConfig, link: ScreenLink) -> ScreenDriver:
    """Returns the driver for the screen's chip, on that link. It sends no bytes yet."""
    width, height, rotate, contrast = screen.width, screen.height, screen.rotate, screen.contrast
    chip = ONE_BIT_CHIPS.get(screen.chip)
    if chip is None:
        return LumaDriver(link=link, chip=screen.chip, width=width, height=height, rotate=rotate, contrast=contrast)
    return OneBitDriver(
        link=link,
        addressing=chip.addressing if screen.offset is None else ByPage(first_column=screen.offset),
        startup=chip.startup(width, height),
        width=width,
        height=height,
        rotate=rotate,
        contrast=contrast,
    )

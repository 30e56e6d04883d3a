"""The driver of every other chip that luma.oled knows: what luma itself sends, whole frames on most chips."""

from collections.abc import Callable, Sequence
from typing import Any

from luma.core.framebuffer import diff_to_previous
from luma.oled import device
from PIL import Image

from hardware.oled.driver import DISPLAY_OFF, DISPLAY_ON, NOTHING, Frame, ScreenDriver
from hardware.oled.recorder import Transfer, TransferRecorder
from hardware.transport.link import Link

_OFF = Transfer(False, DISPLAY_OFF)
_ON = Transfer(False, DISPLAY_ON)


class LumaDriver(ScreenDriver):
    """Sends what one of luma.oled's devices writes into a recorder. On grey and colour: white."""

    def __init__(
        self, *, link: Link, chip: str, width: int, height: int, rotate: int = 0, contrast: int = 0xCF
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

    def _send_changes(self, frame: Frame) -> int:
        return self._send(self._drawn(frame.image))

    def _send_contrast(self) -> int:
        return self._send(self._recorded(self._device.contrast, self._contrast))

    def _send_commands(self, commands: bytes) -> int:
        return self._send([Transfer(False, commands)])

    def _settings(self) -> list[Transfer]:
        return [*self._startup, *self._recorded(self._device.contrast, self._contrast)]

    def _whole(self, image: Image.Image) -> list[Transfer]:
        """All of the picture, whatever luma takes for sent: its grey and colour chips get only what differs."""
        framebuffer = getattr(self._device, "framebuffer", None)
        if isinstance(framebuffer, diff_to_previous):
            framebuffer.prev_image = None
        return self._drawn(image)

    def _drawn(self, image: Image.Image) -> list[Transfer]:
        return self._recorded(self._device.display, image.convert(self._device.mode))

    def _recorded(self, method: Callable[..., object], argument: object) -> list[Transfer]:
        """What luma sends for that."""
        method(argument)
        return self._recorder.take()

    def _send(self, transfers: Sequence[Transfer]) -> int:
        """All of them, and once more from their start where one fails: a part alone means nothing to the chip."""
        return self._persist(
            lambda failures: sum(
                self._link.data(each.body) if each.is_data else self._link.commands(each.body)
                for each in (*self._filling * failures, *transfers)
            )
        )


def _without_off(transfers: Sequence[Transfer]) -> list[Transfer]:
    """The same without "display off", so that a lit chip stays lit through it."""
    first, *others = transfers
    body = first.body.removeprefix(DISPLAY_OFF)
    return [*([Transfer(False, body)] if body else []), *(each for each in others if each != _OFF)]

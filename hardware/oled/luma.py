"""The driver of every other chip that luma.oled knows: what luma itself sends, whole frames on most chips."""

from collections.abc import Callable, Sequence
from typing import Any

from luma.core.framebuffer import diff_to_previous
from luma.oled import device
from PIL import Image

from hardware.oled.framebuffer import packed
from hardware.oled.recording import Recording, Traffic
from hardware.oled.status import STATUS_BYTES, says_lit
from hardware.transport.link import TRIES, Link

_NOTHING = Traffic(False, b"\xe3\xe3")
_OFF = Traffic(False, b"\xae")
_ON = Traffic(False, b"\xaf")


class LumaDriver:
    """A ScreenDriver over one of luma.oled's devices, which writes into a recording. On grey and colour: white."""

    def __init__(
        self, *, link: Link, chip: str, width: int, height: int, rotate: int = 0, contrast: int = 0xCF
    ) -> None:
        """`chip` is the name of luma's class, `rotate` how far its picture is turned clockwise, in degrees."""
        self._link = link
        self._rotate = rotate
        self._level = contrast
        self._recording = Recording()
        self._device: Any = getattr(device, chip)(
            self._recording, width=width, height=height, rotate=rotate // 90, mode="1"
        )
        self.size: tuple[int, int] = self._device.size
        made = [traffic for traffic in self._recording.take() if traffic != _ON]
        self._image = Image.new("1", self.size)
        # luma clears the RAM at the end of its start; here the first picture does.
        self._start = _without_off(made[: len(made) - len(self._whole())])
        # A command that was cut off waits for up to two arguments, where they come as commands do.
        with_arguments = any(len(traffic.body) > 1 for traffic in self._start if not traffic.is_data)
        self._filling = [_NOTHING] if with_arguments else []
        self._ram = bytes(width * height // 8)
        self._up = False
        self._known = False
        self._lit = False
        self._tells = False

    @property
    def ram(self) -> bytes:
        return self._ram

    def bring_up(self) -> None:
        self._forget()
        self._link.reset()
        self._send([*self._filling, _OFF, *self._settings()])
        self._up = True

    def show(self, image: Image.Image, *, anew: bool = False) -> int:
        ram = packed(image, rotate=self._rotate, size=self.size)
        if ram == self._ram and self._known and self._lit and not anew:
            return 0
        self._image = image
        if anew or not self._known:
            sent = self._send([*(self._settings() if anew else ()), *self._whole()])
        else:
            sent = self._send(self._drawn())
        self._ram = ram
        self._known = True
        if not self._lit:
            sent += self._send([_ON])
            self._lit = True
            self._tells = says_lit(self._link)
            sent += STATUS_BYTES if self._tells else 0
        return sent

    def beat(self) -> int:
        if not self._link.acknowledges:
            return self._send([*self._settings(), *self._whole(), _ON])
        if not self._tells:
            return self._send([_ON])
        if not says_lit(self._link):
            self._forget()
            raise OSError("it has been without power")
        return STATUS_BYTES

    def contrast(self, level: int) -> int:
        self._level = level
        return self._send(self._made(self._device.contrast, level)) if self._up else 0

    def dark(self) -> int:
        self._lit = False
        return self._send([_OFF])

    def _settings(self) -> list[Traffic]:
        return [*self._start, *self._made(self._device.contrast, self._level)]

    def _whole(self) -> list[Traffic]:
        """All of the picture, whatever luma takes for sent: its grey and colour chips get only what differs."""
        framebuffer = getattr(self._device, "framebuffer", None)
        if isinstance(framebuffer, diff_to_previous):
            framebuffer.prev_image = None
        return self._drawn()

    def _drawn(self) -> list[Traffic]:
        return self._made(self._device.display, self._image.convert(self._device.mode))

    def _made(self, method: Callable[..., object], argument: object) -> list[Traffic]:
        """What luma sends for that."""
        method(argument)
        return self._recording.take()

    def _send(self, traffic: Sequence[Traffic]) -> int:
        """All of it, and once more from its start where a transfer fails: a part alone means nothing to the chip."""
        for left in reversed(range(TRIES)):
            try:
                return sum(
                    self._link.data(each.body) if each.is_data else self._link.commands(each.body) for each in traffic
                )
            except OSError as error:
                # A bus that hangs is not asked again: each time takes a second.
                if left == 0 or isinstance(error, TimeoutError):
                    self._forget()
                    raise
                traffic = [*self._filling, *traffic]
        raise AssertionError("the last try has returned or raised")

    def _forget(self) -> None:
        self._up = False
        self._known = False
        self._lit = False


def _without_off(traffic: Sequence[Traffic]) -> list[Traffic]:
    """The same without "display off", so that a lit chip stays lit through it."""
    first, *others = traffic
    body = first.body.removeprefix(_OFF.body)
    return [*([Traffic(False, body)] if body else []), *(each for each in others if each != _OFF)]

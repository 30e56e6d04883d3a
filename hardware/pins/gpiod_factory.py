"""gpiozero's pins on libgpiod: the kernel stamps the edges, and nobody looks for them in between."""

from collections.abc import Callable

from gpiod import Chip, LineRequest, LineSettings
from gpiozero import GPIOPinInUse
from gpiozero.pins.local import LocalPiFactory

from hardware.pins.edges import EdgeThread
from hardware.pins.gpio_chip import header_chip, holder_of
from hardware.pins.gpiod_pin import GpiodPin
from hardware.pins.library import OURS

_EDGES_KEPT = 256
"""How many edges of a line the kernel keeps until they are read; beyond that it drops the oldest. A contact that
bounces while the Pi is busy makes dozens; unasked the kernel keeps 16."""


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]
    """Pins as gpiozero's devices want them, from `/dev/gpiochipN` by libgpiod's own Python package, `gpiod` 2.

    Raises gpiozero.PinUnknownPi where this is no Raspberry Pi, OSError where there is no chip to open.
    """

    def __init__(self) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        # Asks which Pi this is: where it is none, another library is to be tried now and not at the first pin.
        self._get_board_info()
        self.chip = header_chip().path
        self.gone: Callable[[], None] = lambda: None
        """Called, in the thread that waits for edges, when lines have gone or that thread ends by itself: what was
        claimed is to be claimed from a factory that is new."""
        self.edges = EdgeThread(self._have_gone)

    def _have_gone(self) -> None:
        self.gone()

    def close(self) -> None:
        super().close()
        self.edges.close()

    def claim(self, number: int, settings: LineSettings) -> LineRequest:
        """The line, ours alone until it is released. Raises GPIOPinInUse, which says who has it, and OSError."""
        try:
            with Chip(self.chip) as chip:
                return chip.request_lines({number: settings}, OURS[0], _EDGES_KEPT)
        except OSError as error:
            holder = holder_of(number)
            if holder is None:
                raise
            raise GPIOPinInUse(f"GPIO{number} is taken by {holder}") from error

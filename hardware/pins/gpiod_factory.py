"""gpiozero's pins on libgpiod: the kernel stamps the edges, and nobody looks for them in between."""

from pathlib import Path

from gpiod import Chip, LineRequest, LineSettings
from gpiozero import GPIOPinInUse, PinError
from gpiozero.pins.local import LocalPiFactory

from hardware.pins.edges import EdgeThread
from hardware.pins.gpiod_pin import GpiodPin

DEV = Path("/dev")
CONSUMER = "warglass"
"""What we call ourselves to the kernel, and so to whoever asks it who has a pin."""

_EDGES_KEPT = 256
"""How many edges of a line the kernel keeps until they are read; beyond that it drops the oldest. A contact that
bounces while the Pi is busy makes dozens; unasked the kernel keeps 16."""


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]
    """Pins as gpiozero's devices want them, from `/dev/gpiochipN` by libgpiod's own Python package, `gpiod` 2.

    Raises gpiozero.GPIOZeroError: PinUnknownPi where this is no Raspberry Pi, PinError where there is no chip to open.
    """

    def __init__(self) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        # Asks which Pi this is: where it is none, another library is to be tried now and not at the first pin.
        self._get_board_info()
        self.chip = header_chip()
        self.edges = EdgeThread()

    def close(self) -> None:
        super().close()
        self.edges.close()

    def claim(self, number: int, settings: LineSettings) -> LineRequest:
        """The line, ours alone until it is released. Raises GPIOPinInUse, which says who has it, and PinError."""
        try:
            with Chip(self.chip) as chip:
                return chip.request_lines({number: settings}, CONSUMER, _EDGES_KEPT)
        except (OSError, ValueError) as error:
            user = self._user(number)
            if user is not None:
                raise GPIOPinInUse(f"GPIO{number} is taken by {user}") from error
            raise PinError(f"GPIO{number} of {self.chip} cannot be had: {_words(error)}") from error

    def _user(self, number: int) -> str | None:
        """Who has the line, by its own name for itself; None where nobody has, or the kernel does not say."""
        try:
            with Chip(self.chip) as chip:
                line = chip.get_line_info(number)
        except (OSError, ValueError):
            return None
        return (line.consumer or "another program") if line.used else None


def header_chip() -> str:
    """The device of the chip that the 40-pin header is on: the pin controller's, labelled `pinctrl-` and the processor.

    On a Pi 5 that is gpiochip0 or, with older kernels, gpiochip4. Without one it is the first that can be opened.
    Raises PinError.
    """
    opened, refused = [], []
    for path in sorted(map(str, DEV.glob("gpiochip*"))):
        try:
            with Chip(path) as chip:
                label = chip.get_info().label
        except OSError as error:
            refused.append(f"{path}: {_words(error)}")
            continue
        if label.startswith("pinctrl-"):
            return path
        opened.append(path)
    if opened:
        return opened[0]
    raise PinError("; ".join(refused) or f"there is no {DEV}/gpiochip0")


def _words(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

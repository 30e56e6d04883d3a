"""gpiozero's pins on libgpiod: the kernel stamps the edges, and nobody looks for them in between."""

from collections.abc import Callable
from pathlib import Path

from gpiod import Chip, LineRequest, LineSettings
from gpiozero import GPIOPinInUse, PinError
from gpiozero.pins.local import LocalPiFactory

from hardware.doctor.gpio_chip import chip_at, header_of, user_of_line
from hardware.pins.edges import EdgeThread
from hardware.pins.gpiod_pin import GpiodPin
from hardware.pins.library import OURS

DEV = Path("/dev")

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
        """The line, ours alone until it is released. Raises GPIOPinInUse, which says who has it, and PinError."""
        try:
            with Chip(self.chip) as chip:
                return chip.request_lines({number: settings}, OURS[0], _EDGES_KEPT)
        except (OSError, ValueError) as error:
            user = _user(self.chip, number)
            if user is not None:
                raise GPIOPinInUse(f"GPIO{number} is taken by {user}") from error
            raise PinError(f"GPIO{number} of {self.chip} cannot be had: {_words(error)}") from error


def header_chip() -> str:
    """The device of the chip that the 40-pin header is on: gpiochip4 on a Pi 5 of some kernels. Raises PinError."""
    chips, refused = [], []
    for path in sorted(map(str, DEV.glob("gpiochip*"))):
        try:
            chips.append(chip_at(path))
        except OSError as error:
            refused.append(f"{path}: {_words(error)}")
    header = header_of(chips)
    if header is None:
        raise PinError("; ".join(refused) or f"there is no {DEV}/gpiochip0")
    return header.path


def _user(chip: str, number: int) -> str | None:
    """Who has the line, by its own name for itself; None where nobody has, or the kernel does not say."""
    try:
        user = user_of_line(chip, number)
    except OSError:
        return None
    return None if user is None else user.name or "another program"


def _words(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

"""Who has a pin, by the kernel's own account."""

from collections.abc import Iterator

from hardware.doctor.gpio_chip import GpioChip, chip_at, header_of, user_of_line
from hardware.parts.words import DEV


def holder_of(gpio: int) -> str | None:
    """Whoever has the pin, as it calls itself; None where it is free or nobody can tell."""
    chip = header_of(_chips())
    try:
        user = None if chip is None else user_of_line(chip.path, gpio)
    except OSError:
        return None
    return None if user is None else user.name or "the kernel"


def _chips() -> Iterator[GpioChip]:
    for path in sorted(DEV.glob("gpiochip*")):
        try:
            yield chip_at(str(path))
        except OSError:
            continue

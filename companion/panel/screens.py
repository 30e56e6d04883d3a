"""What is wrong with the screens of a panel that no single key shows: chips, sizes, and SPI devices."""

from collections.abc import Iterator

from companion.fields.invalid import FieldError
from companion.panel.chips import SIZES, SPI_ONLY
from companion.panel.config import PanelConfig, ScreenConfig

LEAST = (96, 32)
"""Width and height in pixels that a face needs."""

_DEFAULT = ScreenConfig(id="", shows=("",))


def screen_problems(panel: PanelConfig) -> Iterator[FieldError]:
    """Each problem, by the key below `[panel]` that is at fault."""
    devices: set[tuple[int, int]] = set()
    for index, screen in enumerate(panel.screens):
        key = f"screens[{index}]"
        yield from _module(key, screen)
        if screen.spi is None:
            continue
        for name in ("bus", "mux", "channel", "address"):
            if getattr(screen, name) != getattr(_DEFAULT, name):
                yield FieldError(f"{key}.{name}", "a screen on SPI has none; leave it out, or leave out spi")
        device = (screen.spi.port, screen.spi.device)
        if device in devices:
            yield FieldError(
                f"{key}.spi", f"device {screen.spi.device} is taken by another screen; the other one is free"
            )
        devices.add(device)


def _module(key: str, screen: ScreenConfig) -> Iterator[FieldError]:
    if screen.chip not in SIZES:
        yield FieldError(f"{key}.chip", f"there is no chip {screen.chip!r}: {', '.join(SIZES)}")
        return
    sizes = SIZES[screen.chip]
    if (screen.width, screen.height) not in sizes:
        known = ", ".join(f"{width} by {height}" for width, height in sizes)
        yield FieldError(f"{key}.width", f"an {screen.chip} has {known} pixels, not {screen.width} by {screen.height}")
        return
    if screen.chip in SPI_ONLY and screen.spi is None:
        yield FieldError(f"{key}.chip", f"an {screen.chip} is for SPI: give the screen an spi")
    upright = screen.rotate in (90, 270)
    width, height = (screen.height, screen.width) if upright else (screen.width, screen.height)
    if width < LEAST[0] or height < LEAST[1]:
        other = "0 or 180" if upright else "90 or 270"
        yield FieldError(
            f"{key}.rotate", f"no face fits {width} by {height} pixels; lay the screen down: rotate {other}"
        )

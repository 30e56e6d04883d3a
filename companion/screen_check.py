"""What is wrong with the screens of a panel that no single key shows: chips, sizes, and the wires of SPI."""

from collections import Counter
from collections.abc import Iterator

from companion.chips import SIZES, SPI_ONLY
from companion.panel_config import PanelConfig, ScreenConfig

SPI_DATA = (9, 10, 11)
"""MISO, MOSI and SCLK of SPI 0."""
SPI_SELECT = {0: 8, 1: 7}
"""The chip select of each of SPI 0's devices."""
LEAST = (96, 32)
"""Width and height in pixels that a face needs."""

_DEFAULT = ScreenConfig(id="", shows=("",))


def screen_problems(panel: PanelConfig) -> Iterator[tuple[str, str]]:
    """Each problem as the key below `[panel]` that is at fault and what is wrong with it."""
    devices: set[tuple[int, int]] = set()
    taken = _pins(panel)
    for index, screen in enumerate(panel.screens):
        key = f"screens[{index}]"
        yield from _module(key, screen)
        if screen.spi is None:
            continue
        for name in ("bus", "mux", "channel", "address"):
            if getattr(screen, name) != getattr(_DEFAULT, name):
                yield f"{key}.{name}", "a screen on SPI has none; leave it out, or leave out spi"
        device = (screen.spi.port, screen.spi.device)
        if device in devices:
            yield f"{key}.spi", f"device {screen.spi.device} is taken by another screen; the other one is free"
        devices.add(device)
        for name, pin in (("dc", screen.spi.dc), ("reset", screen.spi.reset)):
            if pin in _of_spi(panel):
                yield f"{key}.spi.{name}", f"GPIO {pin} is the SPI of the screens"
            elif taken[pin] > 1:
                yield f"{key}.spi.{name}", f"GPIO {pin} is used twice"
    yield from _on_spi(panel)


def _module(key: str, screen: ScreenConfig) -> Iterator[tuple[str, str]]:
    if screen.chip not in SIZES:
        yield f"{key}.chip", f"there is no chip {screen.chip!r}: {', '.join(SIZES)}"
        return
    sizes = SIZES[screen.chip]
    if (screen.width, screen.height) not in sizes:
        known = ", ".join(f"{width} by {height}" for width, height in sizes)
        yield f"{key}.width", f"an {screen.chip} has {known} pixels, not {screen.width} by {screen.height}"
        return
    if screen.chip in SPI_ONLY and screen.spi is None:
        yield f"{key}.chip", f"an {screen.chip} is for SPI: give the screen an spi"
    upright = screen.rotate in (90, 270)
    width, height = (screen.height, screen.width) if upright else (screen.width, screen.height)
    if width < LEAST[0] or height < LEAST[1]:
        other = "0 or 180" if upright else "90 or 270"
        yield f"{key}.rotate", f"no face fits {width} by {height} pixels; lay the screen down: rotate {other}"


def _on_spi(panel: PanelConfig) -> Iterator[tuple[str, str]]:
    """Buttons, sounder and light that are wired to the pins of SPI."""
    pins = [(f"controls[{index}].gpio", control.gpio) for index, control in enumerate(panel.controls)]
    pins += [(name, pin) for name, pin in (("sounder", panel.sounder), ("light", panel.light)) if pin is not None]
    wired = {pin for screen in panel.screens if screen.spi for pin in (screen.spi.dc, screen.spi.reset)}
    for key, pin in pins:
        if pin in _of_spi(panel):
            yield key, f"GPIO {pin} is the SPI of the screens"
        elif pin in wired:
            yield key, f"GPIO {pin} is used twice"


def _of_spi(panel: PanelConfig) -> frozenset[int]:
    devices = {screen.spi.device for screen in panel.screens if screen.spi is not None}
    return frozenset((*SPI_DATA, *(SPI_SELECT[device] for device in devices))) if devices else frozenset()


def _pins(panel: PanelConfig) -> Counter[int]:
    """How often each pin is used."""
    pins = Counter([control.gpio for control in panel.controls])
    pins.update(pin for pin in (panel.sounder, panel.light) if pin is not None)
    for screen in panel.screens:
        if screen.spi is not None:
            pins.update((screen.spi.dc, screen.spi.reset))
    return pins

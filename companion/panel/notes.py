"""What is worth knowing of a panel that is not wrong: pins with a second trade, addresses no module has, strong
pull-ups."""

from collections.abc import Iterator
from types import MappingProxyType

from companion.panel.config import PI_RAIL_MA, PanelConfig
from companion.panel.pins import SPI_PINS, pins
from companion.panel.pullups import LEAST_OHMS, SCREEN_OHMS, strongest_ohms

MODULE_ADDRESSES = (0x3C, 0x3D)
"""What the resistor on an OLED module chooses between (SSD1306 datasheet 8.1.5, I2C slave address: SA0)."""

CONSOLE_PINS = MappingProxyType({14: "transmits", 15: "receives"})
"""GPIO 14 and 15 as the serial console's wires (Raspberry Pi documentation, Configure UARTs)."""


def notes(panel: PanelConfig) -> Iterator[tuple[str, str]]:
    """Each note as the key below `[panel]` that it is about and what is to be known."""
    yield from claimed_pins(panel)
    for index, screen in enumerate(panel.screens):
        if screen.spi is None and screen.address not in MODULE_ADDRESSES:
            yield (
                f"screens[{index}].address",
                f"{screen.address:#x} is unusual: OLED modules can be set to 0x3c and 0x3d",
            )
    if panel.rail_ma > PI_RAIL_MA:
        yield (
            "rail_ma",
            "this is more than the Pi gives: feed the rail from a 3.3 V regulator, leave pins 1 and 17 empty, and join "
            "the regulator's ground with the Pi's",
        )
    yield from _shared_behind_muxes(panel)
    if strongest_ohms(panel, screen_ohms=min(SCREEN_OHMS)) < LEAST_OHMS:
        yield from _strong_pull_ups(panel)


def claimed_pins(panel: PanelConfig) -> Iterator[tuple[str, str]]:
    """Each pin that an interface of the Pi's has wherever that interface is on, as `notes`."""
    for key, pin in pins(panel):
        if pin in CONSOLE_PINS:
            yield key, f"on GPIO {pin} the serial console {CONSOLE_PINS[pin]}: switch it off in raspi-config"
        if pin in SPI_PINS:
            yield key, _on_spi(panel, pin)


def _on_spi(panel: PanelConfig, pin: int) -> str:
    if any(screen.spi is not None for screen in panel.screens):
        return f"GPIO {pin} is {SPI_PINS[pin]}, which SPI takes unless the overlay spi0-1cs leaves it out"
    return f"GPIO {pin} is {SPI_PINS[pin]} of SPI: leave SPI off in raspi-config, as it is on a new card"


def _shared_behind_muxes(panel: PanelConfig) -> Iterator[tuple[str, str]]:
    """A multiplexer keeps its channel on until it is told otherwise, and two of them are told one by one."""
    seen: dict[tuple[int, int], int] = {}
    for index, screen in enumerate(panel.screens):
        if screen.mux is None:
            continue
        first = seen.setdefault((screen.bus, screen.address), screen.mux)
        if first != screen.mux:
            yield (
                f"screens[{index}].mux",
                f"{screen.address:#x} is behind {first:#x} too, so the Pi has to close each channel after use, or both "
                "answer at once: make install writes ,disconnect_on_idle into config.txt for that",
            )
            return


def _strong_pull_ups(panel: PanelConfig) -> Iterator[tuple[str, str]]:
    said = []
    for ohms in SCREEN_OHMS:
        together = strongest_ohms(panel, screen_ohms=ohms)
        said.append(f"{ohms / 1000:g} kΩ ones come to {together:.0f} Ω" + (" (too strong)" * (together < LEAST_OHMS)))
    yield (
        "screens",
        f"pull-ups on the same wires add up, the Pi's and the modules': {', '.join(said)}. Below {LEAST_OHMS:.0f} Ω, "
        "take them off one module",
    )

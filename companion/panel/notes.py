"""Notes what is worth knowing of a panel that is not wrong, and what the Pi's firmware has to switch on for it."""

from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType

from companion.panel.check import SPI_PINS, pins
from companion.panel.config import PI_RAIL_MA, PanelConfig, PrintedAddress

# What the Pi's firmware has to switch on for a panel, as lines of its config.txt.

HEADER_BUS = 1
"""The I2C bus on GPIO 2 and 3, pins 3 and 5 of the header. Its builder switches any other bus on."""
BAUDRATE = 400_000
"""Counts bits a second: fast mode, the most that an SSD1306 takes (datasheet, "I2C Interface Timing")."""


def boot_lines(panel: PanelConfig) -> tuple[str, ...]:
    """Returns the lines, for the section [all]; the firmware's overlays/README explains them."""
    on_header = [screen for screen in panel.screens if screen.spi is None and screen.bus == HEADER_BUS]
    muxes = {screen.mux for screen in on_header if screen.mux is not None}
    lines = []
    if on_header:
        lines += ["dtparam=i2c_arm=on", f"dtparam=i2c_arm_baudrate={BAUDRATE}"]
    lines += [mux_line(panel, mux) for mux in sorted(muxes)]
    if any(screen.spi is not None for screen in panel.screens):
        lines.append("dtparam=spi=on")
    return tuple(lines)


def mux_line(panel: PanelConfig, mux: int) -> str:
    """Returns the line for the multiplexer at `mux` on the header's bus."""
    closing = ",disconnect_on_idle" if closes_channels(panel, HEADER_BUS) else ""
    return f"dtoverlay=i2c-mux,pca9548,addr={mux:#x}{closing}"


def closes_channels(panel: PanelConfig, bus: int) -> bool:
    """Returns True where this bus's multiplexers must close their channel after every transfer.

    By default the kernel leaves it open. That is right for one. Of two, a screen behind the other would take what is
    sent to its address (the kernel's binding i2c-mux-pca954x, `i2c-mux-idle-disconnect`).
    """
    return len({screen.mux for screen in panel.screens if screen.bus == bus and screen.mux is not None}) > 1


# How hard an I2C bus is pulled up, and how long its cables may be for that.

PI_OHMS = 1800.0
"""On the Pi, from GPIO 2 and 3 to 3.3 V (Raspberry Pi documentation, GPIO and the 40-pin header)."""

MUX_OHMS = 10_000.0
"""On a TCA9548A board, on the side towards the Pi, as the usual boards have it."""

SCREEN_OHMS = (4_700.0, 10_000.0)
"""On an OLED module: its makers fit one or the other, marked 472 and 103."""

LEAST_OHMS = (3.3 - 0.4) / 3e-3
"""A chip must be able to pull a wire down to 0.4 V with 3 mA (UM10204, Pull-up resistor sizing): 967 Ω."""


def parallel(*ohms: float) -> float:
    """Returns resistors side by side as one, in ohms."""
    return 1 / sum(1 / each for each in ohms)


def strongest_ohms(panel: PanelConfig, *, screen_ohms: float) -> float:
    """Returns the least resistance that any wire of the panel's buses is pulled up with; infinite where none is on I2C.

    A multiplexer is a switch: the wires before and behind it are one while its channel is on.
    """
    found = [float("inf")]
    on_i2c = [screen for screen in panel.screens if screen.spi is None]
    for bus in {screen.bus for screen in on_i2c}:
        screens = [screen for screen in on_i2c if screen.bus == bus]
        muxes = len({screen.mux for screen in screens if screen.mux is not None})
        plain = sum(screen.mux is None for screen in screens)
        behind = Counter((screen.mux, screen.channel) for screen in screens if screen.mux is not None)
        pulling = plain + max(behind.values(), default=0)
        found.append(parallel(PI_OHMS, *[MUX_OHMS] * muxes, *[screen_ohms] * pulling))
    return min(found)


# What is worth knowing of a panel that is not wrong: pins with a second trade, addresses no module has, strong
# pull-ups.

MODULE_ADDRESSES = (0x3C, 0x3D)
"""The resistor on an OLED module chooses between these (SSD1306 datasheet 8.1.5, I2C slave address: SA0)."""

CONSOLE_PINS = MappingProxyType({14: "transmits", 15: "receives"})
"""Names GPIO 14 and 15 as the serial console's wires (Raspberry Pi documentation, Configure UARTs)."""


def notes(panel: PanelConfig) -> Iterator[tuple[str, str]]:
    """Yields each note as the key below `[panel]` that it is about and what is to be known."""
    yield from claimed_pins(panel)
    for index, screen in enumerate(panel.screens):
        if isinstance(screen.address, PrintedAddress):
            yield (
                f"screens[{index}].address",
                f"{2 * screen.address:#x} counts one bit more, as printed on modules: {int(screen.address):#x} is used",
            )
        if screen.spi is None and screen.address not in MODULE_ADDRESSES:
            yield (
                f"screens[{index}].address",
                f"{screen.address:#x} is unusual: OLED modules can be set to 0x3c and 0x3d",
            )
    if panel.rail_ma > PI_RAIL_MA:
        yield (
            "rail_ma",
            "this is more than the Pi gives: feed the rail from a 3.3 V regulator and leave pins 1 and 17 empty. Join "
            "the regulator's ground with the Pi's",
        )
    yield from _shared_behind_muxes(panel)
    if strongest_ohms(panel, screen_ohms=min(SCREEN_OHMS)) < LEAST_OHMS:
        yield from _strong_pull_ups(panel)


def claimed_pins(panel: PanelConfig) -> Iterator[tuple[str, str]]:
    """Yields each pin that an interface of the Pi's has wherever that interface is on, as `notes`."""
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
    """Yields a note where two multiplexers have screens at one address: each keeps its channel on until it is
    switched.
    """
    seen: dict[tuple[int, int], int] = {}
    for index, screen in enumerate(panel.screens):
        if screen.mux is None:
            continue
        first = seen.setdefault((screen.bus, screen.address), screen.mux)
        if first != screen.mux:
            yield (
                f"screens[{index}].mux",
                f"{screen.address:#x} is behind {first:#x} too, so the Pi has to close each channel after use, or both "
                "answer at once. For that, make install writes ,disconnect_on_idle into config.txt",
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

"""What the Pi's firmware has to switch on for a panel, as lines of its config.txt."""

from companion.panel.config import PanelConfig

HEADER_BUS = 1
"""The I2C bus on GPIO 2 and 3, pins 3 and 5 of the header. Any other bus is for its builder to switch on."""
BAUDRATE = 400_000
"""Bits a second: fast mode, the most that an SSD1306 takes (its datasheet, table "I2C Interface Timing")."""


def boot_lines(panel: PanelConfig) -> tuple[str, ...]:
    """The lines, for the section [all]; the firmware's overlays/README explains them."""
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
    """The line for the multiplexer at `mux` on the header's bus."""
    closing = ",disconnect_on_idle" if closes_channels(panel, HEADER_BUS) else ""
    return f"dtoverlay=i2c-mux,pca9548,addr={mux:#x}{closing}"


def closes_channels(panel: PanelConfig, bus: int) -> bool:
    """Whether this bus's multiplexers are to close their channel after every transfer.

    The kernel leaves it open otherwise. That is right for one; of two, a screen behind the other would take whatever is
    sent to its address (the kernel's binding i2c-mux-pca954x, `i2c-mux-idle-disconnect`).
    """
    return len({screen.mux for screen in panel.screens if screen.bus == bus and screen.mux is not None}) > 1

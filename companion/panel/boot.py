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
    # Both answer at their screens' addresses: a channel left open would have screens answer for another's.
    closing = ",disconnect_on_idle" if len(muxes) > 1 else ""
    lines += [f"dtoverlay=i2c-mux,pca9548,addr={mux:#x}{closing}" for mux in sorted(muxes)]
    if any(screen.spi is not None for screen in panel.screens):
        lines.append("dtparam=spi=on")
    return tuple(lines)

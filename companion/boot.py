"""What the Pi's firmware has to switch on for a panel, as lines of its config.txt."""

from companion.panel_config import PanelConfig

HEADER_BUS = 1
"""The I2C bus on GPIO 2 and 3, pins 3 and 5 of the header. Any other bus is for its builder to switch on."""
BAUDRATE = 400_000
"""Bits a second: fast mode, the most that an SSD1306 takes (its datasheet, table "I2C Interface Timing")."""


def boot_lines(panel: PanelConfig) -> tuple[str, ...]:
    """The lines, for the section [all]; the firmware's overlays/README explains them."""
    buses = {screen.bus for screen in panel.screens}
    muxes = {screen.mux for screen in panel.screens if screen.bus == HEADER_BUS and screen.mux is not None}
    lines = []
    if HEADER_BUS in buses:
        lines += ["dtparam=i2c_arm=on", f"dtparam=i2c_arm_baudrate={BAUDRATE}"]
    return (*lines, *(f"dtoverlay=i2c-mux,pca9548,addr={mux:#x}" for mux in sorted(muxes)))

"""What a chip says of itself, where it can be read."""

from hardware.transport.link import TRIES, Link

STATUS_BYTES = 2
"""What asking takes on the wire: the address and the status byte."""

_IS_OFF = 0x40
"""The display is off: bit 6 in all of the family (SSD1306 and SH1106 datasheets, Read Status)."""


def reports_display_on(link: Link) -> bool:
    """Whether the chip says that its display is on. Some modules cannot be read, or answer nonsense: a driver that has
    just switched its chip on asks once to know whether to believe it."""
    for _ in range(TRIES):
        try:
            return not link.status() & _IS_OFF
        except TimeoutError:
            break
        except OSError:
            continue
    return False

"""The simulated module of each chip."""

from collections.abc import Callable
from types import MappingProxyType

from companion.panel.config import ScreenConfig
from hardware.simulated.module import Module
from hardware.simulated.opaque import OpaqueModule
from hardware.simulated.sh1106 import Sh1106Chip
from hardware.simulated.ssd1306 import Ssd1306Chip, Ssd1309Chip, Ssd1315Chip
from hardware.simulated.ssd1327 import Ssd1327Chip

DECODED: "MappingProxyType[str, Callable[[int, int], Module]]" = MappingProxyType(
    {
        "ssd1306": Ssd1306Chip,
        "ssd1309": Ssd1309Chip,
        "ssd1315": Ssd1315Chip,
        "sh1106": Sh1106Chip,
        "ssd1327": Ssd1327Chip,
    }
)
"""By the chip's name in a configuration: makes a module of that width and height that decodes its real traffic."""


def module_for(screen: ScreenConfig) -> Module:
    """The simulated module for a screen. What nobody here decodes is taken for granted."""
    return DECODED.get(screen.chip, OpaqueModule)(screen.width, screen.height)

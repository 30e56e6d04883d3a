"""The wires that screens are on."""

import msgspec

from companion.panel.config import ScreenConfig

HEADER = "SDA belongs on pin 3 and SCL on pin 5"
"""Of the 40-pin header: bus 1 (Raspberry Pi documentation, GPIO and the 40-pin header)."""


class Wire(msgspec.Struct, frozen=True, kw_only=True):
    """A bus, or one channel of a multiplexer on it (then `mux` and `channel` are both there)."""

    bus: int
    mux: int | None = None
    channel: int | None = None

    def __str__(self) -> str:
        return f"bus {self.bus}" if self.channel is None else f"bus {self.bus}, channel {self.channel}"

    @property
    def place(self) -> tuple[int, int, int]:
        """To sort by: a bus before the channels on it."""
        return self.bus, self.mux or 0, -1 if self.channel is None else self.channel

    @property
    def short(self) -> str:
        """As whoever stands in front of it calls it."""
        return f"bus {self.bus}" if self.channel is None else f"channel {self.channel}"

    @property
    def pair(self) -> str:
        """The two wires as they are printed on the board that they begin at."""
        return "SDA and SCL" if self.channel is None else f"SD{self.channel} and SC{self.channel}"


def wire_of(screen: ScreenConfig) -> Wire:
    return Wire(bus=screen.bus, mux=screen.mux, channel=screen.channel)

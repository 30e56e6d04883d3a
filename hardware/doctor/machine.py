"""The machine as the checks see it: all that they look at goes through here."""

from collections.abc import Iterator
from enum import Enum
from typing import Protocol

from companion.clock import Clock
from companion.hotspot.network import Network
from companion.panel.config import ScreenConfig
from hardware.pins.library import Attempt, GpioChip, LineUser
from hardware.transport import I2cBus, Link


class Port(Enum):
    """Who has a TCP port."""

    FREE = "free"
    OURS = "ours"
    TAKEN = "taken"
    FORBIDDEN = "forbidden"
    """Nobody has it, but this user may not take it either: it is below 1024."""
    NOT_HERE = "not here"
    """The address is none of this machine's."""


class Machine(Protocol):
    """A machine to look at, and nothing is changed on it. One thread."""

    @property
    def clock(self) -> Clock: ...

    def wait(self, seconds: float) -> None:
        """Lets time pass. Raises KeyboardInterrupt when the user has had enough."""

    # Files

    def read(self, path: str) -> bytes:
        """Raises OSError."""

    def glob(self, pattern: str) -> list[str]:
        """The paths that match, sorted; none where the folder may not be looked into."""

    def may_open(self, path: str) -> bool:
        """Whether it is there, and this user may read and write it."""

    def owner(self, path: str) -> str | None:
        """The name of the user it belongs to; None where it is not there or may not be seen."""

    def group(self, path: str) -> str | None:
        """The name of the group it belongs to; None where it is not there or may not be seen."""

    def inode(self, path: str) -> int | None:
        """Its number; None where it is not there or may not be seen."""

    def free_bytes(self, path: str) -> int:
        """What an ordinary user can still write to the disk of `path`, or of the nearest folder above that is there.
        Raises OSError."""

    # The user and the system

    @property
    def user(self) -> str: ...

    def environment(self, name: str) -> str | None: ...

    @property
    def python(self) -> tuple[int, int]:
        """Major and minor version."""

    @property
    def kernel(self) -> str:
        """Release and architecture, as in `6.6.31+rpt-rpi-v8 aarch64`."""

    def synchronised(self) -> bool:
        """Whether the kernel's clock is being kept right, by whatever keeps it. Raises OSError where it will not say
        (adjtimex(2), `STA_UNSYNC`)."""

    # The network

    @property
    def hostname(self) -> str: ...

    def lan_address(self) -> str:
        """This machine's address on the LAN, 127.0.0.1 where it has none."""

    def network(self) -> Network:
        """Who keeps its Wi-Fi."""

    def port(self, host: str, port: int) -> Port: ...

    def table_faults(self, host: str, port: int) -> tuple[str, ...] | None:
        """What the table that runs here says is broken, in words; None where it does not answer."""

    # Pins and buses

    def pin_libraries(self) -> Iterator[Attempt]:
        """Each pin library tried in turn. Whoever asks closes what works."""

    def gpio_chip(self, path: str) -> GpioChip:
        """What a /dev/gpiochipN is. Raises OSError."""

    def line_user(self, path: str, line: int) -> LineUser | None:
        """Who has a line of the chip; None where it is free. Raises OSError."""

    def channel(self, bus: int, mux: int, channel: int) -> int:
        """The N of /dev/i2c-N for a channel of the multiplexer at `mux` on `bus`; OSError where there is none."""

    def bus(self, number: int) -> I2cBus:
        """/dev/i2c-N, opened when it is first used."""

    def link(self, screen: ScreenConfig) -> Link:
        """The way to the screen's chip, to be asked for once."""

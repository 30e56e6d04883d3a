"""Shows the machine to the checks: all that they look at goes through here."""

from collections.abc import Iterator
from enum import Enum
from typing import Protocol

from companion.clock import Clock
from companion.hotspot.network import Network
from companion.panel.config import ScreenConfig
from hardware.pins.library import Attempt, GpioChip, LineUser
from hardware.transport import I2cBus, ScreenLink


class Port(Enum):
    """Says which program has a TCP port."""

    FREE = "free"
    OURS = "ours"
    TAKEN = "taken"
    FORBIDDEN = "forbidden"
    """The port is free, but this user may not take it: it is below 1024."""
    NOT_HERE = "not here"
    """This machine does not have that address."""


class Machine(Protocol):
    """Shows a machine, and leaves it as it is. One thread."""

    @property
    def clock(self) -> Clock: ...

    def wait(self, seconds: float) -> None:
        """Lets time pass. Raises KeyboardInterrupt when the user has had enough."""

    # Files

    def read(self, path: str) -> bytes:
        """Returns the file's bytes. Raises OSError."""

    def glob(self, pattern: str) -> list[str]:
        """Returns the paths that match, sorted; none where the folder may not be read."""

    def may_open(self, path: str) -> bool:
        """Returns True where it is there, and this user may read and write it."""

    def owner(self, path: str) -> str | None:
        """Returns the name of its owner; None where it is not there or may not be read."""

    def group(self, path: str) -> str | None:
        """Returns the name of its group; None where it is not there or may not be read."""

    def inode(self, path: str) -> int | None:
        """Returns its inode number; None where it is not there or may not be read."""

    def free_bytes(self, path: str) -> int:
        """Returns what an ordinary user can still write to the disk of `path`, or of the nearest folder above that is
        there.

        Raises OSError.
        """

    # The user and the system

    @property
    def user(self) -> str: ...

    def environment(self, name: str) -> str | None: ...

    @property
    def python(self) -> tuple[int, int]:
        """Returns major and minor version."""

    @property
    def kernel(self) -> str:
        """Returns release and architecture, as in `6.6.31+rpt-rpi-v8 aarch64`."""

    def synchronised(self) -> bool:
        """Returns True where some program keeps the kernel's clock right.

        Raises OSError where the kernel does not say (adjtimex(2), `STA_UNSYNC`).
        """

    # The network

    @property
    def hostname(self) -> str: ...

    def lan_address(self) -> str:
        """Returns this machine's address on the LAN, 127.0.0.1 where it has none."""

    def network(self) -> Network:
        """Returns what manages its Wi-Fi."""

    def port(self, host: str, port: int) -> Port: ...

    def table_faults(self, host: str, port: int) -> tuple[str, ...] | None:
        """Returns what the table that runs here says is broken, in words; None where it does not answer."""

    # Pins and buses

    def pin_libraries(self) -> Iterator[Attempt]:
        """Tries each pin library in turn. The caller closes the one that works."""

    def gpio_chip(self, path: str) -> GpioChip:
        """Describes a /dev/gpiochipN. Raises OSError."""

    def line_user(self, path: str, line: int) -> LineUser | None:
        """Returns which program has a line of the chip; None where it is free. Raises OSError."""

    def channel(self, bus: int, mux: int, channel: int) -> int:
        """Returns the N of /dev/i2c-N for a channel of the multiplexer at `mux` on `bus`; OSError where there
        is none.
        """

    def bus(self, number: int) -> I2cBus:
        """Returns /dev/i2c-N, opened when it is first used."""

    def link(self, screen: ScreenConfig) -> ScreenLink:
        """Returns the way to the screen's chip, to be called once."""

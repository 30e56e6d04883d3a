"""The network interfaces of this machine and their addresses, as Linux tells them."""

import fcntl
import socket
import struct
from pathlib import Path

import msgspec

OURS = "10.42.0.1"
"""This machine's address in a Wi-Fi of its own: the first that NetworkManager gives out, and the one in our profile."""

SYSFS_NET = Path("/sys/class/net")

_SIOCGIFADDR = 0x8915
"""netdevice(7): the IPv4 address of an interface."""
_ADDRESS = slice(20, 24)


class Interface(msgspec.Struct, frozen=True, kw_only=True):
    """An interface that has an IPv4 address. `wired_in`: there is hardware behind it, such as a socket or an antenna;
    bridges, tunnels and containers have none."""

    name: str
    address: str
    wired_in: bool

    @property
    def ours(self) -> bool:
        """Whether it is open to phones as a Wi-Fi of the table's own. Bridges of containers may have that address too,
        but no antenna."""
        return self.wired_in and self.address == OURS


def interfaces(*, sysfs: Path = SYSFS_NET) -> tuple[Interface, ...]:
    """Those with an IPv4 address, by name. Empty where the system does not tell.

    From sysfs, since a service that is kept from everything it does not need may open no netlink socket.
    """
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for place in sorted(sysfs.glob("*")):
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", place.name.encode()))
            except OSError:
                continue
            address = socket.inet_ntoa(answer[_ADDRESS])
            found.append(Interface(name=place.name, address=address, wired_in=(place / "device").exists()))
    return tuple(found)

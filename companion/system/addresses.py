"""Finds the address under which phones reach this machine, without sending a packet."""

import array
import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from companion.fields.numbers import whole

# The network interfaces of this machine and their addresses, as Linux reports them.

OURS = "10.42.0.1"
"""This machine's address in its own Wi-Fi: the first that NetworkManager gives out, and the one in our profile."""

SYSFS_NET = Path("/sys/class/net")
ROUTES = Path("/proc/self/net/route")

_SIOCGIFCONF = 0x8912
"""Of netdevice(7): the interfaces with an IPv4 address, as an array of struct ifreq."""
_MOST = 128
_IFREQ_BYTES = struct.calcsize("16s2LH6x")
_NAME = slice(0, 16)
_ADDRESS = slice(20, 24)
_ANYWHERE = "0" * 8
_MOST_METRIC = 2**32 - 1


class Interface(msgspec.Struct, frozen=True, kw_only=True):
    """Describes an interface that has an IPv4 address.

    `wired_in`: there is hardware behind it, such as a socket or an antenna; bridges, tunnels and containers have none.
    """

    name: str
    address: str
    wired_in: bool

    @property
    def ours(self) -> bool:
        """Returns True where it is open to phones as a Wi-Fi of the table's own.

        Bridges of containers may have that address too, but no antenna.
        """
        return self.wired_in and self.address == OURS


def interfaces(*, sysfs: Path = SYSFS_NET) -> tuple[Interface, ...]:
    """Returns those with an IPv4 address. Empty where the system does not report them.

    The kernel is asked through a socket that leads nowhere: a confined service may open neither an internet socket nor
    a netlink one.
    """
    found = array.array("B", bytes(_MOST * _IFREQ_BYTES))
    place, room = found.buffer_info()
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as probe:
            answer = fcntl.ioctl(probe.fileno(), _SIOCGIFCONF, struct.pack("iP", room, place))
    except OSError:
        return ()
    (used,) = struct.unpack_from("i", answer)
    data = found.tobytes()
    return tuple(_interface(data[at : at + _IFREQ_BYTES], sysfs) for at in range(0, used, _IFREQ_BYTES))


def _interface(ifreq: bytes, sysfs: Path) -> Interface:
    # A second address may have a label, such as "eth0:1".
    name = ifreq[_NAME].rstrip(b"\0").decode().partition(":")[0]
    return Interface(name=name, address=socket.inet_ntoa(ifreq[_ADDRESS]), wired_in=(sysfs / name / "device").exists())


def routed(*, routes: Path = ROUTES) -> str | None:
    """Returns the interface by which this machine reaches the world, None where it knows no way there."""
    try:
        return way_out(routes.read_text(encoding="ascii").splitlines()[1:])
    except OSError:
        return None


def way_out(table: Iterable[str]) -> str | None:
    """Returns the interface of the default route, from the lines of /proc/net/route below their heading.

    The fields are proc_pid_net(5)'s: interface, destination, gateway, flags, two counts, metric, mask.
    """
    ways = [
        (metric, fields[0])
        for line in table
        if len(fields := line.split()) > 7
        and fields[1] == fields[7] == _ANYWHERE
        and (metric := whole(fields[6], least=0, most=_MOST_METRIC)) is not None
    ]
    return min(ways, default=(0, None))[1]


LOOPBACK = "127.0.0.1"


def lan_address() -> str:
    """Returns this machine's IPv4 address on the LAN, or 127.0.0.1 where it has none."""
    return nearest(interfaces(), routed=routed()) or LOOPBACK


def nearest(found: Sequence[Interface], *, routed: str | None) -> str | None:
    """Returns which of several addresses phones in the room can reach, None where they can reach none.

    The one in a Wi-Fi of our own goes first, because the phones are there then. Next is one with hardware behind it
    rather than a tunnel's or a container's. Then comes that of the interface by which this machine reaches the world
    (`routed`). Last is an address that it gave itself, for want of a router.
    """
    reachable = [each for each in found if not ipaddress.ip_address(each.address).is_loopback]
    best = min(reachable, key=lambda each: _rank(each, routed), default=None)
    return None if best is None else best.address


def everywhere(host: str) -> bool:
    """Returns True where a server that is bound to `host` is served on all of this machine's addresses."""
    return host in ("0.0.0.0", "::", "")


def typed_address(host: str, port: int) -> str | None:
    """Returns what phones type to reach a server that is bound to `host` and `port`, such as "192.168.1.5:8080".

    Returns None where only this machine can reach it. Port 80 is left out.
    """
    name = lan_address() if everywhere(host) else host
    return None if _loopback(name) else _with_port(name, port)


def for_others(host: str) -> str:
    """Returns what phones type for the server that a browser reaches at `host`, a name or an address with its port.

    A browser on this very machine may call it localhost, which for a phone is the phone itself.
    """
    asked = urlsplit(f"//{host}")
    return _with_port(lan_address(), asked.port or 80) if _loopback(asked.hostname or "") else host


def own_url(host: str, port: int) -> str:
    """Returns what opens a server that is bound to `host` and `port` in a browser on this machine, and no other."""
    return url(LOOPBACK if everywhere(host) else host, port)


def url(name: str, port: int) -> str:
    """Returns the address of the machine that others call `name`, or that has that address, as a browser takes it."""
    return f"http://{_with_port(name, port)}/"


def _loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _rank(each: Interface, routed: str | None) -> tuple[bool, bool, bool, bool]:
    alone = ipaddress.ip_address(each.address).is_link_local
    return not each.ours, alone, not each.wired_in, each.name != routed


def _with_port(name: str, port: int) -> str:
    bracketed = f"[{name}]" if ":" in name else name
    return bracketed if port == 80 else f"{bracketed}:{port}"

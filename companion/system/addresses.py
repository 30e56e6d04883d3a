"""Under which address phones reach this machine. Nothing is sent to find out."""

import ipaddress
import socket
from collections.abc import Sequence

from companion.system.interfaces import Interface, interfaces

LOOPBACK = "127.0.0.1"


def lan_address() -> str:
    """This machine's IPv4 address on the LAN, or 127.0.0.1 where it has none."""
    return nearest(interfaces(), routed=_routed()) or LOOPBACK


def nearest(found: Sequence[Interface], *, routed: str | None) -> str | None:
    """Which of several addresses phones in the room can reach, None where none can.

    The one in a Wi-Fi of our own, for then that is where they are; else one with hardware behind it rather than a
    tunnel's or a container's; then `routed`, the one that this machine speaks to the world from; last an address that
    it gave itself, for want of a router.
    """
    reachable = [each for each in found if not ipaddress.ip_address(each.address).is_loopback]
    best = min(reachable, key=lambda each: _rank(each, routed), default=None)
    return None if best is None else best.address


def typed_address(host: str, port: int) -> str | None:
    """What phones type to get to a server that is bound to `host` and `port`, such as "192.168.1.5:8080"; None where
    only this machine can reach it. Port 80 goes without saying."""
    name = lan_address() if host in ("0.0.0.0", "::", "") else host
    return None if name in (LOOPBACK, "::1", "localhost") else _with_port(name, port)


def url(host: str, port: int, path: str = "/") -> str:
    """The address to open in a browser, on this machine if need be, for a server bound to `host` and `port`."""
    name = lan_address() if host in ("0.0.0.0", "::", "") else host
    return f"http://{_with_port(name, port)}{path}"


def _rank(each: Interface, routed: str | None) -> tuple[bool, bool, bool, bool]:
    alone = ipaddress.ip_address(each.address).is_link_local
    return not each.ours, alone, not each.wired_in, each.address != routed


def _routed() -> str | None:
    """The address that this machine would speak to the world from, None where it knows no way there.

    Connecting a datagram socket only asks the kernel which way it would send: the address is one reserved for
    documentation, and no packet leaves.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _with_port(name: str, port: int) -> str:
    bracketed = f"[{name}]" if ":" in name else name
    return bracketed if port == 80 else f"{bracketed}:{port}"

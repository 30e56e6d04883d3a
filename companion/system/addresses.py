"""Under which address phones reach this machine. Nothing is sent to find out."""

import ipaddress
from collections.abc import Sequence

from companion.system.interfaces import Interface, interfaces, routed

LOOPBACK = "127.0.0.1"


def lan_address() -> str:
    """This machine's IPv4 address on the LAN, or 127.0.0.1 where it has none."""
    return nearest(interfaces(), routed=routed()) or LOOPBACK


def nearest(found: Sequence[Interface], *, routed: str | None) -> str | None:
    """Which of several addresses phones in the room can reach, None where none can.

    The one in a Wi-Fi of our own, for then that is where they are; else one with hardware behind it rather than a
    tunnel's or a container's; then that of the interface that this machine speaks to the world through (`routed`);
    last an address that it gave itself, for want of a router.
    """
    reachable = [each for each in found if not ipaddress.ip_address(each.address).is_loopback]
    best = min(reachable, key=lambda each: _rank(each, routed), default=None)
    return None if best is None else best.address


def everywhere(host: str) -> bool:
    """Whether a server that is bound to `host` is served on all of this machine's addresses."""
    return host in ("0.0.0.0", "::", "")


def typed_address(host: str, port: int) -> str | None:
    """What phones type to get to a server that is bound to `host` and `port`, such as "192.168.1.5:8080"; None where
    only this machine can reach it. Port 80 goes without saying."""
    name = lan_address() if everywhere(host) else host
    return None if _loopback(name) else _with_port(name, port)


def own_url(host: str, port: int) -> str:
    """What opens a server that is bound to `host` and `port` in a browser on this machine, and no other."""
    return url(LOOPBACK if everywhere(host) else host, port)


def url(name: str, port: int) -> str:
    """The address of the machine that others call `name`, or that has that address, as a browser takes it."""
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

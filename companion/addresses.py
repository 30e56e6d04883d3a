"""Under which address phones reach this machine. Nothing is sent to find out."""

import socket


def lan_address() -> str:
    """This machine's address on the LAN, or 127.0.0.1 where it has none.

    Connecting a datagram socket only asks the kernel which way it would send: the address is one reserved for
    documentation, and no packet leaves.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def url(host: str, port: int, path: str = "/") -> str:
    """The address to type into a phone, for a server bound to `host` and `port`."""
    name = lan_address() if host in ("0.0.0.0", "::", "") else host
    if ":" in name:
        name = f"[{name}]"
    return f"http://{name}{'' if port == 80 else f':{port}'}{path}"

"""The names that this machine goes by."""

import ipaddress
import re
import socket
from collections.abc import Iterable

_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+)(?::(?P<port>[0-9]{1,5}))?")
_LAST_PORT = 65_535


class Hosts:
    """`names` are this host's, each known as NAME.local too; by default what the system calls itself."""

    def __init__(self, names: Iterable[str] | None = None) -> None:
        whole = {name.lower() for name in ([socket.gethostname()] if names is None else names)}
        short = {name.partition(".")[0] for name in whole}
        self._names = {"localhost", *whole, *short, *(f"{name}.local" for name in short)}

    def known(self, host: str) -> bool:
        """Whether a Host header means this machine: an address, localhost, or one of its names, with any port.

        A page elsewhere can point its own name at this address (DNS rebinding); its requests carry that name.
        """
        found = _HOST.fullmatch(host)
        if found is None or int(found["port"] or 1) not in range(1, _LAST_PORT + 1):
            return False
        name = found["name"].lower().removesuffix(".")
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name[1:-1] if name.startswith("[") else name)
        except ValueError:
            return False
        return True

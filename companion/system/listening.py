"""The socket that phones connect to: the one that systemd has opened for this process, or one of our own."""

import os
import socket
from collections.abc import Mapping

from companion.errors import WarglassError

FIRST_PASSED = 3
"""The descriptor at which those that systemd passes begin (sd_listen_fds(3))."""


class ListensElsewhere(WarglassError):
    """systemd listens where warglass.toml does not say."""


def listening(host: str, port: int, *, environment: Mapping[str, str] = os.environ) -> socket.socket:
    """A stream socket bound to `host` and `port`; port 0 is a free one. Raises OSError where that cannot be had,
    ListensElsewhere where systemd has passed another."""
    passed = _passed(environment)
    if passed is None:
        return _bound(host, port)
    with_systemd = _place(*passed.getsockname()[:2])
    if with_systemd != place(host, port):
        passed.close()
        raise ListensElsewhere(
            f"warglass.toml says to listen on {place(host, port)}, and systemd does on {with_systemd}: after a change "
            "of [web] run  sudo make install  once more."
        )
    return passed


def place(host: str, port: int) -> str:
    """`host` and `port` as systemd's ListenStream takes them, such as "0.0.0.0:80". Raises OSError for a host that
    nobody knows."""
    found = socket.getaddrinfo(host or None, port, _family(host), socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return _place(str(found[0][4][0]), port)


def _place(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _passed(environment: Mapping[str, str]) -> socket.socket | None:
    """The one that systemd opened before this process was there; it may not open such a one itself (see
    systemd/warglass.service)."""
    if (environment.get("LISTEN_PID"), environment.get("LISTEN_FDS")) != (str(os.getpid()), "1"):
        return None
    os.set_inheritable(FIRST_PASSED, False)
    return socket.socket(fileno=FIRST_PASSED)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _bound(host: str, port: int) -> socket.socket:
    made = socket.socket(_family(host), socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
    except OSError:
        made.close()
        raise
    return made

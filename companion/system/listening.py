"""The socket that phones connect to: the one that systemd has opened for this process, or one of our own."""

import os
import socket
from collections.abc import Mapping

from companion.errors import WarglassError

FIRST_PASSED = 3
"""The descriptor at which those that systemd passes begin (sd_listen_fds(3))."""
DEAD_AFTER_MS = 20_000
"""A phone that went out of reach holds its connection no longer than this, its acknowledgements missing."""
WAITING = 1024
"""Connections that the kernel keeps until somebody takes them."""


class ListensElsewhere(WarglassError):
    """systemd listens where warglass.toml does not say."""


def listen(host: str, port: int, *, environment: Mapping[str, str] = os.environ) -> socket.socket:
    """A socket that listens on `host` and `port`, port 0 being a free one: who knocks before there is a server is
    answered as soon as there is. Raises OSError where that cannot be had, ListensElsewhere where systemd has passed
    another."""
    listening = _passed(host, port, environment) or _bound(host, port)
    try:
        # Linux hands these on to every connection that is accepted.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_AFTER_MS)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.listen(WAITING)
    except OSError:
        listening.close()
        raise
    return listening


def place(host: str, port: int) -> str:
    """`host` and `port` as systemd's ListenStream takes them, such as "0.0.0.0:80". Raises OSError for a host that
    nobody knows."""
    found = socket.getaddrinfo(host or None, port, _family(host), socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return _place(str(found[0][4][0]), port)


def _place(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _passed(host: str, port: int, environment: Mapping[str, str]) -> socket.socket | None:
    """The one that systemd opened before this process was there; it may not open such a one itself (see
    systemd/warglass.service)."""
    if (environment.get("LISTEN_PID"), environment.get("LISTEN_FDS")) != (str(os.getpid()), "1"):
        return None
    os.set_inheritable(FIRST_PASSED, False)
    passed = socket.socket(fileno=FIRST_PASSED)
    with_systemd = _place(*passed.getsockname()[:2])
    if with_systemd != place(host, port):
        passed.close()
        raise ListensElsewhere(
            f"warglass.toml says to listen on {place(host, port)}, and systemd does on {with_systemd}: after a change "
            "of [web] run  sudo make install  once more."
        )
    return passed


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

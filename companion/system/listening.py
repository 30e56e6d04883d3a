"""Opens the socket that phones connect to: the one that systemd has opened for this process, or one of our own."""

import os
import socket
from collections.abc import Mapping

from companion.errors import WarglassError

DEAD_AFTER_MS = 20_000
"""A phone that went out of reach holds its connection no longer than this, its acknowledgements missing."""
WAITING = 1024
"""Counts the connections that the kernel keeps until the server takes them."""
FIRST_PASSED = 3
"""Is the descriptor at which those that systemd passes begin (sd_listen_fds(3))."""


class ListensElsewhere(WarglassError):
    """Reports that systemd listens where warglass.toml does not say."""


class CannotListen(WarglassError):
    """Reports that the address, or its port, is not free. The message says what to do."""


def open_port(host: str, port: int) -> socket.socket:
    """Listens as `listen` does. Raises CannotListen, ListensElsewhere."""
    try:
        return listen(host, port)
    except OSError as error:
        raise CannotListen(
            f"Cannot serve on {host} port {port} ({error.strerror}): choose others with --host, --port, or [web] in "
            "warglass.toml."
        ) from error


def listen(host: str, port: int, *, environment: Mapping[str, str] = os.environ) -> socket.socket:
    """Returns a socket that listens: a phone that connects before there is a server is answered as soon as there is.

    Port 0 takes a free one. Raises OSError where the address cannot be bound, ListensElsewhere where systemd has passed
    another.
    """
    listening = _passed(environment) or socket.socket(_family(host), socket.SOCK_STREAM)
    try:
        if listening.getsockname()[1]:
            _compare(*listening.getsockname()[:2], asked=place(host, port))
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
        # Linux hands these on to every connection that is accepted.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_AFTER_MS)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.listen(WAITING)
    except (OSError, ListensElsewhere):
        listening.close()
        raise
    return listening


def place(host: str, port: int) -> str:
    """Returns `host` and `port` as systemd's ListenStream takes them, such as "0.0.0.0:80".

    Raises OSError for an unknown host.
    """
    # As bytes, because Python itself refuses some texts, and in another way.
    found = socket.getaddrinfo(host.encode() or None, port, _family(host), socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return _place(str(found[0][4][0]), port)


def _place(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _passed(environment: Mapping[str, str]) -> socket.socket | None:
    """Returns the one that systemd opened for this process, which may open none itself (systemd/warglass.service)."""
    if (environment.get("LISTEN_PID"), environment.get("LISTEN_FDS")) != (str(os.getpid()), "1"):
        return None
    os.set_inheritable(FIRST_PASSED, False)
    return socket.socket(fileno=FIRST_PASSED)


def _compare(address: str, port: int, *, asked: str) -> None:
    if _place(address, port) != asked:
        raise ListensElsewhere(
            f"warglass.toml says to listen on {asked}, and systemd does on {_place(address, port)}: after a change of "
            "[web] run  sudo make install  once more."
        )

"""The socket that phones knock on."""

import socket

DEAD_AFTER_MS = 20_000
"""A phone that went out of reach holds its connection no longer than this, its acknowledgements missing."""
WAITING = 1024
"""Connections that the kernel keeps until somebody takes them."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens: who knocks before there is a server is answered as soon as there is. Port 0 takes a free
    one. Raises OSError where the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Linux hands these on to every connection that is accepted.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_AFTER_MS)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.bind((host, port))
        listening.listen(WAITING)
    except OSError:
        listening.close()
        raise
    return listening

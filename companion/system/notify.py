"""Telling systemd how the service is doing: the sd_notify protocol, which is one datagram."""

import contextlib
import os
import socket


def notify(*lines: str) -> None:
    """Sends lines such as READY=1 or STATUS=… to systemd; does nothing where systemd did not ask for it.

    A systemd that does not listen is no reason for the table to stumble. Any thread may call.
    """
    place = os.environ.get("NOTIFY_SOCKET")
    if not place:
        return
    address = "\0" + place[1:] if place.startswith("@") else place
    kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, kind) as to_systemd:
        to_systemd.connect(address)
        to_systemd.sendall("\n".join(lines).encode())

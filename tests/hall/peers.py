"""What answers where a broker should be, and is none, or an odd one."""

import contextlib
import select
import socket
import threading
from collections.abc import Callable
from typing import Self

CONNECT, SUBSCRIBE = 1, 8
CONNACK_V5 = b"\x20\x03\x00\x00\x00"
UNSUPPORTED = b"\x20\x02\x00\x01"
"""How a broker of before MQTT 5 refuses it."""


def packet(connection: socket.socket) -> bytes:
    """The next packet of MQTT, without the length in its head; empty where there is none."""
    head = _exactly(connection, 1)
    length, shift = 0, 0
    while head:
        (byte,) = _exactly(connection, 1) or b"\0"
        length |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return head + _exactly(connection, length)
    return b""


def suback(subscribe: bytes) -> bytes:
    """All of three topics, by MQTT 5."""
    return b"\x90\x06" + subscribe[1:3] + b"\x00\x01\x01\x01"


def publish(topic: str, payload: bytes) -> bytes:
    """By MQTT 5, with QoS 0."""
    name = topic.encode()
    body = len(name).to_bytes(2, "big") + name + b"\x00" + payload
    assert len(body) < 128
    return bytes([0x30, len(body)]) + body


class Peer:
    """Listens, and does that with each connection, one after another. Ends with the test."""

    def __init__(self, talk: Callable[[socket.socket], None], *, host: str = "127.0.0.1") -> None:
        self._talk = talk
        self._listening = socket.create_server((host, 0))
        self.port = int(self._listening.getsockname()[1])
        self.over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()

    def hold(self) -> None:
        """Neither reads nor says anything any more."""
        self.over.wait()

    def _run(self) -> None:
        while not self.over.is_set():
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            with connection, contextlib.suppress(OSError):
                self._talk(connection)


def _exactly(connection: socket.socket, length: int) -> bytes:
    found = b""
    while len(found) < length:
        more = connection.recv(length - len(found))
        if not more:
            return b""
        found += more
    return found


def pipe(one: socket.socket, other: socket.socket, *, over: threading.Event) -> None:
    """Passes on what either says, until one hangs up or it is over."""
    while not over.is_set():
        for ready in select.select([one, other], [], [], 0.1)[0]:
            data = ready.recv(65536)
            if not data:
                return
            (other if ready is one else one).sendall(data)

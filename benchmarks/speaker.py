"""MQTT 3.1.1 over TLS for a thousand clients in one process: as little of it as a table needs, and no thread each."""

import asyncio
import ssl
import struct
from collections.abc import Callable

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, PINGREQ = 0x10, 0x20, 0x30, 0x40, 0x82, 0xC0
CLEAN, WILL, WILL_RETAINED, PASSWORD, USER = 0x02, 0x04 | 0x08, 0x20, 0x40, 0x80
KEEPALIVE_S = 30
Heard = Callable[[str, bytes], None]


class Speaker:
    """One client. Everything in the loop's own thread."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._number = 0

    async def connect(
        self, port: int, context: ssl.SSLContext, *, user: str, password: str, will: tuple[str, bytes] | None = None
    ) -> None:
        """Raises OSError; ConnectionError where the broker refuses."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
        flags = CLEAN | PASSWORD | USER | (WILL | WILL_RETAINED if will else 0)
        said = _text("MQTT") + bytes([4, flags]) + struct.pack(">H", KEEPALIVE_S) + _text(user)
        if will is not None:
            said += _text(will[0]) + _bytes(will[1])
        self._send(CONNECT, said + _text(user) + _text(password))
        kind, answer = await self._packet()
        if kind != CONNACK or answer[1]:
            raise ConnectionError(f"the broker says {answer!r} to {user}")
        self._reading = asyncio.create_task(self._read())
        self._pinging = asyncio.create_task(self._ping())

    def subscribe(self, *topics: str) -> None:
        self._number += 1
        self._send(SUBSCRIBE, struct.pack(">H", self._number) + b"".join(_text(each) + b"\1" for each in topics))

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """With QoS 1, as tables do."""
        self._number = self._number % 60_000 + 1
        said = _text(topic) + struct.pack(">H", self._number) + payload
        self._send(PUBLISH | 0x02 | retain, said)

    async def leave(self) -> None:
        self._pinging.cancel()
        self._writer.transport.abort()
        await asyncio.gather(self._reading, self._pinging, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            kind, body = await self._packet()
            if kind & 0xF0 != PUBLISH:
                continue
            (length,) = struct.unpack_from(">H", body)
            topic, rest = body[2 : 2 + length].decode(), body[2 + length :]
            if kind & 0x06:
                self._send(PUBACK, rest[:2])
                rest = rest[2:]
            self._heard(topic, rest)

    async def _packet(self) -> tuple[int, bytes]:
        (kind,) = await self._reader.readexactly(1)
        length = shift = 0
        while True:
            (byte,) = await self._reader.readexactly(1)
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return kind, await self._reader.readexactly(length)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(KEEPALIVE_S / 2)
            self._send(PINGREQ, b"")

    def _send(self, kind: int, body: bytes) -> None:
        left, length = len(body), bytearray()
        while True:
            left, byte = left >> 7, left & 127
            length.append(byte | (128 if left else 0))
            if not left:
                break
        self._writer.write(bytes([kind]) + bytes(length) + body)


def _text(text: str) -> bytes:
    return _bytes(text.encode())


def _bytes(data: bytes) -> bytes:
    return struct.pack(">H", len(data)) + data

"""What lies between tables and their broker, at its worst: it delays, holds, cuts, spoils and floods."""

import asyncio
import contextlib
import os
import random
import threading
from enum import Enum
from typing import Self

from tests.support import free_port

STRANGERS = 200
"""Connections that a flood keeps open, each saying what is no TLS."""
_CHUNK = 16 * 1024
_TRICKLE = 64
"""Bytes at a time, and ten times a second."""


class Way(Enum):
    """What becomes of bytes: all of it over TLS, so that who spoils some breaks their connection."""

    CLEAR = "clear"
    SLOW = "slow"
    """Each is half a second late."""
    TRICKLE = "trickle"
    HELD = "held"
    """They wait, as on a Wi-Fi that has gone: new connections too. They come when it is over."""
    DEAF = "deaf"
    """What tables and organiser say is lost. A connection of which something was ends when it is over: TCP's ends would
    find out as much."""
    DUMB = "dumb"
    """So is what the broker says."""
    SPOILT = "spoilt"
    """A bit is another one."""
    TWICE = "twice"
    """They come twice."""
    CUT = "cut"
    """All connections end at once, and so does each new one."""
    FLOOD = "flood"
    """Strangers by the hundred speak to the broker beside."""


class Proxy:
    """Listens at `port` of this machine for a broker at `broker`. `go` may be called by any thread; all else happens in
    one of its own."""

    def __init__(self, broker: int, *, seed: int) -> None:
        self.port = free_port()
        self._broker = broker
        self._chance = random.Random(seed)
        self._way = Way.CLEAR
        self._changed = asyncio.Event()
        self._open: set[asyncio.StreamWriter] = set()
        self._strangers: list[asyncio.StreamWriter] = []
        self._loop = asyncio.new_event_loop()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._listening.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(lambda: [task.cancel() for task in asyncio.all_tasks(self._loop)])
        self._thread.join()
        self._loop.close()

    def go(self, way: Way) -> None:
        """From now on."""
        asyncio.run_coroutine_threadsafe(self._go(way), self._loop).result()

    async def _go(self, way: Way) -> None:
        self._way = way
        self._changed.set()
        self._changed = asyncio.Event()
        if way is Way.CUT:
            for writer in list(self._open):
                writer.transport.abort()
        for writer in self._strangers:
            writer.transport.abort()
        self._strangers.clear()
        if way is Way.FLOOD:
            for _ in range(STRANGERS):
                await self._stranger()

    async def _stranger(self) -> None:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", self._broker)
            writer.write(os.urandom(self._chance.randrange(1, 4096)))
            self._strangers.append(writer)

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._came, "127.0.0.1", self.port)
        self._listening.set()
        with contextlib.suppress(asyncio.CancelledError):
            async with server:
                await asyncio.Event().wait()

    async def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._way is Way.CUT:
            writer.transport.abort()
            return
        while self._way is Way.HELD:
            await self._changed.wait()
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._broker)
        except OSError:
            writer.transport.abort()
            return
        self._open |= {writer, back}
        try:
            await asyncio.gather(self._pass(reader, back, Way.DEAF), self._pass(there, writer, Way.DUMB))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for each in (writer, back):
                self._open.discard(each)
                each.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lost: Way) -> None:
        """Bytes one way. Raises OSError where that ends."""
        while data := await reader.read(_CHUNK):
            while self._way is Way.HELD:
                await self._changed.wait()
            match self._way:
                case way if way is lost:
                    while self._way is way:
                        await self._changed.wait()
                    raise ConnectionResetError
                case Way.SLOW:
                    await asyncio.sleep(0.5)
                case Way.TRICKLE:
                    data = await self._trickled(data, writer)
                case Way.SPOILT:
                    at = self._chance.randrange(len(data))
                    data = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
                case Way.TWICE:
                    data += data
            writer.write(data)
            await writer.drain()
        raise ConnectionResetError

    async def _trickled(self, data: bytes, writer: asyncio.StreamWriter) -> bytes:
        """Passes on as much as it takes until the way is clear; returns the rest."""
        while data and self._way is Way.TRICKLE:
            writer.write(data[:_TRICKLE])
            await writer.drain()
            data = data[_TRICKLE:]
            await asyncio.sleep(0.1)
        return data

"""Shows this machine to the checks."""

import atexit
import errno
import getpass
import http.client
import os
import platform
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path

import msgspec

from companion.clock import Clock, SystemClock
from companion.daytime.phone_time import kept_right
from companion.fields.decode import decoder_of
from companion.hotspot.network import Network, NetworkManager
from companion.panel.config import ScreenConfig
from companion.system.addresses import lan_address
from hardware.backend import PiBackend, kernel_bus
from hardware.doctor.machine import Port
from hardware.pins.library import Attempt, GpioChip, LineUser, attempts, chip_at, user_of_line
from hardware.transport import I2cBus, I2cLink, KernelBus, ScreenLink, kernel_bus_number

_ANSWER_S = 2.0
_LARGEST_VIEW = 4_000_000
"""Limits the bytes of an answer; a table's view of a long battle has a tenth of it."""


class _Faulty(msgspec.Struct):
    """Reads that part of a table's view."""

    faults: tuple[str, ...] = ()


class RealMachine:
    """Looks through the kernel's own files and calls."""

    def __init__(self) -> None:
        self.clock: Clock = SystemClock()
        self._bus = cache(kernel_bus)

    @cached_property
    def scratch(self) -> Path:
        """Makes a folder for lgpio's FIFO, gone when this process ends. Raises OSError."""
        folder = tempfile.mkdtemp(prefix="warglass-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return Path(folder)

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)

    def read(self, path: str) -> bytes:
        return Path(path).read_bytes()

    def glob(self, pattern: str) -> list[str]:
        return sorted(map(str, Path("/").glob(pattern.removeprefix("/"))))

    def may_open(self, path: str) -> bool:
        return os.access(path, os.R_OK | os.W_OK)

    def owner(self, path: str) -> str | None:
        try:
            return Path(path).owner()
        except (OSError, KeyError):
            return None

    def group(self, path: str) -> str | None:
        try:
            return Path(path).group()
        except (OSError, KeyError):
            return None

    def inode(self, path: str) -> int | None:
        try:
            return Path(path).stat().st_ino
        except OSError:
            return None

    def free_bytes(self, path: str) -> int:
        for folder in (Path(path), *Path(path).parents):
            try:
                disk = os.statvfs(folder)
            except OSError:
                continue
            return disk.f_bavail * disk.f_frsize
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)

    @property
    def user(self) -> str:
        return getpass.getuser()

    def environment(self, name: str) -> str | None:
        return os.environ.get(name)

    @property
    def python(self) -> tuple[int, int]:
        return sys.version_info[:2]

    @property
    def kernel(self) -> str:
        return f"{platform.release()} {platform.machine()}"

    def synchronised(self) -> bool:
        return kept_right()

    @property
    def hostname(self) -> str:
        return socket.gethostname()

    def lan_address(self) -> str:
        return lan_address()

    def network(self) -> Network:
        return NetworkManager()

    def port(self, host: str, port: int) -> Port:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listening.bind((host, port))
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                    return Port.NOT_HERE
                refused = Port.TAKEN if error.errno == errno.EADDRINUSE else Port.FORBIDDEN
            else:
                return Port.FREE
        return _listener(host, port) or refused

    def table_faults(self, host: str, port: int) -> tuple[str, ...] | None:
        try:
            return decoder_of(_Faulty).decode(_get(host, port, "/api/table", most=_LARGEST_VIEW)).faults
        except (OSError, msgspec.MsgspecError, http.client.HTTPException):
            return None

    def pin_libraries(self) -> Iterator[Attempt]:
        return attempts(scratch=self.scratch)

    def gpio_chip(self, path: str) -> GpioChip:
        return chip_at(path)

    def line_user(self, path: str, line: int) -> LineUser | None:
        return user_of_line(path, line)

    def channel(self, bus: int, mux: int, channel: int) -> int:
        return kernel_bus_number(bus=bus, mux=mux, channel=channel)

    def bus(self, number: int) -> I2cBus:
        return KernelBus(lambda: number)

    def link(self, screen: ScreenConfig) -> ScreenLink:
        if screen.spi is not None or screen.reset is not None:
            return self._backend.link(screen)
        bus = self._bus(screen.bus, screen.mux, screen.channel)
        return I2cLink(bus=bus, address=screen.address)

    @cached_property
    def _backend(self) -> PiBackend:
        """Makes a backend only for screens that need a pin: others on I2C can be checked where no pin library works."""
        return PiBackend(scratch=self.scratch)


def _listener(host: str, port: int) -> Port | None:
    """Returns whose program answers on a port; a table's /healthz identifies it. None where no program listens."""
    try:
        health = decoder_of(dict[str, str]).decode(_get(host, port, "/healthz", most=256))
    except ConnectionRefusedError:
        return None
    except (OSError, ValueError, msgspec.MsgspecError, http.client.HTTPException):
        return Port.TAKEN
    return Port.OURS if set(health) == {"status"} else Port.TAKEN


def _get(host: str, port: int, path: str, *, most: int) -> bytes:
    """Returns the first so many bytes of the answer. Raises OSError, http.client.HTTPException."""
    wild = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}
    connection = http.client.HTTPConnection(wild.get(host, host), port, timeout=_ANSWER_S)
    try:
        connection.request("GET", path)
        return connection.getresponse().read(most)
    finally:
        connection.close()

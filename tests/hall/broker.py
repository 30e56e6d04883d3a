"""The real Mosquitto, on this machine alone, to be killed, stopped and started again."""

import contextlib
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support import free_port

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
_PATIENCE_S = 30


def mosquitto() -> str:
    """Returns where Mosquitto is. Skips the test on a machine that has none."""
    return MOSQUITTO or pytest.skip("Mosquitto is not installed here: apt install mosquitto")


def ended(client: Any) -> None:
    """Ends paho's thread, and has nothing keep its client any more: its sockets close as that goes."""
    client.loop_stop()
    for each in ("connect", "connect_fail", "disconnect", "message", "subscribe", "publish"):
        setattr(client, f"on_{each}", None)


class Broker:
    """One Mosquitto process. `settings` are lines of its configuration beside where it listens."""

    def __init__(self, folder: Path, *settings: str, port: int | None = None) -> None:
        self._program = mosquitto()
        self.port = port or free_port()
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "mosquitto.conf"
        lines = (f"listener {self.port} 127.0.0.1", *(settings or ("allow_anonymous true",)), "user root")
        self.file.write_text("\n".join(lines) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Broker":
        """Returns once it answers."""
        with (self.folder / "mosquitto.log").open("ab") as log:
            self._process = subprocess.Popen([self._program, "-c", str(self.file)], stdout=log, stderr=log)
        until = time.monotonic() + _PATIENCE_S
        while time.monotonic() < until:
            assert self._process.poll() is None, (self.folder / "mosquitto.log").read_text()
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return self
            time.sleep(0.02)
        raise AssertionError("mosquitto does not answer")

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As a power cut would: nothing is said to anybody."""
        self._signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def stand_still(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._signal(signal.SIGCONT)
            self._signal(signal.SIGTERM)
            try:
                self._process.wait(timeout=_PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.kill()

    def _signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

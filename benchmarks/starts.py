"""From `warglass run` to the first face on a screen, to the last screen's, to the first answer, to READY and to
pages.

The panel is `full`: 12 screens on one simulated wire at 400 kHz, of which each first picture takes 23 ms. A face
counts when its chip, which decodes the traffic, is lit with all of it in its RAM. The rival is an interpreter that
only imports the libraries that any such service needs. Each round measures both, one after the other, so that a
machine that is busy with something else is busy for both.
"""

import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.figures import Figure
from benchmarks.running import PATIENCE_S, RunningService, wait_until

SHORT = {"rounds": 1}
SCREENS = 12
IMPORTS = "import flask, waitress, gpiozero, luma.oled.device, PIL.Image"


class Start(NamedTuple):
    """Seconds from the command. `rest` is a page of another game, which the first page does not need."""

    first: float
    last: float
    answer: float
    ready: float
    page: float
    rest: float


NAMES = (
    "from `warglass run` to the first face, median / slowest",
    "from `warglass run` to the last of 12 faces, median / slowest",
    "from `warglass run` to the first answer, median / slowest",
    "from `warglass run` to READY, median / slowest",
    "from `warglass run` to the first page, median / slowest",
    "from `warglass run` to a page of another game, median / slowest",
)


class Systemd:
    """Hears when the service says that it is ready."""

    def __init__(self, folder: Path) -> None:
        self.place = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.place)
        self._socket.settimeout(PATIENCE_S)
        self._ready_at = 0.0
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def ready_at(self) -> float:
        """The monotonic instant, in seconds, once it has come."""
        self._thread.join()
        return self._ready_at

    def _listen(self) -> None:
        with self._socket:
            while "READY=1" not in self._socket.recv(4096).decode().splitlines():
                pass
            self._ready_at = time.monotonic()


def imports() -> float:
    start = time.monotonic()
    subprocess.run([sys.executable, "-c", IMPORTS], check=True)
    return time.monotonic() - start


def start(folder: Path) -> Start:
    systemd, faces = Systemd(folder), folder / "faces"
    environment = os.environ | {"NOTIFY_SOCKET": systemd.place}
    launcher = ("-m", "benchmarks.watched", str(faces))
    with RunningService(folder / "state", launcher=launcher, environment=environment) as service:
        pages = []
        for path in ("/table", "/warzone/shoot"):
            service.read(path)
            pages.append(time.monotonic())
        ready = systemd.ready_at()
        wait_until(lambda: len(faces.read_text(encoding="ascii").splitlines()) >= SCREENS)
        lit = faces.read_text(encoding="ascii").splitlines()
        instants = [float(lit[0]), float(lit[-1]), service.started + service.start_seconds, ready, *pages]
        return Start(*(at - service.started for at in instants))


def measure(folder: Path, *, rounds: int = 12) -> Iterator[Figure]:
    own, rivals = [], []
    for number in range(rounds):
        (place := folder / str(number)).mkdir()
        own.append(start(place))
        rivals.append(imports())
    for name, times in zip(NAMES, zip(*own, strict=True), strict=True):
        values = statistics.median(times), max(times)
        rival = "importing the libraries alone"
        yield Figure.of(name, values, "s", rival=rival, rivals=[statistics.median(rivals), max(rivals)])

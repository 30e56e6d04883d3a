"""From `warglass run` to the first face on a screen, to the last screen's, to the first answer and to READY. Run it
from the repository's root: python benchmarks/first_faces.py.

The panel is `full`: 12 screens on one simulated wire at 400 kHz, of which each first picture takes 23 ms. A face counts
when its chip, which decodes the traffic, is lit with all of it in its RAM. The rival is an interpreter that only
imports the libraries that any such service needs, as in startup.py.
"""

import os
import socket
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from running import RunningService
from startup import bare

STARTS = 12
SCREENS = 12
SAID = {"first": "first face", "last": "last of 12 faces", "answer": "first answer", "ready": "READY"}
GOAL_S = 0.6
WATCHED = Path(__file__).with_name("watched.py")
PATIENCE_S = 30


class Start(NamedTuple):
    """Seconds from the command."""

    first: float
    last: float
    answer: float
    ready: float


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


def watched(folder: Path) -> Start:
    systemd, faces = Systemd(folder), folder / "faces"
    told = os.environ | {"NOTIFY_SOCKET": systemd.place}
    with RunningService(folder / "state", launcher=(str(WATCHED), str(faces)), environment=told) as service:
        ready = systemd.ready_at()
        while len(lit := faces.read_text(encoding="ascii").split()) < SCREENS:
            time.sleep(0.01)
        instants = [float(lit[0]), float(lit[-1]), service.started + service.start_seconds, ready]
        return Start(*(at - service.started for at in instants))


if __name__ == "__main__":
    rounds = []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder:
            rounds.append((watched(Path(folder)), bare()))
    rival = statistics.median(each for _, each in rounds)
    for name, said in SAID.items():
        own = sorted(getattr(each, name) for each, _ in rounds)
        ratio = statistics.median(getattr(each, name) / imports for each, imports in rounds)
        goal = f", goal {GOAL_S} s" if name in ("first", "last") else ""
        print(
            f"start to {said}, median / p90: {statistics.median(own):.2f} / {own[STARTS * 9 // 10 - 1]:.2f} s "
            f"(imports {rival:.2f}, ratio {ratio:.1f}{goal}), slowest of {STARTS}: {own[-1]:.2f} s"
        )

"""A whole hall on this machine, each part in a process that can be killed: broker, organiser, boxes."""

import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Self

from companion.hall.card import take_card, written
from companion.hall.enrol.folder import HallFolder
from tests.hall.broker import Broker
from tests.support import free_port

HALL = "club"
PATIENCE_S = 120


class OwnBroker(Broker):
    """Mosquitto with what the hall's folder says, but that it listens to this machine alone."""

    def __init__(self, hall: HallFolder, place: Path, *, port: int | None = None) -> None:
        """`port`: another one than on the cards."""
        super().__init__(place, port=port or hall.register.port)
        there = f"listener {hall.register.port}"
        self.file.write_text(hall.conf.read_text().replace(there, f"listener {self.port} 127.0.0.1"))


class Club:
    """Its folder, its broker, started, and room for the rest."""

    def __init__(self, place: Path, *, tables: int) -> None:
        self.place = place
        self.folder = HallFolder.new(place / "hall", hall=HALL, hosts=("127.0.0.1",), port=free_port())
        self.states: dict[str, Path] = {}
        for card in self.folder.enrol({f"table-{each + 1}": f"Table {each + 1}" for each in range(tables)}):
            self.states[card.table] = state = place / card.table
            state.mkdir()
            take_card(state, written(card))
        self.broker = OwnBroker(self.folder, place / "broker")
        self.broker.start()
        self.port = free_port()
        self.organiser: subprocess.Popen[bytes] | None = None
        self.boxes: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        for process in (*self.boxes.values(), self.organiser):
            if process is not None:
                process.kill()
                process.wait()
        self.broker.stop()

    def organise(self) -> None:
        """Starts the organiser, as `warglass hall` does; returns once its page answers."""
        arguments = ["--folder", str(self.folder.place), "--host", "127.0.0.1", "--port", str(self.port)]
        self.organiser = self._process("organiser", "-m", "companion", "hall", "run", *arguments)
        pause = Event()
        for _ in range(PATIENCE_S * 20):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5):
                    return
            except (OSError, urllib.error.URLError):
                if self.organiser.poll() is not None:
                    break
                pause.wait(0.05)
        raise AssertionError((self.place / "organiser.log").read_text())

    def kill_organiser(self) -> None:
        assert self.organiser is not None
        self.organiser.kill()
        self.organiser.wait()

    def seat(self, table: str, *arguments: str) -> None:
        """Starts its box: see box.py for the arguments after the state directory."""
        self.boxes[table] = self._process(table, "-m", "tests.attack.halls.box", str(self.states[table]), *arguments)

    def kill_box(self, table: str) -> None:
        self.boxes[table].send_signal(signal.SIGKILL)
        self.boxes[table].wait()

    def _process(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.place / f"{name}.log").open("ab") as out:
            return subprocess.Popen([sys.executable, *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=out)

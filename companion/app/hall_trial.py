"""Tries a hall on one machine: its broker, some simulated tables and the organiser."""

import contextlib
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.clock import SystemClock
from companion.errors import WarglassError
from companion.hall.card import CARD_FILE, take_card, written
from companion.hall.enrol.folder import REGISTER, HallFolder

HALL = "try"
FIRST_PORT = 8081
_PATIENCE_S = 30
_STOP_S = 15


class NoMosquitto(WarglassError):
    """Says that Mosquitto is not there, or does not start."""


def tables(count: int) -> Mapping[str, str]:
    return {f"table-{number + 1}": f"Table {number + 1}" for number in range(count)}


def open_hall(place: Path, *, count: int) -> HallFolder:
    """Returns the hall in that folder, made if it is not there yet. It has a card for each of its tables in the table's
    own state directory.

    A card that could not be saved is made again the next time. Raises HallError, NotKept.
    """
    if not (place / REGISTER).exists():
        HallFolder.new(place, hall=HALL, hosts=("localhost",), port=_free_port())
    folder = HallFolder(place)
    missing = {name: called for name, called in tables(count).items() if not (_state(place, name) / CARD_FILE).exists()}
    known = folder.register.tables.keys() & missing.keys()
    if known:
        folder.remove(sorted(known))
    for card in folder.enrol(missing) if missing else ():
        state = _state(place, card.table)
        state.mkdir(parents=True, mode=0o700, exist_ok=True)
        take_card(state, written(card))
    return folder


@contextlib.contextmanager
def running(folder: HallFolder, *, count: int) -> Iterator[Mapping[str, str]]:
    """Runs its broker and its tables, until the end. Yields the address at which a browser joins each. Raises
    NoBroker."""
    mosquitto = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if mosquitto is None:
        raise NoMosquitto("Mosquitto is missing, the broker that halls run on:  sudo apt install mosquitto")
    with contextlib.ExitStack() as stack:
        broker = stack.enter_context(_process([mosquitto, "-c", str(folder.conf)], log=folder.place / "broker.log"))
        _await(folder.register.port, broker, log=folder.place / "broker.log")
        addresses = {}
        for index, name in enumerate(tables(count)):
            port = _port_from(FIRST_PORT + index)
            state = _state(folder.place, name)
            arguments = ["run", "--simulate", "--host", "127.0.0.1", "--port", str(port), "--state", str(state)]
            command = [sys.executable, "-m", "companion", *arguments]
            stack.enter_context(_process(command, log=state / "table.log"))
            addresses[name] = f"http://127.0.0.1:{port}/j/{_join_code(state)}"
        yield addresses


@contextlib.contextmanager
def _process(command: list[str], *, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("ab") as out:
        # A session of its own: Ctrl-C stops only the process that started them all, which ends them in order.
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await(port: int, process: subprocess.Popen[bytes], *, log: Path) -> None:
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise NoMosquitto(f"Mosquitto does not start; {log} says why.")


def _state(place: Path, name: str) -> Path:
    return place / "tables" / name


def _join_code(state: Path) -> str:
    """Returns the code that its table will show, which has not started yet."""
    # Not at the top: the other commands do not need the web.
    from web.http.secrets import SecretsFile  # noqa: PLC0415

    return SecretsFile(state, SystemClock()).read().code


def _port_from(wanted: int) -> int:
    """Returns that port, or else any that is free."""
    with socket.socket() as found:
        try:
            found.bind(("127.0.0.1", wanted))
        except OSError:
            return _free_port()
    return wanted


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port

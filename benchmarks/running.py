"""A service in a process of its own, for the benchmarks that measure it from outside, and what the kernel says of
processes.
"""

import contextlib
import http.client
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE_S = 120
POLL_S = 0.2
AT_REST = 0.02
"""Of a core."""
ASKING = "asking five times a second"
"""The rival of whatever a phone is sent by itself."""


def wait_until(come: Callable[[], object], *, every_s: float = 0.01) -> None:
    until = time.monotonic() + PATIENCE_S
    while not come():
        assert time.monotonic() < until, "it never came"
        time.sleep(every_s)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RunningService:
    """`warglass run --simulate` with this state folder, answering once the block is entered."""

    def __init__(
        self,
        state: Path,
        *,
        launcher: Sequence[str] = ("-m", "companion"),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`launcher` is what the interpreter is given for `warglass`."""
        self.state = state
        self.port = free_port()
        self.cookie = ""
        self._addresses = itertools.cycle(range(1, 255))
        command = [sys.executable, *launcher, "run", "--simulate", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--state", str(state)]
        self.started = time.monotonic()
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
        while not self._healthy():
            if self.process.poll() is not None:
                raise RuntimeError("the service ended before it answered")
            time.sleep(0.005)
        self.start_seconds = time.monotonic() - self.started

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE_S)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def join(self) -> None:
        """As a new phone, from an address of its own: not many come from one."""
        code = json.loads((self.state / "access.json").read_text())["code"]
        address = f"127.0.1.{next(self._addresses)}", 0
        request = self._request("/api/join", {"code": code})
        headers = {name: value for name, value in request.header_items() if name != "Cookie"}
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S, source_address=address)
        with contextlib.closing(asking):
            asking.request("POST", "/api/join", request.data, headers)
            self.cookie = str(asking.getresponse().headers["Set-Cookie"]).split(";")[0]

    def read(self, path: str) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE_S) as answer:
            return bytes(answer.read())

    def get(self, path: str) -> Any:
        return json.loads(self.read(path))

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer, or None where the table refused. A phone that has changed the table as often as one may in a row
        comes back as another."""
        try:
            with urllib.request.urlopen(self._request(path, body or {}), timeout=PATIENCE_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 429:
                self.join()
                return self.post(path, body)
            if error.code != 409:
                raise
            return None

    def put(self, path: str, body: dict[str, Any]) -> None:
        with urllib.request.urlopen(self._request(path, body, "PUT"), timeout=PATIENCE_S):
            pass

    def written_bytes(self) -> int:
        """Bytes that this process has caused to be written to storage so far."""
        lines = Path(f"/proc/{self.process.pid}/io").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("write_bytes")).split()[1])

    def _request(self, path: str, body: dict[str, Any], method: str = "POST") -> urllib.request.Request:
        origin = f"http://127.0.0.1:{self.port}"
        headers = {"Origin": origin, "X-Warglass": "1", "Content-Type": "application/json", "Cookie": self.cookie}
        return urllib.request.Request(origin + path, json.dumps(body).encode(), headers, method=method)

    def _healthy(self) -> bool:
        try:
            return bool(self.get("/healthz"))
        except (OSError, urllib.error.URLError):
            return False


class Seen:
    """Notes when each phone has which version of the table."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._seen: dict[Hashable, list[tuple[int, float]]] = defaultdict(list)

    def note(self, phone: Hashable, version: int) -> None:
        at = time.monotonic()
        with self._changed:
            self._seen[phone].append((version, at))
            self._changed.notify_all()

    def when(self, phone: Hashable, version: int) -> float:
        """Waits until the phone has that version or a later one, for a stream may skip one. Returns the instant."""
        with self._changed:
            seen = self._seen[phone]
            assert self._changed.wait_for(lambda: seen and seen[-1][0] >= version, PATIENCE_S), f"phone {phone} is late"
            return next(at for number, at in seen if number >= version)


@contextlib.contextmanager
def polling(read: Callable[[], int], draw: Callable[[], object], seen: Seen) -> Iterator[None]:
    """Asks for the table's version five times a second, draws each new one, and notes it for the phone "asks"."""
    over = threading.Event()

    def poll() -> None:
        known = 0
        while not over.wait(POLL_S):
            if (version := read()) != known:
                draw()
                seen.note("asks", known := version)

    thread = threading.Thread(target=poll)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def cpu_s(processes: Iterable[int]) -> float:
    """Of the processor that they have had. Raises OSError where one has ended."""
    return sum(sum(map(int, _fields(each)[11:13])) for each in processes) / os.sysconf("SC_CLK_TCK")


def spent(service: RunningService, seconds: float) -> float:
    """Returns the share of a core that the service takes in the next seconds."""
    before, start = cpu_s([service.process.pid]), time.monotonic()
    time.sleep(seconds)
    return (cpu_s([service.process.pid]) - before) / (time.monotonic() - start)


def at_rest(service: RunningService) -> bool:
    """Returns whether it prepares its pages no more. While it does, it takes ten times as much."""
    return spent(service, 1) <= AT_REST


def memory_mb(processes: Iterable[int]) -> float:
    """Theirs alone, and of what they share their part. Raises OSError where one has ended."""
    said = (Path(f"/proc/{each}/smaps_rollup").read_text() for each in processes)
    return sum(int(each.partition("Pss:")[2].split()[0]) for each in said) / 1024


def below(process: int, *, named: str) -> list[int]:
    """Those that it has begun, and they in turn, whose names begin so."""
    parents = {}
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parents[int(place.name)] = int(_fields(int(place.name))[1])
    family = {process}
    while grown := {each for each, parent in parents.items() if parent in family} - family:
        family |= grown
    found = []
    for each in family - {process}:
        with contextlib.suppress(OSError):
            if Path(f"/proc/{each}/comm").read_text().startswith(named):
                found.append(each)
    return found


def _fields(process: int) -> list[str]:
    """Of its stat, from its state on: its name, before that, may hold anything."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()

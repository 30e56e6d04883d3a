"""A service in a process of its own, for the benchmarks that measure it from outside."""

import contextlib
import http.client
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self


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
        self.process.wait(10)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)

    def join(self) -> None:
        """As a new phone, from an address of its own: not many come from one."""
        code = json.loads((self.state / "access.json").read_text())["code"]
        address = f"127.0.1.{next(self._addresses)}", 0
        request = self._request("/api/join", {"code": code})
        headers = {name: value for name, value in request.header_items() if name != "Cookie"}
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5, source_address=address)
        with contextlib.closing(asking):
            asking.request("POST", "/api/join", request.data, headers)
            self.cookie = str(asking.getresponse().headers["Set-Cookie"]).split(";")[0]

    def read(self, path: str) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answer:
            return bytes(answer.read())

    def get(self, path: str) -> Any:
        return json.loads(self.read(path))

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer, or None where the table refused. A phone that has changed the table as often as one may in a row
        comes back as another."""
        try:
            with urllib.request.urlopen(self._request(path, body or {}), timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 429:
                self.join()
                return self.post(path, body)
            if error.code != 409:
                raise
            return None

    def put(self, path: str, body: dict[str, Any]) -> None:
        with urllib.request.urlopen(self._request(path, body, "PUT"), timeout=30):
            pass

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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

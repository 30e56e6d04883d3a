"""Somebody who wants all of a running service, while a phone joins and plays.

`run` starts `warglass run --simulate` and, from addresses of this machine's own, floods it with sockets, guesses codes
and sends heads that no browser sends; meanwhile a phone from another address joins and taps. Run as `python -m
tests.attack.doors SEED`: prints the counts as JSON. Any AssertionError is a door that fell.
"""

import contextlib
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PATIENCE_S = 120
TAPS = 60
PHONE = "127.0.0.1"
GUESSERS, FLOODERS, LIARS = "127.0.2.{}", "127.0.3.{}", "127.0.4.{}"
VALUES = (b"--5", b"http://[", b"\xff\xfe", b"a=b; " * 4000, b"chunked", b"9" * 5000, b" " * 200 + b"x", b"a..b", b"")
NAMES = (b"Host", b"Origin", b"Cookie", b"Content-Length", b"Transfer-Encoding", b"Range", b"Accept-Encoding")
STARTS = (
    b"",
    b"GET / HT",
    b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\nhalf",
    b"\x16\x03\x01",
)


class Port:
    """A service's port, asked from any of this machine's addresses. Any thread may call."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.counts: Counter[str] = Counter()
        self.over = threading.Event()
        self._lock = threading.Lock()

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def ask(self, address: str, method: str, path: str, body: object = None, cookie: str = "") -> tuple[int, str, str]:
        """The status, the cookie that was set and the body."""
        asking = http.client.HTTPConnection("127.0.0.1", self.number, timeout=PATIENCE_S, source_address=(address, 0))
        headers = {"Origin": f"http://127.0.0.1:{self.number}", "X-Warglass": "1", "Cookie": cookie}
        with contextlib.closing(asking):
            asking.request(method, path, None if body is None else json.dumps(body), headers)
            answer = asking.getresponse()
            return answer.status, (answer.headers["Set-Cookie"] or "").split(";")[0], answer.read().decode()

    def send(self, address: str, sent: bytes) -> bytes:
        """The first that is answered; nothing where the server hangs up."""
        with contextlib.suppress(ConnectionError), self.open(address) as asking:
            asking.sendall(sent)
            return asking.recv(4096)
        return b""

    def open(self, address: str) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.number), timeout=PATIENCE_S, source_address=(address, 0))


def run(seed: int, taps: int = TAPS) -> dict[str, int]:
    """How much of each kind was tried, and what the phone got done. Raises AssertionError."""
    with tempfile.TemporaryDirectory() as state, _service(Path(state)) as (number, code):
        port, chance = Port(number), random.Random(seed)
        attacks = [
            threading.Thread(target=attack, args=(port, random.Random(chance.random())))
            for attack in (_guess, _guess, _flood, _lie)
        ]
        for attack in attacks:
            attack.start()
        try:
            _play(port, code, taps)
        finally:
            port.over.set()
            for attack in attacks:
                attack.join(PATIENCE_S)
        table = json.loads(port.ask(PHONE, "GET", "/api/table")[2])
        while not any(fault.startswith("Somebody is guessing codes: 127.0.2.") for fault in table["faults"]):
            before = table["version"]
            table = json.loads(port.ask(PHONE, "GET", f"/api/table?since={before}")[2])
            assert table["version"] != before, table["faults"]
        assert not port.counts["broken"], port.counts
        return dict(sorted(port.counts.items()))


def _play(port: Port, code: str, taps: int) -> None:
    """A phone that comes while others guess: it joins with the right code, and every tap of it counts."""
    while port.counts["guesses turned away"] < 20 or port.counts["sockets"] < 250:
        port.over.wait(0.01)
    status, cookie, body = port.ask(PHONE, "POST", "/api/join", {"code": code})
    assert status == 200, body
    port.count("joins")
    for what in ("begin", *["pause", "resume"] * (taps // 2)):
        status, _, body = port.ask(PHONE, "POST", f"/api/table/{what}", {}, cookie)
        assert status == 200, body
        port.count("taps")


def _guess(port: Port, chance: random.Random) -> None:
    while not port.over.is_set():
        code = "".join(chance.choices("ACDEFHJKMNPQRTUVWXY34679", k=chance.choice((6, 10))))
        status, _, _ = port.ask(GUESSERS.format(chance.randrange(1, 9)), "POST", "/api/join", {"code": code})
        port.count({422: "guesses heard", 429: "guesses turned away"}.get(status, "broken"))


def _flood(port: Port, chance: random.Random) -> None:
    """Holds as many sockets open as it can."""
    held: list[socket.socket] = []
    with contextlib.ExitStack() as stack:
        while not port.over.is_set():
            with contextlib.suppress(ConnectionError):
                one = stack.enter_context(port.open(FLOODERS.format(chance.randrange(1, 9))))
                one.sendall(chance.choice(STARTS))
                held.append(one)
                port.count("sockets")
            if len(held) > 400:
                held.pop(0).close()


def _lie(port: Port, chance: random.Random) -> None:
    while not port.over.is_set():
        path = chance.choice((b"/", b"/api/table", b"/log%0A", b"/%ff", b"/j/%0D%0AX:1"))
        lines = [chance.choice(NAMES) + b": " + chance.choice(VALUES) for _ in range(chance.randrange(1, 4))]
        head = b"\r\n".join([chance.choice((b"GET ", b"POST ")) + path + b" HTTP/1.1", *lines, b"Connection: close"])
        # Some wait for a body that never comes, so nobody waits for their answer.
        if b"Content-Length: 9" in head:
            continue
        answered = port.send(LIARS.format(chance.randrange(1, 9)), head + b"\r\n\r\n")
        port.count("broken" if answered.startswith(b"HTTP/1.1 5") else "heads")


@contextlib.contextmanager
def _service(state: Path) -> Iterator[tuple[int, str]]:
    """A service of its own: its port and its join code."""
    command = [sys.executable, "-m", "companion", "run", "--simulate", "--host", "127.0.0.1", "--port", "0"]
    service = subprocess.Popen(
        [*command, "--state", str(state)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ
    )
    said = ""
    try:
        assert service.stdout is not None
        for line in service.stdout:
            said += line
            if line.startswith("Stop with"):
                break
        port = re.search(r"at +http://127\.0\.0\.1:(\d+)/", said)
        code = re.search(r"Join code +(\w+)", said)
        assert port is not None, said
        assert code is not None, said
        yield int(port[1]), code[1]
    finally:
        service.send_signal(signal.SIGTERM)
        rest, _ = service.communicate(timeout=PATIENCE_S)
    assert "Traceback" not in rest, rest
    assert rest.count("guessing") == 1, rest


if __name__ == "__main__":
    print(json.dumps(run(int(sys.argv[1]))))

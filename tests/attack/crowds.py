"""Crowds that hold every connection of a service, while a phone that has joined plays and new phones join.

A crowd is a process of its own: so many households, and twice the connections that a service keeps. Whatever the
service hangs up on comes back at once.
"""

import contextlib
import json
import multiprocessing
import random
import selectors
import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.running import RunningService, cpu_s
from tests.attack import strangers
from tests.attack.caller import GONE, Caller
from tests.attack.found import Found
from tests.support import MEMORY
from web.door.listener import CONNECTIONS

HOUSEHOLDS = (1, 4, 20, 60, 200)
SLOWEST_P99_MS = 250
MOST_UNANSWERED = 0.01
PACE_S = 0.02
"""How long the player's thumb rests between two taps."""
A_CONNECTION = 10
"""Taps on one connection: then the phone opens another, as after its screen was off."""
A_NEWCOMER = 20
"""Taps between two phones that join."""
READ_SLOWLY_S = 0.25
A_BREATH_S = 0.5

_GET = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_DEAR = _GET.format("/api/rulings?q=can+i+shoot+while+engaged").encode()
_LARGE = _GET.format("/api/openapi.json").encode()


@dataclass(frozen=True)
class Stranger:
    """What a connection sends as it comes and after each answer, and whether it reads any answer."""

    first: bytes
    more: bytes = b""
    reads: bool = True


STRANGERS: Mapping[str, Stranger] = {
    "silent": Stranger(b""),
    "half": Stranger(b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\nhalf"),
    "queued": Stranger(_DEAR, _DEAR),
    "pipelined": Stranger(_DEAR * 4, _DEAR),
    "slow": Stranger(_LARGE, reads=False),
    "slow and pipelined": Stranger(_LARGE * 4, reads=False),
    "streaming": Stranger(_GET.format("/api/events").encode()),
}
CROWDS: Mapping[str, Sequence[str]] = {**{name: [name] for name in STRANGERS}, "mixed": list(STRANGERS)}


def run(
    taps: int, seed: int, *, crowds: Sequence[str] = tuple(CROWDS), households: Sequence[int] = HOUSEHOLDS
) -> Found:
    """So many taps under each crowd, from each number of households."""
    found = Found()
    with TemporaryDirectory(dir=MEMORY) as folder, RunningService(Path(folder)) as service:
        service.join()
        service.post("/api/table/begin")
        _rests(service)
        _play(service, taps, "", alone := Found())
        found.most("ms of the p99 alone", alone.counts["ms at most of any p99"])
        for number in households:
            for name in crowds:
                service.join()
                with _crowd(name, number, service.port, seed):
                    _play(service, taps, f"{name} connections of {number} households", found)
    return found


def _rests(service: RunningService) -> None:
    """Waits until the service has made all that it makes ready beside its first answers."""
    had = -1.0
    while (now := cpu_s([service.process.pid])) - had > A_BREATH_S / 10:
        had = now
        threading.Event().wait(A_BREATH_S)


def _play(service: RunningService, taps: int, against: str, found: Found) -> None:
    code = json.loads((service.state / "access.json").read_text())["code"]
    taken, unanswered, newcomers, kept_out = [], 0, 0, 0
    with contextlib.ExitStack() as held:
        for number in range(taps):
            if number % A_CONNECTION == 0:
                held.close()
                phone = held.enter_context(Caller(service.port, address="127.0.0.9", cookie=service.cookie))
            if number % A_NEWCOMER == A_NEWCOMER // 2:
                newcomers += 1
                kept_out += not _joins(service.port, code)
            begun = time.perf_counter()
            try:
                phone.post(f"/api/timers/gold-30/{'free' if number % 2 else 'flip'}")
            except GONE:
                unanswered += 1
                phone.hang_up()
            taken.append((time.perf_counter() - begun) * 1000)
            threading.Event().wait(PACE_S)
    p99 = sorted(taken)[min(len(taken) * 99 // 100, len(taken) - 1)]
    found.add("taps", taps)
    found.add("newcomers", newcomers)
    found.most("ms at most of any p99", p99)
    if unanswered > taps * MOST_UNANSWERED:
        found.wrong("taps are not answered", f"{unanswered} of {taps}, {against}")
    if p99 > SLOWEST_P99_MS:
        found.wrong(f"a tap's p99 is over {SLOWEST_P99_MS} ms", f"{p99:.0f} ms, {against}")
    if kept_out:
        found.wrong("new phones cannot join", f"{kept_out} of {newcomers}, {against}")


_addresses = (f"127.200.{high}.{low}" for high in range(250) for low in range(1, 250))


def _joins(port: int, code: str) -> bool:
    """Whether a phone that comes now reads the page and joins. It asks twice, as a person does."""
    address = next(_addresses)
    for _ in range(2):
        with contextlib.suppress(*GONE), Caller(port, address=address) as phone:
            if phone.get("/join").status == 200 and phone.join(code).status == 200:
                return True
    return False


@contextlib.contextmanager
def _crowd(name: str, households: int, port: int, seed: int) -> Iterator[None]:
    """Runs a crowd that holds all it can get, as of the start of the block."""
    full = multiprocessing.get_context("fork").Event()
    process = multiprocessing.get_context("fork").Process(
        target=strangers.begin,
        args=(lambda port: _hold(port, CROWDS[name], households, random.Random(seed), full), port),
    )
    process.start()
    try:
        assert full.wait(60), "no crowd came together"
        yield
    finally:
        process.kill()
        process.join()


def _hold(port: int, kinds: Sequence[str], households: int, chance: random.Random, full: Event) -> None:
    """Keeps twice as many connections open, or on their way, as the service has room for."""
    slow: dict[socket.socket, int] = {}
    begun = 0
    with selectors.DefaultSelector() as lines:

        def come(place: int) -> None:
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.setblocking(False)
            line.bind((f"127.100.{place % households // 250}.{place % households % 250 + 1}", 0))
            with contextlib.suppress(BlockingIOError):
                line.connect(("127.0.0.1", port))
            lines.register(line, selectors.EVENT_WRITE, (place, STRANGERS[chance.choice(kinds)]))

        def goes_on(line: socket.socket, most: int, more: bytes) -> bool:
            try:
                if not line.recv(most):
                    return False
                line.send(more)
            except BlockingIOError:
                return True
            except OSError:
                return False
            return True

        for place in range(2 * CONNECTIONS):
            come(place)
        while True:
            for key, ready in lines.select(READ_SLOWLY_S):
                line, (place, kind) = key.fileobj, key.data
                assert isinstance(line, socket.socket)
                if ready & selectors.EVENT_WRITE:
                    begun += 1
                    with contextlib.suppress(OSError):
                        line.send(kind.first)
                    if kind.reads:
                        lines.modify(line, selectors.EVENT_READ, key.data)
                    else:
                        lines.unregister(line)
                        slow[line] = place
                elif not goes_on(line, 65536, kind.more):
                    lines.unregister(line)
                    line.close()
                    come(place)
            for line, place in list(slow.items()):
                if not goes_on(line, 1, b""):
                    del slow[line]
                    line.close()
                    come(place)
            if begun >= 2 * CONNECTIONS:
                full.set()

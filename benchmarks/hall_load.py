"""A press at one of a thousand tables, until the organiser's page has drawn it: `python benchmarks/hall_load.py [TABLES
[SECONDS [PRESSES [RESULTS]]]]`, from the repository's root. With so many RESULTS a second they are those of an event's
round, two players a table, and its page and the wall are open too.

Broker, organiser and page are the real ones, over TLS, the organiser as `warglass hall` runs it; the tables are
hall_crowd.py's, in a process of their own. Beside it, in the same run, one who only listens at the broker: what the
broker and the crowd take of it. All of them share this machine's processors.
"""

import os
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path

import msgspec
from hall_crowd import Job
from hall_page import CHROMIUM, LONG_MS, Note, opened
from processes import below, cpu_s, memory_mb

from companion.clock import SystemClock
from companion.hall.enrol.folder import HallFolder
from tests.attack.halls.club import HALL, OwnBroker
from tests.hall.broker import free_port
from web.http.access import COOKIE, Access

TABLES, SECONDS, PRESSES, RESULTS = 1000, 30.0, 250.0, 0.0
WARM_S = 5.0
PATIENCE_S = 120.0
BESIDE = ("/event", "/wall")


class Room:
    """A hall on this machine, each part of it a process."""

    def __init__(self, place: Path, *, tables: int, presses: float, results: float, seconds: float) -> None:
        self.ends = ExitStack()
        self._go = place / "go"
        folder = HallFolder.new(place / "hall", hall=HALL, hosts=("127.0.0.1",), port=free_port())
        cards = folder.enrol({f"table-{number}": f"Table {number}" for number in range(1, tables + 1)})
        reader = folder.enrol_reader("ear")
        self._broker = OwnBroker(folder, place / "broker")
        self.ends.callback(self._broker.stop)
        self._broker.start()
        access = Access(folder.place, SystemClock())
        self.cookie = access.join(access.code, address="127.0.0.1", name="Kim") or ""
        self.port = free_port()
        run = ("-m", "companion", "hall", "run", "--folder", str(folder.place), "--host", "127.0.0.1")
        self._organiser = self._process(*run, "--port", str(self.port), stdout=subprocess.DEVNULL)
        self.job = Job(
            hall=HALL,
            port=folder.register.port,
            ca=ssl.DER_cert_to_PEM_cert(folder.ca),
            tables={card.table: card.password for card in cards},
            reader=(reader.user, reader.password),
            presses=presses,
            results=results,
            seconds=seconds,
            go=str(self._go),
            notes=str(place / "notes"),
            seed=1,
        )
        job = place / "job.json"
        job.write_bytes(msgspec.json.encode(self.job))
        script = str(Path(__file__).with_name("hall_crowd.py"))
        self._ear = self._process(script, str(job), "ear")
        self._crowd = self._process(script, str(job))

    def ready(self) -> None:
        """Returns once everybody is there."""
        for process in (self._ear, self._crowd):
            _line(process)
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5):
                    break
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
        if self.job.results:
            players = "\n".join(["name", *(f"Player {number}" for number in range(2 * len(self.job.tables)))])
            self._act("players", {"csv": players})
            self._act("pair", {})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def told(self) -> int:
        """How many tables' results the hall has."""
        with urllib.request.urlopen(f"{self.url}/api/hall", timeout=PATIENCE_S) as answer:
            return len(msgspec.json.decode(answer.read())["results"])

    def _act(self, what: str, body: dict[str, str]) -> None:
        headers = {
            "Cookie": f"{COOKIE}={self.cookie}",
            "Content-Type": "application/json",
            "Origin": self.url,
            "X-Warglass": "1",
        }
        asked = urllib.request.Request(f"{self.url}/api/hall/event/{what}", msgspec.json.encode(body), headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE_S):
            pass

    def play(self) -> None:
        self._go.touch()

    def played(self) -> Mapping[str, float]:
        """What the crowd says of itself once it has played."""
        found: dict[str, float] = msgspec.json.decode(_line(self._crowd))
        return found

    def leave(self) -> None:
        """All tables hang up, and the one who listens."""
        for process in (self._ear, self._crowd):
            assert process.stdin is not None
            process.stdin.write(b"\n")
            process.stdin.close()
            process.wait(PATIENCE_S)

    @property
    def processes(self) -> dict[str, list[int]]:
        return {"broker": [self._broker.pid], "organiser": [self._organiser.pid], "crowd": [self._crowd.pid]}

    def _process(self, *arguments: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
        started = subprocess.Popen([sys.executable, *arguments], stdin=subprocess.PIPE, stdout=stdout, env=environment)
        self.ends.callback(started.wait)
        self.ends.callback(started.terminate)
        return started


def late_ms(pressed: Iterable[Note], seen: Iterable[Note], *, end: float) -> tuple[list[float], int]:
    """From each press until it was seen, or a later one of its table; what never was counts as seen at the `end`, and
    is counted."""
    by_table: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for table, number, at in seen:
        by_table[table].append((number, at))
    found, never = [], 0
    for table, number, at in pressed:
        shown = by_table[table]
        place = bisect_left(shown, number, key=lambda each: each[0])
        never += place == len(shown)
        found.append(1000 * ((shown[place][1] if place < len(shown) else end) - at))
    return sorted(found), never


def notes(path: str) -> list[Note]:
    lines = (line.split() for line in Path(path).read_text().splitlines())
    return [(table, int(number), float(at)) for table, number, at in lines]


def said(what: str, found: tuple[list[float], int], floor: list[float]) -> str:
    times, never = found
    p99 = _p99(times)
    ratio = f" (ratio to the broker's {p99 / _p99(floor):.1f})"
    unseen = f", {never} never" if never else ""
    median = statistics.median(times)
    return f"{what}: median {median:.0f} ms, p99 {p99:.0f} ms, longest {times[-1]:.0f} ms{unseen}{ratio}"


def main(tables: int, seconds: float, presses: float, results: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        load_before = os.getloadavg()[0]
        room = Room(Path(folder), tables=tables, presses=presses, results=results, seconds=seconds + WARM_S)
        with room.ends:
            room.ready()
            with opened(room.url, room.cookie, tables=tables, beside=BESIDE if results else ()) as grid:
                room.play()
                time.sleep(WARM_S)
                grid.forget()
                # Not earlier: a browser ends what it has begun in advance, and then does not need.
                busy = {**room.processes, "browser": below(os.getpid(), named="chrom")}
                before, begun = {name: cpu_s(each) for name, each in busy.items()}, time.time()
                drawing = grid.busy_s()
                crowd = room.played()
                window = time.time() - begun
                took = {name: cpu_s(each) - before[name] for name, each in busy.items()}
                page = {kind: each - drawing[kind] for kind, each in grid.busy_s().items()}
                weighs = {name: memory_mb(each) for name, each in busy.items()}
                time.sleep(1)
                seen, long, end, told = grid.seen(), grid.long_ms(), time.time(), room.told()
                room.leave()
        pressed = [each for each in notes(room.job.notes) if each[2] >= begun]
        floor = late_ms(pressed, notes(f"{room.job.notes}.ear"), end=end)
    print(f"{tables} tables, {len(pressed) / seconds:.0f} presses a second, {len(pressed)} of them")
    if results:
        print(f"{results:.0f} results a second, of {told} tables")
    print(said("press to the organiser's page", late_ms(pressed, seen, end=end), floor[0]))
    print(said("press to a listener at the broker", floor, floor[0]))
    print(f"the crowd itself pressed late: p99 {crowd['late_ms']:.1f} ms")
    print(f"load of the machine before: {load_before:.1f}")
    for name, seconds_of_cpu in took.items():
        print(f"{name}: {100 * seconds_of_cpu / window:.0f} % of a core, {weighs[name]:.0f} MB")
    shares = ", ".join(f"{kind} {100 * each / window:.0f} %" for kind, each in page.items())
    print(f"the page's thread: {shares}")
    print(f"frames longer than {LONG_MS} ms: {len(long)}, the longest {max(long, default=0):.0f} ms")


def _p99(times: list[float]) -> float:
    return times[min(len(times) - 1, len(times) * 99 // 100)]


def _line(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    said = process.stdout.readline()
    assert said, "it has ended"
    return said


if __name__ == "__main__":
    if CHROMIUM is None:
        print("the organiser's page: there is no Chromium here to open it")
    else:
        given = [float(each) for each in sys.argv[1:]] + [TABLES, SECONDS, PRESSES, RESULTS][len(sys.argv) - 1 :]
        main(int(given[0]), *given[1:])

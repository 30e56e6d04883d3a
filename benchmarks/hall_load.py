"""A press at one of a thousand tables, until the organiser's page has drawn it: `python benchmarks/hall_load.py [TABLES
[SECONDS [PRESSES]]]`, from the repository's root.

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
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from hall_crowd import Job
from playwright.sync_api import Page, sync_playwright

from companion.clock import SystemClock
from companion.hall.enrol.folder import HallFolder
from tests.attack.halls.club import HALL, OwnBroker
from tests.browser.venue import ARGUMENTS, CHROMIUM, PHONE
from tests.hall.broker import free_port
from web.http.access import COOKIE, Access

TABLES, SECONDS, PRESSES = 1000, 30.0, 250.0
WARM_S = 5.0
PATIENCE_S = 120.0
WATCH = """
    window.seen = [];
    const fresh = new Set();
    new MutationObserver((records) => {
        if (!fresh.size) requestAnimationFrame(() => {
            const at = (performance.timeOrigin + performance.now()) / 1000;
            for (const spot of fresh)
                seen.push([spot.dataset.table, Number(spot.querySelector(".sides b").textContent), at]);
            fresh.clear();
        });
        for (const { target } of records) {
            const spot = (target.closest ? target : target.parentElement)?.closest("[data-table]");
            if (spot) fresh.add(spot);
        }
    }).observe(document.querySelector("#grid"), { subtree: true, childList: true, characterData: true });
"""
"""Notes each tile's score once the frame is being made that shows it."""
Note = tuple[str, int, float]
"""A table, the number of a press there, when."""


class Room:
    """A hall on this machine, each part of it a process."""

    def __init__(self, place: Path, *, tables: int, presses: float, seconds: float) -> None:
        self.ends = ExitStack()
        self._go = place / "go"
        folder = HallFolder.new(place / "hall", hall=HALL, hosts=("127.0.0.1",), port=free_port())
        cards = folder.enrol({f"table-{number}": f"Table {number}" for number in range(1, tables + 1)})
        reader = folder.enrol_reader("ear")
        self.broker = OwnBroker(folder, place / "broker")
        self.ends.callback(self.broker.stop)
        self.broker.start()
        access = Access(folder.place, SystemClock())
        self.cookie = access.join(access.code, address="127.0.0.1", name="Kim") or ""
        self.port = free_port()
        run = ("-m", "companion", "hall", "run", "--folder", str(folder.place), "--host", "127.0.0.1")
        self.organiser = self._process(*run, "--port", str(self.port), stdout=subprocess.DEVNULL)
        self.job = Job(
            hall=HALL,
            port=folder.register.port,
            ca=ssl.DER_cert_to_PEM_cert(folder.ca),
            tables={card.table: card.password for card in cards},
            reader=(reader.user, reader.password),
            presses=presses,
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
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5):
                    return
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def play(self) -> None:
        self._go.touch()

    def played(self) -> Mapping[str, float]:
        """What the crowd says of itself once it has played."""
        found: dict[str, float] = msgspec.json.decode(_line(self._crowd))
        time.sleep(1)
        for process in (self._ear, self._crowd):
            assert process.stdin is not None
            process.stdin.write(b"\n")
            process.stdin.close()
            process.wait(PATIENCE_S)
        return found

    def _process(self, *arguments: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
        started = subprocess.Popen([sys.executable, *arguments], stdin=subprocess.PIPE, stdout=stdout, env=environment)
        self.ends.callback(started.wait)
        self.ends.callback(started.terminate)
        return started


@contextmanager
def opened(room: Room) -> Iterator[Page]:
    """The organiser's grid on a phone, all tables on it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        context = browser.new_context(viewport=PHONE, has_touch=True)
        url = f"http://127.0.0.1:{room.port}"
        context.add_cookies([{"name": COOKIE, "value": room.cookie, "url": url}])
        page = context.new_page()
        page.goto(url)
        page.wait_for_function(
            f"document.querySelectorAll('#grid [data-table] .sides b').length >= {len(room.job.tables)}"
        )
        page.evaluate(WATCH)
        yield page
        browser.close()


def cpu_s(process: int) -> float:
    """Of the processor that it has had."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def late_ms(pressed: Iterable[Note], seen: Iterable[Note]) -> list[float]:
    """From each press until it was seen, or a later one of its table; what never was counts as seen at the end."""
    by_table: dict[str, list[tuple[int, float]]] = defaultdict(list)
    end = 0.0
    for table, number, at in seen:
        by_table[table].append((number, at))
        end = max(end, at)
    found = []
    for table, number, at in pressed:
        shown = by_table[table]
        place = bisect_left(shown, number, key=lambda each: each[0])
        found.append(1000 * ((shown[place][1] if place < len(shown) else end) - at))
    return sorted(found)


def notes(path: str) -> list[Note]:
    lines = (line.split() for line in Path(path).read_text().splitlines())
    return [(table, int(number), float(at)) for table, number, at in lines]


def said(what: str, times: list[float], floor: list[float]) -> str:
    p99 = _p99(times)
    ratio = f" (ratio to the broker's {p99 / _p99(floor):.1f})"
    return f"{what}: median {statistics.median(times):.0f} ms, p99 {p99:.0f} ms, longest {times[-1]:.0f} ms{ratio}"


def main(tables: int, seconds: float, presses: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), tables=tables, presses=presses, seconds=seconds + WARM_S)
        with room.ends:
            room.ready()
            with opened(room) as page:
                busy = {"broker": room.broker.pid, "organiser": room.organiser.pid}
                room.play()
                time.sleep(WARM_S)
                before, begun = {name: cpu_s(pid) for name, pid in busy.items()}, time.time()
                crowd = room.played()
                took = {name: cpu_s(pid) - before[name] for name, pid in busy.items()}
                window = time.time() - begun
                seen: list[Any] = page.evaluate("seen")
        pressed = [each for each in notes(room.job.notes) if each[2] >= begun]
        floor = late_ms(pressed, notes(f"{room.job.notes}.ear"))
    print(f"{tables} tables, {len(pressed) / seconds:.0f} presses a second, {len(pressed)} of them")
    print(said("press to the organiser's page", late_ms(pressed, [(t, n, at) for t, n, at in seen]), floor))
    print(said("press to a listener at the broker", floor, floor))
    print(f"the crowd itself pressed late: p99 {crowd['late_ms']:.1f} ms")
    for name, seconds_of_cpu in took.items():
        print(f"{name}: {100 * seconds_of_cpu / window:.0f} % of a core")


def _p99(times: list[float]) -> float:
    return times[min(len(times) - 1, len(times) * 99 // 100)]


def _line(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    said = process.stdout.readline()
    assert said, "it has ended"
    return said


if __name__ == "__main__":
    given = [float(each) for each in sys.argv[1:]] + [TABLES, SECONDS, PRESSES][len(sys.argv) - 1 :]
    main(int(given[0]), given[1], given[2])

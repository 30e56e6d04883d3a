"""A press at one of a thousand tables, until the organiser's page in a real browser has drawn it. Results are those of
an event's round, two players a table, and its page and the wall are open too.

Broker, organiser and page are the real ones, over TLS, the organiser as `warglass hall` runs it; the tables are
hall_crowd.py's, in a process of their own. Beside it, in the same run, one who only listens at the broker: what the
broker and the crowd take of it. All of them share this machine's processors.
"""

import os
import ssl
import statistics
import subprocess
import sys
import time
import urllib.request
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page

from benchmarks.figures import Figure, Missing
from benchmarks.hall_crowd import Job
from benchmarks.running import PATIENCE_S, below, cpu_s, memory_mb
from companion.clock import SystemClock
from companion.hall.enrol.folder import HallFolder
from tests.attack.halls.club import HALL, OwnBroker
from tests.browser.venue import PHONE
from tests.hall.broker import MOSQUITTO
from tests.support import free_port
from web.http.access import COOKIE, Access

SHORT = {"tables": 3, "seconds": 1, "presses": 20, "results": 5, "warm_s": 0}
BESIDE = ("/event", "/wall")
LONG_MS = 50
"""Frames that took longer are what the browser itself reports: its long animation frames."""
WATCH = """
    window.seen = [];
    window.long = [];
    const fresh = new Set();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
        const at = (performance.timeOrigin + performance.now()) / 1000;
        for (const [table, score] of data) seen.push([table, score, at]);
    };
    new MutationObserver((records) => {
        if (!fresh.size) requestAnimationFrame(() => {
            port2.postMessage([...fresh].map((spot) =>
                [spot.dataset.table, Number(spot.querySelector(".sides b").textContent)]));
            fresh.clear();
        });
        for (const { target } of records) {
            const spot = (target.closest ? target : target.parentElement)?.closest("[data-table]");
            if (spot) fresh.add(spot);
        }
    }).observe(document.querySelector("#grid"), { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: "long-animation-frame" });
"""
"""Notes each tile's score once the page has styled, laid out and painted the frame that shows it: a message that is
sent while a frame is made comes after that. What the screen needs to show it then is not in it."""
Note = tuple[str, int, float]
"""A table, the number of a press there, when."""


class Grid:
    """The organiser's grid on a phone, all tables on it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._tools = page.context.new_cdp_session(page)
        self._tools.send("Performance.enable")

    def seen(self) -> list[Note]:
        return [(table, number, at) for table, number, at in self._page.evaluate("seen")]

    def long_ms(self) -> list[float]:
        """How long each frame took that took longer than LONG_MS."""
        return [float(each) for each in self._page.evaluate("long")]

    def forget(self) -> None:
        self._page.evaluate("seen.length = long.length = 0")

    def busy_s(self) -> dict[str, float]:
        """What the page's own thread has done since it began, seconds of each kind: "Task" is all of it."""
        found = {each["name"]: each["value"] for each in self._tools.send("Performance.getMetrics")["metrics"]}
        return {kind: float(found[f"{kind}Duration"]) for kind in ("Task", "Script", "RecalcStyle", "Layout")}


@contextmanager
def opened(browser: Browser, room: "Room", *, tables: int) -> Iterator[Grid]:
    """Once so many tables are on it; the pages BESIDE it are each in a tab of its own."""
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        context.add_cookies([{"name": COOKIE, "value": room.cookie, "url": room.url}])
        for path in BESIDE:
            context.new_page().goto(room.url + path)
        page = context.new_page()
        page.goto(room.url)
        page.wait_for_function(f"document.querySelectorAll('#grid [data-table] .sides b').length >= {tables}")
        page.evaluate(WATCH)
        yield Grid(page)


class Room:
    """A hall on this machine, each part of it a process."""

    def __init__(
        self, place: Path, *, tables: int, presses: float, results: float, seconds: float, old: bool = False
    ) -> None:
        """`old`: see Job."""
        self.place = place
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
            old=old,
        )
        job = place / "job.json"
        job.write_bytes(msgspec.json.encode(self.job))
        self._ear = self._process("-m", "benchmarks.hall_crowd", str(job), "ear")
        self._crowd = self._process("-m", "benchmarks.hall_crowd", str(job))

    def ready(self) -> None:
        """Returns once everybody is there."""
        for process in (self._ear, self._crowd):
            _line(process)
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE_S):
                    break
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
        while self._here() < len(self.job.tables):
            assert time.monotonic() < until, "not all tables are heard"
            time.sleep(0.1)
        players = "\n".join(["name", *(f"Player {number}" for number in range(2 * len(self.job.tables)))])
        self.act("hall/event/players", {"csv": players})
        self.act("hall/event/pair", {})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _here(self) -> int:
        """How many tables the hall hears."""
        with urllib.request.urlopen(f"{self.url}/api/hall", timeout=PATIENCE_S) as answer:
            return sum(each["online"] for each in msgspec.json.decode(answer.read())["tables"])

    def told(self) -> int:
        """How many tables' results the hall has."""
        with urllib.request.urlopen(f"{self.url}/api/hall", timeout=PATIENCE_S) as answer:
            return len(msgspec.json.decode(answer.read())["results"])

    def act(self, what: str, body: dict[str, str]) -> None:
        """As the organiser's page does."""
        headers = {
            "Cookie": f"{COOKIE}={self.cookie}",
            "Content-Type": "application/json",
            "Origin": self.url,
            "X-Warglass": "1",
        }
        asked = urllib.request.Request(f"{self.url}/api/{what}", msgspec.json.encode(body), headers)
        with urllib.request.urlopen(asked, timeout=4 * PATIENCE_S):
            pass

    def play(self) -> None:
        self._go.touch()

    def played(self) -> Mapping[str, float]:
        """What the crowd says of itself once it has played."""
        found: dict[str, float] = msgspec.json.decode(_line(self._crowd))
        return found

    def heard(self) -> Mapping[str, int]:
        """Returns the bytes on the wire of what all tables have heard: see Speaker. They have played."""
        assert self._crowd.stdin is not None
        self._crowd.stdin.write(b"count\n")
        self._crowd.stdin.flush()
        found: dict[str, int] = msgspec.json.decode(_line(self._crowd))
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
        self.ends.enter_context(started)
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


def measure(
    browser: Browser,
    folder: Path,
    *,
    tables: int = 1000,
    seconds: float = 30,
    presses: float = 250,
    results: float = 10,
    warm_s: float = 5,
) -> Iterator[Figure]:
    if MOSQUITTO is None:
        raise Missing("Mosquitto")
    room = Room(folder, tables=tables, presses=presses, results=results, seconds=seconds + warm_s)
    with room.ends:
        room.ready()
        with opened(browser, room, tables=tables) as grid:
            if warm_s:
                room.play()
                time.sleep(warm_s)
            grid.forget()
            # Not earlier: a browser ends what it has begun in advance, and then does not need.
            busy = {**room.processes, "browser": below(os.getpid(), named="chrom")}
            before, begun = {name: cpu_s(each) for name, each in busy.items()}, time.time()
            drawing = grid.busy_s()
            room.play()
            crowd = room.played()
            window = time.time() - begun
            took = {name: cpu_s(each) - before[name] for name, each in busy.items()}
            page = {kind: each - drawing[kind] for kind, each in grid.busy_s().items()}
            weighs = {name: memory_mb(each) for name, each in busy.items()}
            time.sleep(1)
            seen, long, end, told = grid.seen(), grid.long_ms(), time.time(), room.told()
            room.leave()
    pressed = [each for each in notes(room.job.notes) if each[2] >= begun]
    floor, floor_never = late_ms(pressed, notes(f"{room.job.notes}.ear"), end=end)
    drawn, never = late_ms(pressed, seen, end=end)
    yield Figure.of(
        "a press at one of 1,000 tables, 250 a second beside 10 results, to the organiser's page, median / p99",
        _median_p99(drawn),
        "ms",
        rival="a listener at the same broker",
        rivals=_median_p99(floor),
    )
    yield Figure.of("the longest of them", drawn[-1:], "ms", rival="a listener", rivals=floor[-1:])
    yield Figure.of("presses that were never drawn", [never], rival="not heard by a listener", rivals=[floor_never])
    yield Figure.of("presses and results a second, as made", [len(pressed) / seconds, results])
    yield Figure.of("tables with a result", [told])
    yield Figure.of("how late the tables themselves pressed, p99", [crowd["late_ms"]], "ms")
    shares = [100 * each / window for each in took.values()]
    yield Figure.of(f"share of a core: {' / '.join(took)}", shares, "%")
    yield Figure.of(f"memory: {' / '.join(weighs)}", list(weighs.values()), "MB")
    yield Figure.of(f"the page's thread: {' / '.join(page)}", [100 * each / window for each in page.values()], "%")
    yield Figure.of(f"frames longer than {LONG_MS} ms / the longest of them", [len(long), max(long, default=0)])


def _median_p99(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), times[min(len(times) - 1, len(times) * 99 // 100)]


def _line(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    said = process.stdout.readline()
    assert said, "it has ended"
    return said

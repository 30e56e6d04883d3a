"""Finds tests whose answer depends on the machine's speed: `make test-steady ARGS='tests/hall --late ear --rounds 3'`.

Runs the suite once as it is, then once per round with each kind of delay, and lists every test that changes its answer.
As a pytest plugin it injects one kind: `python -m pytest -p tests.steady --late ear tests/hall`.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.hall.link.connection import HallConnection
from companion.hall.organiser.broker_client import BrokerClient
from tests.hall.clients import Client
from tests.hall.seated import Ear
from web.hall.feed import HallFeed
from web.http.live import TableFeed
from web.panel.api import PanelFeed

LATE_S = 0.15
STALLS_S = (0.0, 0.05, 0.15, 0.4)
"""Of a thread that the machine gives no time to. The longest is more than the 0.2 s that a link waits for a retained
message."""
MOST_STALLS = 40
"""Of one connection: a burst of a thousand messages shall not take minutes."""
BUSY = 3
_BROWSER = """(() => {
    const late = 50 + 100 * Math.random();  // the same for all that this page waits for: nothing overtakes
    const { setTimeout, clearTimeout } = window;
    const frame = window.requestAnimationFrame.bind(window), stop = window.cancelAnimationFrame.bind(window);
    const frames = new Map();
    let last = 0;
    window.requestAnimationFrame = (draw) => {
        const id = ++last;
        const drawn = (now) => { frames.delete(id); draw(now); };
        const timer = setTimeout(() => { const real = frame(drawn); frames.set(id, () => stop(real)); }, late);
        frames.set(id, () => clearTimeout(timer));
        return id;
    };
    window.cancelAnimationFrame = (id) => { frames.get(id)?.(); frames.delete(id); };
    const ask = window.fetch.bind(window);
    const rest = () => new Promise((done) => setTimeout(done, late));
    window.fetch = (...all) => ask(...all).finally(rest);
    window.EventSource = class extends EventSource {
        addEventListener(kind, hear, ...more) {
            super.addEventListener(kind, (event) => setTimeout(() => hear.call(this, event), late), ...more);
        }
        set onopen(hear) { this.addEventListener("open", hear); }
        set onmessage(hear) { this.addEventListener("message", hear); }
        set onerror(hear) { this.addEventListener("error", hear); }
    };
})()"""


def _ear() -> None:
    """The tests' own clients hear everything LATE_S later than the broker says it, in the same order."""
    due: SimpleQueue[tuple[float, Callable[[], object]]] = SimpleQueue()

    def deliver() -> None:
        while True:
            when, hear = due.get()
            time.sleep(max(0.0, when - time.monotonic()))
            hear()

    threading.Thread(target=deliver, daemon=True).start()
    for kind in (Ear, Client):
        hear = kind._on_message
        kind._on_message = lambda *said, hear=hear: due.put((time.monotonic() + LATE_S, lambda: hear(*said)))


def _broker() -> None:
    """The threads that hear the broker, a table's and the organiser's, stall before what they do next."""
    chance = random.Random(1)
    callbacks = {
        HallConnection: ("_on_connect", "_on_subscribe", "_on_publish", "_on_message", "_on_disconnect"),
        BrokerClient: ("_connected", "_failed", "_disconnected", "_came"),
    }

    def stalling(hear: Callable[..., None]) -> Callable[..., None]:
        def heard(self: Any, *said: Any) -> None:
            self.stalls = getattr(self, "stalls", 0) + 1
            if self.stalls <= MOST_STALLS:
                time.sleep(chance.choice(STALLS_S))
            hear(self, *said)

        return heard

    for kind, names in callbacks.items():
        for name in names:
            setattr(kind, name, stalling(getattr(kind, name)))


def _stream() -> None:
    """Every frame of every event stream leaves late."""

    def slow(stream: Callable[..., Iterator[bytes]]) -> Callable[..., Iterator[bytes]]:
        def frames(*given: Any, **more: Any) -> Iterator[bytes]:
            for each in stream(*given, **more):
                time.sleep(LATE_S)
                yield each

        return frames

    for kind in (TableFeed, PanelFeed, HallFeed):
        kind.stream = slow(kind.stream)  # type: ignore[attr-defined]


def _browser() -> None:
    """Every page draws, hears its stream and reads answers late."""
    real = Browser.new_context

    def new_context(*given: Any, **more: Any) -> Any:
        context = real(*given, **more)
        context.add_init_script(_BROWSER)
        return context

    Browser.new_context = new_context  # type: ignore[method-assign]


DELAYS: dict[str, Callable[[], None]] = {"ear": _ear, "broker": _broker, "stream": _stream, "browser": _browser}
CROWD = "crowd"
"""Not a delay of one part: the whole machine is busy."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("steady")
    group.addoption("--late", choices=(*DELAYS, CROWD), help="the kind of delay to inject")
    group.addoption("--answers", help="the file that gets every test's outcome as JSON")


def pytest_configure(config: pytest.Config) -> None:
    if inject := DELAYS.get(config.option.late):
        inject()
    if config.option.answers and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Answers(Path(config.option.answers)))


class _Answers:
    """Notes the worst outcome of each test's parts."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._outcomes: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.nodeid not in self._outcomes or report.skipped:
            self._outcomes[report.nodeid] = report.outcome

    def pytest_sessionfinish(self) -> None:
        self._path.write_text(json.dumps(self._outcomes))


def answers(late: str | None, given: list[str]) -> dict[str, str]:
    """Every test's outcome in one run of the suite."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answers.json"
        command = [sys.executable, "-m", "pytest", "-p", "tests.steady", f"--answers={file}", "-p", "no:cacheprovider"]
        command += ["-q", "-n", "2", "--dist", "worksteal", *([f"--late={late}"] if late else []), *given]
        # They end with this process, however it ends.
        busy = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
        crowd = [subprocess.Popen([sys.executable, "-c", busy]) for _ in range(BUSY if late == CROWD else 0)]
        try:
            subprocess.run(command, check=False)
        finally:
            for each in crowd:
                each.kill()
                each.wait()
        return dict(json.loads(file.read_text())) if file.exists() else {}


def main() -> int:
    parser = argparse.ArgumentParser(prog="make test-steady", description="Other arguments are pytest's.")
    parser.add_argument("--late", nargs="+", choices=(*DELAYS, CROWD), default=[*DELAYS, CROWD])
    parser.add_argument("--rounds", type=int, default=1)
    asked, given = parser.parse_known_args()
    print("As it is:", flush=True)
    plain = answers(None, given)
    changed: dict[str, dict[str, int]] = {}
    for late in asked.late:
        for number in range(1, asked.rounds + 1):
            print(f"Late: {late}, round {number} of {asked.rounds}", flush=True)
            found = answers(late, given)
            for test in sorted({*plain, *found}):
                if found.get(test) != plain.get(test):
                    counts = changed.setdefault(late, {})
                    counts[test] = counts.get(test, 0) + 1
    for late, counts in changed.items():
        print(f"\n{late}: {len(counts)} tests change their answer")
        for test, times in counts.items():
            print(f"  {test}: {times} of {asked.rounds} rounds differ from {plain.get(test, 'not run')}")
    red = [test for test, outcome in plain.items() if outcome == "failed"]
    print(f"\n{len(plain)} tests, {len(red)} red without any delay", *red, sep="\n  ")
    if not plain:
        return 2
    return 1 if changed or red else 0


if __name__ == "__main__":
    sys.exit(main())

"""The command itself: started, used, stopped and killed as a player would, from outside."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from companion import __version__
from tests.support import PATIENCE_S, repeat
from web.http.access import COOKIE

WARGLASS = [sys.executable, "-m", "companion"]


def warglass(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command to its end."""
    command, asked = [*WARGLASS, *arguments], os.environ | environment
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, env=asked, check=False)


class Running:
    """`warglass run` in a process of its own."""

    def __init__(self, state: Path, *arguments: str, **environment: str) -> None:
        self.state = state
        address = ["--host", "127.0.0.1", "--port", "0", "--state", str(state)]
        self.process = subprocess.Popen(
            [*WARGLASS, "run", *arguments, *address],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | environment,
        )
        self.cookie = ""
        assert self.process.stdout is not None
        self.said: list[str] = []
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Stop with"):
                break
        found = re.search(r"at +http://127\.0\.0\.1:(\d+)/", "".join(self.said))
        assert found is not None, self.said
        self.port = int(found[1])

    def read(self, path: str) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE_S) as answer:
            return bytes(answer.read())

    def get(self, path: str) -> Any:
        return json.loads(self.read(path))

    def post(self, path: str, body: object = None) -> Any:
        origin = f"http://127.0.0.1:{self.port}"
        headers = {"Origin": origin, "X-Warglass": "1", "Content-Type": "application/json", "Cookie": self.cookie}
        request = urllib.request.Request(origin + path, json.dumps(body or {}).encode(), headers, method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            if cookie := answer.headers["Set-Cookie"]:
                self.cookie = cookie.split(";")[0]
            return json.load(answer)

    def join(self) -> "Running":
        self.post("/api/join", {"code": warglass("join-code", "--state", str(self.state)).stdout.strip()})
        return self

    def take_cookie(self, before: "Running") -> None:
        """The phone goes on here. The cookie's own name holds the port, which is another one here."""
        self.cookie = f"{COOKIE}={before.cookie.partition('=')[2]}"

    def wait_for(self, timer: str, state: str) -> dict[str, Any]:
        """The table once the timer is so: it answers with every change."""
        return self.wait_until(
            lambda view: next(each for each in view["timers"] if each["id"] == timer)["state"] == state
        )

    def wait_until(self, true: Callable[[Any], object]) -> dict[str, Any]:
        """Returns the table's first view of which that is true: the service answers with every change."""
        views = [self.get("/api/table")]
        newer = "/api/table?since={version}"
        repeat(lambda: views.append(self.get(newer.format_map(views[-1]))), until=lambda: true(views[-1]))
        return dict(views[-1])

    def end(self, number: signal.Signals) -> str:
        """Signals it, and returns what it said until it was gone."""
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=PATIENCE_S)
        return rest


Serve = Callable[..., Running]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One service for all who leave it running."""
    service = Running(tmp_path_factory.mktemp("served"), "--simulate")
    yield service
    service.end(signal.SIGKILL)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts services; those that still run at the end are killed."""
    started: list[Running] = []

    def serve(*arguments: Any, **environment: str) -> Running:
        started.append(Running(*arguments, **environment))
        return started[-1]

    yield serve
    for service in started:
        if service.process.returncode is None:
            service.end(signal.SIGKILL)


def timer(view: dict[str, Any], name: str) -> dict[str, Any]:
    return dict(next(each for each in view["timers"] if each["id"] == name))


def test_it_says_where_it_is_and_how_to_join(served: Running) -> None:
    text = "".join(served.said)
    code = warglass("join-code", "--state", str(served.state)).stdout.strip()
    assert f"http://127.0.0.1:{served.port}/" in text
    assert f"Join code       {code}" in text
    assert "no phone" in text, "it is served on this machine alone"


def test_a_press_on_the_simulated_panel_reaches_phone_log_and_screen(served: Running) -> None:
    served.join()
    served.post("/api/table/begin")
    before = served.read("/api/panel/screens/red-90")
    served.post("/api/panel/controls/red-90/press", {"ms": 50})
    view = served.wait_for("red-90", "active")
    assert timer(view, "red-90")["seconds"] == 90
    event = served.get("/api/log")["events"][-1]
    assert (event["type"], event["timer"], event["source"]) == ("flipped", "red-90", "button red-90")
    rams = [before]
    repeat(lambda: rams.append(served.read("/api/panel/screens/red-90")), until=lambda: rams[-1] != before)
    assert len(rams[-1]) == 1024


def test_it_is_stopped_before_and_in_a_game_then_killed_and_goes_on_each_time(serve: Serve, state: Path) -> None:
    """A stop before a game has begun is not in its log. One in a game hangs up on everyone, is quiet and keeps the
    sand. A kill -9 loses nothing that was acknowledged."""
    serve(state, "--simulate").end(signal.SIGTERM)
    running = serve(state, "--simulate")
    assert [event["type"] for event in running.get("/api/log")["events"]] == ["recovered"]
    running.join()
    running.post("/api/table/begin")
    running.post("/api/timers/gold-90/flip", {"unit": "Knight"})
    with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE_S) as stream:
        stream.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n\r\n".encode())
        assert b"200" in stream.recv(4096)
        rest = running.end(signal.SIGTERM)
        heard = b"".join(iter(lambda: stream.recv(65536), b""))
    assert b"beat" not in heard, "it did not wait for the next look at whether anyone listens"
    assert running.process.returncode == 0
    assert "Traceback" not in rest

    again = serve(state, "--simulate")
    view = again.get("/api/table")
    assert view["paused"]
    assert timer(view, "gold-90")["unit"] == "Knight"
    fell = {event["type"]: event["sand_ns"] for event in again.get("/api/log")["events"]}
    left_ms = 90_000 - (fell["paused"] - fell["flipped"]) / 1e6
    assert timer(view, "gold-90")["remaining_ms"] == pytest.approx(left_ms, abs=1)
    again.take_cookie(running)
    again.post("/api/table/resume")
    again.post("/api/timers/gold-60a/flip", {"unit": "Archer"})
    seen = again.get("/api/log")["events"]
    again.end(signal.SIGKILL)

    last = serve(state, "--simulate")
    assert last.get("/api/log")["events"][: len(seen)] == seen
    view = last.get("/api/table")
    assert (view["paused"], timer(view, "gold-60a")["remaining_ms"]) == (True, 60_000)
    last.take_cookie(running)
    last.post("/api/table/resume")


def test_a_new_code_sends_every_phone_back_to_the_door_and_who_guesses_it_is_named(serve: Serve, state: Path) -> None:
    """At the table, and once in the log."""
    service = serve(state, "--simulate").join()
    service.post("/api/table/begin")
    assert warglass("join-code", "--new", "--state", str(state)).returncode == 0
    with pytest.raises(urllib.error.HTTPError) as caught:
        service.post("/api/table/pause")
    assert caught.value.code == 403
    caught.value.close()
    service.join()
    service.post("/api/table/pause")
    for _ in range(8):
        with pytest.raises(urllib.error.HTTPError):
            service.post("/api/join", {"code": "AAAAAA"})
    view = service.wait_until(lambda view: view["faults"])
    assert view["faults"] == ["Somebody is guessing codes: 127.0.0.1."]
    assert service.end(signal.SIGTERM).count("guessing") == 1


class Systemd:
    """Hears what services say of themselves, at once: who speaks waits as soon as some ten lines lie there unheard."""

    def __init__(self, place: Path) -> None:
        self.place = str(place)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.place)
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def hears(self, *wanted: str) -> None:
        """Returns once all of it was said, in whichever order."""
        missing = set(wanted)
        while missing:
            missing.discard(self._lines.get(timeout=PATIENCE_S))

    def close(self) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as own:
            own.sendto(b"", self.place)
        self._thread.join(PATIENCE_S)
        self._socket.close()

    def _listen(self) -> None:
        while said := self._socket.recv(4096):
            for line in said.decode().splitlines():
                self._lines.put(line)


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    heard = Systemd(tmp_path / "notify")
    yield heard
    heard.close()


def test_it_tells_systemd_how_it_does_for_as_long_as_it_runs(serve: Serve, state: Path, systemd: Systemd) -> None:
    service = serve(state, "--simulate", NOTIFY_SOCKET=systemd.place, WATCHDOG_USEC="100000")
    systemd.hears("READY=1", "STATUS=12 of 12 screens, 13 of 13 buttons")
    for _ in range(3):
        systemd.hears("WATCHDOG=1")
    service.end(signal.SIGTERM)
    systemd.hears("STOPPING=1")
    assert service.process.returncode == 0


def test_phones_need_no_box(serve: Serve, state: Path, tmp_path: Path) -> None:
    config = tmp_path / "warglass.toml"
    config.write_text('panel = "none"\n')
    service = serve(state, "--config", str(config)).join()
    service.post("/api/table/begin")
    service.post("/api/timers/red-30/flip")
    assert service.get("/api/panel")["screens"] == []


def test_a_second_table_on_the_same_state_is_refused(served: Running) -> None:
    second = warglass("run", "--simulate", "--port", "0", "--state", str(served.state))
    assert second.returncode != 0
    assert "running already" in second.stderr


def test_a_port_that_is_taken_is_named(served: Running, tmp_path: Path) -> None:
    other = str(tmp_path / "other")
    second = warglass("run", "--simulate", "--host", "127.0.0.1", "--port", str(served.port), "--state", other)
    assert second.returncode != 0
    assert f"port {served.port}" in second.stderr
    assert "--port" in second.stderr


def test_a_broken_config_names_key_and_line_and_starts_nothing(state: Path, tmp_path: Path) -> None:
    config = tmp_path / "warglass.toml"
    config.write_text('[web]\nport = 8080\n\n[panel]\nname = "mine"\nlights = 3\n')
    done = warglass("run", "--simulate", "--state", str(state), "--config", str(config))
    assert done.returncode != 0
    assert f"{config}, line 6: panel: " in done.stderr
    assert "there is no key lights" in done.stderr
    assert not state.exists()


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has GPIO pins")
def test_without_pins_it_serves_phones_and_says_what_is_missing_and_what_to_do(serve: Serve, state: Path) -> None:
    service = serve(state)
    faults = service.get("/api/table")["faults"]
    assert "13 buttons, the buzzer and the lamp do not work: there is no /dev/gpiochip0." in faults
    assert all(control["trouble"] for control in service.get("/api/panel")["controls"])
    said = "".join(service.said) + service.end(signal.SIGTERM)
    assert service.process.returncode == 0
    assert said.count("No GPIO pins here.") == 1
    assert "lgpio: " in said
    assert "--simulate" in said
    assert "Traceback" not in said


def test_a_state_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = warglass("run", "--simulate", "--port", "0", "--state", str(tmp_path / "file"))
    assert done.returncode != 0
    assert "choose another with --state" in done.stderr


def test_the_version() -> None:
    assert warglass("--version").stdout.strip().endswith(__version__)


def test_a_code_before_any_table(tmp_path: Path) -> None:
    done = warglass("join-code", "--state", str(tmp_path))
    assert done.returncode != 0
    assert "warglass run" in done.stderr

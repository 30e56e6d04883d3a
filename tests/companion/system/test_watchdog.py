"""When systemd's watchdog is fed, on a clock turned by hand and a socket of the test's own."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MS, SECOND, ManualClock
from companion.system.watchdog import FAIR_NS, Vital, Watchdog, ailment, feeding_ns, notify

EVERY_NS = 15 * SECOND


class Systemd:
    """The other end of NOTIFY_SOCKET."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._socket.bind(str(path))

    def heard(self) -> list[str]:
        """All that has come in since the last time."""
        said = []
        while True:
            try:
                said.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return said

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    place = tmp_path / "notify"
    monkeypatch.setenv("NOTIFY_SOCKET", str(place))
    systemd = Systemd(place)
    yield systemd
    systemd.close()


class Panel:
    """The vital threads of a panel, as the test says they are."""

    def __init__(self) -> None:
        self.input_lives = True
        self.busy_since: int | None = None

    def vitals(self) -> list[Vital]:
        return [
            Vital(name="input", alive=self.input_lives),
            Vital(name="bus 1", alive=True, busy_since=self.busy_since),
        ]


@pytest.fixture
def panel() -> Panel:
    return Panel()


def watchdog(clock: ManualClock, panel: Panel) -> Watchdog:
    return Watchdog(every_ns=EVERY_NS, clock=clock, vitals=panel.vitals)


def test_is_fed_at_once_and_then_whenever_it_is_due(systemd: Systemd, panel: Panel) -> None:
    clock = ManualClock()
    dog = watchdog(clock, panel)
    assert dog.beat() == 15
    assert systemd.heard() == ["WATCHDOG=1"]
    clock.advance(seconds=10)
    assert dog.beat() == 5
    assert systemd.heard() == []
    clock.advance(seconds=5)
    assert dog.beat() == 15
    assert systemd.heard() == ["WATCHDOG=1"]


def test_a_dead_input_thread_starves_it(systemd: Systemd, panel: Panel, caplog: pytest.LogCaptureFixture) -> None:
    clock = ManualClock()
    dog = watchdog(clock, panel)
    panel.input_lives = False
    for _ in range(3):
        dog.beat()
        clock.advance(ns=EVERY_NS)
    assert systemd.heard() == []
    assert [record.message for record in caplog.records] == [
        "the thread 'input' has ended: systemd starts Warglass again unless that ends"
    ]


def test_a_bus_that_keeps_its_thread_starves_it_only_after_a_fair_time(systemd: Systemd, panel: Panel) -> None:
    clock = ManualClock()
    dog = watchdog(clock, panel)
    panel.busy_since = clock.now()
    clock.advance(ns=EVERY_NS)
    dog.beat()
    assert systemd.heard() == ["WATCHDOG=1"]
    clock.advance(ns=EVERY_NS)
    dog.beat()
    assert systemd.heard() == []
    panel.busy_since = clock.now()
    clock.advance(ns=EVERY_NS)
    dog.beat()
    assert systemd.heard() == ["WATCHDOG=1"]


def test_nobody_waits_to_be_fed(systemd: Systemd, panel: Panel) -> None:
    dog = Watchdog(every_ns=None, clock=ManualClock(), vitals=panel.vitals)
    assert dog.beat() >= 3600
    assert systemd.heard() == []


def test_a_systemd_that_does_not_listen_harms_nobody(systemd: Systemd) -> None:
    systemd.close()
    notify("STATUS=still here")


@given(busy=st.none() | st.integers(0, 60 * SECOND), alive=st.booleans())
def test_only_the_dead_and_the_stuck_are_ill(busy: int | None, alive: bool) -> None:
    now = 100 * SECOND
    vital = Vital(name="bus 1", alive=alive, busy_since=None if busy is None else now - busy)
    ill = ailment([Vital(name="input", alive=True), vital], now=now) is not None
    assert ill == (not alive or (busy is not None and busy > FAIR_NS))


@pytest.mark.parametrize(
    ("environment", "every_ns"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "30000000"}, 15 * SECOND),
        ({"WATCHDOG_USEC": "400000", "WATCHDOG_PID": "17"}, 200 * MS),
        ({"WATCHDOG_USEC": "400000", "WATCHDOG_PID": "18"}, None),
    ],
)
def test_asks_what_systemd_wants(environment: dict[str, str], every_ns: int | None) -> None:
    assert feeding_ns(environment, pid=17) == every_ns

"""A bus that hangs is noticed by somebody else, within two seconds; one that answers, however badly, is none."""

import errno
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest
from msgspec.structs import replace

from companion.clock import MS, SECOND, ManualClock, SystemClock
from companion.config import shipped_panel
from companion.panel.config import PanelConfig
from companion.system.watchdog import Alarm
from hardware.screens import stalls as stall_module
from hardware.screens.stalls import PROMPT_NS, STALL_NS, Stall, Stalls
from hardware.simulated.simulator import SimulatedPanel, Simulator
from hardware.simulated.wires import SimulatedBus
from tests.hardware.rig import JOINED
from tests.support import PATIENCE_S, Players

NOTICED_NS = 2 * SECOND
FULL = shipped_panel("full")
TWO_BUSES = replace(
    FULL,
    screens=tuple(
        replace(screen, bus=3, mux=None, channel=None, address=0x3C + index - 10) if index >= 10 else screen
        for index, screen in enumerate(FULL.screens)
    ),
)
"""The last two screens have a bus of their own."""


class Bench:
    """A panel whose writers are stepped, and whose bus 1 takes its time by the clock that is turned by hand."""

    def __init__(self, path: Path, config: PanelConfig, monkeypatch: pytest.MonkeyPatch) -> None:
        self.players = Players(path)
        self.simulator = Simulator(config, clock=self.players.clock, khz=None)
        self.panel = SimulatedPanel(
            config=config,
            simulator=self.simulator,
            table=self.players.table,
            clock=self.players.clock,
            invite=lambda: JOINED,
        )
        self.bad = self.simulator.bus(config.screens[0])._wire
        self.takes_ms, self.error = 0, 0
        self.first_fault: int | None = None
        write, read = SimulatedBus.write, SimulatedBus.read
        monkeypatch.setattr(SimulatedBus, "write", lambda bus, *sent: self.transfer(bus) or write(bus, *sent))
        monkeypatch.setattr(SimulatedBus, "read", lambda bus, address: self.transfer(bus) or read(bus, address))

    def transfer(self, bus: SimulatedBus) -> None:
        """What the kernel does with one; its alarm goes off meanwhile."""
        if bus._wire is not self.bad:
            return
        for _ in range(self.takes_ms // 10):
            self.players.clock.advance(ns=10 * MS)
            self.panel._stalls._stalls["bus 1"].look()
            self.note()
        if self.error:
            raise OSError(self.error, "no")

    def note(self) -> None:
        if self.first_fault is None and self.players.table.view().faults:
            self.first_fault = self.players.clock.now()

    def round(self, bus: int = 0) -> None:
        self.players.clock.advance(ns=100 * MS)
        version, patience = self.panel._writers[bus].round()
        while not patience and self.players.table.version != version:
            version, patience = self.panel._writers[bus].round()
        self.note()

    @property
    def faults(self) -> tuple[str, ...]:
        return self.players.table.view().faults

    @property
    def online(self) -> list[bool]:
        return [screen.online for screen in self.panel.describe().screens]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    made = Bench(tmp_path / "t.sqlite", TWO_BUSES, monkeypatch)
    made.round()
    made.round(1)
    assert all(made.online)
    yield made
    made.simulator.close()
    made.players.table.close()


SAID = "Bus 1 hangs: gold-30 and 9 more stand still."


def test_a_transfer_that_does_not_come_back_is_a_fault_that_names_the_bus_and_ends_with_it(bench: Bench) -> None:
    bench.players.begin()
    began = bench.players.clock.now()
    seen: list[tuple[tuple[str, ...], list[bool], str]] = []
    note = bench.note

    def noting() -> None:
        note()
        seen.append((bench.faults, bench.online, bench.panel.status))

    bench.note = noting  # type: ignore[method-assign]
    bench.takes_ms = 5000
    bench.panel._screens["gold-30"].show(bench.panel._writers[0]._face(bench.panel._screens["gold-30"], None, 0))
    assert bench.first_fault is not None
    assert bench.first_fault - began < NOTICED_NS
    faults, online, status = seen[400]
    assert faults == (SAID,)
    assert bench.panel.describe().troubles == (), "it has come back"
    assert online == [False] * 10 + [True] * 2
    assert status == "2 of 12 screens, 13 of 13 buttons, bus 1 hangs"
    assert bench.faults == ()
    assert all(bench.online)


@pytest.mark.parametrize("number", [errno.ETIMEDOUT, errno.EIO])
def test_transfers_that_the_kernel_gives_up_after_a_second_are_a_bus_that_hangs(bench: Bench, number: int) -> None:
    """SDA held low, as some adapters tell it. Nothing is said of each screen besides, however long it lasts."""
    began = bench.players.clock.now()
    bench.takes_ms, bench.error = 1000, number
    bench.players.begin()
    for _ in range(3):
        bench.round()
        assert bench.faults == (SAID,)
    assert bench.first_fault is not None
    assert bench.first_fault - began < NOTICED_NS
    bench.round(1)
    assert bench.online == [False] * 10 + [True] * 2, "another bus does not suffer"
    bench.takes_ms = bench.error = 0
    bench.players.wait(2)
    bench.round()
    assert bench.faults == ()
    assert all(bench.online)


@pytest.mark.parametrize("takes_ms", [0, 200])
def test_transfers_that_fail_at_once_are_screens_that_do_not_answer(bench: Bench, takes_ms: int) -> None:
    began = bench.players.clock.now()
    bench.takes_ms, bench.error = takes_ms, errno.EREMOTEIO
    bench.players.begin()
    bench.round()
    assert bench.first_fault is not None
    assert bench.first_fault - began < NOTICED_NS
    assert len(bench.faults) == 10
    assert all("does not answer" in fault for fault in bench.faults)


def test_a_slow_bus_that_moves_is_none_that_hangs(bench: Bench) -> None:
    bench.takes_ms = 400
    bench.players.begin()
    bench.round()
    assert bench.first_fault is None


def stall(clock: ManualClock, news: list[bool]) -> Stall:
    made = Stall(bus="bus 1", clock=clock, news=lambda: news.append(made.hangs))
    return made


def test_a_failure_ends_the_stall_only_where_it_comes_at_once() -> None:
    clock, news = ManualClock(), list[bool]()
    watched = stall(clock, news)
    for took, hangs in ((STALL_NS, True), (PROMPT_NS, True), (PROMPT_NS - 1, False), (PROMPT_NS, False)):
        with suppress(TimeoutError), watched:
            clock.advance(ns=took)
            watched.look()
            raise TimeoutError
        assert watched.hangs is hangs
    assert news == [True, False]
    clock.advance(ns=60 * SECOND)
    watched.look()
    assert not watched.hangs, "nobody wants anything of it"


def test_the_alarm_goes_off_when_it_was_set_for_and_not_when_it_was_put_off() -> None:
    alarm = Alarm()
    alarm.set(3600 * SECOND)
    alarm.set(0)
    began = time.monotonic_ns()
    alarm.set(20 * MS)
    assert alarm.wait()
    assert time.monotonic_ns() - began >= 20 * MS
    alarm.close()


def test_a_thread_that_is_stuck_is_seen_by_another_which_sleeps_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    hung, looks = Event(), list[bool]()
    look = Stall.look
    monkeypatch.setattr(stall_module, "STALL_NS", 300 * MS)
    monkeypatch.setattr(Stall, "look", lambda watched: (looks.append(True), look(watched)))
    watched = Stall(bus="bus 1", clock=SystemClock(), news=hung.set)
    watched.start()
    for _ in range(1000):
        with watched:
            pass
    assert looks == []
    with watched:
        assert hung.wait(PATIENCE_S)
        assert watched.hangs
    assert not watched.hangs
    assert len(looks) <= 2, "for the first of them, and for the last"
    timer = watched._alarm._timer
    assert timer is not None
    watched.stop()
    assert not watched._thread.is_alive()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(timer)
    with watched:
        """It may have been under way when all ended, on a bus that hung."""


def test_what_is_said_last_is_how_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bus comes back while somebody is about to say that it hangs."""
    said: dict[str, str | None] = {}
    clock = ManualClock()
    stalls = Stalls(screens=FULL.screens, clock=clock, say=said.__setitem__)
    watched = stalls._stalls["bus 1"]
    words = Stalls._words
    back = Thread(target=lambda: watched.__exit__(None))

    def and_meanwhile(stalls: Stalls, bus: str) -> str:
        back.start()
        back.join(0.05)
        return words(stalls, bus)

    monkeypatch.setattr(Stalls, "_words", and_meanwhile)
    watched.__enter__()
    clock.advance(ns=STALL_NS)
    watched.look()
    back.join()
    assert not watched.hangs
    assert said["bus 1"] is None

"""From a press on the mock pin to its frame on the simulated wire, and from there to the hall: with no hall, and in one
whose broker runs, is slow, stands still or is dead.

Run it from the repository's root: python benchmarks/hall_press.py. One panel on a wire that takes no time, every other
screen animating, plays through all of them in turns, so that whatever else the machine does meets each of them alike.
It fails where a median is more than a twentieth above that with no hall.
"""

import signal
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from press_to_frame import PRESSED, RUNNING, Noted, frame_done

from companion.app.service import SWITCH_S
from companion.clock import SystemClock
from companion.config import shipped_panel
from companion.games import FIRST, all_games
from companion.hall.card import Card
from companion.hall.desk import Desk
from companion.hall.link.link import Link
from companion.hall.logs import Logs
from companion.hall.strongbox import CardBox
from companion.hall.wire.codec import read
from companion.hall.wire.from_table import MOST_ROWS, Answer, Done, State
from companion.hall.wire.sizes import LARGEST
from companion.invite import Invite
from companion.journal.journal import Journal
from companion.system.watchdog import Watchdog
from companion.table.history import SERVICE
from companion.table.loop import TableLoop
from companion.table.table import Table
from companion.wartime.match import commands as c
from hardware.simulated.simulator import SimulatedPanel, Simulator
from tests.attack.halls.proxy import Proxy, Way
from tests.hall.broker import Broker
from tests.hall.seated import Ear

NO_HALL, RUNS, SLOW = "no hall", "a broker that runs", "a broker that is half a second away"
STANDS, DEAD = "a broker that stands still", "a broker that is dead"
TURNS, PRESSES = 10, 25
"""Of each, and so many presses a turn."""
PROMISED = 1.05
"""What a median may be of that with no hall."""


class Hall:
    """A broker, and a table's link to it where there is one."""

    def __init__(self, folder: Path, table: Table) -> None:
        self.broker = Broker(folder / "broker").start()
        self._proxy = Proxy(self.broker.port, seed=1).__enter__()
        self._table = table
        self._link: Link | None = None

    def turn(self, kind: str) -> None:
        """As `kind` says, from now on."""
        self.leave()
        if kind == NO_HALL:
            return
        card = Card(
            host="127.0.0.1",
            port=self._proxy.port if kind == SLOW else self.broker.port,
            hall="club",
            table="table-1",
            called="Table 1",
            password="",
            ca=b"",
            key=bytes(32),
        )
        desk = Desk(table=self._table, clock=SystemClock(), card=card)
        logs = Logs(
            journal=desk.journal,
            find=lambda match, after: self._table.written(match, after=after, most=MOST_ROWS, size=LARGEST),
            games=all_games(),
            box=CardBox(card),
        )
        self._link = Link(card=card, table=self._table, desk=desk, asked=_nothing, logs=logs.after, clock=SystemClock())
        self._link.start()
        time.sleep(1)
        if kind == SLOW:
            self._proxy.go(Way.SLOW)
        elif kind == STANDS:
            self.broker.stand_still()
        elif kind == DEAD:
            self.broker.kill()

    def leave(self) -> None:
        self._proxy.go(Way.CLEAR)
        if self.broker.runs:
            self.broker.go_on()
        else:
            self.broker.start()
        if self._link is not None:
            self._link.stop()
            self._link = None

    def close(self) -> None:
        self.leave()
        self._proxy.__exit__()
        self.broker.stop()


def _nothing(*_: object) -> Answer:
    return Done()


def to_hall(table: Table, hall: Hall) -> list[float]:
    """Milliseconds from an act to whoever listens at the broker."""
    ear = Ear(hall.broker.port)
    found = []
    for number in range(PRESSES * TURNS):
        time.sleep(0.03)
        command = c.Flip(timer=PRESSED) if number % 2 == 0 else c.Free(timer=PRESSED)
        began = time.perf_counter()
        view = table.dispatch(command, source=SERVICE)
        while not any((state := read(told, State)) and state.version >= view.version for told in newest(ear)):
            time.sleep(0.0002)
        found.append(1000 * (time.perf_counter() - began))
    ear.leave()
    return found


def newest(ear: Ear) -> list[bytes]:
    return [payload for where, payload in ear.heard[-4:] if where.endswith("state")]


def milliseconds(say: Callable[[str], None]) -> dict[str, list[float]]:
    clock = SystemClock()
    config = shipped_panel("full")
    simulator = Simulator(config, clock=clock, khz=None)
    notes: list[tuple[float, str]] = []
    for screen in config.screens:
        simulator.bus(screen).attach(screen.address, Noted(name=screen.id, notes=notes))
    found: dict[str, list[float]] = {kind: [] for kind in (NO_HALL, RUNS, SLOW, STANDS, DEAD)}
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "t.sqlite")
        table = Table(clock=clock, journal=journal, games=all_games(), game=FIRST)
        panel = SimulatedPanel(
            config=config,
            simulator=simulator,
            table=table,
            clock=clock,
            invite=lambda: Invite(address=None, code="", phones=2),
        )
        loop = TableLoop(table=table, clock=clock, watchdog=Watchdog(every_ns=None, clock=clock, vitals=tuple))
        loop.start()
        panel.start()
        hall = Hall(Path(folder), table)
        table.dispatch(c.Begin(), source=SERVICE)
        table.dispatch(c.Flip(timer="neutral-600"), source=SERVICE)
        time.sleep(1)
        pin = simulator.pin(next(control.gpio for control in config.controls if control.timer == PRESSED))
        for turn in range(TURNS):
            kinds = list(found)
            first = turn % len(kinds)
            for kind in kinds[first:] + kinds[:first]:
                hall.turn(kind)
                for number in range(PRESSES):
                    for timer in table.view().timers:
                        if timer.id in RUNNING and timer.state.value == "available":
                            table.dispatch(c.Flip(timer=timer.id), source=SERVICE)
                    time.sleep(0.13 + 0.00071 * (number % 97))
                    notes.clear()
                    pressed = time.perf_counter()
                    pin.drive_low()
                    while all(name != PRESSED for _, name in list(notes)):
                        time.sleep(0.01)
                    time.sleep(0.08)
                    found[kind].append(1000 * (frame_done(list(notes), pressed) - pressed))
                    pin.drive_high()
                    table.dispatch(c.Free(timer=PRESSED), source=SERVICE)
            say(f"turn {turn + 1} of {TURNS}: {[round(statistics.median(each), 2) for each in found.values()]}")
        hall.turn(RUNS)
        found["to the hall"] = to_hall(table, hall)
        hall.close()
        table.stop()
        panel.stop()
        loop.join()
        table.close()
    return found


def p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


if __name__ == "__main__":
    warnings.filterwarnings("ignore", message=".*getdata", category=DeprecationWarning)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.setswitchinterval(SWITCH_S)
    found = milliseconds(lambda text: print(text, file=sys.stderr, flush=True))
    told = found.pop("to the hall")
    median, worst = statistics.median(found[NO_HALL]), p99(found[NO_HALL])
    for kind, times in found.items():
        own, high = statistics.median(times), p99(times)
        print(f"press to frame with {kind}, median: {own:.2f} ms (ratio to none {own / median:.3f})")
        print(f"press to frame with {kind}, p99: {high:.2f} ms (ratio to none {high / worst:.3f})")
    print(f"act to a listener at the broker: median {statistics.median(told):.2f} ms, p99 {p99(told):.2f} ms")
    late = [kind for kind, times in found.items() if statistics.median(times) > PROMISED * median]
    sys.exit(f"later than promised: {', '.join(late)}" if late else None)

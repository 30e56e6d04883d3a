"""From a press on the mock pin to its frame on the simulated wire, and from there to the hall: with no hall, and in
one whose broker runs, is slow, stands still or is dead.

One panel on a wire that takes no time, every other screen animating, plays through all of them in turns, so that
whatever else the machine does meets each of them alike. It fails where a median is more than `promised` times that
with no hall.
"""

import math
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks.figures import Figure, Missing, median_p99
from benchmarks.press_to_frame import PRESSED, panel
from benchmarks.running import wait_until
from companion.app.service import SWITCH_S
from companion.clock import SystemClock
from companion.games import all_games
from companion.hall.desk import Desk
from companion.hall.link.link import HallLink
from companion.hall.rows import CardBox, Logs
from companion.hall.wire.messages import MOST_ROWS, Answer, Done
from companion.hall.wire.topics import LARGEST
from companion.table.events import SERVICE
from companion.table.table import Table
from tests.attack.halls.proxy import Proxy, Way
from tests.companion.wartime import acts as c
from tests.hall.broker import MOSQUITTO, Broker
from tests.hall.seated import Ear, card
from tests.support import ask_table

SHORT = {"turns": 1, "presses": 2, "promised": math.inf}
NO_HALL, RUNS, SLOW = "no hall", "a broker that runs", "a broker that is half a second away"
STANDS, DEAD = "a broker that stands still", "a broker that is dead"
KINDS = (NO_HALL, RUNS, SLOW, STANDS, DEAD)


class Hall:
    """A broker, and a table's link to it where there is one."""

    def __init__(self, folder: Path, table: Table) -> None:
        self.broker = Broker(folder / "broker").start()
        self._proxy = Proxy(self.broker.port, seed=1).__enter__()
        self._table = table
        self._link: HallLink | None = None

    def turn(self, kind: str) -> None:
        """As `kind` says, from now on."""
        self.leave()
        if kind == NO_HALL:
            return
        seat = card(self._proxy.port if kind == SLOW else self.broker.port)
        desk = Desk(table=self._table, clock=SystemClock(), card=seat)
        logs = Logs(
            journal=desk.journal,
            find=lambda match, after: self._table.written(match, after=after, most=MOST_ROWS, size=LARGEST),
            games=all_games(),
            box=CardBox(seat),
        )
        self._link = HallLink(
            card=seat, table=self._table, desk=desk, asked=_nothing, logs=logs.after, clock=SystemClock()
        )
        self._link.start()
        wait_until(lambda: (hall := self._table.view().hall) is not None and hall.online)
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


def to_hall(table: Table, hall: Hall, acts: int) -> list[float]:
    """Returns the milliseconds from each act to whoever listens at the broker."""
    ear, found = Ear(hall.broker.port), []
    for number in range(acts):
        time.sleep(0.03)
        command = c.Flip(timer=PRESSED) if number % 2 == 0 else c.Free(timer=PRESSED)
        began = time.perf_counter()
        view = ask_table(table, command, source=SERVICE)
        wait_until(partial(ear.has, view), every_s=0.0002)
        found.append(1000 * (time.perf_counter() - began))
    ear.leave()
    return found


def measure(folder: Path, *, turns: int = 10, presses: int = 25, promised: float = 1.05) -> Iterator[Figure]:
    if MOSQUITTO is None:
        raise Missing("Mosquitto")
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    with ExitStack() as ends:
        ends.callback(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(SWITCH_S)
        running = ends.enter_context(panel(folder / "table"))
        hall = Hall(folder, running.table)
        ends.callback(hall.close)
        for turn in range(turns):
            first = turn % len(KINDS)
            for kind in KINDS[first:] + KINDS[:first]:
                hall.turn(kind)
                found[kind] += [frame for _, frame in map(running.press, range(presses))]
        hall.turn(RUNS)
        heard = to_hall(running.table, hall, turns * presses)
    (alone, alone_p99), *others = (median_p99(found[kind]) for kind in KINDS)
    yield Figure.of("press to frame with no hall, median / p99", [alone, alone_p99], "ms")
    yield Figure.of(
        "press to frame in a hall, ratio to none: its broker runs / is half a second away / stands still / is dead",
        [median / alone for median, _ in others],
    )
    yield Figure.of("the same, ratio of p99", [p99 / alone_p99 for _, p99 in others])
    yield Figure.of("an act to a listener at the broker, median / p99", median_p99(heard), "ms")
    late = [kind for kind in KINDS if statistics.median(found[kind]) > promised * alone]
    assert not late, f"later than promised: {', '.join(late)}"

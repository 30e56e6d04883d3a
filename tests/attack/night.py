"""A long night, played by a machine: so many events, ten phones that come and go, presses, wires that fail.

`python -m tests.attack.night 1000000` prints as JSON what `run` measured, and fails where a night has left anything
behind. Table, journal, panel, drivers, site and doors are the service's own; hands, wires and the clock are not.
"""

import gc
import json
import math
import os
import random
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.clock import MS, SECOND
from companion.rulings.shelf import Shelf
from companion.table.commands import Command, Pause, Resume, Undo
from companion.table.errors import Refused
from companion.table.events import Source, SourceKind
from companion.table.loop import MOST_BYTES, Chores
from companion.table.state import Stage
from hardware.screens.screen import Screen
from hardware.screens.writer import BusWriter
from hardware.signals import Signals
from hardware.sound import Sounder
from tests.companion.wartime import acts as c
from tests.hardware.rig import Rig
from tests.support import Players, ask_table
from tests.web.conftest import Phone
from tests.web.fakes import FakePanel
from web.app import create_app
from web.http.access import Access

PHONES = 10
NIGHT_S = 12 * 3600
TIMERS = ("gold-30", "gold-60a", "gold-60b", "gold-90", "red-30", "red-60a", "red-60b", "red-90")
FAILING = 0.05
"""Every twentieth transfer to a screen fails."""
LARGEST_GROWTH_BYTES = 30 * 1024 * 1024
SLOWER, SLACK_S = 2.0, 0.001
"""So much more of the processor may the slowest taps take at the end, and as much more as a busy machine adds."""


class Night:
    """All of it, in one thread, so that every night of a seed is the same."""

    def __init__(self, folder: Path, *, events: int, seed: int) -> None:
        """`events` are those of the whole night; a short one is not played in slow motion."""
        self._pace_ns = min(SECOND, NIGHT_S * SECOND // events)
        self._dice = random.Random(seed)
        self._rig = rig = Rig.seated(folder / "table.sqlite")
        self._players, self._clock, self._table = rig.players, rig.clock, rig.players.table
        self._chores = Chores(self._table.disk, clock=self._clock)
        self._screens = [
            Screen(config=each, link=rig.simulator.link(each), clock=self._clock) for each in rig.config.screens
        ]
        self._writers = [
            BusWriter(screens=screens, table=self._table, clock=self._clock, rest=rig.config.rest, notices=rig.notices)
            for screens in self._by_wires()
        ]
        sounder = Sounder(None, quiet=lambda: False)
        self._signals = Signals(table=self._table, sounder=sounder, light=None, warning_ms=10_000)
        self._access = Access(folder, self._clock, hostnames=["warglass"])
        self._app = create_app(
            table=self._table, shelf=Shelf(self._table), panel=FakePanel(), access=self._access, clock=self._clock
        )
        self._phones: list[tuple[Phone, Any]] = []
        self._sand_ns = self._match.sand(self._clock.now())
        self.taps: list[float] = []
        self.turned_away = self.wires_failed = self.checkpoints = self.largest_log = 0
        self.drift_ns = 0

    @property
    def _match(self) -> Any:
        return self._table.match

    def play(self, events: int) -> None:
        """Lets people play until so many things have been asked of the table."""
        for number in range(events):
            self._pass(self._dice.randrange(2 * self._pace_ns))
            self._somebody_acts()
            if number % 20 == 0:
                self._service()
            if number % 100 == 0:
                self._screens_are_drawn()
            if number % 200 == 0:
                self._a_phone_comes_and_goes()

    def leave(self) -> None:
        for _, stream in self._phones:
            stream.close()
        self._rig.close()
        Players.leave()

    def _by_wires(self) -> Iterator[list[Screen]]:
        wires = sorted({screen.config.wires for screen in self._screens})
        return ([screen for screen in self._screens if screen.config.wires == wire] for wire in wires)

    def _pass(self, ns: int) -> None:
        self._sand_ns += ns * self._match.state.clock.running
        self._clock.advance(ns=ns)

    # The hands

    def _somebody_acts(self) -> None:
        if self._match.state.stage is Stage.SETUP:
            self._tap(c.Begin(), PHONES)
        elif self._match.state.paused:
            self._tap(Resume(), PHONES)
        else:
            self._dice.choices((self._touch, self._press, self._post, self._pause), (70, 25, 4, 1))[0]()

    def _touch(self) -> None:
        """A phone's tap, as it arrives at the table."""
        timer = self._dice.choice(TIMERS)
        command = self._dice.choice((c.Flip(timer=timer, unit="Archer"), c.Free(timer=timer), c.Turn(timer=timer)))
        done = self._tap(command, self._dice.randrange(PHONES))
        if done and self._dice.random() < 0.05:
            self._tap(Undo(), self._dice.randrange(PHONES))

    def _tap(self, command: Command, phone: int) -> bool:
        source = Source(SourceKind.PHONE, str(phone), "gold", "Anna")
        begun = time.thread_time()
        try:
            ask_table(self._table, command, source=source)
        except Refused:
            return False
        finally:
            self.taps.append(time.thread_time() - begun)
        return True

    def _press(self) -> None:
        """A button of the panel, with all that a contact does."""
        control = self._dice.choice([name for name in self._rig.gpio if name != "pause"])
        pin = self._rig.simulator.pin(self._rig.gpio[control])
        for level in (False, True, False):
            (pin.drive_high if level else pin.drive_low)()
            self._rig.step()
        self._pass(40 * MS)
        self._rig.step()
        pin.drive_high()
        self._rig.step()
        self._pass(40 * MS)
        self._rig.step()

    def _post(self) -> None:
        """A phone's tap with all of the site around it."""
        if self._phones:
            phone, _ = self._dice.choice(self._phones)
            phone.post(f"/api/timers/{self._dice.choice(TIMERS)}/flip", {})

    def _pause(self) -> None:
        self._tap(Pause(), PHONES)

    def _a_phone_comes_and_goes(self) -> None:
        """Of ten, one leaves in the middle of its stream, and another joins; all look at a page."""
        if len(self._phones) >= PHONES:
            _, stream = self._phones.pop(self._dice.randrange(PHONES))
            stream.close()
        phone = Phone(self._app.test_client(), address=f"192.168.0.{self._dice.randrange(10, 250)}")
        phone.post("/api/join", {"code": self._access.code})
        stream = phone.get("/api/events")
        self.turned_away += stream.status_code != 200
        self._phones.append((phone, stream))
        phone.get("/")
        phone.get(f"/api/table?since={self._table.version - 1}")
        for _, each in self._phones:
            next(each.response)

    # The service

    def _service(self) -> None:
        """What the threads of the table and of the sounder do."""
        self._table.settle()
        before = self._table.disk.waiting
        self._chores.do()
        self.checkpoints += self._table.disk.waiting < before
        self.largest_log = max(self.largest_log, before)
        self._signals.follow()
        self.drift_ns = max(self.drift_ns, abs(self._match.sand(self._clock.now()) - self._sand_ns))

    def _screens_are_drawn(self) -> None:
        """One of the wires' threads has its turn, on wires that fail."""
        for screen in self._rig.config.screens:
            self._rig.simulator.bus(screen).fail(self._fails)
        self._dice.choice(self._writers).round()

    def _fails(self, length: int) -> int | None:
        if self._dice.random() >= FAILING:
            return None
        self.wires_failed += 1
        return self._dice.randrange(length + 1)


def run(events: int, seed: int) -> dict[str, float | int]:
    """Plays a night of so many events and tells what it has left: what grew between its first tenth and its end, what
    its slowest taps took of the processor in the first tenth and in the last, how far its sand is off."""
    with tempfile.TemporaryDirectory() as folder:
        night = Night(Path(folder), events=events, seed=seed)
        slowest, held = [], []
        for tenth in range(10):
            night.play(events // 10)
            slowest.append(_p99(night.taps))
            night.taps.clear()
            held.append(_held() if tenth in (0, 9) else {})
        night.leave()
        journal = Path(folder) / "table.sqlite"
        with closing(sqlite3.connect(journal)) as db:
            (rows,) = db.execute("SELECT count(*) FROM event").fetchone()
        size = journal.stat().st_size
    return {
        "events": events,
        "rows": rows,
        **{f"{name}_grown": held[9][name] - held[0][name] for name in held[0]},
        "tap_p99_first_ms": round(slowest[0] * 1000, 3),
        "tap_p99_last_ms": round(slowest[9] * 1000, 3),
        "drift_ns": night.drift_ns,
        "turned_away": night.turned_away,
        "transfers_failed": night.wires_failed,
        "checkpoints": night.checkpoints,
        "largest_log_bytes": night.largest_log,
        "journal_bytes": size,
    }


def wrong(told: dict[str, float | int]) -> list[str]:
    """What a night may not leave behind, but did, in words."""
    slow_ms = SLOWER * told["tap_p99_first_ms"] + SLACK_S * 1000
    limits = {
        "threads_grown": 0,
        "descriptors_grown": 0,
        "rss_bytes_grown": LARGEST_GROWTH_BYTES,
        "drift_ns": 0,
        "turned_away": 0,
        "largest_log_bytes": 1.1 * MOST_BYTES,
        "tap_p99_last_ms": slow_ms,
    }
    return [f"{name} is {told[name]}, more than {most}" for name, most in limits.items() if told[name] > most]


def _p99(seconds: list[float]) -> float:
    return sorted(seconds)[math.ceil(len(seconds) * 0.99) - 1]


def _held() -> dict[str, int]:
    """What the process holds at this moment."""
    gc.collect()
    return {
        "threads": threading.active_count(),
        "descriptors": len([*Path("/proc/self/fd").iterdir()]),
        "rss_bytes": int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"),
        "objects": len(gc.get_objects()),
    }


if __name__ == "__main__":
    told = run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 13)
    print(json.dumps(told, indent=1))
    sys.exit("\n".join(wrong(told)) or 0)

"""Fails every write of a game in turn, with EIO and with ENOSPC, and counts what was lost or not said.

Run as `python -m tests.attack.faults COUNT SEED`: prints the counts as JSON. The game is played in a process whose
writing system calls are ours, see failing_disk.c.
"""

import errno
import json
import logging
import mmap
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path

from companion.clock import ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.commands import Begin, Command, Pause, Resume, Undo
from companion.table.errors import Refused
from companion.table.events import Missing, Recovered, Source, SourceKind
from companion.table.opening import Again, New, TakeOut
from companion.table.table import Table
from tests.companion.wartime import acts as c
from tests.support import ask_table
from web.http.access import Access

MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where a sync costs nothing."""
PHONE = Source(SourceKind.PHONE, "1", "gold", "Anna")
SHIM = Path(__file__).with_name("failing_disk.c")
ERRORS = (errno.EIO, errno.ENOSPC)
LENGTHS = (1, 4, 0)
"""So many calls fail in a row; 0 is all from there on, until the disk is well again."""
_STATE = struct.Struct("@4l")


class Disk:
    """What the process's writing calls go by."""

    def __init__(self, file: Path) -> None:
        with file.open("r+b") as opened:
            self._state = mmap.mmap(opened.fileno(), _STATE.size)

    def fail(self, *, first: int, most: int, error: int) -> None:
        _STATE.pack_into(self._state, 0, 0, first, most, error)

    def heal(self) -> int:
        """How many calls there were."""
        calls = int(_STATE.unpack_from(self._state)[0])
        _STATE.pack_into(self._state, 0, calls, 0, 0, 0)
        return calls


class Night:
    """A table and its phones over a folder that has a game of the night before."""

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock()
        self.folder = folder
        self.access = Access(folder, self.clock, hostnames=["table"])
        self.table = self._opened()
        self.phones: list[str] = []
        self.kept: dict[str, bytes] = {}

    def _opened(self) -> Table:
        journal = Journal(self.folder / "table.sqlite")
        return Table(clock=self.clock, journal=journal, games=all_games(), game=FIRST)

    def join(self) -> None:
        cookie = self.access.join(self.access.code, address="192.0.2.1")
        assert cookie is not None
        seating = self.access.seating(cookie)
        assert seating is not None
        self.phones.append(str(seating.phone))

    def act(self, *commands: Command) -> None:
        for command in commands:
            self.clock.advance(seconds=1.5)
            with suppress(Refused):
                ask_table(self.table, command, source=PHONE)
        self.table.settle()

    def keep(self, id: str) -> None:
        body = b'{"id": "%b"}' % id.encode()
        with suppress(Refused):
            self.table.keep("wartime", "odd", id, body)
            self.kept[id] = body

    def sync(self) -> None:
        self.clock.advance(seconds=6)
        self.table.settle()
        self.table.disk.sync()
        self.access.code  # noqa: B018

    def play(self) -> None:
        self.join()
        self.act(Begin(), c.Flip(timer="gold-30"), c.Flip(timer="red-60a"), Undo())
        self.sync()
        self.keep("one")
        self.act(Pause(), Resume(), New(game="battleline"), Begin())
        self.keep("two")
        self.sync()
        self.table.disk.checkpoint()
        self.act(Undo(), New(), Begin(), c.Flip(timer="red-90"), Again(), Begin(), c.Flip(timer="gold-60a"))
        away = self.table.unfinished()
        if away:
            self.act(TakeOut(match=away[-1].match), c.Flip(timer="gold-90"))
        self.join()
        self.sync()

    def told(self) -> tuple[str, ...]:
        """What everyone can read of what is wrong."""
        return (*self.table.view().faults, *([self.access.trouble] if self.access.trouble else []))

    def seen(self) -> tuple[object, ...]:
        """All that players could have seen, and must see again."""
        events = [each.event for each in entries(self.table) if not isinstance(each.event, Recovered | Missing)]
        away = [(each.game, each.called, each.standing) for each in self.table.unfinished()]
        return events, sorted(away), self.table.kept("wartime", "odd"), self.table.game


def entries(table: Table) -> list[object]:
    return [entry for entry, _ in table.log().lines]


def try_at(disk: Disk, before: Path, folder: Path, *, first: int, most: int, error: int) -> tuple[int, str]:
    """Plays with the disk failing there. Returns how many calls there were, and how it went."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(before, folder)
    disk.fail(first=first, most=most, error=error)
    night = Night(folder)
    night.play()
    told = night.told()
    calls = disk.heal()
    if calls < first:
        night.table.close()
        return calls, "none"
    if not most and not told:
        return calls, "unsaid"
    for _ in range(33):
        night.sync()
    night.table.disk.checkpoint()
    if night.told() or night.table.disk.unsynced:
        logging.error("%s", night.told())
        return calls, "unhealed"
    seen = night.seen()
    if night.kept.items() - night.table.kept("wartime", "odd").items() or len(set(night.phones)) != len(night.phones):
        return calls, "lost"
    night.table.close()
    again = Night(folder)
    outcome = "kept" if again.seen() == seen and not again.told() else "lost"
    if outcome == "lost":
        logging.error("%s\n%s\n%s", again.told(), seen, again.seen())
    again.table.close()
    return calls, outcome


def play_on(folder: Path, count: int, seed: int) -> dict[str, int]:
    """In the process whose calls fail: `count` places, or all of them where that is 0."""
    disk = Disk(folder / "state")
    below = folder / "disk"
    before = folder / "before"
    night = Night(before)
    night.act(Begin(), c.Flip(timer="gold-30"))
    night.table.close()
    calls, _ = try_at(disk, before, below, first=10**9, most=1, error=errno.EIO)
    places = [(first, most, error) for first in range(1, calls + 1) for most in LENGTHS for error in ERRORS]
    if count:
        places = random.Random(seed).sample(places, min(count, len(places)))
    counts: Counter[str] = Counter({"calls": calls})
    for first, most, error in places:
        try:
            _, outcome = try_at(disk, before, below, first=first, most=most, error=error)
        except Exception:
            disk.heal()
            logging.exception("crashed")
            outcome = "crashed"
        counts["faults"] += 1
        counts[outcome] += 1
        if outcome not in {"kept", "none"}:
            logging.error("%s: %d calls from %d on, %s", outcome, most, first, errno.errorcode[error])
    return dict(counts)


def run(count: int, seed: int) -> dict[str, int]:
    """Fails `count` of a game's writes, or every one of them where that is 0. Of "faults" so many: was everything there
    once the disk was well again ("kept"), or not ("lost", "unhealed"), or was it not said while it was not ("unsaid"),
    or did it crash. A place that was not reached, since earlier failures changed the way there, counts as "none"."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name)
        shim = folder / "failing_disk.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(shim), str(SHIM), "-ldl"], check=True)
        (folder / "state").write_bytes(bytes(_STATE.size))
        set_up = {"LD_PRELOAD": str(shim), "FAILING_BELOW": f"{folder}/disk", "FAILING_STATE": f"{folder}/state"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.attack.faults", str(count), str(seed), name],
            stdout=subprocess.PIPE, check=True, text=True, env=os.environ | set_up, cwd=Path(__file__).parents[2],
        )  # fmt: skip
    return dict(json.loads(done.stdout))


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    logging.getLogger("companion").setLevel(logging.CRITICAL)
    if len(sys.argv) > 3:
        print(json.dumps(play_on(Path(sys.argv[3]), int(sys.argv[1]), int(sys.argv[2]))))
    else:
        print(json.dumps(run(int(sys.argv[1]), int(sys.argv[2]))))

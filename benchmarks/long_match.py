"""A long match: how soon it is on the table again, and what a tap costs while ten phones read its log. Run it from the
repository's root: python benchmarks/long_match.py.

The rival of the start is the same journal with nothing undone in it; that of a tap beside readers is one without.
"""

import itertools
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from running import RunningService

from companion.battleline.match import commands as b
from companion.clock import MS, SystemClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.commands import Begin, Command, Undo
from companion.table.errors import NotHere, Refused
from companion.table.events import Undone
from companion.table.history import Entry, History, Source, SourceKind
from companion.table.match import Match
from companion.table.seats import Seat
from companion.table.sides import Side
from companion.table.table import Table
from companion.wartime.match import commands as w
from companion.warzone.force.roster import Entry as Listed
from companion.warzone.match import commands as z
from companion.warzone.scenario.deployment import Area

EVENTS = 200_000
UNDO_EVERY = 40
READERS = 10
TAPS = 200


def _wartime() -> tuple[Sequence[Command], Sequence[Command]]:
    timers = ("gold-30", "gold-60a", "gold-90", "red-30", "red-60a", "red-90")
    flips = [w.Flip(timer=timer, unit=unit) for timer in timers for unit in (None, "Archer", "Knight")]
    return (Begin(),), [*flips, *(w.Free(timer=timer) for timer in timers)]


def _warzone() -> tuple[Sequence[Command], Sequence[Command]]:
    force = (Listed(name="Knight", count=8, wounds=3, dp=4),)
    first = (*(z.Muster(side=side, entries=force) for side in Side), z.SelectArea(side=Side.GOLD, area=Area.A), Begin())
    units = [(side, str(unit)) for side in Side for unit in range(1, 9)]
    wounds = [z.Wound(side=side, unit=unit, count=count) for side, unit in units for count in (1, -1)]
    marks = [
        z.Mark(side=side, unit=unit, counter=z.Counter.PINNED, on=on) for side, unit in units for on in (True, False)
    ]
    return first, [*wounds, *marks]


def _battleline() -> tuple[Sequence[Command], Sequence[Command]]:
    cards = [f"{colour}{value}" for colour in "ROYG" for value in (2, 5, 9)]
    lays = [
        b.Lay(side=side, flag=flag, piece=piece) for side in (Seat.GOLD, Seat.RED) for flag in (1, 2) for piece in cards
    ]
    return (Begin(),), [*lays, *(b.TakeUp(piece=piece) for piece in cards), b.Point(side=Seat.GOLD)]


GAMES = {"wartime": _wartime, "warzone": _warzone, "battleline": _battleline}


def played(path: Path, game: str, events: int, *, undo_every: int | None) -> int:
    """Journals a match of so many events, one in `undo_every` an undo; how many undos there are."""
    first, acts = GAMES[game]()
    chosen = all_games()[game]
    setup, chance, undos = msgspec.json.encode(chosen.setup(None)), random.Random(1), 0
    history = History(Match.opened(chosen, setup, now=1))
    rows = []
    for number in itertools.count(1):
        if history.next_seq > events:
            break
        now, match = number * 200 * MS, history.match
        found = []
        while (due := history.match.due()) is not None and due <= now and not found:
            found = list(history.match.lapse(due))
        if not found and undo_every and number % undo_every == 0 and (act := history.last_act):
            found, undos = [Undone(sand_ns=match.sand(now), seq=act.seq, mono_ns=now)], undos + 1
        elif not found:
            try:
                found = list(match.decide(first[number - 1] if number <= len(first) else chance.choice(acts), now))
            except (Refused, NotHere):
                continue
        for event in found:
            entry = Entry(seq=history.next_seq, wall_ns=now, mono_ns=now, source="phone 1, gold", event=event)
            history.append(entry)
            history.saved()
            rows.append(entry.row())
    journal = Journal(path)
    row = journal.open_match(game, setup, wall_ns=0)
    journal.append(row.id, rows)
    journal.away.lay(row.id)
    journal.close()
    return undos


def opened(path: Path) -> float:
    """Seconds until the journal's match is on the table."""
    journal, start = Journal(path), time.perf_counter()
    table = Table(clock=SystemClock(), journal=journal, games=all_games(), game=FIRST)
    taken, start = time.perf_counter() - start, time.perf_counter()
    table.dispatch(Undo(), source=Source(SourceKind.PHONE, "1"))
    print(f"  the next undo {1000 * (time.perf_counter() - start):.1f} ms", end="")
    start = time.perf_counter()
    table.report()
    print(f", its report {time.perf_counter() - start:.2f} s")
    table.close()
    return taken


def tapping(service: RunningService) -> list[float]:
    """Milliseconds from each tap to its answer."""
    took = []
    for tap in range(TAPS):
        start = time.perf_counter()
        service.post(f"/api/timers/gold-30/{('flip', 'free')[tap % 2]}")
        took.append(1000 * (time.perf_counter() - start))
        time.sleep(0.01)
    return took


def read_on(service: RunningService, path: str, stop: threading.Event) -> None:
    while not stop.is_set():
        service.read(path)


def beside_readers(folder: Path, events: int) -> None:
    state = folder / str(events)
    state.mkdir()
    played(state / "table.sqlite", "wartime", events, undo_every=UNDO_EVERY)
    with RunningService(state) as service:
        service.join()
        service.post("/api/table/resume")
        idle = tapping(service)
        for path in ("/log", "/api/log?limit=1000", "/report"):
            stop = threading.Event()
            readers = [threading.Thread(target=read_on, args=(service, path, stop)) for _ in range(READERS)]
            for reader in readers:
                reader.start()
            busy = tapping(service)
            stop.set()
            for reader in readers:
                reader.join()
            told = [
                f"{name} {_at(busy, at):.1f} ({_at(idle, at):.1f} alone)" for name, at in (("p50", 49), ("p99", 98))
            ]
            print(f"tap in {events:,} events, {READERS} readers of {path}: {', '.join(told)} ms")


def _at(times: Sequence[float], percent: int) -> float:
    return statistics.quantiles(times, n=100)[percent]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            plain, undone = Path(folder) / f"{game}.sqlite", Path(folder) / f"{game}-undone.sqlite"
            played(plain, game, EVENTS, undo_every=None)
            undos = played(undone, game, EVENTS, undo_every=UNDO_EVERY)
            rival, own = opened(plain), opened(undone)
            told = f"{own:.2f} s, ratio to none undone {own / rival:.1f}"
            print(f"start with {EVENTS:,} events of {game}, {undos:,} undos: {told}")
        for events in (3_000, EVENTS):
            beside_readers(Path(folder), events)

"""A long match: how soon it is on the table again, and what a tap costs while ten phones read its log.

The rival of the start is the same journal with nothing undone in it; that of a tap beside readers is one without.
"""

import itertools
import random
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.figures import Figure, median_p99
from benchmarks.running import RunningService
from companion.clock import MS, SystemClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.commands import Begin, Command, Undo
from companion.table.errors import NotHere, Refused
from companion.table.events import Source, SourceKind, Undone
from companion.table.history import Entry, History
from companion.table.match import Match
from companion.table.seats import Seat, Side
from companion.table.table import Table
from companion.warzone.force.force import ForceEntry as Listed
from companion.warzone.match.parts import Counter
from companion.warzone.scenarios import DeploymentArea
from tests.companion.battleline import acts as b
from tests.companion.wartime import acts as w
from tests.companion.warzone import acts as z

SHORT = {"events": 100, "lengths": (100,), "taps": 2}
UNDO_EVERY = 40
READERS = 10
READ = ("/log", "/api/log?limit=1000", "/report")


def _wartime() -> tuple[Sequence[Command], Sequence[Command]]:
    timers = ("gold-30", "gold-60a", "gold-90", "red-30", "red-60a", "red-90")
    flips = [w.Flip(timer=timer, unit=unit) for timer in timers for unit in (None, "Archer", "Knight")]
    return (Begin(),), [*flips, *(w.Free(timer=timer) for timer in timers)]


def _warzone() -> tuple[Sequence[Command], Sequence[Command]]:
    force = (Listed(name="Knight", count=8, wounds=3, dp=4),)
    first = (
        *(z.Muster(side=side, entries=force) for side in Side),
        z.SelectArea(side=Side.GOLD, area=DeploymentArea.A),
        Begin(),
    )
    units = [(side, str(unit)) for side in Side for unit in range(1, 9)]
    wounds = [z.Wound(side=side, unit=unit, count=count) for side, unit in units for count in (1, -1)]
    marks = [
        z.Mark(side=side, unit=unit, counter=Counter.PINNED, on=on) for side, unit in units for on in (True, False)
    ]
    return first, [*wounds, *marks]


def _battleline() -> tuple[Sequence[Command], Sequence[Command]]:
    cards = [f"{colour}{value}" for colour in "ROYG" for value in (2, 5, 9)]
    lays = [
        b.Lay(side=side, flag=flag, piece=piece) for side in (Seat.GOLD, Seat.RED) for flag in (1, 2) for piece in cards
    ]
    return (Begin(),), [*lays, *(b.TakeUp(piece=piece) for piece in cards), b.Point(side=Seat.GOLD)]


GAMES = {"wartime": _wartime, "warzone": _warzone, "battleline": _battleline}


class Opened(NamedTuple):
    """Seconds until a match is on the table, and then for an undo and its report."""

    table: float
    undo: float
    report: float


def play(path: Path, game: str, events: int, *, undo_every: int | None) -> Path:
    """Journals a match of so many events. One act in `undo_every` is an undo. Returns the journal's path."""
    first, acts = GAMES[game]()
    chosen = all_games()[game]
    setup, chance = msgspec.json.encode(chosen.setup(None)), random.Random(1)
    history = History(Match.start(chosen, setup, now=1))
    rows = []
    for number in itertools.count(1):
        if history.next_seq > events:
            break
        now, match = number * 200 * MS, history.match
        found = []
        while (due := history.match.due()) is not None and due <= now and not found:
            found = list(history.match.lapse(due))
        if not found and undo_every and number % undo_every == 0 and (act := history.last_act):
            found = [Undone(sand_ns=match.sand(now), seq=act.seq, mono_ns=now)]
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
    return path


def opened(path: Path) -> Opened:
    journal, instants = Journal(path), [time.perf_counter()]
    table = Table(clock=SystemClock(), journal=journal, games=all_games(), game=FIRST)
    instants.append(time.perf_counter())
    table.dispatch(Undo(), source=Source(SourceKind.PHONE, "1"))
    instants.append(time.perf_counter())
    table.report()
    instants.append(time.perf_counter())
    table.close()
    return Opened(*(after - before for before, after in itertools.pairwise(instants)))


def tapping(service: RunningService, taps: int) -> list[float]:
    """Returns the milliseconds from each tap to its answer."""
    took = []
    for tap in range(taps):
        start = time.perf_counter()
        service.post(f"/api/timers/gold-30/{('flip', 'free')[tap % 2]}")
        took.append(1000 * (time.perf_counter() - start))
        time.sleep(0.01)
    return took


def read_on(service: RunningService, path: str, stop: threading.Event) -> None:
    while not stop.is_set():
        service.read(path)


def beside_readers(state: Path, events: int, taps: int) -> Iterator[Figure]:
    state.mkdir()
    play(state / "table.sqlite", "wartime", events, undo_every=UNDO_EVERY)
    with RunningService(state) as service:
        service.join()
        service.post("/api/table/resume")
        alone = tapping(service, taps)
        for path in READ:
            stop = threading.Event()
            readers = [threading.Thread(target=read_on, args=(service, path, stop)) for _ in range(READERS)]
            for reader in readers:
                reader.start()
            busy = tapping(service, taps)
            stop.set()
            for reader in readers:
                reader.join()
            yield Figure.of(
                f"a tap in a match of {events:,} events while ten phones read {path}, median / p99",
                median_p99(busy),
                "ms",
                rival="no readers",
                rivals=median_p99(alone),
            )


def measure(
    folder: Path, *, events: int = 200_000, lengths: Sequence[int] = (3_000, 200_000), taps: int = 200
) -> Iterator[Figure]:
    plain, undone = (
        [opened(play(folder / f"{game}-{every}.sqlite", game, events, undo_every=every)) for game in GAMES]
        for every in (None, UNDO_EVERY)
    )
    rival = "nothing undone"
    for name, own, without, unit in (
        (
            "a match of 200,000 events on the table again, one act in 40 an undo, quickest / slowest game",
            [each.table for each in undone],
            [each.table for each in plain],
            "s",
        ),
        ("its next undo", [1000 * each.undo for each in undone], [1000 * each.undo for each in plain], "ms"),
        ("its report", [each.report for each in undone], [each.report for each in plain], "s"),
    ):
        yield Figure.of(name, [min(own), max(own)], unit, rival=rival, rivals=[min(without), max(without)])
    for length in lengths:
        yield from beside_readers(folder / str(length), length, taps)

"""A list of 1,000 past games: how soon its page is there, and what it costs to make it.

The rivals make the same list without an index: one reads every match's rows from the journal, the other replays them.
"""

import itertools
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import quote

import msgspec

from benchmarks.figures import Figure, median_p99
from benchmarks.long_match import GAMES
from benchmarks.running import RunningService
from companion.clock import MS, SECOND, ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal, Row
from companion.journal.reader import Reader
from companion.shelf.keeper import retold
from companion.shelf.summary import summary
from companion.table.commands import End
from companion.table.errors import NotHere, Refused
from companion.table.events import Event
from companion.table.history import Entry, History
from companion.table.match import Match
from companion.table.seats import Seat
from companion.table.table import Table

SHORT = {"matches": 2, "asked": 2}
EVENTS = {"wartime": 600, "warzone": 300, "battleline": 120}
PEOPLE = ("Anna", "Ben", "Carla", "David", "Emma", "Felix", "Gina", "Hugo")
OPENED = 1_770_000_000 * SECOND
APART = 8 * 3600 * SECOND
SEARCHES = ("", "anna", "ben won", "wartime", "2026-05", "battle line hugo", "nobody at all")


def template(game: str, seed: int) -> tuple[bytes, list[Row]]:
    """A game of some ten minutes by chance, played to its end."""
    first, acts = GAMES[game]()
    chosen, chance = all_games()[game], random.Random(seed)
    setup = msgspec.json.encode(chosen.setup(None))
    history = History(Match.start(chosen, setup, now=1))
    rows: list[Row] = []

    def happen(events: Sequence[Event], now: int) -> None:
        for event in events:
            entry = Entry(seq=history.next_seq, wall_ns=now, mono_ns=now, source="phone 1, gold", event=event)
            history.append(entry)
            history.saved()
            rows.append(entry.row())

    for number in itertools.count(1):
        now, match = number * 1000 * MS, history.match
        while (due := match.due()) is not None and due <= now:
            happen(match.lapse(due), due)
            match = history.match
        try:
            if history.next_seq >= EVENTS[game]:
                happen(match.decide(End(winner=chance.choice((Seat.GOLD, Seat.RED))), now), now)
                return setup, rows
            happen(match.decide(first[number - 1] if number <= len(first) else chance.choice(acts), now), now)
        except (Refused, NotHere):
            continue
    raise AssertionError


def fill(path: Path, matches: int) -> int:
    """Journals the matches. Returns the bytes of their rows."""
    made = {game: [template(game, seed) for seed in range(min(5, matches))] for game in EVENTS}
    journal, chance, size = Journal(path), random.Random(1), 0
    for number in range(matches):
        game = chance.choice((*EVENTS, "wartime", "battleline"))
        (setup, rows), opened = chance.choice(made[game]), OPENED + number * APART
        gold, red = chance.sample(PEOPLE, 2)
        row = journal.open_match(game, setup, wall_ns=opened)
        sources = itertools.cycle((f"phone 1, gold, {gold}", f"phone 2, red, {red}"))
        journal.append(
            row.id,
            [Row(each.seq, opened + each.wall, each.mono, next(sources), each.event) for each in rows],
        )
        journal.away.lay(row.id)
        size += len(setup) + sum(len(each.event) for each in rows)
    journal.close()
    return size


def timed(asked: int, do: Callable[[], object]) -> Iterator[float]:
    """Yields milliseconds."""
    for _ in range(asked):
        start = time.perf_counter()
        do()
        yield 1000 * (time.perf_counter() - start)


def _rows(reader: Reader, match: int, after: int, most: int) -> list[Row]:
    return reader.rows(match, after=after, most=most)


def rivals(path: Path) -> Sequence[float]:
    """Returns the milliseconds in which every match's rows are read, and in which every match is replayed."""
    table = Table(clock=ManualClock(), journal=Journal(path), games=all_games(), game=FIRST)
    reader, games = table.reader, all_games()

    def scanned() -> None:
        for each in reader.listed():
            reader.played(each.match, most=5000)

    def replayed() -> None:
        for each in reader.listed():
            row = reader.row(each.match)
            if row is not None:
                rows = partial(_rows, reader, row.id)
                summary(retold(row, rows, games[row.game]), row, reader.extent(row))

    found = statistics.median(timed(3, scanned)), *timed(1, replayed)
    table.close()
    return found


def tapping(service: RunningService, count: int) -> list[float]:
    """Returns the milliseconds from each tap to its answer."""
    turns = itertools.cycle(("pause", "resume"))
    took: list[float] = []
    for _ in range(count):
        took += timed(1, lambda: service.post(f"/api/table/{next(turns)}"))
        time.sleep(0.01)
    return took


def measure(folder: Path, *, matches: int = 1000, asked: int = 200) -> Iterator[Figure]:
    path = folder / "table.sqlite"
    size = fill(path, matches)
    without_index = rivals(path)
    with RunningService(folder) as service:
        service.join()
        start = time.perf_counter()
        service.post("/api/table/new", {"game": "wartime"})
        service.post("/api/table/begin")
        first, meanwhile = list(timed(max(2, asked // 10), lambda: service.read("/shelf"))), tapping(service, asked)
        while service.get("/api/shelf")["storage"]["untold"]:
            time.sleep(0.1)
        through = time.perf_counter() - start
        alone = tapping(service, asked)
        words = itertools.cycle(SEARCHES)
        took = {
            name: list(timed(asked, ask))
            for name, ask in {
                "": lambda: service.read("/shelf"),
                "a search": lambda: service.read(f"/shelf?q={quote(next(words))}"),
                "page 40": lambda: service.read("/shelf?page=40"),
                "a search as JSON": lambda: service.read(f"/api/shelf?q={quote(next(words))}"),
            }.items()
        }
    yield Figure.of(
        "the list of 1,000 past games, or a search in it, to its page, median / p99",
        median_p99(took.pop("") + took["a search"]),
        "ms",
        rival="every match's rows read / every match replayed",
        rivals=without_index,
    )
    yield Figure.of(
        "a tap to its answer while 1,000 past games are looked through for the first time, median / p99",
        median_p99(meanwhile),
        "ms",
        rival="nothing else",
        rivals=median_p99(alone),
    )
    yield Figure.of("the list meanwhile, median / p99", median_p99(first), "ms")
    for name, times in took.items():
        yield Figure.of(f"the list of 1,000 past games: {name}, median / p99", median_p99(times), "ms")
    yield Figure.of("until all of them are looked through beside a game", [through], "s")
    index = (folder / "shelf.sqlite").stat().st_size
    yield Figure.of("the list's index", [index / 1e6], "MB", rival="the events themselves", rivals=[size / 1e6])

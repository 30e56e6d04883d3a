"""A shelf of 1,000 matches: how soon its page is there, and what it costs to fill it. Run it from the root of the
repository: python benchmarks/shelf.py.

The rivals make the same list without an index: one reads every match's rows from the journal, the other replays them.
"""

import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import quote

import msgspec
from long_match import GAMES
from running import RunningService

from companion.clock import MS, SECOND, ManualClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal, Row
from companion.journal.reader import Reader
from companion.shelf.retold import retold
from companion.shelf.summary import summary
from companion.table.commands import End
from companion.table.errors import NotHere, Refused
from companion.table.events import Event
from companion.table.history import Entry, History
from companion.table.match import Match
from companion.table.seats import Seat
from companion.table.table import Table

MATCHES = 1000
EVENTS = {"wartime": 600, "warzone": 300, "battleline": 120}
PEOPLE = ("Anna", "Ben", "Carla", "David", "Emma", "Felix", "Gina", "Hugo")
OPENED = 1_770_000_000 * SECOND
APART = 8 * 3600 * SECOND
ASKED, TAPS = 200, 200
SEARCHES = ("", "anna", "ben won", "wartime", "2026-05", "battle line hugo", "nobody at all")


def template(game: str, seed: int) -> tuple[bytes, list[Row]]:
    """A game of some ten minutes by chance, played to its end."""
    first, acts = GAMES[game]()
    chosen, chance = all_games()[game], random.Random(seed)
    setup = msgspec.json.encode(chosen.setup(None))
    history = History(Match.opened(chosen, setup, now=1))
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


def fill(path: Path) -> int:
    """Journals the matches; the bytes of their rows."""
    made = {game: [template(game, seed) for seed in range(5)] for game in EVENTS}
    journal, chance, size = Journal(path), random.Random(1), 0
    for number in range(MATCHES):
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
    """Milliseconds."""
    for _ in range(asked):
        start = time.perf_counter()
        do()
        yield 1000 * (time.perf_counter() - start)


def say(what: str, took: Sequence[float]) -> None:
    median, p99 = statistics.median(took), sorted(took)[int(len(took) * 0.99) - 1 if len(took) > 1 else 0]
    print(f"  {what:52} median {median:8.2f} ms, 99th {p99:8.2f} ms")


def _rows(reader: Reader, match: int, after: int, most: int) -> list[Row]:
    return reader.rows(match, after=after, most=most)


def rivals(path: Path) -> None:
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

    say("rival: every match's rows read from the journal", list(timed(3, scanned)))
    say("rival: every match replayed", list(timed(1, replayed)))
    table.close()


def tapping(service: RunningService, count: int) -> list[float]:
    """Milliseconds from each tap to its answer."""
    turns = itertools.cycle(("pause", "resume"))
    took: list[float] = []
    for _ in range(count):
        took += timed(1, lambda: service.post(f"/api/table/{next(turns)}"))
        time.sleep(0.01)
    return took


def main(folder: Path) -> None:
    path = folder / "table.sqlite"
    start = time.perf_counter()
    size = fill(path)
    print(f"  {MATCHES} matches, {size / 1e6:.0f} MB of events, journaled in {time.perf_counter() - start:.0f} s")
    rivals(path)
    with RunningService(folder) as service:
        service.join()
        start = time.perf_counter()
        service.post("/api/table/new", {"game": "wartime"})
        service.post("/api/table/begin")
        first, tapped = list(timed(20, lambda: service.read("/shelf"))), tapping(service, TAPS)
        while service.get("/api/shelf")["storage"]["untold"]:
            time.sleep(0.1)
        print(f"  looked through beside the game in {time.perf_counter() - start:.0f} s")
        say("GET /shelf meanwhile", first)
        say("a tap to its answer meanwhile", tapped)
        say("a tap to its answer after that", tapping(service, TAPS))
    index = (folder / "shelf.sqlite").stat().st_size
    with RunningService(folder) as service:
        service.read("/shelf")
        say("GET /shelf", list(timed(ASKED, lambda: service.read("/shelf"))))
        say("GET /shelf?page=40", list(timed(ASKED, lambda: service.read("/shelf?page=40"))))
        words = itertools.cycle(SEARCHES)
        say("GET /shelf?q=…", list(timed(ASKED, lambda: service.read(f"/shelf?q={quote(next(words))}"))))
        say("GET /api/shelf?q=…", list(timed(ASKED, lambda: service.read(f"/api/shelf?q={quote(next(words))}"))))
    print(f"  the index takes {index / 1e6:.1f} MB")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(Path(scratch))

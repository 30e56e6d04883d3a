"""Renews the texts of the recorded games: `python -m tests.companion.table.renew_texts`.

It replays each file of recorded/ and compares what today's table shows with what the file has. Where the two differ in
texts alone, the file gets today's texts, and the digests of the views on the way. Any other difference is an error. A
game that has no file yet gets one.

The rows stay as an earlier Warglass wrote them: a refusal in other words is a line of REWORDED in test_recorded.py.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.clock import ManualClock
from companion.journal.journal import Row
from tests.companion.table.recorded_games import GAMES, Opened, Played, RecordedRow, Seen, journaled, seen
from tests.companion.table.test_recorded import NAMES, RECORDED, recorded
from tests.support import open_table, write_journal


def texts_that_differ(then: Any, today: Any, where: str) -> Iterator[tuple[str, str]]:
    """Yields the texts that differ, as they were and as they are. Raises ValueError where anything else does."""
    if isinstance(then, dict) and isinstance(today, dict) and list(then) == list(today):
        for key in then:
            yield from texts_that_differ(then[key], today[key], f"{where}.{key}")
    elif isinstance(then, list) and isinstance(today, list) and len(then) == len(today):
        for at, (old, new) in enumerate(zip(then, today, strict=True)):
            yield from texts_that_differ(old, new, f"{where}[{at}]")
    elif then != today:
        if not (isinstance(then, str) and isinstance(today, str) and " " in then.strip()):
            raise ValueError(f"{where}: {then!r} is {today!r} today")
        yield then, today


def replayed(path: Path, opened: Opened, rows: Sequence[RecordedRow]) -> Seen:
    """Returns what a table shows that has come back to this match."""
    stored = [Row(row.seq, row.wall, row.mono, row.source, bytes(row.event)) for row in rows]
    write_journal(path, opened.game, bytes(opened.setup), stored)
    table = open_table(path, ManualClock(now=7_000_000_000, wall=rows[-1].wall))
    shown = seen(table, [])
    table.close()
    return shown


def record(name: str, folder: Path) -> None:
    """Plays the game, and writes its file."""
    players = Played(folder / f"{name}.sqlite")
    GAMES[name](players)
    players.table.close()
    opened, rows = journaled(players)
    last = replace(replayed(folder / f"{name}-again.sqlite", opened, rows), digests=tuple(players.digests))
    (RECORDED / f"{name}.jsonl").write_bytes(
        b"".join(msgspec.json.encode(line) + b"\n" for line in (opened, *rows, last))
    )


def renew(name: str, folder: Path) -> list[tuple[str, str]]:
    """Writes the file with today's texts, and returns the texts that differ."""
    opened, rows, then = recorded(name)
    today = replayed(folder / f"{name}.sqlite", opened, rows)
    digests = then.digests
    if name in GAMES:
        players = Played(folder / f"{name}-today.sqlite")
        GAMES[name](players)
        players.table.close()
        digests = tuple(players.digests)
        if len(digests) != len(then.digests):
            raise ValueError(f"{name}: {len(then.digests)} acts are {len(digests)} today")
    pairs = [
        pair
        for part in ("view", "log", "report")
        for pair in texts_that_differ(
            msgspec.json.decode(getattr(then, part)), msgspec.json.decode(getattr(today, part)), f"{name}: {part}"
        )
    ]
    if pairs or digests != then.digests:
        lines = (RECORDED / f"{name}.jsonl").read_bytes().splitlines()
        lines[-1] = msgspec.json.encode(Seen(today.view, today.log, today.report, digests))
        (RECORDED / f"{name}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    return pairs


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in GAMES.keys() - NAMES:
            record(name, Path(folder))
            print(f"{name}: recorded")
        for name in NAMES:
            pairs = renew(name, Path(folder))
            if pairs:
                print(f"{name}: {len(pairs)} texts")
                for then, today in sorted(set(pairs)):
                    print(f"    {then}\n    {today}")


if __name__ == "__main__":
    sys.exit(main())

"""Records games, and renews what was recorded: `python -m tests.companion.table.record`.

A game of GAMES without a file in recorded/ gets one. Each file that is there is replayed, and what today's table shows
is compared with what it has. A file is renewed where the two differ in texts, or where today has a new field at its
default. Any other difference is an error that says where, and leaves the file as it is. The rows of a file stay as an
earlier Warglass wrote them: a refusal in other words is a line of REWORDED in test_recorded.py.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.clock import ManualClock
from companion.journal.journal import Row
from companion.table.view import TableView
from tests.companion.table.recorded_games import GAMES, Opened, Played, RecordedRow, Seen, digest, journaled, seen
from tests.support import open_table, write_journal

RECORDED = Path(__file__).parent / "recorded"
PARTS = ("view", "log", "report")
EACH = "[]"
"""Stands in a field's path for the items of a list."""

FieldPath = tuple[str, ...]


class Change(NamedTuple):
    """Says what a replay shows otherwise: a text, as it was and as it is, or a field that is new."""

    then: str | None
    today: str
    field: FieldPath


def changes(then: Any, today: Any, field: FieldPath) -> Iterator[Change]:
    """Yields what differs. Raises ValueError, naming the field, where more than texts and new fields do."""
    if isinstance(then, dict) and isinstance(today, dict) and list(then) == [key for key in today if key in then]:
        for key in today:
            if key in then:
                yield from changes(then[key], today[key], (*field, key))
            else:
                yield Change(None, str(today[key]), (*field, key))
    elif isinstance(then, list) and isinstance(today, list) and len(then) == len(today):
        for old, new in zip(then, today, strict=True):
            yield from changes(old, new, (*field, EACH))
    elif then != today:
        if not (isinstance(then, str) and isinstance(today, str) and " " in then.strip()):
            raise ValueError(f"{'.'.join(field)}: {then!r} is {today!r} today")
        yield Change(then, today, field)


def without(value: Any, field: FieldPath) -> Any:
    """Returns the value as it is without that field, wherever a list on the way has it."""
    first, *rest = field
    if first == EACH:
        return [without(each, tuple(rest)) for each in value] if isinstance(value, list) else value
    if not isinstance(value, dict) or first not in value:
        return value
    kept = {} if not rest else {first: without(value[first], tuple(rest))}
    return {key: kept.get(key, old) for key, old in value.items() if key != first or rest}


def older(raw: bytes, kind: type[Any], fields: set[FieldPath]) -> bytes:
    """Returns the JSON of that type without the fields. Raises ValueError where one of them is not at its default."""
    value = msgspec.json.decode(raw)
    for field in fields:
        value = without(value, field)
    plain = msgspec.json.encode(value)
    try:
        again = msgspec.json.encode(msgspec.json.decode(plain, type=kind))
    except msgspec.ValidationError as error:
        raise ValueError(f"A new field needs a default. {error}") from error
    if again != raw:
        raise ValueError(f"{', '.join('.'.join(each) for each in sorted(fields))}: not at the default everywhere")
    return plain


def recorded(name: str) -> tuple[Opened, list[RecordedRow], Seen]:
    first, *rows, last = (RECORDED / f"{name}.jsonl").read_bytes().splitlines()
    return (
        msgspec.json.decode(first, type=Opened),
        [msgspec.json.decode(row, type=RecordedRow) for row in rows],
        msgspec.json.decode(last, type=Seen),
    )


def renew(name: str, folder: Path) -> list[Change]:
    """Writes the file as today's table shows the game, and returns what differs. Raises ValueError."""
    opened, rows, then = recorded(name)
    stored = [Row(row.seq, row.wall, row.mono, row.source, bytes(row.event)) for row in rows]
    path = folder / f"{name}.sqlite"
    write_journal(path, opened.game, bytes(opened.setup), stored)
    table = open_table(path, ManualClock(now=7_000_000_000, wall=rows[-1].wall))
    today, kinds = seen(table, []), {"view": type(table.view()), "report": type(table.report())}
    table.close()
    found = [
        change
        for part in PARTS
        for change in changes(
            msgspec.json.decode(getattr(then, part)), msgspec.json.decode(getattr(today, part)), (name, part)
        )
    ]
    new = {part: {each.field[2:] for each in found if each.field[1] == part and each.then is None} for part in PARTS}
    if new["log"]:
        raise ValueError(f"{name}: the log has new fields: {sorted(new['log'])}")
    for part, kind in kinds.items():
        if new[part]:
            older(bytes(getattr(today, part)), kind, new[part])
    digests = then.digests if name not in GAMES else _played_again(name, folder, then, kinds["view"], found)
    if found or digests != then.digests:
        lines = (RECORDED / f"{name}.jsonl").read_bytes().splitlines()
        lines[-1] = msgspec.json.encode(Seen(today.view, today.log, today.report, digests))
        (RECORDED / f"{name}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    return found


def _played_again(name: str, folder: Path, then: Seen, kind: type[TableView], found: list[Change]) -> tuple[str, ...]:
    """Returns the digests of the same game played today. Raises ValueError where a view on the way differs in more than
    new fields, if no text differs: a digest cannot tell a text from a fact."""
    players = Played(folder / f"{name}-today.sqlite")
    GAMES[name](players)
    players.table.close()
    digests = tuple(map(digest, players.views))
    if len(digests) != len(then.digests):
        raise ValueError(f"{name}: {len(then.digests)} acts are {len(digests)} today")
    new = {each.field[2:] for each in found if each.field[1] == "view" and each.then is None}
    if all(each.then is None for each in found):
        for act, (view, old) in enumerate(zip(players.views, then.digests, strict=True), 1):
            if digest(view) != old and digest(older(view, kind, new)) != old:
                raise ValueError(f"{name}: the view after act {act} differs in more than new fields")
    return digests


def record(name: str, folder: Path) -> None:
    """Plays the game and writes its file."""
    players = Played(folder / f"{name}-new.sqlite")
    GAMES[name](players)
    players.table.close()
    opened, rows = journaled(players)
    back = open_table(players.path, ManualClock(now=7_000_000_000, wall=rows[-1].wall))
    shown = seen(back, [digest(view) for view in players.views])
    back.close()
    lines = [msgspec.json.encode(each) for each in (opened, *rows, shown)]
    (RECORDED / f"{name}.jsonl").write_bytes(b"\n".join(lines) + b"\n")


def main() -> int:
    """Returns 1 where a file could not be renewed, after all others have been."""
    refused = 0
    with tempfile.TemporaryDirectory() as folder:
        there = {path.stem for path in RECORDED.glob("*.jsonl")}
        for name in sorted(there | set(GAMES)):
            if name not in there:
                record(name, Path(folder))
                print(f"{name}: recorded")
                continue
            try:
                found = renew(name, Path(folder))
            except ValueError as error:
                refused = 1
                print(f"{name}: not renewed. {error}")
                continue
            for was, now, field in sorted(
                {change if change.then is None else (*change[:2], ()) for change in found}, key=str
            ):
                print(f"{name}: {'.'.join(field[1:])}, {now}" if was is None else f"{name}: {was}\n    {now}")
    return refused


if __name__ == "__main__":
    sys.exit(main())

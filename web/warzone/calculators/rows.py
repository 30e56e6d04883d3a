"""Lists that a form asks for row by row, and that an address holds in one line."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from web.warzone.calculators.plantargets import MOST

GROUPS = ("a_groups", "b_groups")
TARGETS = "targets"
_CELL = re.compile(r"(\w+)-(\d{1,2})-(\w+)")
"""What a form calls a cell: its list, the number of its row, its column."""
_SIGNS = re.compile(r"[:,=\s]+")
"""What separates in a line, and so cannot be in a name."""
_TARGET = ("target", "ar", "def", "wounds", "cover", "charge")
"""The cells of a target. What else its line says of it goes along as it is, in the cell `rest`."""

Cells = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One row: its number, and the text of each cell by column, empty where it has none."""

    number: int
    cells: Cells


def folded(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Returns the address with each list in one line, where a form says it in rows. Empty rows are left out."""
    rows: defaultdict[str, defaultdict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    others: list[tuple[str, str]] = []
    for name, text in pairs:
        cell = _CELL.fullmatch(name)
        if cell is None or cell[1] not in _WRITERS:
            others.append((name, text))
        else:
            rows[cell[1]][cell[2]][cell[3]] = text.strip()
    lines = [
        (name, ",".join(filter(None, (_WRITERS[name](number, cells) for number, cells in numbered.items()))))
        for name, numbered in rows.items()
    ]
    return [(name, text) for name, text in others if name not in rows] + [line for line in lines if line[1]]


def group_rows(line: str) -> list[Row]:
    """Returns the groups of a line, and a row for one more."""
    return _rows(line, _group)


def target_rows(line: str) -> list[Row]:
    """Returns the targets of a line, and a row for one more."""
    return _rows(line, _target)


def _rows(line: str, read: Callable[[str], Cells]) -> list[Row]:
    """A line of more than a form has room for ends in a row that holds the others as they are."""
    entries = [entry.strip() for entry in line.split(",") if entry.strip()]
    cells = [read(entry) for entry in entries[:MOST]]
    if len(entries) < MOST:
        cells.append({})
    elif len(entries) > MOST:
        cells.append({"line": ",".join(entries[MOST:])})
    return [Row(number=number, cells=defaultdict(str, each)) for number, each in enumerate(cells, start=1)]


def _group(entry: str) -> Cells:
    name, count, size = (*entry.split(":", 2), "", "")[:3]
    return {"name": name, "count": count, "size": size}


def _target(entry: str) -> Cells:
    name, *numbers = (part.strip() for part in entry.split(":"))
    said = {key: value for key, _, value in (number.partition("=") for number in numbers)}
    rest = [number for number in numbers if number.partition("=")[0] not in _TARGET]
    return {"name": name, **{key: said[key] for key in _TARGET if key in said}, "rest": ":".join(rest)}


def _write_group(number: str, cells: Cells) -> str:
    if "line" in cells:
        return cells["line"]
    counted = [cells.get(column, "") for column in ("count", "size")]
    return ":".join([_named("Group", number, cells), *counted]) if any(counted) else ""


def _write_target(number: str, cells: Cells) -> str:
    if "line" in cells:
        return cells["line"]
    numbers = [f"{column}={cells[column]}" for column in _TARGET if cells.get(column)]
    if not numbers and not cells.get("name"):
        return ""
    return ":".join([_named("Target", number, cells), *numbers, *filter(None, [cells.get("rest")])])


def _named(kind: str, number: str, cells: Cells) -> str:
    return _SIGNS.sub(" ", cells.get("name", "")).strip() or f"{kind} {number}"


_WRITERS: Mapping[str, Callable[[str, Cells], str]] = {
    **dict.fromkeys(GROUPS, _write_group),
    TARGETS: _write_target,
}

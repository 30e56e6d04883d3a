"""On which line of a TOML text a key stands: tomllib says what it read, but not where."""

import re

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*([A-Za-z0-9_.\-"']+)\s*=""")


def line_of(text: str, key: str) -> int | None:
    """The line (from 1) of a key path such as `panel.screens[3].address`, or of the nearest part of it that has a line
    of its own; None where none has. Keys inside inline tables and arrays have the line on which those begin."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _plain(header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = f"{table}[{counts[table]}]"
            lines.setdefault(table, number)
        elif found := _KEY.match(line):
            name = _plain(found[1])
            lines.setdefault(f"{table}.{name}" if table else name, number)
    while key:
        if key in lines:
            return lines[key]
        key = re.sub(r"(\.[^.\[]+|\[[^\]]*\]|^[^.\[]+)$", "", key)
    return None


def _plain(name: str) -> str:
    return name.replace('"', "").replace("'", "").replace(" ", "")

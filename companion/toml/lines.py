"""On which line of a TOML text a key stands: tomllib says what it read, but not where."""

from string import ascii_letters, digits

_OF_KEYS = frozenset(f"{ascii_letters}{digits}_.-\"'")
_QUOTES = str.maketrans("", "", "\"' ")


def line_of(text: str, key: str) -> int | None:
    """The line (from 1) of a key path such as `panel.screens[3].address`, or of the nearest part of it that has a line
    of its own; None where none has. Keys inside inline tables and arrays have the line on which those begin."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if header := header_of(line):
            table = _plain(header.strip("[]"))
            if header.startswith("[["):
                counts[table] = counts.get(table, -1) + 1
                table = f"{table}[{counts[table]}]"
            lines.setdefault(table, number)
        elif name := key_of(line):
            lines.setdefault(f"{table}.{name}" if table else name, number)
    while key and key not in lines:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return lines.get(key)


def header_of(line: str) -> str:
    """`[table]` or `[[table]]`; empty where the line is none."""
    text = line.strip()
    brackets = "]]" if text.startswith("[[") else "]"
    name, closed, rest = text.partition(brackets)
    rest = rest.lstrip()
    return name + closed if text.startswith("[") and closed and (not rest or rest.startswith("#")) else ""


def key_of(line: str) -> str:
    """What stands before the equals sign; empty where that is no key."""
    name, equals, _ = line.partition("=")
    name = name.strip()
    return _plain(name) if equals and set(name) <= _OF_KEYS else ""


def _plain(name: str) -> str:
    return name.translate(_QUOTES)

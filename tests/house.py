"""Every module and every class of the house, for tests that hold for all of them; `python -m tests.house` measures it.

A file is a chapter: it holds what changes together. These bounds keep the house from splinters and from books.
"""

import ast
import importlib
import pkgutil
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
ROOMS = ("companion", "hardware", "web")
MOST_FILES = 400
MOST_LINES = 92_000
"""The number may only fall: what is added has to be taken away elsewhere."""
LEAST_MEDIAN = 150
"""Lines of the middle file."""
LONGEST_CHAPTER = 650
SPLINTER, MOST_SPLINTERS = 60, 40
"""Lines of a module that is too short for a chapter, and how many of those the house may have."""
MOST_SHARED_NAMES = 14
"""Class names that stand in more than one module. The number may only fall."""


def modules() -> list[str]:
    """Returns the file of every module, as its path from the root."""
    return [path.relative_to(ROOT).as_posix() for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def subclasses(root: type) -> list[type]:
    """Returns the subclasses of `root` that the house defines, by name. Imports all of its modules."""
    _import_all()
    ours = (each for each in _below(root) if each.__module__.partition(".")[0] in ROOMS)
    return sorted(set(ours), key=lambda each: f"{each.__module__}.{each.__qualname__}")


@cache
def _import_all() -> None:
    for room in ROOMS:
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            importlib.import_module(module.name)


def _below(root: type) -> Iterator[type]:
    for each in type.__subclasses__(root):
        yield each
        yield from _below(each)


class Measure(NamedTuple):
    """Describes the house, or a room: its files without `__init__`, their lines, and names that stand in several."""

    files: int
    lines: int
    median: int
    splinters: int
    longest: int
    shared_names: int


def measure(*rooms: str) -> Measure:
    """Returns the measure of these rooms together."""
    paths = [path for path in modules() if path.startswith(tuple(f"{room}/" for room in rooms))]
    paths = [path for path in paths if not path.endswith("__init__.py")]
    lines = [(ROOT / path).read_bytes().count(b"\n") for path in paths]
    return Measure(
        files=len(lines),
        lines=sum(lines),
        median=int(statistics.median(lines)),
        splinters=sum(count < SPLINTER for count in lines),
        longest=max(lines),
        shared_names=sum(len(where) > 1 for where in _classes(paths).values()),
    )


def _classes(paths: list[str]) -> Mapping[str, set[str]]:
    """Returns the modules of each public class name."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in paths:
        for node in ast.walk(ast.parse((ROOT / path).read_bytes())):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(path)
    return found


def main() -> None:
    """Prints the measure of each room and of the house, beside the bounds that tests/test_doors.py holds."""
    columns = ("files", "lines", "median", f"under {SPLINTER}", "longest", "names twice")
    print("| |", " | ".join(columns), "|\n|---|" + "---|" * len(columns))
    for name, rooms in (*((room, (room,)) for room in ROOMS), ("all", ROOMS)):
        print(f"| {name} |", " | ".join(f"{figure:,}" for figure in measure(*rooms)), "|")
    bounds = (MOST_FILES, f"{MOST_LINES:,}", LEAST_MEDIAN, MOST_SPLINTERS, LONGEST_CHAPTER, MOST_SHARED_NAMES)
    print("| bound |", " | ".join(map(str, bounds)), "|")


if __name__ == "__main__":
    main()

"""The one-way doors between the rooms: hardware and web import companion, and nothing else goes through."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import networkx
import pytest

from tests.house import (
    LEAST_MEDIAN,
    LONGEST_CHAPTER,
    MOST_FILES,
    MOST_LINES,
    MOST_SHARED_NAMES,
    MOST_SPLINTERS,
    ROOMS,
    ROOT,
    measure,
    modules,
)

ALLOWED = {"companion": {"companion"}, "hardware": {"companion", "hardware"}, "web": {"companion", "web"}}
START = "companion/app/"
"""Where commands begin, and what wires the rooms together."""
GAMES = {"wartime", "warzone", "battleline"}
KNOW_A_GAME = {
    "companion/app/content.py",  # says what one of them counts
    "companion/panel/check.py",  # a panel is laid out for the timers of WarTime's box
    "hardware/games/panel_game.py",  # and the other games go by their places
    "web/first.py",  # a new table opens with WarTime, and answers with that before all else
}
PARTICIPLES = {"told", "asked", "shown", "worn", "meant", "heard", "found", "opened"}
LARGEST_FOLDER = 25
"""Modules in a folder: what one can still look over."""


class Import(NamedTuple):
    """One imported name, wherever in its module the import stands. `name` is empty where a whole module is imported."""

    module: str
    name: str
    level: int

    @property
    def package(self) -> str:
        """The outermost package."""
        return self.module.partition(".")[0]


@cache
def imports() -> Mapping[str, tuple[Import, ...]]:
    """Returns what each module of the house imports. All are parsed once, which takes longer than every test here."""
    return {path: tuple(_imports(ast.parse((ROOT / path).read_bytes()))) for path in modules()}


def _imports(node: ast.AST) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        yield from (Import(alias.name, "", 0) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (Import(node.module or "", alias.name, node.level) for alias in node.names)
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):  # no expression has an import in it
            yield from _imports(child)


@cache
def imported_modules() -> Mapping[str, set[str]]:
    """Returns which others of the house each of its modules imports, all by their dotted names."""
    names = {dotted(path) for path in imports()}
    found = {}
    for path, every in imports().items():
        wholes = {(f"{each.module}.{each.name}", each.module) for each in every}
        found[dotted(path)] = {whole if whole in names else module for whole, module in wholes} & names
    return found


def dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@pytest.mark.parametrize("room", ROOMS)
def test_imports_go_through_the_doors_one_way(room: str) -> None:
    through = {
        path: wrong
        for path, found in imports().items()
        if path.startswith(f"{room}/") and not path.startswith(START)
        if (wrong := {each.package for each in found} & set(ROOMS) - ALLOWED[room])
    }
    assert through == {}


def test_no_import_is_relative() -> None:
    """It would hide where a door leads."""
    assert [path for path, found in imports().items() if any(each.level for each in found)] == []


def test_games_do_not_know_each_other_and_what_they_share_knows_none() -> None:
    known = {
        path
        for path in imports()
        for imported in imported_modules()[dotted(path)]
        if GAMES & set(imported.split(".")) - set(dotted(path).split("."))
    }
    assert known == KNOW_A_GAME


def test_the_core_knows_no_http_pins_or_pixels() -> None:
    outside = {"flask", "waitress", "gpiozero", "luma", "PIL", "smbus2"}
    known = {
        path: wrong
        for path, found in imports().items()
        if path.startswith("companion/") and not path.startswith(START)
        if (wrong := {each.package for each in found} & outside)
    }
    assert known == {}


def test_no_import_leads_back_to_where_it_started() -> None:
    graph = networkx.DiGraph(
        (name, imported) for name, found in imported_modules().items() for imported in found - {name}
    )
    assert graph.number_of_edges() > len(imports())
    assert list(networkx.simple_cycles(graph)) == []


def test_no_folder_is_too_large_to_look_over() -> None:
    sizes = Counter(Path(path).parent.as_posix() for path in imports())
    assert {folder: size for folder, size in sizes.items() if size > LARGEST_FOLDER} == {}


def test_a_file_is_a_chapter_neither_a_splinter_nor_a_book() -> None:
    house = measure(*ROOMS)
    assert house.files <= MOST_FILES
    assert house.lines <= MOST_LINES
    assert house.median >= LEAST_MEDIAN
    assert house.splinters <= MOST_SPLINTERS
    assert house.longest <= LONGEST_CHAPTER


def test_no_more_class_names_stand_in_two_modules() -> None:
    assert measure(*ROOMS).shared_names <= MOST_SHARED_NAMES


def test_no_module_and_no_function_is_named_by_a_bare_participle() -> None:
    """What was told, and to whom? A function says what it does, a value what it is."""
    named = {path for path in modules() if Path(path).stem.strip("_") in PARTICIPLES}
    for path in modules():
        for node in ast.walk(ast.parse((ROOT / path).read_bytes())):
            if isinstance(node, ast.FunctionDef) and node.name.strip("_") in PARTICIPLES:
                named.add(f"{path}: {node.name}")
    assert named == set()

"""The one-way doors between the rooms: hardware and web import companion, and nothing else goes through."""

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import networkx

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "hardware", "web")
ALLOWED = {"companion": {"companion"}, "hardware": {"companion", "hardware"}, "web": {"companion", "web"}}
START = Path("companion") / "app"
"""Where commands begin, and what wires the rooms together."""
GAMES = {"wartime", "warzone", "battleline"}
KNOW_A_GAME = {
    "companion/app/cards.py",  # says what one of them counts
    "companion/panel/check.py",  # a panel is laid out for the timers of WarTime's box
    "hardware/games/places.py",  # and the other games go by their places
    "web/app.py",
    "web/first.py",  # a new table opens with WarTime, and answers with that before all else
}
LARGEST_FOLDER = 25
"""Modules in a folder: what one can still look over."""
MODULES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def statements(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """All of them, however deep."""
    for node in nodes:
        yield node
        for inside in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from statements(getattr(node, inside, ()))


@cache
def imports(path: Path) -> frozenset[str]:
    """What this module imports, wherever in it the import stands: modules, and what it takes out of them."""
    found = set()
    for node in statements(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide where a door leads"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


def imported_modules(path: Path, modules: set[str]) -> set[str]:
    """The modules of the house among them."""
    return {each if each in modules else each.rpartition(".")[0] for each in imports(path)} & modules


def imported_rooms(path: Path) -> set[str]:
    return {each.partition(".")[0] for each in imports(path)} & set(ROOMS)


def test_rooms_import_through_their_doors_only() -> None:
    wrong = {}
    for path in MODULES:
        place = path.relative_to(ROOT)
        allowed = set(ROOMS) if place.is_relative_to(START) else ALLOWED[place.parts[0]]
        if not imported_rooms(path) <= allowed:
            wrong[str(place)] = imported_rooms(path) - allowed
    assert wrong == {}


def test_games_do_not_know_each_other_and_what_they_share_knows_none() -> None:
    known = set()
    modules = {dotted(each) for each in MODULES}
    for path in MODULES:
        own = GAMES & set(path.relative_to(ROOT).parts)
        if any(GAMES & set(imported.split(".")) - own for imported in imported_modules(path, modules)):
            known.add(str(path.relative_to(ROOT)))
    assert known == KNOW_A_GAME


def test_the_core_knows_no_http_pins_or_pixels() -> None:
    outside = {"flask", "waitress", "gpiozero", "luma", "PIL", "smbus2"}
    for path in MODULES:
        place = path.relative_to(ROOT)
        if place.parts[0] == "companion" and not place.is_relative_to(START):
            assert not {each.partition(".")[0] for each in imports(path)} & outside, path


def test_no_import_leads_back_to_where_it_started() -> None:
    names = {dotted(path) for path in MODULES}
    graph = networkx.DiGraph(
        (dotted(path), imported) for path in MODULES for imported in imported_modules(path, names) - {dotted(path)}
    )
    assert graph.number_of_edges() > len(MODULES)
    assert list(networkx.simple_cycles(graph)) == []


def test_no_folder_is_too_large_to_look_over() -> None:
    sizes = Counter(path.parent for path in MODULES)
    assert {str(folder.relative_to(ROOT)): size for folder, size in sizes.items() if size > LARGEST_FOLDER} == {}

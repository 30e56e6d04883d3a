"""The one-way doors between the rooms: hardware and web import companion, and nothing else goes through."""

import ast
from collections import Counter
from pathlib import Path

import networkx
import pytest

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


def imported_modules(path: Path, modules: set[str]) -> set[str]:
    """The modules of the house that this one imports, wherever in it the import stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in modules else str(node.module))
    return found & modules


def imported_rooms(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide where a door leads"
            found.add((node.module or "").split(".")[0])
    return found & set(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_doors(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    allowed = set(ROOMS) if path.relative_to(ROOT).is_relative_to(START) else ALLOWED[room]
    assert imported_rooms(path) <= allowed


def test_games_do_not_know_each_other_and_what_they_share_knows_none() -> None:
    known = set()
    for path in MODULES:
        own = GAMES & set(path.relative_to(ROOT).parts)
        for imported in imported_modules(path, {dotted(each) for each in MODULES}):
            if GAMES & set(imported.split(".")) - own:
                known.add(str(path.relative_to(ROOT)))
    assert known == KNOW_A_GAME


def test_the_core_knows_no_http_pins_or_pixels() -> None:
    outside = {"flask", "waitress", "gpiozero", "luma", "PIL", "smbus2"}
    for path in sorted((ROOT / "companion").rglob("*.py")):
        if path.relative_to(ROOT).is_relative_to(START):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not {name.split(".")[0] for name in names} & outside, path


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

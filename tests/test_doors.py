"""The one-way doors between the rooms: hardware and web import companion, and nothing else goes through."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "hardware", "web")
ALLOWED = {"companion": {"companion"}, "hardware": {"companion", "hardware"}, "web": {"companion", "web"}}
STARTS = {Path("companion") / name for name in ("service.py", "doctor_command.py", "wiring_command.py")}
"""Where a command begins that needs more rooms than one: what wires them together."""
MODULES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


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
    allowed = set(ROOMS) if path.relative_to(ROOT) in STARTS else ALLOWED[room]
    assert imported_rooms(path) <= allowed


def test_the_core_knows_no_http_pins_or_pixels() -> None:
    outside = {"flask", "waitress", "gpiozero", "luma", "PIL", "smbus2"}
    for path in sorted((ROOT / "companion").rglob("*.py")):
        if path.relative_to(ROOT) in STARTS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not {name.split(".")[0] for name in names} & outside, path

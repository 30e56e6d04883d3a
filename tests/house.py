"""Every module and every class of the house, to be looked over by tests that hold for all of them."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("companion", "hardware", "web")


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

"""Every class of the house, to be looked over by tests that hold for all of them."""

import importlib
import pkgutil
from collections.abc import Iterator

ROOMS = ("companion", "hardware", "web")


def subclasses(root: type) -> list[type]:
    """Those of `root` that are defined in one of the house's modules, all of which are imported; by name."""
    for room in ROOMS:
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            importlib.import_module(module.name)
    ours = (each for each in _below(root) if each.__module__.partition(".")[0] in ROOMS)
    return sorted(set(ours), key=lambda each: f"{each.__module__}.{each.__qualname__}")


def _below(root: type) -> Iterator[type]:
    for each in type.__subclasses__(root):
        yield each
        yield from _below(each)

import gc
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support import MEMORY, Players

# A machine under load is slow, not wrong: neither an example nor the drawing of it has to be quick.
_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
# The same examples in every run, and nothing kept from the last one.
settings.register_profile("fixed", derandomize=True, max_examples=20, **_PATIENT)
settings.register_profile("few", derandomize=True, max_examples=3, **_PATIENT)
# New examples in every run; what fails is printed with the line that repeats it.
settings.register_profile("deep", max_examples=2000, **_PATIENT)
settings.load_profile("fixed")
if MEMORY:
    # Where pytest makes its folders, unless somebody said. Most tests open a journal, and no test waits for a disk.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


class Backwards(pytest.Dir):
    """A folder whose files are collected from the last to the first."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        return reversed(list(super().collect()))


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Lets one of two processes begin at the other end: what one has compiled, the other finds compiled."""
    return Backwards.from_parent(parent, path=path) if _worker(parent.config) == "gw1" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts them in the one order that all processes have to agree on."""
    if _worker(config):
        items.sort(key=lambda item: item.path.parts)


def _worker(config: pytest.Config) -> str | None:
    """Returns this process's name where others run tests beside it."""
    return getattr(config, "workerinput", {}).get("workerid")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Looks for no garbage among what is collected, and seldom later: that took a third of collecting."""
    gc.disable()
    yield
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


@pytest.fixture(autouse=True)
def all_leave() -> Iterator[None]:
    yield
    Players.leave()


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return Players(tmp_path / "table.sqlite")

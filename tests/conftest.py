import gc
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support import MEMORY, Players

HERE = Path(__file__).parent
# A machine under load is slow, not wrong: neither an example nor the drawing of it has to be quick.
_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
# The same examples in every run, and nothing kept from the last one.
settings.register_profile("fixed", derandomize=True, max_examples=10, **_PATIENT)
settings.register_profile("few", derandomize=True, max_examples=3, **_PATIENT)
# New examples in every run; what fails is printed with the line that repeats it.
settings.register_profile("deep", max_examples=2000, **_PATIENT)
settings.load_profile("fixed")
if MEMORY:
    # Where pytest makes its folders, unless somebody said. Most tests open a journal, and no test waits for a disk.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


SLOW = (
    *("attack", "browser", "hall", "kernel", "lighthouse", "recipes", "systemd", "wire", "test_expressions.py"),
    *("companion/app", "companion/backup", "companion/hall", "companion/matchfile", "companion/rulings"),
    *("companion/story", "companion/system", "companion/journal/test_attacks.py", "companion/table/test_history.py"),
    *("companion/table/test_kill.py", "companion/table/test_logbook.py"),
    *("companion/warzone/test_battlescribe_bounds.py", "hardware/buttons/test_delivery.py", "hardware/doctor"),
    *("hardware/test_failing_wires.py", "hardware/test_past_faces.py", "hardware/wiring"),
    *("web/door", "web/hall", "web/http/test_headers.py", "web/http/test_server.py", "web/replay"),
    *("web/site/test_every_way.py", "web/site/test_secrets.py", "web/test_worst_questions.py"),
    *("web/wartime/test_sealed_hands.py", "web/warzone/test_imports.py"),
)
"""What `make test-fast` leaves to `make test`: what has a browser, a broker or processes of its own, what takes long,
and what few changes touch."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="leave out what tests/conftest.py lists as slow")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    slow = collection_path.is_relative_to(HERE) and collection_path.relative_to(HERE).as_posix() in SLOW
    return True if slow and config.option.fast else None


class Backwards(pytest.Dir):
    """A folder whose files are collected from the last to the first."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        return reversed(list(super().collect()))


class FromTheMiddle(pytest.Dir):
    """A folder whose second half is collected first."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        found = list(super().collect())
        return found[len(found) // 2 :] + found[: len(found) // 2]


_ORDERS = {"gw1": Backwards, "gw2": FromTheMiddle}


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Lets each process begin elsewhere: what one has compiled, the others find compiled."""
    order = _ORDERS.get(_worker(parent.config) or "")
    return order.from_parent(parent, path=path) if order else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts them in the one order that all processes must agree on. Whole evenings come first: what begins last must not
    take long, or the other process waits for it."""
    if _worker(config):
        items.sort(key=lambda item: (not item.path.name.startswith("test_whole_"), item.path.parts))


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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says in one line for each reason how many tests were skipped, wherever they are."""
    skipped = terminalreporter.stats.get("skipped", ())
    for reason, count in Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped).items():
        terminalreporter.write_line(f"Skipped {count}: {reason}")


@pytest.fixture(autouse=True)
def all_leave() -> Iterator[None]:
    yield
    Players.leave()


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return Players(tmp_path / "table.sqlite")

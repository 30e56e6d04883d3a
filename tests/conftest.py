import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support import MEMORY, Players

# A machine under load is slow, not wrong: neither an example nor the drawing of it has to be quick.
_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
# The same examples in every run, and nothing kept from the last one.
settings.register_profile("fixed", derandomize=True, max_examples=20, **_PATIENT)
# New examples in every run; what fails is printed with the line that repeats it.
settings.register_profile("deep", max_examples=2000, **_PATIENT)
settings.load_profile("fixed")
if MEMORY:
    # Where pytest makes its folders, unless somebody said. Most tests open a journal, and no test waits for a disk.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


def pytest_collection_finish() -> None:
    # What was imported and collected stays to the end. To look through all of it for garbage, again and again, took a
    # tenth of the run.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture(autouse=True)
def all_leave() -> Iterator[None]:
    yield
    Players.leave()


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return Players(tmp_path / "table.sqlite")

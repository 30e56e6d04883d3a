from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support import Players

# A machine under load is slow, not wrong.
settings.register_profile("warglass", deadline=None, max_examples=20)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile("warglass")


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    seated = Players(tmp_path / "table.sqlite")
    yield seated
    seated.table.close()

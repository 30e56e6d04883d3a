"""All pin libraries do alike what the panel needs of them."""

from pathlib import Path

import pytest

from tests.hardware.pins.behaviours import LIBRARIES, behaviours_of
from tests.hardware.pins.libraries import wires_of

ALL = [(library, behaviour) for library in LIBRARIES for behaviour in behaviours_of(library)]


@pytest.mark.parametrize(("library", "behaviour"), ALL)
def test_it_behaves(library: str, behaviour: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with wires_of(library, monkeypatch, tmp_path) as wires:
        behaviours_of(library)[behaviour](wires)

"""The attack in short: each part with a small count, the same every time."""

import pytest

from tests.attack import site
from tests.attack.parts import PARTS

SHORT = {name: part.short for name, part in PARTS.items() if part.short is not None}


@pytest.mark.parametrize("name", SHORT)
def test_nothing_falls(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A crowded machine counts twice the time for the same work; what an attack finds here takes seconds.
    monkeypatch.setattr(site, "MOST_CPU_S", 10 * site.MOST_CPU_S)
    found = PARTS[name].run(SHORT[name], 20261122)
    assert found.counts
    assert found.defects == []

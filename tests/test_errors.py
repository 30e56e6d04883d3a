"""One thing to catch: every exception of ours has the one root."""

import pytest

from companion.errors import WarglassError
from tests.house import subclasses


def test_there_are_some() -> None:
    names = {each.__name__ for each in subclasses(WarglassError)}
    assert names >= {
        "Refused",
        "NotHere",
        "Invalid",
        "FileError",
        "ConfigError",
        "StateError",
        "JournalError",
        "PinsError",
    }


@pytest.mark.parametrize("kind", subclasses(BaseException), ids=lambda each: each.__name__)
def test_every_exception_has_the_one_root(kind: type[BaseException]) -> None:
    assert issubclass(kind, WarglassError)

"""No regular expression of the house takes longer than its text is long: none is there to be waited for."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time_ns

import pytest

from tests.expressions import Pump, Use, pumps, uses

SHORT, LONG = 3_000, 100_000
"""Characters. What takes its time for a short text is given a long one, for which what is linear takes some 10 ms, what
is quadratic seconds and what is cubic years."""
PROMPT_NS = 700_000
PATIENCE_S = 0.4
"""Both of this process's own time, whatever else the machine does."""


class TooLong(Exception):
    """An expression was still at it."""


@contextmanager
def patience() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def run(use: Use, text: str) -> None:
    given = text.encode("latin-1", "replace") if isinstance(use.pattern.pattern, bytes) else text
    if use.method == "sub":
        use.pattern.sub(given[:0], given)
    elif use.method == "finditer":
        for _ in use.pattern.finditer(given):
            pass
    else:
        getattr(use.pattern, use.method)(given)


def slowest(use: Use) -> Pump | None:
    """What the expression is not done with in time."""
    for pump in pumps(use.pattern):
        try:
            with patience():
                before = thread_time_ns()
                run(use, pump.text(SHORT))
                if thread_time_ns() - before > PROMPT_NS:
                    run(use, pump.text(LONG))
        except TooLong:
            return pump
    return None


def test_each_is_linear() -> None:
    assert {f"{use.at} {use.method}": pump for use in uses() if (pump := slowest(use))} == {}


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$", "match"),
        (r"\s+$", "search"),
        (r"x*y", "search"),
        (r"<!--.*?-->", "findall"),
    ],
)
def test_one_that_backtracks_is_found(pattern: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "PATIENCE_S", PATIENCE_S / 4)  # all of which it takes
    assert slowest(Use("here", re.compile(pattern), method)) is not None

"""How long to wait before the broker is tried once more."""

from collections.abc import Callable

from companion.hall.wire.pace import AGAIN_S

MOST_S = 30.0
_QUICK = 600
"""So many tries in a row come every second: whoever brings a broker back within five minutes sees his tables at
once."""

MANY = _QUICK + 10
"""Failures after which it is the longest wait."""


def wait_s(failures: int, *, chance: Callable[[], float]) -> float:
    """Seconds, after so many failures in a row: one each at first, then twice as many each time, up to MOST_S. `chance`
    is from 0 to below 1, so that a hall's tables do not all come back in the same instant."""
    whole = min(MOST_S, AGAIN_S * 2.0 ** max(0, min(failures - _QUICK, 10)))
    return whole * (0.5 + chance() / 2)

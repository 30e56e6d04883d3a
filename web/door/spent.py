"""Who has had much of the processor lately."""

import math
from collections import OrderedDict
from collections.abc import Callable

from companion.clock import MS, SECOND

HALF_LIFE_NS = 5 * SECOND
"""After so long, what was spent counts half."""
MUCH_NS = 400 * MS
"""So much at once is more than a player asks for: 100 taps, or ten of the dearest questions. It is what 5 % of a
processor come to in the long run."""
REMEMBERED = 256
"""Households. Of more, the one is forgotten that has asked for nothing for longest."""


class Spent:
    """Processor time by household, what is past counting ever less. Not locked: its owner is."""

    def __init__(self, now: Callable[[], int]) -> None:
        """`now` tells monotonic nanoseconds."""
        self._now = now
        self._spent: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def add(self, household: str, ns: int) -> None:
        """So many nanoseconds of a processor went to that household just now."""
        self._spent[household] = self.by(household) + ns, self._now()
        self._spent.move_to_end(household)
        if len(self._spent) > REMEMBERED:
            self._spent.popitem(last=False)

    def by(self, household: str) -> float:
        """Nanoseconds, as they count now."""
        ns, at = self._spent.get(household, (0.0, 0))
        return ns * math.exp2((at - self._now()) / HALF_LIFE_NS)

    def much(self, household: str) -> bool:
        return self.by(household) >= MUCH_NS

"""How fast somebody may change the table: far faster than anybody plays, and slower than fills a card in a night."""

import math
import threading
from collections import OrderedDict
from collections.abc import Hashable

from companion.clock import Allowance, Clock
from web.http.problems import TurnedAway

MOST = 1000
"""So many are told apart; of more, the one that has been silent longest starts anew."""


class Pace:
    """What each may still do of one thing. Any thread may call."""

    def __init__(self, clock: Clock, *, at_once: int, a_second: float, too_many: str) -> None:
        """`at_once` is how often it may be done in a row, `a_second` how often in the long run; `too_many` says so, as
        the beginning of what tells how long to wait."""
        self._clock = clock
        self._at_once = at_once
        self._a_second = a_second
        self._too_many = too_many
        self._lock = threading.Lock()
        self._known: OrderedDict[Hashable, Allowance] = OrderedDict()

    def keep(self, who: Hashable, *, times: int = 1) -> None:
        """Counts that `who` does it, or as much as so many times. Raises TurnedAway (429) where that is too much."""
        now = self._clock.now()
        with self._lock:
            allowance = self._known.pop(who, None)
            if allowance is None:
                allowance = Allowance(most=self._at_once, a_second=self._a_second, now=now)
            self._known[who] = allowance
            if len(self._known) > MOST:
                self._known.popitem(last=False)
            if allowance.take(now, min(times, self._at_once)):
                return
            wait = math.ceil(allowance.wait_s(now, times))
        raise TurnedAway(429, f"{self._too_many} Wait {wait} s.", retry_after=wait)

"""How fast a phone may change the table: far faster than anybody plays, and slower than fills a card in a night."""

import math
import threading
from collections import OrderedDict

from companion.allowance import Allowance
from companion.clock import Clock
from web.http.problems import TurnedAway

AT_ONCE, A_SECOND = 200, 0.5
"""So many changes a phone may make in a row, and in the long run."""
BYTES = 16 * 1024
"""What asks with more than this counts as several."""
MOST_PHONES = 1000
"""So many are told apart; of more, the one that has been silent longest starts anew."""


class Pace:
    """What each phone may still change. Any thread may call."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._phones: OrderedDict[int, Allowance] = OrderedDict()

    def keep(self, phone: int, *, size: int) -> None:
        """Counts a change that the phone of that number asks for with so many bytes. Raises TurnedAway (429) where it
        asks for too many."""
        now, coins = self._clock.now(), 1 + size // BYTES
        with self._lock:
            allowance = self._phones.pop(phone, None) or Allowance(most=AT_ONCE, a_second=A_SECOND, now=now)
            self._phones[phone] = allowance
            if len(self._phones) > MOST_PHONES:
                self._phones.popitem(last=False)
            if allowance.take(now, min(coins, AT_ONCE)):
                return
            wait = math.ceil(allowance.wait_s(now, coins))
        raise TurnedAway(429, f"This phone asks for more than anybody can play. Wait {wait} s.", retry_after=wait)

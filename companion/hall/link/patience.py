"""How long a link waits for what."""

from typing import Self

import msgspec
from msgspec.structs import replace

FIRST_S = 1.0


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds. `connect_s` for each step of connecting, and `greeting_s` for the broker's first word: one that stands
    still for a while finds the table waiting when it goes on. `settle_s` for the broker's own last word about this
    table, after subscribing. After `silent_s` without any sign that something has arrived, the table says so."""

    connect_s: float = 10.0
    greeting_s: float = 20.0
    settle_s: float = 0.2
    silent_s: float = 5.0

    def after(self, silences: int) -> Self:
        """What is left of it after so many tries in a row to which the broker said nothing: FIRST_S for connecting and
        for the first word, and each time twice as much up to all of it. An answer that was lost on its way costs
        little, and a broker with a thousand tables at its door is given the time that it takes."""
        most = FIRST_S * 2.0 ** min(silences, 10)
        return replace(self, connect_s=min(most, self.connect_s), greeting_s=min(most, self.greeting_s))

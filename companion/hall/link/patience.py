"""How long a link waits for what."""

import msgspec


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds. `connect_s` for each step of connecting, and `greeting_s` for the broker's first word: one that stands
    still for a while finds the table waiting when it goes on. `settle_s` for the broker's own last word about this
    table, after subscribing. After `silent_s` without any sign that something has arrived, the table says so."""

    connect_s: float = 10.0
    greeting_s: float = 20.0
    settle_s: float = 0.2
    silent_s: float = 5.0

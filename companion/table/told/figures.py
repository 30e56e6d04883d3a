"""What a game's report comes to in a few numbers that all games have."""

from collections.abc import Mapping

import msgspec


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """`length_ms` is the game's length in sand time since its start signal, `actions` by seat how often that side acted
    in the game's own sense, and `idle` by seat which share of the game, 0 to 1, its command timers lay free: the mean
    over them, in games that have such timers."""

    length_ms: int
    actions: Mapping[str, int]
    idle: Mapping[str, float] = {}

"""The board's hexes and terrain by name, as scenarios spell them."""

import re
from typing import Literal

Terrain = Literal[
    "plains",
    "hills",
    "woods",
    "thicket",
    "river",
    "bridge",
    "hut",
    "drawbridge_lever",
    "open_drawbridge",
    "castle_wall",
]
"""WarTime Rulebook, Terrain Tiles. A hex without a tile is plains."""

FeatureTerrain = Literal["altar", "battlement", "flames"]
"""WarTime Rulebook, Terrain Features."""

_HEX = re.compile(r"(?:[ACEGI](?:[1-9]|1[0-3])|[BDFH](?:[1-9]|1[0-2]))")


def on_board(name: str) -> bool:
    """Whether the name is one of the 113 hexes: rows A, C, E, G, I have 13, the rows between them 12."""
    return _HEX.fullmatch(name) is not None


def touch(one: str, other: str) -> bool:
    """Whether two hexes of the board have a side in common. The rows of 12 sit half a hex to the right."""
    apart = abs(ord(one[0]) - ord(other[0]))
    first, second = int(one[1:]), int(other[1:])
    if apart == 0:
        return abs(first - second) == 1
    short, long = (second, first) if one[0] in "ACEGI" else (first, second)
    return apart == 1 and long in (short, short + 1)

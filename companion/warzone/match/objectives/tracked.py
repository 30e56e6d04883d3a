"""What is known of the Scenario Objective counters and of both Commanders' distances: parts of the match's state."""

from enum import Enum

import msgspec

from companion.table.sides import Side
from companion.warzone.sums.commander import Stand


class Place(Enum):
    """Where a counter is that can move or go."""

    ELSEWHERE = "elsewhere"
    AREA = "area"
    """In the Deployment Area of the Force that placed it."""
    OFF = "off"
    """Off the Battlefield: Escort's over a Side, one of Intercept Transmissions' removed."""


class Connection(msgspec.Struct, frozen=True, kw_only=True):
    """The Unit of the counter's own Force that made a connection there, and in which Turn. `unit` is "" where nobody
    named it."""

    unit: str
    turn: int


class Tracked(msgspec.Struct, frozen=True, kw_only=True):
    """One counter, from the first time that anything about it was said. `damage` counts by Turn and side, `moves` how
    often it was moved 4\"."""

    control: Side | None = None
    damage: dict[tuple[int, Side], int] = {}
    place: Place = Place.ELSEWHERE
    moves: int = 0
    connection: Connection | None = None


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """`counters` by their ids, those alone of which something was said; `stands` both Commanders' distances at the end
    of a Turn."""

    counters: dict[str, Tracked] = {}
    stands: dict[int, dict[Side, Stand]] = {}

"""Which figure of a report tells most of a game: the one that is farthest from the ordinary."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.table.seats import Seat

ALL = "all"
"""Where there is a sentence for each seat: what is said to everyone else."""


class Figure(msgspec.Struct, frozen=True):
    """One figure of a side's. `off` is how far from the ordinary it is, in whatever all of a game's are measured;
    `yours` says it to that side, `its` to everyone else."""

    off: float
    yours: str
    its: str


def telling(figures: Mapping[Seat, Sequence[Figure]]) -> dict[str, str]:
    """Of each side the figure that is farthest off, and for everyone else the farthest of these; of equal ones the
    first. No side is without any."""
    most = {seat: max(own, key=lambda figure: figure.off) for seat, own in figures.items()}
    said = {seat.value: figure.yours for seat, figure in most.items()}
    return {**said, ALL: max(most.values(), key=lambda figure: figure.off).its}

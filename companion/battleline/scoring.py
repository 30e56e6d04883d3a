"""How a battle ends, and a series of them (Battle Line, Objective and Game End; Game Variants, Three Players)."""

from collections.abc import Sequence
from enum import Enum


class Victory(Enum):
    """How a battle is won."""

    BREAKTHROUGH = "breakthrough"
    ENVELOPMENT = "envelopment"


def victory(row: Sequence[bool], *, enough: int) -> Victory | None:
    """How a player has won who has claimed these of his flags, in the order in which they lie: three adjacent ones, or
    `enough` in all."""
    adjacent = any(all(row[start : start + 3]) for start in range(len(row) - 2))
    if adjacent:
        return Victory.BREAKTHROUGH
    return Victory.ENVELOPMENT if sum(row) >= enough else None

"""How a battle ends, and a series of them (Battle Line, Objective and Game End; Game Variants, Three Players)."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TypeVar

P = TypeVar("P")
WINNERS_POINTS = 5
ENOUGH_FOR_TWO = 5
"""Flags in all with which one of two players wins."""
ENOUGH_FOR_THREE = 4
"""Flags in all with which one of three players wins."""


class Victory(Enum):
    """How a battle is won."""

    BREAKTHROUGH = "breakthrough"
    ENVELOPMENT = "envelopment"


def victory(row: Sequence[bool], *, enough: int = ENOUGH_FOR_TWO) -> Victory | None:
    """How a player has won who has claimed these of the flags before him, in order: three adjacent, or `enough`."""
    if adjacent(row):
        return Victory.BREAKTHROUGH
    return Victory.ENVELOPMENT if sum(row) >= enough else None


def adjacent(row: Sequence[bool]) -> tuple[int, ...]:
    """The places in the row, from 0, of the flags that break through: three adjacent ones, and more if they join."""
    threes = (range(start, start + 3) for start in range(len(row) - 2) if all(row[start : start + 3]))
    return tuple(sorted({place for three in threes for place in three}))


def victors(holders: Mapping[int, P], *, rows: Mapping[P, Sequence[int]], enough: int) -> dict[P, Victory]:
    """Which players have won, by who holds which flag and the flags that lie before each of them, in order."""
    found = {}
    for player, row in rows.items():
        won = victory([holders.get(flag) == player for flag in row], enough=enough)
        if won is not None:
            found[player] = won
    return found


def points(winner: P | None, flags: Mapping[P, int]) -> dict[P, int]:
    """What each player scores in a series by the flags he has claimed; of a tie, which has no winner, his flags alone.

    The winner also starts the next game. The book scores games of two and is silent about three: the same holds there.
    """
    return {player: WINNERS_POINTS if player == winner else count for player, count in flags.items()}

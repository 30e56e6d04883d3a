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
ROWS_OF_THREE: tuple[tuple[int, ...], ...] = ((6, 7, 8, 0, 1, 2), (0, 1, 2, 3, 4, 5), (3, 4, 5, 6, 7, 8))
"""Which flags lie before each of three players, in order, counted from 0: the first three lie between the first and the
second player, the next between the second and the third, the last between the third and the first. So three adjacent
flags can span both neighbours. The book leaves the order to its picture."""


class Victory(Enum):
    """How a battle is won."""

    BREAKTHROUGH = "breakthrough"
    ENVELOPMENT = "envelopment"


def victory(row: Sequence[bool], *, enough: int = ENOUGH_FOR_TWO) -> Victory | None:
    """How a player has won who has claimed these of the flags before him, in order: three adjacent, or `enough`."""
    if any(all(row[start : start + 3]) for start in range(len(row) - 2)):
        return Victory.BREAKTHROUGH
    return Victory.ENVELOPMENT if sum(row) >= enough else None


def victors_of_three(holders: Sequence[int | None]) -> dict[int, Victory]:
    """Which of players 0, 1 and 2 have won, by who has claimed each of the nine flags; more than one is a tie."""
    found = {}
    for player, row in enumerate(ROWS_OF_THREE):
        won = victory([holders[flag] == player for flag in row], enough=ENOUGH_FOR_THREE)
        if won is not None:
            found[player] = won
    return found


def points(winner: P, flags: Mapping[P, int]) -> dict[P, int]:
    """What each player scores in a series by the flags he has claimed. The winner also starts the next game."""
    return {player: WINNERS_POINTS if player == winner else count for player, count in flags.items()}

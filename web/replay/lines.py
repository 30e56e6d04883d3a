"""Drawings line by line: each line is sent once, a drawing is what has changed since the one before."""

from collections.abc import Sequence


class Lines:
    """Numbers lines in the order in which they come up."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._last: Sequence[int] = ()

    def add(self, drawing: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The lines of the next drawing that were in none before, and the drawing: how many lines at the start and at
        the end are those of the last one, then the numbers of the lines between; nothing where it is the same."""
        fresh: list[str] = []
        numbers: list[int] = []
        for line in drawing.splitlines():
            if line not in self._numbers:
                self._numbers[line] = len(self._numbers)
                fresh.append(line)
            numbers.append(self._numbers[line])
        last, self._last = self._last, numbers
        if numbers == last:
            return (), ()
        head = _alike(last, numbers)
        tail = _alike(last[head:][::-1], numbers[head:][::-1])
        return tuple(fresh), (head, tail, *numbers[head : len(numbers) - tail])


def _alike(one: Sequence[int], other: Sequence[int]) -> int:
    """With how many of the same they begin."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count

"""Explains a number by its sum: every line a player can check against the book."""

from collections.abc import Iterable

import msgspec


class Line(msgspec.Struct, frozen=True):
    """Describes one part of a number: what it is, what it adds or takes, and the book and heading that it comes
    from."""

    label: str
    value: int
    source: str


class Ledger(msgspec.Struct, frozen=True):
    """Holds a number and the lines that add up to it."""

    value: int
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, lines: Iterable[Line]) -> "Ledger":
        """Returns the sum of `lines`."""
        summed = tuple(lines)
        return cls(sum(line.value for line in summed), summed)

    def at_least(self, least: int, *, label: str, source: str) -> "Ledger":
        """Returns the same number, raised to `least` by a line of its own where it is lower."""
        if self.value >= least:
            return self
        return Ledger.of((*self.lines, Line(label, least - self.value, source)))

    def at_most(self, most: int, *, label: str, source: str) -> "Ledger":
        """Returns the same number, lowered to `most` by a line of its own where it is higher."""
        if self.value <= most:
            return self
        return Ledger.of((*self.lines, Line(label, most - self.value, source)))


NOTHING = Ledger(0, ())
"""Is no number at all: an attack that is not made."""

"""What a part of the attack did, and what fell."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping


class Found:
    """`counts` are what was done, or measured, in words as a table shows them; each of `defects` is told once, with
    how often it was met and the first way there."""

    def __init__(self) -> None:
        self.counts: dict[str, float] = {}
        self._ways: dict[str, str] = {}
        self._often: Counter[str] = Counter()

    @classmethod
    def of(cls, counts: Mapping[str, float], defects: Iterable[str] = (), *, never: Collection[str] = ()) -> "Found":
        """What was counted, and what fell; of `never`, too, there may be none."""
        found = cls()
        found.counts |= counts
        for what in (*defects, *(f"{counts[what]} {what}" for what in never if counts.get(what))):
            found.wrong(what)
        return found

    def add(self, what: str, number: float = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + number

    def most(self, what: str, number: float) -> None:
        self.counts[what] = max(self.counts.get(what, 0), number)

    def take(self, other: "Found") -> None:
        """Adds what another has found."""
        for what, number in other.counts.items():
            self.add(what, number)
        for what, times in other._often.items():
            self._ways.setdefault(what, other._ways[what])
            self._often[what] += times

    def wrong(self, what: str, way: str = "") -> None:
        """Something that must not be. `way`: what to send to see it again."""
        self._ways.setdefault(what, way)
        self._often[what] += 1

    @property
    def defects(self) -> list[str]:
        return [f"{what} ({times}x) {self._ways[what]}".rstrip() for what, times in self._often.items()]

    def __str__(self) -> str:
        return ", ".join(f"{number:,.{_places(number)}f} {what}" for what, number in self.counts.items())


def _places(number: float) -> int:
    return 0 if number == int(number) else 1

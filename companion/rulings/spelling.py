"""Typing mistakes: the known words nearest to one that nobody knows."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from string import digits

SHORTEST = 4
"""Letters: a shorter word with a mistake in it could be anything."""
_DIGITS = frozenset(digits)
TWO_MISTAKES_FROM = 8
"""Letters: words from here on may have two mistakes."""


class Spelling:
    """Finds known words by what is left when letters are left out (a deletion index), so it never tries them all."""

    def __init__(self, words: Iterable[str]) -> None:
        self._left: defaultdict[str, list[str]] = defaultdict(list)
        for word in sorted({each for each in words if len(each) >= SHORTEST and not set(each) <= _DIGITS}):
            for rest in _without(word, _mistakes(word)):
                self._left[rest].append(word)

    def nearest(self, word: str) -> tuple[tuple[str, int], ...]:
        """The known words within one mistake, or two in a long word, with their number of mistakes: only the nearest
        ones. A mistake is a letter too many, missing, wrong, or two that changed places."""
        if len(word) < SHORTEST or set(word) <= _DIGITS:
            return ()
        most = _mistakes(word)
        candidates = {each for rest in _without(word, most) for each in self._left.get(rest, ())}
        ranked = sorted((distance(word, each), each) for each in candidates)
        least = ranked[0][0] if ranked else 0
        return tuple((each, far) for far, each in ranked if far == least and far <= most)


class Likeness:
    """How much known words look like one that is too far from each of them to be a mistake: by the letters that they
    share and the pairs of letters, their beginnings and ends among those. Immutable: any thread may call."""

    def __init__(self, words: Iterable[str]) -> None:
        self._with: defaultdict[str, list[str]] = defaultdict(list)
        self._marks: dict[str, int] = {}
        for word in sorted(set(words)):
            marks = _marks(word)
            self._marks[word] = len(marks)
            for mark in marks:
                self._with[mark].append(word)

    def of(self, word: str) -> dict[str, float]:
        """Every known word with how much of both it shares: over 0, and 1 for itself."""
        marks = _marks(word)
        shared = Counter(each for mark in marks for each in self._with.get(mark, ()))
        return {each: 2 * count / (len(marks) + self._marks[each]) for each, count in shared.items()}


def distance(one: str, other: str) -> int:
    """Mistakes between two words (Damerau-Levenshtein, no letter moved twice)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        above, row = row, [i]
        for j, wanted in enumerate(other, start=1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]


def _marks(word: str) -> set[str]:
    """The mark of nothing is every word's, so that no two have nothing in common."""
    edged = f"^{word}$"
    return {"", *word, *(edged[at : at + 2] for at in range(len(edged) - 1))}


def _mistakes(word: str) -> int:
    return 2 if len(word) >= TWO_MISTAKES_FROM else 1


def _without(word: str, most: int) -> Iterator[str]:
    """The word, and what is left of it without up to `most` letters, each once."""
    seen: Collection[str] = {word}
    yield word
    for _ in range(most):
        seen = {each[:at] + each[at + 1 :] for each in seen for at in range(len(each))}
        yield from seen

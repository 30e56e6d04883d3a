"""The headings nearest to a question that no ruling answers: by spelling, since none of its words is known."""

from collections.abc import Iterable, Sequence

from companion.rulings.headings import Heading
from companion.rulings.spelling import Likeness
from companion.rulings.words import asked_words, telling, words_of

SECTION, QUESTION = 1.0, 0.8
"""What a word is worth by where it stands: a heading before what is asked below it."""


class Nearest:
    """Some headings, found by words that are only like theirs. Immutable: any thread may call."""

    def __init__(self, headings: Iterable[Heading]) -> None:
        self._headings = tuple(headings)
        self._said: dict[str, dict[int, float]] = {}
        for number, heading in enumerate(self._headings):
            for text, worth in (
                *((each.question, QUESTION) for each in heading.rulings),
                (heading.cite.section, SECTION),
            ):
                for word in telling(words_of(text)):
                    self._said.setdefault(word, {})[number] = worth
        self._likeness = Likeness(self._said)

    def find(self, question: str, *, count: int = 3) -> Sequence[Heading]:
        """The `count` nearest ones, best first, alike ones in the book's order; none where nothing is asked."""
        words = asked_words(question)
        scores: dict[int, float] = {}
        for asked in set(telling(words) or words):
            best: dict[int, float] = {}
            for word, likeness in self._likeness.of(asked).items():
                for number, worth in self._said[word].items():
                    best[number] = max(best.get(number, 0.0), likeness * worth)
            for number, score in best.items():
                scores[number] = scores.get(number, 0.0) + score
        nearest = sorted(scores, key=lambda number: (-scores[number], number))
        return [self._headings[number] for number in nearest[:count]]

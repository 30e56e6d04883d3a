"""How close a ruling comes to a question."""

import math

from companion.rulings.index import Entry, Index, Tally
from companion.rulings.query import Question

WEIGHTS = (0.345, 3.1, 1.25, 0.57, 0.12, 0.118, 0.48)
"""What each of the signals counts for that a ruling answers, see `Closeness.signals`: the most likely ones for the
questions that `make rulings` asks, those held out and the untouched paraphrases aside."""
NEXT_ONES = 5
WORD = 3.5
"""The weight of a text's word that the question does not have."""
SOME_BELOW = 3.0
STRANGE = 6.0
"""The weight of a word of the question that nobody knows: that of a rare one."""
QUESTION = 0
"""The text that is a ruling's own question."""


class Closeness:
    """A question, for being held against one ruling after the other."""

    def __init__(self, question: Question, among: Tally) -> None:
        self._among = among
        self._question = question
        self.terms = [
            [(term, worth, self._weight(term)) for term, worth in guesses.items()] for guesses in question.guesses
        ]
        self._weights = [max((worth * weight for _, worth, weight in terms), default=0.0) for terms in self.terms]
        self._whole = sum(self._weights)
        self._nobodys = STRANGE * question.strange

    def signals(self, entry: Entry, said: float, index: Index) -> tuple[float, ...]:
        """What tells that a ruling answers: that it talks about these words, rather than others; how alike the question
        and one of its texts are, as far as it has the question at all; the next three texts; its own question; that
        what else stands below its heading talks about it; the words that stand close
        together in both, the rarer the more; and that both want to know the same."""
        alike, covered = self._alike(entry)
        ranked = sorted(alike.values(), reverse=True)
        best = ranked[0] if ranked else 0.0
        runs = sum(math.log(len(index.entries) / index.running[run]) for run in self._question.runs & entry.runs)
        same = not self._question.frames.isdisjoint(entry.frames)
        return (
            said,
            best * covered,
            sum(ranked[1 : 1 + NEXT_ONES]),
            alike.get(QUESTION, 0.0),
            self._below(index, entry),
            runs,
            same,
        )

    def covered(self, entry: Entry) -> float:
        """Returns the part of the question that the ruling says anywhere."""
        said = sum(
            weight
            for terms, weight in zip(self.terms, self._weights, strict=True)
            if any(term in entry.shares for term, *_ in terms)
        )
        return said / (self._whole + self._nobodys or 1.0)

    def _alike(self, entry: Entry) -> tuple[dict[int, float], float]:
        """How alike the question and each of the ruling's texts are, and the part of the question that the ruling has
        anywhere."""
        matched: dict[int, float] = {}
        covered = 0.0
        for terms, weight in zip(self.terms, self._weights, strict=True):
            best: dict[int, float] = {}
            for term, worth, rare in terms:
                value = worth * rare
                for text, surely in entry.places.get(term, ()):
                    if value * surely > best.get(text, 0.0):
                        best[text] = value * surely
            for text, value in best.items():
                matched[text] = matched.get(text, 0.0) + value
            if best or any(term in entry.shares for term, _, _ in terms):
                covered += weight
        lengths, whole = entry.lengths, self._whole
        return {text: 2 * value / (whole + WORD * lengths[text]) for text, value in matched.items()}, covered / (
            whole or 1.0
        )

    def _below(self, index: Index, entry: Entry) -> float:
        """How much is said about the question below the ruling's heading."""
        counts = index.headings[entry.section]
        whole = 0.0
        for terms in self.terms:
            most = 0.0
            for term, worth, rare in terms:
                if count := counts.get(term):
                    most = max(most, worth * rare * count / (count + SOME_BELOW))
            whole += most
        return whole

    def _weight(self, term: str) -> float:
        """How much it says that something has this term: the rarer, the more."""
        having = self._among.saying.get(term, 0) + 0.5
        return math.log(1 + (self._among.rulings - having + 1) / having)

"""How close a ruling comes to a question."""

import math
from collections.abc import Callable

from companion.rulings.index import Entry, Index
from companion.rulings.query import Question

WEIGHTS = (0.18, 6.5, 0.89, 1.25, 0.35, 0.12, 1.05)
"""What each of the signals of `Closeness.signals` counts: the most likely ones for the questions of `questions`,
`newcomers` and `phones` that are not held out, and for some of the paraphrases."""
NEXT_ONES = 5
WORD = 3.5
"""The weight of a text's word that the question does not have."""
SOME_BELOW = 3.0
STRANGE = 6.0
"""The weight of a word of the question that nobody knows: that of a rare one."""
SURE = 4.0
"""How much surer a ruling is to have its own words and runs of words than any others."""
USUALLY_ASKED = 20
"""So many other ways to ask a ruling has that has none yet, as the table's own."""


class Closeness:
    """A question, for being held against one ruling after the other."""

    def __init__(self, question: Question, rare: Callable[[str], float]) -> None:
        """`rare` is how much it says that something has a term: the rarer, the more."""
        self._rare = rare
        self._question = question
        self._asked = frozenset(term for guesses in question.guesses for term in guesses)
        self.terms = [[(term, worth, rare(term)) for term, worth in guesses.items()] for guesses in question.guesses]
        self._weights = [max((worth * weight for _, worth, weight in terms), default=0.0) for terms in self.terms]
        self._whole = sum(self._weights)
        self._nobodys = STRANGE * question.strange

    def signals(self, entry: Entry, said: float, index: Index) -> tuple[float, ...]:
        """Returns what tells that a ruling answers.

        It talks about these words rather than others. One of its texts is like the question, as far as it has the
        question at all, and the next ones are. The question names all that it is about. What else stands below its
        heading talks about it. It has the question's wording. And players ask it in many ways."""
        alike, covered = self._alike(entry)
        ranked = sorted(alike, reverse=True)
        best = ranked[0] if ranked else 0.0
        shares = ((entry.runs[run], index.running[run]) for run in self._question.runs if run in entry.runs)
        return (
            said,
            best * covered,
            sum(ranked[1 : 1 + NEXT_ONES]),
            self._named(entry),
            self._below(index, entry),
            sum(math.log(1 + SURE * share / usual) for share, usual in shares),
            math.log(1 + (len(entry.ruling.asked) or USUALLY_ASKED)),
        )

    def _named(self, entry: Entry) -> float:
        """Returns the part of the ruling's own question that the question has."""
        weights = [(max(map(self._rare, terms)), terms) for terms in entry.name]
        named = sum(weight for weight, terms in weights if not self._asked.isdisjoint(terms))
        return named / (sum(weight for weight, _ in weights) or 1.0)

    def covered(self, entry: Entry) -> float:
        """Returns the part of the question that the ruling says anywhere."""
        said = sum(
            weight
            for terms, weight in zip(self.terms, self._weights, strict=True)
            if any(term in entry.shares for term, *_ in terms)
        )
        return said / (self._whole + self._nobodys or 1.0)

    def _alike(self, entry: Entry) -> tuple[list[float], float]:
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
        alike = [2 * value / (whole + WORD * lengths[text]) for text, value in matched.items()]
        return alike, covered / (whole or 1.0)

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

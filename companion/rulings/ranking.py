"""The search in one game's rulings: which of them answers a question best."""

import math
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from operator import mul

import msgspec

from companion.rulings.index import Entry, Index, Tally
from companion.rulings.meanings import Meanings
from companion.rulings.query import Question, Reader
from companion.rulings.ruling import Game, Ruling

WEIGHTS = (0.3, 3.0, 2.05, 1.25, 1.34, 0.285, 0.94, 0.74)
"""What each of the signals counts for that a ruling answers, see `_Closeness.signals`: the most likely ones for the
questions that `make rulings` asks, those held out and the untouched paraphrases aside."""
SURE = 4.0
"""How much surer a ruling is to say its own words than any others."""
CONSIDERED = 30
"""The rulings that talk most about a question's words are looked at closely."""
NEXT_ONES = 3
WORD = 5.0
"""The weight of a text's word that the question does not have."""
MOST_PAIRS = 3
SOME_BELOW = 3.0
QUESTION = 0
"""The text that is a ruling's own question."""


class Found(msgspec.Struct, frozen=True):
    """A ruling, and how well it answers; scores compare within one search only."""

    ruling: Ruling
    score: float


class Ranking:
    """One game's rulings and its players' words. Immutable: any thread may call."""

    def __init__(self, game: Game, rulings: Iterable[Ruling]) -> None:
        meanings = Meanings(game)
        self._index = Index(rulings, meanings)
        self._reader = Reader(said=self.said, vocabulary=self._index.vocabulary, meanings=meanings)

    @property
    def said(self) -> Container[str]:
        """The words and meanings that any of its rulings says."""
        return self._index.tally.said

    @property
    def tally(self) -> Tally:
        return self._index.tally

    def find(self, question: str, *, among: Tally, elsewhere: Collection[Container[str]] = ()) -> list[Found]:
        """The rulings that answer the question, best first. `among` is how often all games together say a word, so that
        scores compare from game to game; `elsewhere` what the others say."""
        found = [
            Found(entry.ruling, sum(map(mul, WEIGHTS, signals)))
            for entry, signals in self.signals(question, among=among, elsewhere=elsewhere)
        ]
        return sorted(found, key=lambda each: -each.score)

    def signals(
        self, question: str, *, among: Tally, elsewhere: Collection[Container[str]] = ()
    ) -> Iterator[tuple[Entry, Sequence[float]]]:
        """The likely rulings, each with what tells that it answers: the weights' own question."""
        close = _Closeness(self._reader.read(question, elsewhere=elsewhere), among)
        said = self._said(close)
        for number in sorted(said, key=lambda number: -said[number])[:CONSIDERED]:
            entry = self._index.entries[number]
            yield entry, close.signals(entry, said[number], self._index)

    def _said(self, close: "_Closeness") -> dict[int, float]:
        """How much surer each ruling is than any text to say the question's words."""
        whole: dict[int, float] = {}
        for terms in close.terms:
            best: dict[int, float] = {}
            for term, worth, _ in terms:
                usual = close.usual(term)
                for number, share in self._index.saying.get(term, ()):
                    surer = worth * math.log(1 + SURE * share / usual)
                    if surer > best.get(number, 0.0):
                        best[number] = surer
            for number, surer in best.items():
                whole[number] = whole.get(number, 0.0) + surer
        return whole


class _Closeness:
    """A question, for being held against one ruling after the other."""

    def __init__(self, question: Question, among: Tally) -> None:
        self._among = among
        self._question = question
        self.terms = [
            [(term, worth, self._weight(term)) for term, worth in guesses.items()] for guesses in question.guesses
        ]
        self._weights = [max((worth * weight for _, worth, weight in terms), default=0.0) for terms in self.terms]
        self._whole = sum(self._weights)

    def usual(self, term: str) -> float:
        """A term's share of all that is said."""
        return (self._among.said.get(term, 0.0) + 0.5) / self._among.words

    def signals(self, entry: Entry, said: float, index: Index) -> tuple[float, ...]:
        """What tells that a ruling answers: that it talks about these words, rather than others; how alike the question
        and one of its texts are, as far as it has the question at all; the next three texts; its own question; how much
        of the question it has; that what else stands below its heading talks about it; words that stand side by side in
        both; and that both want to know the same."""
        alike, covered = self._alike(entry)
        ranked = sorted(alike.values(), reverse=True)
        best = ranked[0] if ranked else 0.0
        pairs = min(len(self._question.pairs & entry.pairs), MOST_PAIRS)
        same = not self._question.frames.isdisjoint(entry.frames)
        return (
            said,
            best * covered,
            sum(ranked[1 : 1 + NEXT_ONES]),
            alike.get(QUESTION, 0.0),
            covered,
            self._below(index, entry),
            pairs,
            same,
        )

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
        return {text: 2 * value / (whole + WORD * lengths[text]) for text, value in matched.items()}, covered / whole

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

"""The search in one game's rulings: which of them answers a question best."""

import math
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Sequence

import msgspec

from companion.rulings.index import Entry, Index, Tally
from companion.rulings.meanings import Meanings
from companion.rulings.query import Question, Reader
from companion.rulings.ruling import Game, Ruling

SAID, BEST, NEXT, COVERED, BELOW, PAIRED, FRAMED = 0.41, 2.7, 1.9, 0.8, 0.37, 0.75, 0.6
"""What tells that a ruling answers: that it talks about these words, rather than others; how alike the question and one
of its texts are; the next three of them; how much of the question it has at all; that its heading's other rulings talk
about them; words that stand side by side in both; and that both want to know the same. Found by `make rulings`' drill:
the most likely ones for questions that the rulings' own ways to ask are, each taken out in turn."""
SURE = 4.0
"""How much surer a ruling is to say its own words than any others."""
CONSIDERED = 30
"""The rulings that talk most about a question's words are looked at closely."""
NEXT_ONES = 3
WORD = 5.0
"""The weight of a text's word that the question does not have."""
MOST_PAIRS = 3
SOME_BELOW = 3.0


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
        asked = self._reader.read(question, elsewhere=elsewhere)
        close = _Closeness(asked, among)
        said = self._said(close)
        likely = sorted(said, key=lambda number: -said[number])[:CONSIDERED]
        entries = self._index.entries
        found = [Found(entries[each].ruling, close.score(entries[each], said[each], self._index)) for each in likely]
        return sorted(found, key=lambda each: -each.score)

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

    def score(self, entry: Entry, said: float, index: Index) -> float:
        best, following, covered = self._alike(entry)
        pairs = min(len(self._question.pairs & entry.pairs), MOST_PAIRS)
        same = not self._question.frames.isdisjoint(entry.frames)
        return (
            SAID * said
            + BEST * best * covered
            + NEXT * following
            + COVERED * covered
            + BELOW * self._below(index, entry)
            + PAIRED * pairs
            + FRAMED * same
        )

    def _alike(self, entry: Entry) -> tuple[float, float, float]:
        """How alike the question and the ruling's texts are: the best one, the next ones together; and the part of the
        question that the ruling has anywhere."""
        matched: defaultdict[int, float] = defaultdict(float)
        covered = 0.0
        for terms, weight in zip(self.terms, self._weights, strict=True):
            best: dict[int, float] = {}
            for term, worth, rare in terms:
                for text, surely in entry.places.get(term, ()):
                    value = worth * rare * surely
                    if value > best.get(text, 0.0):
                        best[text] = value
            for text, value in best.items():
                matched[text] += value
            if best or any(term in entry.shares for term, _, _ in terms):
                covered += weight
        alike = sorted(self._alikeness(matched, entry.lengths), reverse=True)[: 1 + NEXT_ONES]
        return (alike[0] if alike else 0.0), sum(alike[1:]), covered / self._whole

    def _alikeness(self, matched: dict[int, float], lengths: Sequence[int]) -> Iterator[float]:
        for text, value in matched.items():
            yield 2 * value / (self._whole + WORD * lengths[text])

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

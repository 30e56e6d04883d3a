"""The search in one game's rulings: what a question's words find, and which ruling answers it best."""

from collections.abc import Iterable

import msgspec

from companion.rulings.index import Hits, Index
from companion.rulings.query import Guesses, Reader
from companion.rulings.ruling import Game, Ruling
from companion.rulings.words import players_words

SPREAD = 0.7
"""What words are worth that stand in different texts of a ruling, beside those that stand in one."""
FAINT = 0.2
"""A ruling with less than this part of the best one's score is a mention, and left out."""


class Found(msgspec.Struct, frozen=True):
    """A ruling, and how well it answers; scores compare within one search only."""

    ruling: Ruling
    score: float


class Ranking:
    """One game's rulings and its players' words. Immutable but for what it remembers: any thread may call."""

    def __init__(self, game: Game, rulings: Iterable[Ruling]) -> None:
        self._rulings = tuple(rulings)
        self._index = Index(self._rulings)
        self._reader = Reader(
            known=lambda sought: bool(self._index.find(sought).texts),
            vocabulary=self._index.vocabulary,
            means=players_words(game),
        )

    def find(self, question: str) -> list[Found]:
        """The rulings that answer the question, best first.

        A ruling's score is that of its best text, and a part of what the words find in its other texts; then it is
        weighed by how much of the question it has at all.
        """
        groups = [self._hits(guesses) for guesses in self._reader.read(question)]
        weights = [max(hits.rulings.values(), default=1.0) for hits in groups]
        in_text: dict[int, float] = {}
        anywhere: dict[int, float] = {}
        has: dict[int, float] = {}
        for hits, weight in zip(groups, weights, strict=True):
            for text, said in hits.texts.items():
                in_text[text] = in_text.get(text, 0.0) + said
            for number, said in hits.rulings.items():
                anywhere[number] = anywhere.get(number, 0.0) + said
                has[number] = has.get(number, 0.0) + weight
        top: dict[int, float] = {}
        ruling_of = self._index.ruling_of
        for text, score in in_text.items():
            if score > top.get(ruling_of[text], 0.0):
                top[ruling_of[text]] = score
        scores = {number: (score + SPREAD * anywhere[number]) * has[number] for number, score in top.items()}
        least = FAINT * max(scores.values(), default=0.0)
        whole = sum(weights)
        found = [Found(self._rulings[each], score / whole) for each, score in scores.items() if score >= least]
        return sorted(found, key=lambda each: -each.score)

    def _hits(self, guesses: Guesses) -> Hits:
        """Where one of these is found, each place with its best one's score."""
        if len(guesses) == 1:
            ((sought, worth),) = guesses.items()
            if worth == 1.0:
                return self._index.find(sought)
        texts: dict[int, float] = {}
        rulings: dict[int, float] = {}
        for sought, worth in guesses.items():
            found = self._index.find(sought)
            for best, hits in ((texts, found.texts), (rulings, found.rulings)):
                for each, score in hits.items():
                    if score * worth > best.get(each, 0.0):
                        best[each] = score * worth
        return Hits(texts, rulings)

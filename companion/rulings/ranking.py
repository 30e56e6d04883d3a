"""The search in one game's rulings: what a question's words find, and which ruling answers it best."""

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from companion.rulings.index import Index
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
            known=lambda words: bool(self._index.find(words)),
            vocabulary=self._index.vocabulary,
            means=players_words(game),
        )

    def find(self, question: str) -> list[Found]:
        """The rulings that answer the question, best first.

        A ruling's score is that of its best text, and a part of what the words find in its other texts; then it is
        weighed by how much of the question it has at all.
        """
        groups = [self._hits(guesses) for guesses in self._reader.read(question)]
        weights = [max(hits.values(), default=1.0) for hits in groups]
        texts = self._index.texts
        in_text: defaultdict[int, float] = defaultdict(float)
        anywhere: defaultdict[int, float] = defaultdict(float)
        has: defaultdict[int, float] = defaultdict(float)
        for hits, weight in zip(groups, weights, strict=True):
            best: dict[int, float] = {}
            for text, score in hits.items():
                number, worth = texts[text]
                said = score * worth
                in_text[text] += said
                if said > best.get(number, 0.0):
                    best[number] = said
            for number, said in best.items():
                anywhere[number] += said
                has[number] += weight
        top: dict[int, float] = {}
        for text, score in in_text.items():
            number = texts[text][0]
            if score > top.get(number, 0.0):
                top[number] = score
        scores = {number: (score + SPREAD * anywhere[number]) * has[number] for number, score in top.items()}
        best_score = max(scores.values(), default=0.0)
        whole = sum(weights)
        found = [
            Found(self._rulings[number], score / whole)
            for number, score in scores.items()
            if score >= FAINT * best_score
        ]
        return sorted(found, key=lambda each: -each.score)

    def close(self) -> None:
        self._index.close()

    def _hits(self, guesses: Guesses) -> dict[int, float]:
        """The texts that have one of these, each with its best one's score."""
        hits: dict[int, float] = {}
        for words, worth in guesses.items():
            for text, score in self._index.find(words):
                guess = score * worth
                if guess > hits.get(text, 0.0):
                    hits[text] = guess
        return hits

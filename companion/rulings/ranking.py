"""The search in one game's rulings: which of them answers a question best."""

import math
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from copy import copy
from operator import mul
from typing import Self

import msgspec

from companion.rulings.closeness import SURE, WEIGHTS, Closeness
from companion.rulings.index import Index, Tally
from companion.rulings.meanings import Meanings
from companion.rulings.query import Reader
from companion.rulings.relations import Relations
from companion.rulings.ruling import Game, Ruling

COVERED = 17.0
"""How much likelier a ruling is that says all of the question than one that says nothing of it."""
UNPRINTED = ("name", "unknown")
"""The case of what stands on a card."""


class Found(msgspec.Struct, frozen=True):
    """A ruling, and how well it answers; scores compare within one search only.

    `likely` adds to its score what the part of the question that it says is worth. `fits` is True for an answer, and
    False for what is only the nearest that there is."""

    ruling: Ruling
    score: float
    likely: float
    fits: bool = True


class Ranking:
    """One game's rulings and its players' words. Immutable but for what it remembers: any thread may call."""

    def __init__(self, game: Game, rulings: Iterable[Ruling]) -> None:
        meanings = Meanings(game)
        self._index = Index(rulings, meanings)
        self._reader = Reader(said=self.said, vocabulary=self._index.vocabulary, meanings=meanings)
        self._relations = Relations(meanings)
        self._settle(self.tally, ())

    def beside(self, others: Sequence[Self]) -> Self:
        """The same rulings among those of other games, so that scores compare from game to game."""
        ranking = copy(self)
        ranking._settle(Tally.of((self.tally, *(each.tally for each in others))), [each.said for each in others])
        return ranking

    @property
    def said(self) -> Container[str]:
        """The words and meanings that any of its rulings says."""
        return self._index.tally.said

    @property
    def tally(self) -> Tally:
        return self._index.tally

    def look(self, question: str) -> "Look":
        """Which rulings talk about the question at all."""
        asked = self._reader.read(question, elsewhere=self._elsewhere)
        said: dict[int, float] = {}
        worths: dict[str, float] = {}
        for guesses in asked.guesses:
            for term, worth in guesses.items():
                worths[term] = max(worth, worths.get(term, 0.0))
        for term, worth in worths.items():
            for number, surer in self._surer(term):
                said[number] = said.get(number, 0.0) + surer * worth
        return Look(
            said=said,
            index=self._index,
            close=Closeness(asked, self._rare),
            cases=self._relations.cases_of(question) | self._names(question),
        )

    def _names(self, question: str) -> frozenset[tuple[str, ...]]:
        """Returns the case of a name that no book prints, if the question asks for one."""
        return frozenset({UNPRINTED} if self._reader.asks_for_a_name(question, elsewhere=self._elsewhere) else ())

    def _settle(self, among: Tally, elsewhere: Collection[Container[str]]) -> None:
        self._among = among
        self._elsewhere = elsewhere
        self._remembered: dict[str, list[tuple[int, float]]] = {}
        self._rarity: dict[str, float] = {}

    def _surer(self, term: str) -> list[tuple[int, float]]:
        """The rulings that say a term, and how much surer each is than any text to say it."""
        known = self._remembered.get(term)
        if known is None and term in self._index.saying:
            usual = (self._among.said.get(term, 0.0) + 0.5) / self._among.words
            known = [(number, math.log(1 + SURE * share / usual)) for number, share in self._index.saying[term]]
            self._remembered[term] = known
        return known or []

    def _rare(self, term: str) -> float:
        """Returns how much it says that something has this term: the rarer, the more."""
        known = self._rarity.get(term)
        if known is None:
            having = self._among.saying.get(term, 0) + 0.5
            known = math.log(1 + (self._among.rulings - having + 1) / having)
            if term in self._among.saying:
                self._rarity[term] = known
        return known


class Look:
    """One question asked of one game's rulings."""

    def __init__(
        self,
        *,
        said: dict[int, float],
        index: Index,
        close: Closeness,
        cases: frozenset[tuple[str, ...]],
    ) -> None:
        """`said` is how much surer each ruling is than any text to say the question's words."""
        self.said = said
        self._index = index
        self._close = close
        self._cases = cases

    def signals(self, number: int) -> Sequence[float]:
        """What tells that a ruling answers: the weights' own question."""
        return self._close.signals(self._index.entries[number], self.said.get(number, 0.0), self._index)

    def on_case(self, case: tuple[str, ...]) -> frozenset[int]:
        """Returns the numbers of the rulings with that `case`, or with one that the question counts. An empty case has
        none."""
        cases = {case, *self._cases} - {()}
        entries = self._index.entries if cases else ()
        return frozenset(number for number, entry in enumerate(entries) if entry.ruling.case in cases)

    def found(self, numbers: Iterable[int]) -> Iterator[tuple[int, Found]]:
        """Yields these rulings with their numbers."""
        for number in numbers:
            entry = self._index.entries[number]
            score = sum(map(mul, WEIGHTS, self.signals(number)))
            yield number, Found(entry.ruling, score, score + COVERED * self._close.covered(entry))

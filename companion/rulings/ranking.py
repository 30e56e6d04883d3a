"""Searches the rulings: which of them answer a question best, and whether any fits."""

import math
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache, partial
from heapq import nlargest
from operator import mul
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.games import RuledGame
from companion.rulings.index import IndexEntry, RulingsIndex, WordTally, part_of
from companion.rulings.query import QuestionReader, Relations, RulingsQuestion, case_of
from companion.rulings.ruling import Ruling
from companion.rulings.words import Meanings

# How close a ruling comes to a question.

WEIGHTS = (0.206, 4.4, 0.728, 0.773, 0.108, 0.086, 0.547)
"""Weighs each of the signals of `Closeness.signals`. The weights are likeliest for the questions that may be tuned on,
and for ways to ask that were left out."""
NEXT_ONES = 5
WORD = 3.5
"""Weighs a text's word that the question does not have."""
SOME_BELOW = 3.0
STRANGE = 6.0
"""Weighs an unknown word of the question: as much as a rare one."""
SHARPNESS = 4.0
"""Says how much surer a ruling is to have its own words and runs of words than any others."""
USUALLY_ASKED = 20
"""Is the number of other ways to ask for a ruling that has none yet, as the table's own."""


class Closeness:
    """Compares a question with one ruling after the other."""

    def __init__(self, question: RulingsQuestion, rare: Callable[[str], float]) -> None:
        """Takes `rare`, which says how telling a term is: the rarer, the more."""
        self._rare = rare
        self._question = question
        self._asked = frozenset(term for guesses in question.guesses for term in guesses)
        self.terms = [[(term, worth, rare(term)) for term, worth in guesses.items()] for guesses in question.guesses]
        self._weights = [max((worth * weight for _, worth, weight in terms), default=0.0) for terms in self.terms]
        self._whole = sum(self._weights)
        self._nobodys = STRANGE * question.strange

    @property
    def usual(self) -> float:
        """Returns what a question of this length and so many unknown words scores without an answer."""
        return LENGTH * min(len(self._question.guesses), LONG) + UNKNOWN * self._question.strange

    def signals(self, entry: IndexEntry, said: float, index: RulingsIndex) -> tuple[float, ...]:
        """Returns what shows that a ruling answers.

        It talks about these words rather than others. One of its texts is like the question, as far as it has the
        question at all, and the next ones are. The question names all that it is about. What else is below its heading
        talks about it. It has the question's wording. And players ask it in many ways.
        """
        alike, covered = self._alike(entry)
        ranked = sorted(alike, reverse=True)
        best = ranked[0] if ranked else 0.0
        shares = ((entry.runs[run], index.running(run)) for run in self._question.runs if run in entry.runs)
        return (
            said,
            best * covered,
            sum(ranked[1 : 1 + NEXT_ONES]),
            self._named(entry),
            self._below(index, entry),
            sum(math.log(1 + SHARPNESS * share / usual) for share, usual in shares),
            math.log(1 + (len(entry.ruling.asked) or USUALLY_ASKED)),
        )

    def _named(self, entry: IndexEntry) -> float:
        """Returns the part of the ruling's own question that the question has."""
        weights = [(max(map(self._rare, terms)), terms) for terms in entry.name]
        named = sum(weight for weight, terms in weights if not self._asked.isdisjoint(terms))
        return named / (sum(weight for weight, _ in weights) or 1.0)

    def covered(self, entry: IndexEntry) -> float:
        """Returns the part of the question that the ruling says anywhere."""
        said = sum(
            weight
            for terms, weight in zip(self.terms, self._weights, strict=True)
            if any(term in entry.shares for term, *_ in terms)
        )
        return said / (self._whole + self._nobodys or 1.0)

    def _alike(self, entry: IndexEntry) -> tuple[list[float], float]:
        """Returns how alike the question and each of the ruling's texts are, and the part of the question that the
        ruling has anywhere."""
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

    def _below(self, index: RulingsIndex, entry: IndexEntry) -> float:
        """Returns how much the rulings below its heading say about the question."""
        counts = index.headings[entry.section]
        whole = 0.0
        for terms in self.terms:
            most = 0.0
            for term, worth, rare in terms:
                if count := counts.get(term):
                    most = max(most, worth * rare * count / (count + SOME_BELOW))
            whole += most
        return whole


# The search in one game's rulings: which of them answers a question best.

REMEMBERED = 500
"""Limits the house rulings of one game that are read once."""
UNPRINTED = ("name", "unknown")
"""Is the case of what is printed on a card."""


class FoundRuling(msgspec.Struct, frozen=True):
    """Describes a ruling, and how well it answers; scores compare within one search only.

    `covered` is the part of the question that it says. `fits` is True for an answer, and False for the nearest ruling
    that does not answer.
    """

    ruling: Ruling
    score: float
    covered: float
    fits: bool = True


class Ranking:
    """Ranks one game's rulings by its players' words. Immutable, apart from what it remembers: any thread may call any
    method."""

    def __init__(self, game: RuledGame, rulings: Iterable[Ruling]) -> None:
        meanings = Meanings(game)
        self._read = lru_cache(REMEMBERED)(partial(part_of, meanings=meanings))
        self._index = RulingsIndex(part_of(each, meanings) for each in rulings)
        self._reader = QuestionReader(said=self.said, vocabulary=self._index.vocabulary, meanings=meanings)
        self._relations = Relations(meanings)
        self._settle(self.tally, ())

    def with_more(self, rulings: Sequence[Ruling]) -> tuple[Self, WordTally]:
        """Returns the same with these behind, and what they say. It costs a copy of what there is and what is new in
        them."""
        parts = [self._read(each) for each in rulings]
        ranking = copy(self)
        ranking._index = self._index.with_more(parts)
        ranking._reader = self._reader.with_more(said=ranking.said, vocabulary=ranking._index.vocabulary)
        return ranking, RulingsIndex(parts).tally

    def beside(self, others: Sequence[Self], *, among: WordTally) -> Self:
        """Returns the same rulings among those of other games, so that scores compare from game to game. `among` is the
        tally of all."""
        ranking = copy(self)
        ranking._settle(among, [each.said for each in others])
        return ranking

    @property
    def said(self) -> Container[str]:
        """Returns the words and meanings that any of its rulings says."""
        return self._index.tally.said

    @property
    def tally(self) -> WordTally:
        return self._index.tally

    def look(self, question: str) -> "SearchLook":
        """Returns which rulings talk about the question at all."""
        asked = self._reader.read(question, elsewhere=self._elsewhere)
        said: dict[int, float] = {}
        worths: dict[str, float] = {}
        for guesses in asked.guesses:
            for term, worth in guesses.items():
                worths[term] = max(worth, worths.get(term, 0.0))
        for term, worth in worths.items():
            for number, surer in self._surer(term):
                said[number] = said.get(number, 0.0) + surer * worth
        return SearchLook(
            said=said,
            index=self._index,
            close=Closeness(asked, self._rare),
            cases=self._relations.cases_of(question) | self._names(question),
        )

    def _names(self, question: str) -> frozenset[tuple[str, ...]]:
        """Returns the case of a name that no book prints, if the question asks for one."""
        return frozenset({UNPRINTED} if self._reader.asks_for_a_name(question, elsewhere=self._elsewhere) else ())

    def _settle(self, among: WordTally, elsewhere: Collection[Container[str]]) -> None:
        self._among = among
        self._elsewhere = elsewhere
        self._remembered: dict[str, list[tuple[int, float]]] = {}
        self._rarity: dict[str, float] = {}

    def _surer(self, term: str) -> list[tuple[int, float]]:
        """Returns the rulings that say a term, and how much surer each is than any text to say it."""
        known = self._remembered.get(term)
        if known is None and term in self._index.saying:
            usual = (self._among.said.get(term, 0.0) + 0.5) / self._among.words
            known = [(number, math.log(1 + SHARPNESS * share / usual)) for number, share in self._index.saying[term]]
            self._remembered[term] = known
        return known or []

    def _rare(self, term: str) -> float:
        """Returns how telling this term is: the rarer, the more."""
        known = self._rarity.get(term)
        if known is None:
            having = self._among.saying.get(term, 0) + 0.5
            known = math.log(1 + (self._among.rulings - having + 1) / having)
            if term in self._among.saying:
                self._rarity[term] = known
        return known


class SearchLook:
    """Compares one question with one game's rulings."""

    def __init__(
        self,
        *,
        said: dict[int, float],
        index: RulingsIndex,
        close: Closeness,
        cases: frozenset[tuple[str, ...]],
    ) -> None:
        """Takes `said`: how much surer each ruling is than any text to say the question's words."""
        self.said = said
        self._index = index
        self._close = close
        self._cases = cases

    def signals(self, number: int) -> Sequence[float]:
        """Returns what shows that a ruling answers, in the order of the weights."""
        return self._close.signals(self._index.entries[number], self.said.get(number, 0.0), self._index)

    def on_case(self, case: tuple[str, ...]) -> frozenset[int]:
        """Returns the numbers of the rulings with that `case`, or with one that the question counts. An empty case has
        none."""
        cases = {case, *self._cases} - {()}
        entries = self._index.entries if cases else ()
        return frozenset(number for number, entry in enumerate(entries) if entry.ruling.case in cases)

    def likely(self, best: Sequence[FoundRuling]) -> float:
        """Returns how likely it is that the best of these rulings answers."""
        covered = max(each.covered for each in best[:NEAREST])
        return best[0].score + COVERED * covered - self._close.usual

    def score_entries(self, numbers: Iterable[int]) -> Iterator[tuple[int, FoundRuling]]:
        """Yields these rulings with their numbers."""
        for number in numbers:
            entry = self._index.entries[number]
            score = sum(map(mul, WEIGHTS, self.signals(number)))
            yield number, FoundRuling(entry.ruling, score, self._close.covered(entry))


# The search: a question in players' words, the rulings that answer it, best first.

HERE = 4.4
"""Says how much better a ruling of another game has to be than one of the game on the table."""
CASE = 15.2
"""Is the bonus of a ruling whose `case` is the question's."""
FITS, SURE = 11.7, 16.5
"""Says how likely the best ruling must be for the question to fit it, and from where an answer is sure."""
COVERED = 7.0
"""Says how much likelier an answer is where one of the first rulings has all of the question than where none has any of
it."""
LENGTH, LONG = 1.1, 3
"""Says how much higher a question scores with each of its first words, and how many of them count."""
UNKNOWN = 2.6
"""Says how much less likely an answer is with each word that no ruling has."""
ELSEWHERE = 7.5
"""Says how much likelier than one of the table's game a ruling of another game has to be to fit."""
NEAREST = 3
"""Says how many rulings are found where none fits or is sure."""
CONSIDERED = 40
"""Says how many of the rulings that talk most about a question's words are compared closely."""


class RulingsSearch:
    """Searches all the rulings there are. Immutable, apart from what it remembers: any thread may call any method."""

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        everything = tuple(rulings)
        self._books = {game: Ranking(game, (each for each in everything if each.game is game)) for game in RuledGame}
        self._all_books = WordTally.of(each.tally for each in self._books.values())
        self._settle(self._books, self._all_books)

    def with_own(self, rulings: Iterable[Ruling]) -> Self:
        """Returns the same books, with these as what the table has ruled itself."""
        own: dict[RuledGame, list[Ruling]] = {}
        for each in rulings:
            own.setdefault(each.game, []).append(each)
        more = {game: self._books[game].with_more(theirs) for game, theirs in own.items()}
        other = copy(self)
        other._settle(
            self._books | {game: ranking for game, (ranking, _) in more.items()},
            WordTally.of((self._all_books, *(tally for _, tally in more.values()))),
        )
        return other

    def find(
        self, question: str, *, game: RuledGame | None = None, only: bool = False, limit: int = 10
    ) -> list[FoundRuling]:
        """Returns the best rulings for a question: those of `game` before others that are hardly better, or `only`
        those.

        Where no answer is sure these are three, and where none fits they say so. Any text is a question; noise finds no
        ruling.
        """
        looks = {of: self._games[of].look(question) for of in self._games if not only or game in {of, None}}
        talking = (
            (said + HERE * (of is game), number, of) for of, look in looks.items() for number, said in look.said.items()
        )
        likely: dict[RuledGame, list[int]] = {of: [] for of in looks}
        for _, number, of in nlargest(CONSIDERED, talking, key=lambda each: each[0]):
            likely[of].append(number)
        case = case_of(question)
        found: list[tuple[float, FoundRuling]] = []
        is_case = False
        for of, look in looks.items():
            on_case = look.on_case(case) if game in {of, None} else frozenset()
            # Other games have moves and attacks too: with no game known, the ruling must also be likely by its words.
            for number, each in look.score_entries({*likely[of], *(on_case if of is game else ())}):
                score = each.score + CASE * (number in on_case)
                found.append((score + HERE * (of is game), each))
                is_case |= number in on_case
        found.sort(key=lambda each: each[0], reverse=True)
        best = [each for _, each in found]
        own = [each for each in best if each.ruling.game is game]
        if not best:
            return []
        first = best[0].ruling.game
        answer = looks[first].likely(best) - ELSEWHERE * (game not in {first, None})
        if own and game and (is_case or looks[game].likely(own) >= FITS):
            best.sort(key=lambda each: each.ruling.game is not game)
            answer = looks[game].likely(own)
        best = best[:limit]
        if is_case or answer >= SURE:
            return best
        return [replace(each, fits=answer >= FITS) for each in best[:NEAREST]]

    def _settle(self, games: Mapping[RuledGame, Ranking], among: WordTally) -> None:
        self._games = {
            of: ranking.beside([games[other] for other in games if other is not of], among=among)
            for of, ranking in games.items()
        }

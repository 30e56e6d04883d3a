"""A question as the search reads it: what each of its words may mean."""

from bisect import bisect_left
from collections.abc import Collection, Container, Iterable, Mapping
from itertools import pairwise, takewhile
from typing import NamedTuple

from companion.rulings.frames import Frame, frames_of
from companion.rulings.meanings import Meanings, is_meaning
from companion.rulings.spelling import Spelling
from companion.rulings.stems import stem
from companion.rulings.words import asked_words, asks_something, is_filler

MEANT, BEGUN, MISSPELT = 0.7, 0.8, 0.8
"""What a guess is worth beside the word itself: what players mean by it, a word that is still being typed, one with a
mistake in it."""
MOST_ENDINGS = 8
SHORTEST_BEGUN = 2
SHORTEST_STEM, LONGEST_ENDING = 3, 3

Guesses = Mapping[str, float]


class Question(NamedTuple):
    """A question: for each word or phrase that says something, the terms to look for and what each is worth; none for
    what nobody knows. `pairs` are the words that stand side by side."""

    guesses: tuple[Guesses, ...]
    pairs: frozenset[tuple[str, str]]
    frames: frozenset[Frame]


class Reader:
    """Reads the questions of one game. Immutable: any thread may call."""

    def __init__(self, *, said: Container[str], vocabulary: frozenset[str], meanings: Meanings) -> None:
        """`said` are the terms that any ruling has, `vocabulary` are all words of the rulings, `meanings` what players'
        words mean."""
        self._said = said
        self._vocabulary = vocabulary
        self._meanings = meanings
        self._words = sorted(vocabulary | meanings.words)
        self._spelling = Spelling(word for word in self._words if not is_filler(word))

    def read(self, question: str, *, elsewhere: Collection[Container[str]] = ()) -> Question:
        """`elsewhere` is what other games' rulings say: such a word is no mistake. A question of noise says nothing."""
        words = asked_words(question)
        if not asks_something(words):
            return Question((), frozenset(), frozenset())
        guesses = []
        order: list[str] = []
        for written, said in self._meanings.read(words):
            order += said.words
            begun = self._begun(written[0]) if written == words[-1:] else {}
            guesses.append(self._known(said.terms) or begun or self._guessed(written[0], elsewhere))
        return Question(tuple(guesses), frozenset(pairwise(order)), frames_of(question))

    def _known(self, terms: Guesses) -> Guesses:
        """What of it any ruling says. What a word means counts for less where rulings have the word itself."""
        known = {term: worth for term, worth in terms.items() if term in self._said}
        if all(map(is_meaning, known)):
            return known
        return {term: MEANT * worth if is_meaning(term) else worth for term, worth in known.items()}

    def _guessed(self, word: str, elsewhere: Collection[Container[str]]) -> Guesses:
        if any(stem(word) in said for said in elsewhere):
            return {stem(word): 1.0}
        return self._two(word) or self._misspelt(word) or self._begun(word) or self._grown(word)

    def _begun(self, word: str) -> Guesses:
        """A word that is still being typed."""
        if len(word) < SHORTEST_BEGUN:
            return {}
        start = bisect_left(self._words, word)
        longer = takewhile(lambda each: each.startswith(word), self._words[start : start + MOST_ENDINGS])
        return self._any_of(longer, BEGUN)

    def _two(self, word: str) -> Guesses:
        """Two known words that were written as one."""
        for at in range(3, len(word) - 2):
            apart = (word[:at], word[at:])
            if self._vocabulary.issuperset(apart):
                return self._any_of(apart, 1.0)
        return {}

    def _misspelt(self, word: str) -> Guesses:
        guesses: dict[str, float] = {}
        for near, mistakes in self._spelling.nearest(word):
            guesses = {**self._any_of((near,), MISSPELT / max(mistakes, 1)), **guesses}
        return guesses

    def _grown(self, word: str) -> Guesses:
        """A known word with an ending that nobody else gives it: foggy."""
        for end in range(len(word) - 1, max(len(word) - LONGEST_ENDING, SHORTEST_STEM) - 1, -1):
            if found := self._any_of((word[:end],), BEGUN):
                return found
        return {}

    def _any_of(self, words: Iterable[str], worth: float) -> Guesses:
        """What any of these words says or means, as far as rulings say it."""
        guesses: dict[str, float] = {}
        for each in words:
            for term, surely in ({stem(each): 1.0} | dict(self._meanings.of(each))).items():
                if term in self._said:
                    guesses[term] = max(worth * surely, guesses.get(term, 0.0))
        return guesses

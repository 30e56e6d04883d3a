"""A question as the search reads it: what each of its words may mean."""

import re
from bisect import bisect_left
from collections.abc import Collection, Container, Mapping
from itertools import takewhile
from typing import NamedTuple

from companion.rulings.meanings import Meanings
from companion.rulings.spelling import Spelling
from companion.rulings.stems import stem
from companion.rulings.words import FILLERS, PLAIN, Words, asked_words, asks_something, is_filler, runs_of

BEGUN, MISSPELT = 0.8, 0.8
"""What a guess is worth beside the word itself: a word that is still being typed, one with a mistake in it."""
MOST_ENDINGS = 8
SHORTEST_BEGUN = 3
MUTTERED = 5
"""Words: a shorter question of words that every question has is noise."""
SLIPPED, GUESSED = 0.2, 0.5
"""How strange a word is that may be a slip of the thumb, and one that is known in part; one that nobody knows is 1."""
SHORTEST_STEM, LONGEST_ENDING = 3, 3

_NAME = re.compile(
    r"\b(?:what|how) (?:do|does|would|can) (?:the |my |a |an |his |her )?(?P<name>\w+(?: \w+){0,2}?)"
    r"(?: (?:card|spell|ability|action|token|unit|skill|asset|power))? (?:do|mean|change|give|work)\b"
)

Guesses = Mapping[str, float]


class Question(NamedTuple):
    """A question: for each word or phrase that says something, the terms to look for and what each is worth; none for
    what nobody knows. `strange` counts those that nobody knows, and those that could only be guessed in part. `runs`
    is what its wording is recognised by."""

    guesses: tuple[Guesses, ...]
    strange: float
    runs: frozenset[Words]


class Reader:
    """Reads the questions of one game. Immutable: any thread may call."""

    def __init__(self, *, said: Container[str], vocabulary: frozenset[str], meanings: Meanings) -> None:
        """`said` are the terms that any ruling has, `vocabulary` are all words of the rulings, `meanings` what players'
        words mean."""
        self._said = said
        self._vocabulary = vocabulary
        self._meanings = meanings
        self._words = sorted(vocabulary | meanings.words)
        self._spelling = Spelling({*self._words, *FILLERS})

    def read(self, question: str, *, elsewhere: Collection[Container[str]] = ()) -> Question:
        """`elsewhere` is what other games' rulings say: such a word is no mistake. A question of noise says nothing."""
        words = asked_words(question)
        if len(words) < MUTTERED and not asks_something(words):
            return Question((), 0.0, frozenset())
        guesses = []
        strange = 0.0
        for written, said in self._meanings.read(words):
            meant: Guesses = {term: worth for term, worth in said.terms.items() if term in self._said}
            if not meant:
                meant, odd = self._guessed(written[0], elsewhere, last=written == words[-1:])
                strange += odd
            guesses.append(meant)
        return Question(tuple(guesses), strange, runs_of(words))

    def asks_for_a_name(self, question: str, *, elsewhere: Collection[Container[str]] = ()) -> bool:
        """Returns True for "what does NAME do" and the like where nobody knows the name: it is on a card."""
        asked = _NAME.search(" ".join(asked_words(question)))
        return asked is not None and any(self._is_unknown(word, elsewhere) for word in asked["name"].split())

    def _is_unknown(self, word: str, elsewhere: Collection[Container[str]]) -> bool:
        return not (
            is_filler(word)
            or len(word) < SHORTEST_BEGUN
            or word in self._words
            or any(stem(word) in said for said in (self._said, *elsewhere))
            or self._spelling.nearest(word)
        )

    def _guessed(self, word: str, elsewhere: Collection[Container[str]], *, last: bool) -> tuple[Guesses, float]:
        """What a word may have been meant to be, and how strange it is all the same. Only the last one is still being
        typed."""
        if last and (begun := self._begun(word)):
            return begun, SLIPPED
        if any(stem(word) in said for said in elsewhere):
            return {stem(word): 1.0}, 0.0
        if word in PLAIN:
            return {}, 1.0
        if two := self._two(word):
            return two, SLIPPED
        near = self._misspelt(word)
        if misspelt := self._any_of(near):
            return misspelt, SLIPPED
        if any(map(is_filler, near)):
            return {}, 0.0
        if guessed := self._begun(word) or self._grown(word):
            return guessed, GUESSED
        return {}, 1.0

    def _begun(self, word: str) -> Guesses:
        """A word that is still being typed."""
        if len(word) < SHORTEST_BEGUN:
            return {}
        start = bisect_left(self._words, word)
        longer = takewhile(lambda each: each.startswith(word), self._words[start : start + MOST_ENDINGS])
        return self._any_of(dict.fromkeys(longer, BEGUN))

    def _two(self, word: str) -> Guesses:
        """Two known words that were written as one."""
        for at in range(3, len(word) - 2):
            apart = (word[:at], word[at:])
            if self._vocabulary.issuperset(apart):
                return self._any_of(dict.fromkeys(apart, 1.0))
        return {}

    def _misspelt(self, word: str) -> dict[str, float]:
        """The known words that it may be with a mistake in it, which is seldom its first letter."""
        return {
            near: MISSPELT / max(mistakes, 1)
            for near, mistakes in self._spelling.nearest(word)
            if near[0] == word[0] or near[:2] == word[1::-1]
        }

    def _grown(self, word: str) -> Guesses:
        """A known word with an ending that nobody else gives it: foggy."""
        for end in range(len(word) - 1, max(len(word) - LONGEST_ENDING, SHORTEST_STEM) - 1, -1):
            if found := self._any_of({word[:end]: BEGUN}):
                return found
        return {}

    def _any_of(self, words: Mapping[str, float]) -> Guesses:
        """What any of these words says or means, as far as rulings say it."""
        guesses: dict[str, float] = {}
        for each, worth in words.items():
            for term, surely in ({stem(each): 1.0} | dict(self._meanings.of(each))).items():
                if term in self._said:
                    guesses[term] = max(worth * surely, guesses.get(term, 0.0))
        return guesses

"""A question as the search reads it: what each of its words may mean."""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from itertools import takewhile

from companion.rulings.index import Sought
from companion.rulings.spelling import Spelling
from companion.rulings.words import Words, asked_words, asks_something, is_filler

MEANT, BEGUN, MISSPELT, PART = 0.7, 0.8, 0.75, 0.4
"""What a guess is worth beside the word itself: what players mean by it, a word that is still being typed, one with a
mistake in it, one word of a phrase."""
LONGEST_PHRASE = 5
MOST_ENDINGS = 8
SHORTEST_BEGUN = 2
SHORTEST_STEM, LONGEST_ENDING = 3, 3
_ENDINGS = ("s", "es", "ed", "d", "ing")

Guesses = Mapping[Sought, float]


class Reader:
    """Reads the questions of one game. Immutable: any thread may call."""

    def __init__(
        self, *, known: Callable[[Sought], bool], vocabulary: frozenset[str], means: Mapping[Words, tuple[Words, ...]]
    ) -> None:
        """`known` tells whether any ruling has these words, `vocabulary` are all words of the rulings, `means` is what
        players' words mean."""
        self._known = known
        self._vocabulary = vocabulary
        self._means = means
        said = {phrase[0] for phrase in means if len(phrase) == 1}
        self._words = sorted(vocabulary | said)
        self._spelling = Spelling(word for word in self._words if not is_filler(word))

    def read(self, question: str) -> list[Guesses]:
        """For each word or phrase of the question that says something: what to look for, and what each is worth. What
        nobody knows has no guesses; a question of noise has nothing."""
        words = asked_words(question)
        if not asks_something(words):
            return []
        out = []
        at = 0
        while at < len(words):
            length = self._phrase_at(words, at)
            if length:
                out.append(self._phrase(words[at : at + length]))
            elif not is_filler(words[at]):
                out.append(self._word(words[at]))
            at += length or 1
        return out

    def _phrase_at(self, words: Words, at: int) -> int:
        """The number of words of the longest phrase of players' that begins here; 0 for none."""
        for length in range(min(LONGEST_PHRASE, len(words) - at), 1, -1):
            if words[at : at + length] in self._means:
                return length
        return 0

    def _phrase(self, phrase: Words) -> Guesses:
        guesses = {Sought((word,)): PART for word in phrase if not is_filler(word)}
        return guesses | dict.fromkeys(map(Sought, (phrase, *self._means[phrase])), 1.0)

    def _word(self, word: str) -> Guesses:
        """What the word itself says, and what players mean by it; only where that is nothing, what it may have been
        meant to become."""
        itself = Sought((word,))
        known = self._known(itself)
        guesses = {itself: 1.0} if known else {}
        for term in self._meant(word):
            guesses.setdefault(Sought(term), MEANT if known else 1.0)
        return guesses or self._begun(word) or self._two(word) or self._misspelt(word) or self._grown(word)

    def _meant(self, word: str) -> tuple[Words, ...]:
        for form in (word, *(word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))):
            if (form,) in self._means:
                return self._means[(form,)]
        return ()

    def _begun(self, word: str) -> dict[Sought, float]:
        """A word that is still being typed. The index knows words without their endings, so a word of which part of
        the ending is there already is looked up among the whole ones."""
        if len(word) < SHORTEST_BEGUN:
            return {}
        start = bisect_left(self._words, word)
        longer = takewhile(lambda each: each.startswith(word), self._words[start : start + MOST_ENDINGS])
        guesses = {Sought(term): BEGUN for each in longer for term in ((each,), *self._meant(each))}
        begun = Sought((word,), begun=True)
        if not self._known(begun):
            return guesses
        meant = {sought: worth for sought, worth in guesses.items() if not sought.words[0].startswith(word)}
        return {begun: BEGUN} | meant

    def _two(self, word: str) -> dict[Sought, float]:
        """Two known words that were written as one."""
        for at in range(3, len(word) - 2):
            apart = Sought((word[:at], word[at:]))
            if self._vocabulary.issuperset(apart.words) and self._known(apart):
                return {apart: 1.0}
        return {}

    def _misspelt(self, word: str) -> dict[Sought, float]:
        guesses: dict[Sought, float] = {}
        for near, mistakes in self._spelling.nearest(word):
            for term in ((near,), *self._meant(near)):
                guesses.setdefault(Sought(term), MISSPELT / mistakes)
        return guesses

    def _grown(self, word: str) -> dict[Sought, float]:
        """A known word with an ending that nobody else gives it: foggy."""
        for end in range(len(word) - 1, max(len(word) - LONGEST_ENDING, SHORTEST_STEM) - 1, -1):
            stem = Sought((word[:end],))
            if self._known(stem):
                return {stem: BEGUN}
        return {}

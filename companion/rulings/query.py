"""A question as the search reads it: what each of its words may mean."""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from itertools import takewhile

from companion.rulings.spelling import Spelling
from companion.rulings.words import Words, asked_words, asks_something, is_filler

MEANT, BEGUN, BEGUN_KNOWN, MISSPELT, PART = 0.7, 0.8, 0.3, 0.75, 0.4
"""What a guess is worth beside the word itself: what players mean by it, a word being typed, one being typed that is a
word already, one with a mistake in it, one word of a phrase."""
LONGEST_PHRASE = 5
MOST_ENDINGS = 12
_ENDINGS = ("s", "es", "ed", "d", "ing")

Guesses = Mapping[Words, float]


class Reader:
    """Reads the questions of one game. Immutable: any thread may call."""

    def __init__(
        self, *, known: Callable[[Words], bool], vocabulary: frozenset[str], means: Mapping[Words, tuple[Words, ...]]
    ) -> None:
        """`known` tells whether any ruling has these words side by side, whatever their endings."""
        self._known = known
        self._vocabulary = vocabulary
        self._means = means
        said = {phrase[0] for phrase in means if len(phrase) == 1}
        self._words = sorted(vocabulary | said)
        self._spelling = Spelling(word for word in self._words if not is_filler(word))

    def read(self, question: str) -> list[Guesses]:
        """For each word or phrase of the question that says something: the words to look for, and what each is worth.
        What nobody knows has no guesses; a question of noise has nothing."""
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
                out.append(self._word(words[at], last=at == len(words) - 1))
            at += length or 1
        return out

    def _phrase_at(self, words: Words, at: int) -> int:
        """The number of words of the longest phrase of players' that begins here."""
        for length in range(min(LONGEST_PHRASE, len(words) - at), 1, -1):
            if words[at : at + length] in self._means:
                return length
        return 0

    def _phrase(self, phrase: Words) -> Guesses:
        guesses = {(word,): PART for word in phrase if not is_filler(word)}
        return guesses | {phrase: 1.0} | dict.fromkeys(self._means[phrase], 1.0)

    def _word(self, word: str, *, last: bool) -> Guesses:
        guesses: dict[Words, float] = {}
        known = self._known((word,))
        meant = self._meant(word)
        if known:
            guesses[(word,)] = 1.0
        for term in meant:
            guesses.setdefault(term, MEANT if known else 1.0)
        if last or not guesses:
            for begun in self._begun(word):
                self._guess(guesses, begun, BEGUN_KNOWN if guesses else BEGUN)
        if not guesses and (parts := self._parts(word)):
            guesses[parts] = 1.0
        if not guesses:
            for near, mistakes in self._spelling.nearest(word):
                self._guess(guesses, near, MISSPELT / mistakes)
        return guesses

    def _guess(self, guesses: dict[Words, float], word: str, worth: float) -> None:
        for words in ((word,), *self._meant(word)):
            guesses.setdefault(words, worth)

    def _meant(self, word: str) -> tuple[Words, ...]:
        for form in (word, *(word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))):
            if (form,) in self._means:
                return self._means[(form,)]
        return ()

    def _begun(self, word: str) -> list[str]:
        if len(word) < 2:
            return []
        start = bisect_left(self._words, word)
        longer = takewhile(lambda each: each.startswith(word), self._words[start : start + MOST_ENDINGS])
        return [each for each in longer if each != word]

    def _parts(self, word: str) -> Words | None:
        """Two known words that were written as one."""
        for at in range(3, len(word) - 2):
            if word[:at] in self._vocabulary and word[at:] in self._vocabulary and self._known((word[:at], word[at:])):
                return (word[:at], word[at:])
        return None

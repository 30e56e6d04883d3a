"""What words mean when they are about the table: each phrase that a game knows, and what it is called there.

A question is understood whole or not at all: a word that nobody knows stays in it as UNKNOWN, and no intent has room
for that. So "can I claim flag 4 if I pass" is left to the rulings.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from companion.rulings.shelf import shipped
from companion.rulings.spelling import SHORTEST, TWO_MISTAKES_FROM, distance
from companion.rulings.words import LONGEST_TEXT, Words, is_filler, plain_words

UNKNOWN = "?"
MOST_WORDS = 16
LONGEST_PHRASE = 5


class Token(msgspec.Struct, frozen=True):
    """What a phrase is (`kind`), and which one: the flag of that number, the unit of that name."""

    kind: str
    value: Any = None


Phrases = Mapping[Words, tuple[Token, ...]]


def phrases(kinds: Mapping[str, str]) -> dict[Words, tuple[Token, ...]]:
    """What each phrase means, by kinds with their phrases, separated by commas; "who+turn" is a phrase that is both,
    the kind "" one that says nothing."""
    return {
        plain_words(said): tuple(Token(kind) for kind in kinds_.split("+") if kind)
        for kinds_, all_said in kinds.items()
        for said in all_said.split(",")
    }


@cache
def written() -> frozenset[str]:
    """The words of all questions and answers that come with Warglass."""
    rulings = (ruling for chapter in shipped() for ruling in chapter.rulings)
    return frozenset(word for ruling in rulings for word in plain_words(f"{ruling.question} {ruling.answer}"))


class Lexicon:
    """All phrases of a game, or of one match of it. Immutable: any thread may call."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self._words = frozenset(word for phrase in phrases for word in phrase)
        self._begun: defaultdict[str, list[str]] = defaultdict(list)
        for word in sorted(self._words):
            if len(word) >= SHORTEST:
                self._begun[word[0]].append(word)

    def knows(self, word: str) -> bool:
        return word in self._words

    def read(self, question: str) -> tuple[Token, ...]:
        """The question's phrases, the longest ones first. One that is too long is UNKNOWN as a whole."""
        asked = plain_words(question[:LONGEST_TEXT])
        if len(asked) > MOST_WORDS or len(question) > LONGEST_TEXT:
            return (Token(UNKNOWN),)
        words = [known for word in asked for known in self._known(word)]
        found: list[Token] = []
        while words:
            length = self._phrase_at(words)
            found += self.phrases[tuple(words[:length])] if length else (Token(UNKNOWN),)
            words = words[length or 1 :]
        return tuple(found)

    def _phrase_at(self, words: list[str]) -> int:
        for length in range(min(LONGEST_PHRASE, len(words)), 0, -1):
            if tuple(words[:length]) in self.phrases:
                return length
        return 0

    def _known(self, word: str) -> Iterable[str]:
        """The word itself, as it is spelt right, or in two where a number is written to it."""
        if word in self._words:
            return (word,)
        letters = word.rstrip("0123456789")
        if letters in self._words and letters != word:
            return letters, word[len(letters) :]
        return (self._spelt(word),)

    def _spelt(self, word: str) -> str:
        """Nobody mistakes a word's first letter, and no word is a mistake that a ruling is written with."""
        if len(word) < SHORTEST or is_filler(word) or word in written():
            return word
        most = 2 if len(word) >= TWO_MISTAKES_FROM else 1
        near = [each for each in self._begun[word[0]] if abs(len(each) - len(word)) <= most]
        far, nearest = min(((distance(word, each), each) for each in near), default=(most + 1, word))
        return nearest if far <= most else word

"""What the words of a text may mean: each word itself, and what players call things (companion/rulings/words)."""

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.rulings.ruling import Game
from companion.rulings.stems import stem
from companion.rulings.words import Words, is_filler, players_words

REMEMBERED = 8192


class Said(NamedTuple):
    """A word or a phrase of a text: its words without endings, fillers aside, and what it says with how surely: those
    words, and meanings, which no word looks like."""

    words: Words
    terms: Mapping[str, float]


class Meanings:
    """What a game's players mean by what they say. Immutable: any thread may call."""

    def __init__(self, game: Game) -> None:
        said = players_words(game)
        self._meant: dict[Words, dict[str, float]] = {}
        for meaning, phrases in said.items():
            for phrase in phrases:
                self._meant.setdefault(tuple(map(stem, phrase)), {})[f"#{meaning}"] = 1.0
        self._longest: dict[str, int] = {}
        for phrase, meant in self._meant.items():
            self._longest[phrase[0]] = max(len(phrase), self._longest.get(phrase[0], 0))
            for meaning in meant:
                meant[meaning] = 1 / math.sqrt(len(meant))
        self.words = frozenset(word for phrases in said.values() for phrase in phrases for word in phrase)
        """All the words that players use for something."""
        self._says = lru_cache(REMEMBERED)(self._say)

    def of(self, word: str) -> Mapping[str, float]:
        """What a word may mean beside itself, and how surely: the less, the more it may mean."""
        return self._meant.get((stem(word),), {})

    def read(self, words: Words) -> Iterator[tuple[Words, Said]]:
        """A text word by word, phrases that players use in one piece: as it is written, and what that says. A filler is
        left out where it is no part of something that players say."""
        stems = tuple(map(stem, words))
        at = 0
        while at < len(words):
            length = self._phrase_at(stems, at)
            written = words[at : at + (length or 1)]
            said = self._says(written, stems[at : at + length])
            if said.terms:
                yield written, said
            at += length or 1

    def _phrase_at(self, stems: Words, at: int) -> int:
        """The number of words of the longest phrase that begins here; 0 for none."""
        longest = self._longest.get(stems[at], 0)
        for length in range(min(longest, len(stems) - at), 0, -1):
            if stems[at : at + length] in self._meant:
                return length
        return 0

    def _say(self, written: Words, stems: Words) -> Said:
        own = tuple(stem(word) for word in written if not is_filler(word))
        return Said(own, dict.fromkeys(own, 1.0) | self._meant.get(stems, {}))


def is_meaning(term: str) -> bool:
    """Whether a term is what is meant, and no word."""
    return term.startswith("#")

"""Knows what players call things: words without their endings, typing mistakes, and what words may mean."""

import math
import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from string import digits
from typing import Any, NamedTuple

import snowballstemmer

from companion.games import RuledGame

# Words without their endings, so that moves, moved and moving are one.

LONGEST_UNTOUCHED = 3
REMEMBERED = 8192


@lru_cache(REMEMBERED)
def stem(word: str) -> str:
    """Returns what a word shares with its other forms; it is not a word by itself. A word too short for endings
    stays."""
    # A stemmer keeps the word it works on, so threads cannot share one.
    return word if len(word) <= LONGEST_UNTOUCHED else snowballstemmer.stemmer("english").stemWord(word)


# What players call things: the words of a question, and what the rulings say for them (companion/rulings/words).

LONGEST_TEXT = 400
MOST_WORDS = 40
LONGEST_WORD = 24
_WORD = re.compile(r"[a-z0-9]+")
_APOSTROPHE = re.compile("['’]")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FIGURES = {word: str(number) for number, word in enumerate(_NUMBERS)}
_SEARCHED = {
    **{f"{number}s": str(number) for number in range(1, 21)},
    **{"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth"},
}

Words = tuple[str, ...]


@cache
def word_file(name: str) -> dict[str, Any]:
    """Returns one of the files of words that come with Warglass. Empty where there is none: a game may lack its own."""
    file = resources.files("companion.rulings").joinpath("words", name)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


FILLERS, _WEAK, PLAIN = (frozenset(word_file("fillers.toml")[kind]) for kind in ("fillers", "weak", "plain"))


def words_of(text: str) -> Words:
    """Returns the plain words of a text as they are searched: 10s are 10, and the 2nd is the second. Any text will
    do."""
    return tuple(_SEARCHED.get(word, word) for word in plain_words(text))


def plain_words(text: str) -> Words:
    """Returns the words of a text in small plain letters, numbers as figures, without apostrophes. Any text will do."""
    plain = text.casefold() if text.isascii() else _unaccented(text)
    found = _WORD.findall(_APOSTROPHE.sub("", plain))
    return tuple(_FIGURES.get(word, word) for word in found)


def asked_words(question: str) -> Words:
    """Returns the words of a question, cut off at the length of a question."""
    return tuple(word for word in words_of(question[:LONGEST_TEXT]) if len(word) <= LONGEST_WORD)[:MOST_WORDS]


def is_filler(word: str) -> bool:
    """Returns whether it is a word that nearly every question has."""
    return word in FILLERS


def telling(words: Words) -> Words:
    """Returns the words that are no fillers."""
    return tuple(word for word in words if word not in FILLERS)


def runs_of(words: Words) -> frozenset[Words]:
    """Returns what a wording is recognised by: words side by side or with one between, its ends, and each filler."""
    stems = ("", *map(stem, words), "")
    return frozenset(
        (*pairwise(stems), *zip(stems, stems[2:], strict=False), *((stem(word),) for word in words if word in FILLERS))
    )


def asks_something(words: Words) -> bool:
    """Returns whether there is more to the words than those that every question is made of."""
    return any(word not in FILLERS and word not in _WEAK for word in words)


def players_words(game: RuledGame) -> Mapping[str, tuple[Words, ...]]:
    """Returns what the rulings of a game call something -> what players say for it. Each is a list of words, the
    ruling's own first.

    Raises ValueError where a file is not a list of words for each word.
    """
    said: dict[str, dict[Words, None]] = {}
    for name in ("any.toml", f"{game.value}.toml"):
        for term, others in word_file(name).items():
            if not (isinstance(others, list) and all(isinstance(each, str) and words_of(each) for each in others)):
                raise ValueError(f"words/{name}: {term} must have a list of words")
            said.setdefault(term, {}).update(dict.fromkeys(words_of(each) for each in (term, *others)))
    return {term: tuple(phrases) for term, phrases in said.items()}


def _unaccented(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


# Typing mistakes: the known words nearest to an unknown one.

SHORTEST = 4
"""Is in letters: a shorter word with a mistake in it could be any word."""
_DIGITS = frozenset(digits)
TWO_MISTAKES_FROM = 8
"""Is in letters: words of this length or more may have two mistakes."""
SURE_FROM = 6
"""Is in letters: from here on a word alone tells that it is misspelt. "guerilla" is Guerrilla, "react" is not Reach."""


class Spelling:
    """Finds known words by what is left when letters are left out (a deletion index), so it never tries them all."""

    def __init__(self, words: Iterable[str]) -> None:
        self._left: defaultdict[str, list[str]] = defaultdict(list)
        self._before: tuple[Spelling, ...] = ()
        for word in sorted({each for each in words if len(each) >= SHORTEST and not set(each) <= _DIGITS}):
            for rest in _without(word, most_mistakes(word)):
                self._left[rest].append(word)

    def with_more(self, words: Iterable[str]) -> "Spelling":
        """Returns the same with more words, at the cost of those alone."""
        more = Spelling(words)
        more._before = (self, *self._before)
        return more

    def nearest(self, word: str) -> tuple[tuple[str, int], ...]:
        """Returns the known words within one mistake, or two in a long word, with their number of mistakes: only the
        nearest ones. A mistake is a letter too many, missing, wrong, or two that changed places."""
        if len(word) < SHORTEST or set(word) <= _DIGITS:
            return ()
        most = most_mistakes(word)
        known = (self, *self._before)
        candidates = {each for rest in _without(word, most) for of in known for each in of._left.get(rest, ())}
        ranked = sorted((distance(word, each), each) for each in candidates)
        least = ranked[0][0] if ranked else 0
        return tuple((each, far) for far, each in ranked if far == least and far <= most)


class Likeness:
    """Compares a word that is too far from every known one to be a mistake with all of them. It counts the letters that
    they share and the pairs of letters, their beginnings and ends among those.

    Immutable: any thread may call any method.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._with: defaultdict[str, list[str]] = defaultdict(list)
        self._marks: dict[str, int] = {}
        for word in sorted(set(words)):
            marks = _marks(word)
            self._marks[word] = len(marks)
            for mark in marks:
                self._with[mark].append(word)

    def of(self, word: str) -> dict[str, float]:
        """Returns every known word with how much of both it shares: over 0, and 1 for itself."""
        marks = _marks(word)
        shared = Counter(each for mark in marks for each in self._with.get(mark, ()))
        return {each: 2 * count / (len(marks) + self._marks[each]) for each, count in shared.items()}


def most_mistakes(word: str) -> int:
    """Returns how many mistakes a word of that length may have."""
    return 2 if len(word) >= TWO_MISTAKES_FROM else 1


def same_word(one: str, other: str) -> bool:
    """Returns whether two words are one, or surely one of them misspelt, whatever else is known."""
    return one == other or (min(len(one), len(other)) >= SURE_FROM and distance(one, other) == 1)


def distance(one: str, other: str) -> int:
    """Returns the mistakes between two words (Damerau-Levenshtein, no letter moved twice)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        above, row = row, [i]
        for j, wanted in enumerate(other, start=1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]


def _marks(word: str) -> set[str]:
    """Returns a word's marks. The empty mark is every word's, so that any two share one."""
    edged = f"^{word}$"
    return {"", *word, *(edged[at : at + 2] for at in range(len(edged) - 1))}


def _without(word: str, most: int) -> Iterator[str]:
    """Yields the word, and what is left of it without up to `most` letters, each once."""
    seen: Collection[str] = {word}
    yield word
    for _ in range(most):
        seen = {each[:at] + each[at + 1 :] for each in seen for at in range(len(each))}
        yield from seen


# What the words of a text may mean: each word itself, and what players call things (companion/rulings/words).


class SaidPhrase(NamedTuple):
    """Describes a word or a phrase of a text: its words without endings, fillers aside, and its terms with how sure
    each is. A term is one of those words, or a meaning, which no word looks like."""

    words: Words
    terms: Mapping[str, float]


class Meanings:
    """Knows what a game's players mean by what they say. Immutable: any thread may call any method."""

    def __init__(self, game: RuledGame) -> None:
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
        """Lists all the words that players use for something."""
        self._says = lru_cache(REMEMBERED)(self._say)

    def of(self, word: str) -> Mapping[str, float]:
        """Returns what a word may mean beside itself, and how surely: the more meanings, the less sure."""
        return self._meant.get((stem(word),), {})

    def read(self, words: Words) -> Iterator[tuple[Words, SaidPhrase]]:
        """Yields a text word by word, phrases that players use in one piece: as it is written, and what that says. It
        leaves out a filler that is not part of something that players say."""
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
        """Returns the number of words of the longest phrase that begins here; 0 for none."""
        longest = self._longest.get(stems[at], 0)
        for length in range(min(longest, len(stems) - at), 0, -1):
            if stems[at : at + length] in self._meant:
                return length
        return 0

    def _say(self, written: Words, stems: Words) -> SaidPhrase:
        own = tuple(stem(word) for word in written if not is_filler(word))
        return SaidPhrase(own, dict.fromkeys(own, 1.0) | self._meant.get(stems, {}))


def is_meaning(term: str) -> bool:
    """Returns whether a term is a meaning, and not a word."""
    return term.startswith("#")

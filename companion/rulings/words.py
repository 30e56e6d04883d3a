"""What players call things: the words of a question, and what the rulings say for them (companion/rulings/words)."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

from companion.rulings.ruling import Game
from companion.rulings.stems import stem

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
    """One of the files of words that come with Warglass."""
    return tomllib.loads(resources.files("companion.rulings").joinpath("words", name).read_text(encoding="utf-8"))


FILLERS, _WEAK, PLAIN = (frozenset(word_file("fillers.toml")[kind]) for kind in ("fillers", "weak", "plain"))


def words_of(text: str) -> Words:
    """The plain words of a text as they are searched: 10s are 10, and the 2nd is the second. Any text will do."""
    return tuple(_SEARCHED.get(word, word) for word in plain_words(text))


def plain_words(text: str) -> Words:
    """The words of a text in small plain letters, numbers as figures, apostrophes gone. Any text will do."""
    plain = text.casefold() if text.isascii() else _unaccented(text)
    found = _WORD.findall(_APOSTROPHE.sub("", plain))
    return tuple(_FIGURES.get(word, word) for word in found)


def asked_words(question: str) -> Words:
    """The words of a question as far as anyone reads it: what is longer than a question is cut off."""
    return tuple(word for word in words_of(question[:LONGEST_TEXT]) if len(word) <= LONGEST_WORD)[:MOST_WORDS]


def is_filler(word: str) -> bool:
    """Whether it is a word that nearly every question has."""
    return word in FILLERS


def telling(words: Words) -> Words:
    """The words that are no fillers."""
    return tuple(word for word in words if word not in FILLERS)


def runs_of(words: Words) -> frozenset[Words]:
    """Returns what a wording is recognised by: words side by side or with one between, its ends, and each filler."""
    stems = ("", *map(stem, words), "")
    return frozenset(
        (*pairwise(stems), *zip(stems, stems[2:], strict=False), *((stem(word),) for word in words if word in FILLERS))
    )


def asks_something(words: Words) -> bool:
    """Whether there is more to the words than those that every question is made of."""
    return any(word not in FILLERS and word not in _WEAK for word in words)


def players_words(game: Game) -> Mapping[str, tuple[Words, ...]]:
    """What the rulings of a game call something -> what players say for it, each as words, the ruling's own first.

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

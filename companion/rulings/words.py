"""What players call things: the words of a question, and what the rulings say for them (companion/rulings/words)."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from importlib import resources

from companion.rulings.ruling import Game

LONGEST_TEXT = 400
MOST_WORDS = 16
LONGEST_WORD = 24
_NUMBERS = {
    word: str(number) for number, word in enumerate("one two three four five six seven eight nine ten".split(), start=1)
}
_FILLERS = frozenset(
    "a am an and are as at be been but by can cant could did do does doesnt dont for from had has have having he her "
    "him his how i id if ill im in into is isnt it its ive just let lets like may me might must my need of on or our "
    "please rule rules ruling say says shall she should so some such than that thats the their them then there theres "
    "these they this those to u us was we were what whats which while whom whose why will with would you your youre r "
    "ur pls about any also get got gets happen happens work works really actually want mean means explain tell vs "
    "warzone wartime".split()
)
"""Words that nearly every question has, and that nobody finds anything by."""
_WEAK = frozenset("many much no not when where who without".split())
"""Words that tell questions apart but ask nothing by themselves."""

_WORD = re.compile(r"[a-z0-9]+")
_APOSTROPHE = re.compile("['’]")

Words = tuple[str, ...]


def words_of(text: str) -> Words:
    """The words of a text in small plain letters, numbers as figures, apostrophes gone. Any text will do."""
    plain = text.casefold() if text.isascii() else _unaccented(text)
    found = _WORD.findall(_APOSTROPHE.sub("", plain))
    return tuple(_NUMBERS.get(word, word) for word in found)


def asked_words(question: str) -> Words:
    """The words of a question as far as anyone reads it: what is longer than a question is cut off."""
    return tuple(word for word in words_of(question[:LONGEST_TEXT]) if len(word) <= LONGEST_WORD)[:MOST_WORDS]


def is_filler(word: str) -> bool:
    """Whether it is a word that nearly every question has."""
    return word in _FILLERS


def telling(words: Words) -> Words:
    """The words that are no fillers."""
    return tuple(word for word in words if word not in _FILLERS)


def asks_something(words: Words) -> bool:
    """Whether there is more to the words than those that every question is made of."""
    return any(word not in _FILLERS and word not in _WEAK for word in words)


def players_words(game: Game) -> Mapping[Words, tuple[Words, ...]]:
    """What players of a game say -> what its rulings call it, each as words; several where it may mean several things.

    Raises ValueError where a file is not a list of words for each word.
    """
    means: dict[Words, list[Words]] = {}
    folder = resources.files("companion.rulings").joinpath("words")
    for name in ("any", game.value):
        for term, said in tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")).items():
            if not (isinstance(said, list) and all(isinstance(each, str) and words_of(each) for each in said)):
                raise ValueError(f"words/{name}.toml: {term} must have a list of words")
            for each in said:
                known = means.setdefault(words_of(each), [])
                if words_of(term) not in known:
                    known.append(words_of(term))
    return {said: tuple(terms) for said, terms in means.items()}


def _unaccented(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in apart if not unicodedata.combining(letter))

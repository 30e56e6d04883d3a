"""Paraphrases of what the rulings are asked: another way to ask, other words for the same, and a thumb that slips.

Each is made of one text of a ruling, its question or another way to ask it, from its seed alone, and never says that
text word for word.
"""

import random
import re
import string
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.games import RuledGame
from companion.rulings.ruling import Ruling
from companion.rulings.words import Words, is_filler, players_words, words_of

EACH = 5
"""Texts of a ruling that are paraphrased: its question, and some of the other ways to ask."""
SLIPS = 0.35
"""The part of all paraphrases with a typing error."""
MOST_SWAPPED = 2
LEAST_TO_SLIP = 5
TRIES = 8
_WHETHER = re.compile(r"^(?:may|can|could|do|does|did|must|is|are|has|have|should|will) (?P<said>.+)$")
_WHICH = re.compile(r"^(?:who|whose|what|whats|when|where|which|why|how|in what|by how|on which)\b")
_NUMBER = frozenset(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "half", "both"])
_BESIDE = {"a": "s", "e": "r", "i": "o", "o": "p", "t": "r", "n": "m", "s": "d", "r": "t", "l": "k", "d": "f"}


class Paraphrase(NamedTuple):
    """A question, its game, and the ruling that it is of."""

    question: str
    game: RuledGame
    expected: str


@cache
def templates() -> Mapping[str, Mapping[str, list[str]]]:
    path = Path(__file__).parent / "templates.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def _ways_to_say(game: RuledGame) -> Mapping[Words, Sequence[Words]]:
    """What players say -> what else they say for the same."""
    ways: dict[Words, dict[Words, None]] = {}
    for phrases in players_words(game).values():
        for phrase in phrases:
            if _NUMBER.isdisjoint(phrase) and not any(word.isdigit() for word in phrase):
                ways.setdefault(phrase, {}).update(dict.fromkeys(each for each in phrases if each != phrase))
    return {phrase: tuple(others) for phrase, others in ways.items() if others}


def paraphrases(rulings: Sequence[Ruling], split: str) -> Iterator[Paraphrase]:
    """Those of a split of the templates, "dev" or "test"; always the same ones."""
    for ruling in rulings:
        chance = random.Random(f"{split} {ruling.id}")
        others = chance.sample(ruling.asked, min(EACH - 1, len(ruling.asked)))
        for text in (ruling.question, *others):
            question = _paraphrase(text, ruling, split, chance)
            if question is not None:
                yield Paraphrase(question, ruling.game, ruling.id)


def _paraphrase(text: str, ruling: Ruling, split: str, chance: random.Random) -> str | None:
    known = {words_of(each) for each in (ruling.question, *ruling.asked)}
    plain = text.casefold().rstrip("?!. ")
    for _ in range(TRIES):
        words = _voiced(words_of(plain.replace(". ", ", ")), chance)
        swapped = " ".join(_swapped(words, ruling.game, chance))
        question = _asked(swapped, split, chance)
        if chance.random() < SLIPS:
            question = _slipped(question, chance)
        said = words_of(question)
        if said not in known and " ".join(words_of(plain)) not in " ".join(said):
            return question
    return None


def _asked(plain: str, split: str, chance: random.Random) -> str:
    """Put into a template for what it asks."""
    whether = _WHETHER.match(plain)
    kind = "whether" if whether else "which" if _WHICH.match(plain) else "topic"
    said = whether["said"] if whether else plain
    return chance.choice(templates()[split][kind]).format(asked=plain, said=said)


def _voiced(words: Words, chance: random.Random) -> Words:
    voices = templates()["voices"]
    return tuple(chance.choice(voices[word]) if word in voices else word for word in words)


def _swapped(words: Words, game: RuledGame, chance: random.Random) -> list[str]:
    """Up to two words or phrases said otherwise."""
    ways = _ways_to_say(game)
    places = [
        (at, length)
        for length in (3, 2, 1)
        for at in range(len(words) - length + 1)
        if words[at : at + length] in ways and not all(map(is_filler, words[at : at + length]))
    ]
    chance.shuffle(places)
    out, taken = list(words), set[int]()
    for at, length in places:
        spot = set(range(at, at + length))
        if len(taken) < MOST_SWAPPED and taken.isdisjoint(spot):
            taken |= spot
            out[at : at + length] = [" ".join(chance.choice(ways[words[at : at + length]]))] + [""] * (length - 1)
    return [each for each in out if each]


def _slipped(question: str, chance: random.Random) -> str:
    """A letter left out, twice, beside the one that was meant, or in its neighbour's place."""
    long = [each for each in re.finditer(r"[a-z]+", question) if len(each[0]) >= LEAST_TO_SLIP]
    if not long:
        return question
    word = chance.choice(long)
    at = word.start() + chance.randrange(1, len(word[0]) - 1)
    here, after = question[at], question[at + 1]
    wrong = _BESIDE.get(here, chance.choice(string.ascii_lowercase))
    slip = chance.choice(("", here * 2, wrong, after + here))
    return question[:at] + slip + question[at + (2 if slip == after + here else 1) :]

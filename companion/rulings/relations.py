"""Reads from a question what is done to what: a card is used again, two things are at one, somebody hits his own side.

Words alone do not tell "two timers on one unit" from "one timer for two units", nor a shot at one's own unit from one
past it, and "again" is said of timers, units and cards alike.
"""

from collections.abc import Iterator
from itertools import dropwhile

from companion.fields.numbers import whole
from companion.rulings.meanings import Meanings
from companion.rulings.stems import stem
from companion.rulings.words import Words, asked_words, word_file, words_of

_PHRASES = {kind: frozenset(map(words_of, phrases)) for kind, phrases in word_file("relations.toml")["phrases"].items()}
_KINDS = {
    term: kind
    for kind, names in word_file("relations.toml")["things"].items()
    for name in names
    for term in (f"#{name}", stem(name))
}
_ATTACKS, _LEADS_UP, _OWN = (frozenset(word for (word,) in _PHRASES[kind]) for kind in ("attack", "leads_up", "own"))
_TIMES = frozenset({"second", "seconds", "sec", "secs", "minute", "minutes", "min", "mins"})
_LONGEST = 4
_NEAR = 3
"""Words between a number and its thing."""


class Relations:
    """Reads the questions of one game. Immutable: any thread may call."""

    def __init__(self, meanings: Meanings) -> None:
        self._meanings = meanings

    def cases_of(self, question: str) -> frozenset[tuple[str, ...]]:
        """Returns ("again", "card") for a card that is used again, ("two", kind, kind) for two of a kind at one other,
        and ("attack", "own") for an attack on one's own side."""
        words = asked_words(question)
        kinds = dict(self._kinds(words))
        return frozenset((*_again(words, kinds), *_two(words, kinds), *_on_own(words)))

    def _kinds(self, words: Words) -> Iterator[tuple[int, str]]:
        """Yields the place of each thing and its kind."""
        at = 0
        for written, said in self._meanings.read(words):
            at = next(place for place in range(at, len(words)) if words[place : place + len(written)] == written)
            named = [] if written in _PHRASES["use"] else [_KINDS[term] for term in said.terms if term in _KINDS]
            if named:
                yield at, named[0]
            at += len(written)


def _again(words: Words, kinds: dict[int, str]) -> Iterator[tuple[str, ...]]:
    if _has(words, "moment") or "timer" in kinds.values() or not _has(words, "use"):
        return
    # "May I cast a spell again" asks for another spell, "that spell again" does not.
    loose = _has(words, "once_more") and ("card" in kinds.values() or _has(words, "same"))
    if (_has(words, "again") or loose) and not {"card", "spell"}.isdisjoint(kinds.values()):
        yield "again", "card"


def _two(words: Words, kinds: dict[int, str]) -> Iterator[tuple[str, ...]]:
    many, single, before = list[str](), list[str](), 0
    for at, kind in kinds.items():
        said = words[max(at - _NEAR, before) : at]
        if _has(_without_times(said), "two"):
            many.append(kind)
        elif _has(said, "one"):
            single.append(kind)
        before = at + 1
    yield from (("two", kind, other) for kind in many for other in single if other != kind)


def _on_own(words: Words) -> Iterator[tuple[str, ...]]:
    """An attack's object follows it: what lies between are at most articles and the like, no "past" or "through"."""
    for at, word in enumerate(words):
        if word in _ATTACKS:
            object = list(dropwhile(_LEADS_UP.__contains__, words[at + 1 :]))
            if object[:1] and object[0] in _OWN:
                yield "attack", "own"


def _without_times(words: Words) -> Words:
    """Returns the words without lengths of time: "30 second", "2 minute"."""
    timed = {at for at, word in enumerate(words) if word in _TIMES and at and whole(words[at - 1]) is not None}
    return tuple(word for at, word in enumerate(words) if not timed & {at, at + 1})


def _has(words: Words, kind: str) -> bool:
    phrases = (words[at : at + length] for at in range(len(words)) for length in range(1, _LONGEST + 1))
    return not _PHRASES[kind].isdisjoint(phrases)

"""Reads a question for the search: what its words may mean, who acted first, what is done to what."""

import re
from bisect import bisect_left
from collections.abc import Collection, Container, Iterator, Mapping
from copy import copy
from itertools import dropwhile, pairwise, takewhile
from typing import NamedTuple, Self

from companion.fields.numbers import whole
from companion.rulings.words import (
    FILLERS,
    LONGEST_TEXT,
    PLAIN,
    Meanings,
    Spelling,
    Words,
    asked_words,
    asks_something,
    is_filler,
    plain_words,
    runs_of,
    stem,
    word_file,
    words_of,
)

# Reads from a question's grammar which of two players acted first.
#
# Rules: WarTime Rulebook, Timing Disputes. A lift begins a move, and tokens that are taken off begin an attack. Words
# alone do not tell "he lifted it before I took the tokens" from "I took the tokens before he lifted it".

_WORDS = {kind: frozenset(words) for kind, words in word_file("precedence.toml").items()}
_OPPONENT = re.compile(
    r"\b(?:my |the |our )?(?:opponent|enemy|foe|rival|other (?:player|guy|one|side)|mate|friend|buddy|pal|partner|wife"
    r"|husband|girlfriend|boyfriend|brother|sister|son|daughter|dad|mum|mom|father|mother|cousin|uncle|flatmate)"
    r"( s|s)?\b"
)
_HAND = re.compile(r"\b(my|his|her|their) (?:own )?(?:hands?|fingers?)\b")
_IN_THE_AIR = re.compile(
    r"\b(?:up )?in (?:the air|(?:my|his|her|their) hands?)\b|\boff (?:the|its) (?:board|table|hex|space)\b"
)
_GOLD = re.compile(r"\b(gold|player (?:one|1|a))\b")
_RED = re.compile(r"\b(red|player (?:two|2|b))\b")
_PLAN = re.compile(
    r"\b(about to|going to|gonna|want(ed|s) to|trying to|tried to|meant to|announc\w+|declar\w+|call(ed|ing)|said"
    r"|saying|say|too (late|slow)|could|can)\b"
)
_DEAD = re.compile(
    r"\b(die[sd]?|dead|dying|kill\w*|slain|last (token|disc|counter|chit)|wiped out|destroyed|eliminated)\b"
)
_CHARGE = re.compile(r"\b(charg|rush|ramm?)(e|es|ed|ing)?\b|\bran (at|into)\b")
_PASSIVE = re.compile(r"\b(was|were|got|gets|get|been|being|is|am)( \w+)? (hit|struck|attacked|shot|killed|damaged)\b")


class _Clause(NamedTuple):
    link: str
    """Is the word that leads to it: "before"; empty for the first."""
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def act(self) -> str:
        """Returns "lift", "hit" or an empty string."""
        if self.has("tokens"):
            return "hit"
        return next((act for word in self.words for act in ("lift", "hit") if word in _WORDS[act]), "")

    def has(self, kind: str) -> bool:
        return not _WORDS[kind].isdisjoint(self.words)

    @property
    def subject(self) -> bool | None:
        """Returns True if the asker is the subject, False for another player, None without a subject."""
        return next((word in _WORDS["mine"] for word in self.words if word in _WORDS["subjects"]), None)

    @property
    def whose(self) -> bool | None:
        """Returns True if the asker acts. Without a subject it goes by the owner of the unit, tokens or attack."""
        who = self.subject
        if who is None:
            persons = _WORDS["mine"] | _WORDS["others"]
            who = next((word in _WORDS["mine"] for word in self.words if word in persons), None)
            suffers = self.act == "hit" and self.has("tokens")
        else:
            suffers = self.act == "hit" and _PASSIVE.search(self.text) is not None
        return who if who is None else who is not suffers

    @property
    def is_sooner(self) -> bool:
        """Returns True if the clause itself claims to be first."""
        return self.has("sooner") or "in time" in self.text

    @property
    def is_plan(self) -> bool:
        """Returns True if the player only wanted or announced the act."""
        return _PLAN.search(self.text) is not None


def case_of(question: str) -> tuple[str, ...]:
    """Returns the two acts in their order, such as ("lift", "hit"), and after them "charge" or "dead" if it is one.

    Returns an empty tuple unless the question has both acts, by two players."""
    clauses = [
        each for each in _clauses(question) if each.act and (each.words[0] not in _WORDS["asks"] or each.link == "then")
    ]
    for one, other in pairwise(clauses):
        who, whom = one.whose, other.whose
        if other.link in ("and", "then") and other.subject is None:
            whom = who
        # Without a person, tokens that come off are the other player's act: players do not take their own.
        if one.act == other.act or (
            who is whom and (who is not None or not (one.has("tokens") or other.has("tokens")))
        ):
            continue
        first, second = (one, other) if _is_first(one, other) else (other, one)
        order = (first.act, second.act)
        text = " ".join(plain_words(question[:LONGEST_TEXT]))
        if _CHARGE.search(text):
            return (*order, "charge")
        return (*order, "dead") if first.act == "hit" and _DEAD.search(text) else order
    return ()


def _is_first(one: _Clause, other: _Clause) -> bool:
    """Returns True if the first clause's act happened first."""
    if other.link == "before":
        return True
    if other.link in ("after", "once"):
        return False
    if one.link == "before":
        return False
    if one.link in ("after", "once"):
        return True
    if one.is_sooner is not other.is_sooner:
        return one.is_sooner
    if one.is_plan is not other.is_plan:
        return other.is_plan
    return one.has("already") or not other.has("already")


def _clauses(question: str) -> list[_Clause]:
    said = _IN_THE_AIR.sub(" lifted ", question[:LONGEST_TEXT].casefold())
    said = _HAND.sub(lambda found: " i " if found[1] == "my" else " he ", said)
    said = _OPPONENT.sub(lambda found: " his " if found[1] else " he ", said)
    if _WORDS["mine"].isdisjoint(plain_words(said)):
        said = _RED.sub(" he ", _GOLD.sub(" i ", said))
    clauses: list[_Clause] = []
    for part in re.split(r"[,;:.!?]", said):
        link, words = "", list[str]()
        for word in plain_words(part):
            told = any(each in _WORDS[kind] for each in words for kind in ("lift", "hit", "takes"))
            if word in _WORDS["links"] or (told and word in _WORDS["subjects"]):
                clauses.append(_Clause(link, tuple(words)))
                link, words = (word, []) if word in _WORDS["links"] else ("", [word])
            else:
                words.append(word)
        clauses.append(_Clause(link, tuple(words)))
    return [each for each in clauses if each.words]


# Reads from a question what is done to what: a card is used again, two things are at one, somebody hits his own side,
# three cards make a formation.
#
# Words alone do not tell "two timers on one unit" from "one timer for two units", nor a shot at one's own unit from one
# past it. And players say "again" of timers, units and cards alike.

_PHRASES = {kind: frozenset(map(words_of, phrases)) for kind, phrases in word_file("relations.toml")["phrases"].items()}
_KINDS = {
    term: kind
    for kind, names in word_file("relations.toml")["things"].items()
    for name in names
    for term in (f"#{name}", stem(name))
}
_ATTACKS, _LEADS_UP, _OWN = (frozenset(word for (word,) in _PHRASES[kind]) for kind in ("attack", "leads_up", "own"))
_COLOURS = {short: colour for colour in word_file("relations.toml")["colours"] for short in (colour, colour[0])}
_CARD = re.compile(rf"(?P<colour>{'|'.join(_COLOURS)})?(?P<value>10|[1-9])")
_FORMATION = 3
_TIMES = frozenset({"second", "seconds", "sec", "secs", "minute", "minutes", "min", "mins"})
_LONGEST = 4
_NEAR = 3
"""Limits the words between a number and its thing."""


class Relations:
    """Reads the questions of one game. Immutable: any thread may call."""

    def __init__(self, meanings: Meanings) -> None:
        self._meanings = meanings

    def cases_of(self, question: str) -> frozenset[tuple[str, ...]]:
        """Returns ("again", "card") for a card that is used again, and ("attack", "own") for an attack on one's own
        side. For two of a kind at one other it returns ("two", kind, kind), and for three cards without more ("cards",
        formation)."""
        words = asked_words(question)
        kinds = dict(self._kinds(words))
        return frozenset((*_again(words, kinds), *_two(words, kinds), *_on_own(words), *_formation(words)))

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
    """Yields the case where an attack's object is one's own side. Between the two are at most articles and the like, no
    "past" or "through"."""
    for at, word in enumerate(words):
        if word in _ATTACKS:
            object = list(dropwhile(_LEADS_UP.__contains__, words[at + 1 :]))
            if object[:1] and object[0] in _OWN:
                yield "attack", "own"


def _formation(words: Words) -> Iterator[tuple[str, ...]]:
    """Yields the formation of three cards, as far as their values and colours tell it, if the question is only that."""
    cards = [found for word in words if (found := _CARD.fullmatch(word))]
    colours = {_COLOURS[word] for word in words if word in _COLOURS}
    colours |= {_COLOURS[found["colour"]] for found in cards if found["colour"]}
    others = tuple(word for word in words if not _CARD.fullmatch(word) and word not in _COLOURS and not is_filler(word))
    if len(cards) != _FORMATION or not _PHRASES["naming"].issuperset((word,) for word in others):
        return
    values = sorted(value for found in cards if (value := whole(found["value"])) is not None)
    run = values == [*range(values[0], values[0] + _FORMATION)]
    one_colour, mixed = len(colours) == 1 or _has(words, "one_colour"), len(colours) > 1 or _has(words, "mixed")
    if len({*values}) == 1:
        yield "cards", "phalanx"
    elif one_colour is not mixed:
        yield "cards", ("wedge" if run else "battalion") if one_colour else ("skirmish" if run else "host")


def _without_times(words: Words) -> Words:
    """Returns the words without lengths of time: "30 second", "2 minute"."""
    timed = {at for at, word in enumerate(words) if word in _TIMES and at and whole(words[at - 1]) is not None}
    return tuple(word for at, word in enumerate(words) if not timed & {at, at + 1})


def _has(words: Words, kind: str) -> bool:
    phrases = (words[at : at + length] for at in range(len(words)) for length in range(1, _LONGEST + 1))
    return not _PHRASES[kind].isdisjoint(phrases)


# A question as the search reads it: what each of its words may mean.

BEGUN, MISSPELT = 0.8, 0.8
"""Weighs a guess against the word itself: a word that is still being typed, one with a mistake in it."""
MOST_ENDINGS = 8
SHORTEST_BEGUN = 3
MUTTERED = 5
"""Is how many words make a question. A shorter one of words that every question has is noise."""
SLIPPED, GUESSED = 0.2, 0.5
"""Says how strange a word is that may be a slip of the thumb, and one that is known in part. A wholly unknown word is
1."""
SHORTEST_STEM, LONGEST_ENDING = 3, 3

_NAME = re.compile(
    r"\b(?:what|how) (?:do|does|would|can) (?:the |my |a |an |his |her )?(?P<name>\w+(?: \w+){0,2}?)"
    r"(?: (?:card|spell|ability|action|token|unit|skill|asset|power))? (?:do|mean|change|give|work)\b"
)

Guesses = Mapping[str, float]


class RulingsQuestion(NamedTuple):
    """Describes a question: for each word or phrase that says something, the terms to look for and what each is worth.
    An unknown word has no terms.

    `strange` counts the unknown words, and those that could only be guessed in part. `runs` is what its wording is
    recognised by.
    """

    guesses: tuple[Guesses, ...]
    strange: float
    runs: frozenset[Words]


class QuestionReader:
    """Reads the questions of one game. Immutable: any thread may call."""

    def __init__(self, *, said: Container[str], vocabulary: frozenset[str], meanings: Meanings) -> None:
        """Takes `said`, the terms that any ruling has, `vocabulary`, all words of the rulings, and `meanings`, what
        players' words mean."""
        self._said = said
        self._vocabulary = vocabulary
        self._meanings = meanings
        self._words = sorted(vocabulary | meanings.words)
        self._spelling = Spelling({*self._words, *FILLERS})

    def with_more(self, *, said: Container[str], vocabulary: frozenset[str]) -> Self:
        """Returns the same reader for more rulings, whose terms and words these are."""
        more = copy(self)
        new = vocabulary - self._vocabulary
        more._said, more._vocabulary = said, vocabulary
        more._words = sorted((*self._words, *(new - self._meanings.words)))
        more._spelling = self._spelling.with_more(new - self._meanings.words)
        return more

    def read(self, question: str, *, elsewhere: Collection[Container[str]] = ()) -> RulingsQuestion:
        """Returns the question as the search reads it. `elsewhere` is what other games' rulings say: such a word is not
        a mistake. A question of noise is empty."""
        words = asked_words(question)
        if len(words) < MUTTERED and not asks_something(words):
            return RulingsQuestion((), 0.0, frozenset())
        guesses = []
        strange = 0.0
        for written, said in self._meanings.read(words):
            meant: Guesses = {term: worth for term, worth in said.terms.items() if term in self._said}
            if not meant:
                meant, odd = self._guessed(written[0], elsewhere, last=written == words[-1:])
                strange += odd
            guesses.append(meant)
        return RulingsQuestion(tuple(guesses), strange, runs_of(words))

    def asks_for_a_name(self, question: str, *, elsewhere: Collection[Container[str]] = ()) -> bool:
        """Returns True for "what does NAME do" and the like where the name is unknown: it is on a card."""
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
        """Returns what a word may have been meant to be, and how strange it is all the same. Only the last word is
        still being typed."""
        if last and (begun := self._begun(word)):
            return begun, SLIPPED
        # A figure that no ruling names, such as 17 or 3v1, tells one table's case.
        if not word.isalpha():
            return {}, 0.0
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
        """Returns the guesses for a word that is still being typed."""
        if len(word) < SHORTEST_BEGUN:
            return {}
        start = bisect_left(self._words, word)
        longer = takewhile(lambda each: each.startswith(word), self._words[start : start + MOST_ENDINGS])
        return self._any_of(dict.fromkeys(longer, BEGUN))

    def _two(self, word: str) -> Guesses:
        """Returns the guesses for two known words that were written as one."""
        for at in range(3, len(word) - 2):
            apart = (word[:at], word[at:])
            if self._vocabulary.issuperset(apart):
                return self._any_of(dict.fromkeys(apart, 1.0))
        return {}

    def _misspelt(self, word: str) -> dict[str, float]:
        """Returns the known words that it may be with a mistake in it, which is seldom its first letter."""
        return {
            near: MISSPELT / max(mistakes, 1)
            for near, mistakes in self._spelling.nearest(word)
            if near[0] == word[0] or near[:2] == word[1::-1]
        }

    def _grown(self, word: str) -> Guesses:
        """Returns a known word with an ending that the rulings do not give it: foggy."""
        for end in range(len(word) - 1, max(len(word) - LONGEST_ENDING, SHORTEST_STEM) - 1, -1):
            if found := self._any_of({word[:end]: BEGUN}):
                return found
        return {}

    def _any_of(self, words: Mapping[str, float]) -> Guesses:
        """Returns what any of these words says or means, as far as rulings say it."""
        guesses: dict[str, float] = {}
        for each, worth in words.items():
            for term, surely in ({stem(each): 1.0} | dict(self._meanings.of(each))).items():
                if term in self._said:
                    guesses[term] = max(worth * surely, guesses.get(term, 0.0))
        return guesses

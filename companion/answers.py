"""Answers questions from the live table: finds what a question means, for any game."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from companion.fields.numbers import whole
from companion.rulings.shelf import shipped
from companion.rulings.words import LONGEST_TEXT, SHORTEST, Words, distance, is_filler, most_mistakes, plain_words
from companion.table.seats import Seat

# What words mean when they are about the table: each phrase that a game knows, and what it is called there.
#
# A question is understood whole or not at all: an unknown word stays in it as UNKNOWN, which no intent allows. So "can
# I claim flag 4 if I pass" is left to the rulings.

UNKNOWN = "?"
MOST_WORDS = 16
LONGEST_PHRASE = 5


class PhraseToken(msgspec.Struct, frozen=True):
    """Says what a phrase is (`kind`), and which one: the flag of that number, the unit of that name."""

    kind: str
    value: Any = None


Phrases = Mapping[Words, tuple[PhraseToken, ...]]


def phrases(kinds: Mapping[str, str]) -> dict[Words, tuple[PhraseToken, ...]]:
    """Returns what each phrase means, by kinds with their phrases, separated by commas. "who+turn" is a phrase that is
    both. The kind "" has the phrases without a meaning."""
    return {
        plain_words(said): tuple(PhraseToken(kind) for kind in kinds_.split("+") if kind)
        for kinds_, all_said in kinds.items()
        for said in all_said.split(",")
    }


@cache
def written() -> frozenset[str]:
    """Returns the words of all questions and answers that come with Warglass."""
    rulings = (ruling for chapter in shipped() for ruling in chapter.rulings)
    return frozenset(word for ruling in rulings for word in plain_words(f"{ruling.question} {ruling.answer}"))


class Lexicon:
    """Holds all phrases of a game, or of one match of it. Immutable: any thread may call any method."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self._words = frozenset(word for phrase in phrases for word in phrase)
        self._begun: defaultdict[str, list[str]] = defaultdict(list)
        for word in sorted(self._words):
            if len(word) >= SHORTEST:
                self._begun[word[0]].append(word)

    def knows(self, word: str) -> bool:
        return word in self._words

    def read(self, question: str) -> tuple[PhraseToken, ...]:
        """Returns the question's phrases, the longest ones first. A question that is too long is UNKNOWN as a whole."""
        asked = plain_words(question[:LONGEST_TEXT])
        if len(asked) > MOST_WORDS or len(question) > LONGEST_TEXT:
            return (PhraseToken(UNKNOWN),)
        words = [known for word in asked for known in self._known(word)]
        found: list[PhraseToken] = []
        while words:
            length = self._phrase_at(words)
            found += self.phrases[tuple(words[:length])] if length else (PhraseToken(UNKNOWN),)
            words = words[length or 1 :]
        return tuple(found)

    def _phrase_at(self, words: list[str]) -> int:
        for length in range(min(LONGEST_PHRASE, len(words)), 0, -1):
            if tuple(words[:length]) in self.phrases:
                return length
        return 0

    def _known(self, word: str) -> Iterable[str]:
        """Returns the word itself, as it is spelt right, or in two where a number is written to it."""
        if word in self._words:
            return (word,)
        letters = word.rstrip("0123456789")
        if letters in self._words and letters != word:
            return letters, word[len(letters) :]
        return (self._spelt(word),)

    def _spelt(self, word: str) -> str:
        """Returns the known word that this one is a mistake for, else the word. A mistake leaves the first letter
        right, and a word of any ruling is not a mistake."""
        if len(word) < SHORTEST or is_filler(word) or word in written():
            return word
        most = most_mistakes(word)
        near = [each for each in self._begun[word[0]] if abs(len(each) - len(word)) <= most]
        far, nearest = min(((distance(word, each), each) for each in near), default=(most + 1, word))
        return nearest if far <= most else word


# A question as it was understood: who, which act, what of the table.

SIDE = "side"
PARTIES = f"i they {SIDE}"
"""Lists the kinds of words for players: the asker, the others, and a side by its name."""


class Said(msgspec.Struct, frozen=True):
    """Describes the question's words by kind, and the asker's seat; None for a phone that has none, or more than
    one."""

    tokens: tuple[PhraseToken, ...]
    asker: Seat | None

    def has(self, *kinds: str) -> bool:
        """Returns whether any word is of one of these kinds."""
        return any(each.kind in kinds for each in self.tokens)

    def asks(self, needs: str, also: str) -> bool:
        """Returns whether the question has a word of each kind of `needs`, and besides those only kinds of `also`.
        "flag card|side" needs a flag, and a card or a side."""
        wanted = [frozenset(each.split("|")) for each in needs.split()]
        kinds = {each.kind for each in self.tokens}
        return bool(kinds) and all(kinds & each for each in wanted) and kinds <= set(also.split()).union(*wanted)

    def values(self, *kinds: str) -> list[Any]:
        """Returns what was named of these kinds, each once, in the question's order."""
        return list(dict.fromkeys(each.value for each in self.tokens if each.kind in kinds))

    def sides(self, seats: Sequence[Seat], *, mine: bool = False) -> list[Seat]:
        """Returns which of these seats it is about: the named ones, "I", "they". Without a name it is all, also where
        the asker is not known. With `mine`, an asker who names no seat means his own."""
        unnamed = [seat for seat in seats if not mine or self.asker not in seats or seat is self.asker]
        return self._of(self.tokens, seats) or unnamed

    def around(self, kind: str, seats: Sequence[Seat]) -> tuple[list[Seat], list[Seat]]:
        """Returns the seats named before the first word of that kind, and those named after it: who acts, and on
        whom."""
        at = next((at for at, each in enumerate(self.tokens) if each.kind == kind), len(self.tokens))
        return self._of(self.tokens[:at], seats), self._of(self.tokens[at:], seats)

    def _of(self, tokens: Iterable[PhraseToken], seats: Sequence[Seat]) -> list[Seat]:
        found: list[Seat] = []
        for each in tokens:
            if each.kind == SIDE:
                found.append(each.value)
            elif self.asker in seats and each.kind == "i":
                found += [seat for seat in seats if seat is self.asker]
            elif self.asker in seats and each.kind == "they":
                found += [seat for seat in seats if seat is not self.asker]
        return [seat for seat in dict.fromkeys(found) if seat in seats]


# What players of every game say about the table: fillers, who, how many; and the names of sides and units.

K = TypeVar("K", bound=Hashable)

COMMON = phrases(
    {
        "": """
            the, a, an, is, are, am, was, were, be, been, being, do, does, did, of, at, in, on, for, to, it, its, it is,
            this, that, thats, there, theres, here, please, pls, so, ok, okay, hey, and, or, then, just, actually,
            really, now, right now, at the moment, at this moment, at present, currently, today, yet, already, still,
            has, have, had, got, will, would, isnt, arent, tell me, can you tell me, could you tell me, let me know,
            do you know, do you know if, i wonder, i wonder if, do we know, quick question, by the way, with us,
            in this game, in our game, at this table, at our table, on the table, as it stands, anyone know,
            does anyone know, that one, this one, man, mate, well, um, eh, hm, check, check if, please tell me,
            finally, even, anymore, any more, exactly, these, those, with, from, so far, again, gonna, going to
        """,
        "i": "i, me, my, mine, im, ive, id, ill, we, us, our, ours, weve, myself, my side, my own",
        "they": """
            they, them, their, theirs, theyre, he, him, his, she, her, hers, opponent, opponents, my opponent,
            my opponents, our opponent, the other side, other side, the other player, other player, the others,
            the other one, enemy, my enemy, the enemy, enemies, rival, my rival, opposition, the opposition
        """,
        "who": "who, whos, whose, whom, who is, whoever",
        "which": "which, which one, which ones, which of",
        "what": "what, whats, wat, what about, how about, what is",
        "when": "when, whens",
        "where": "where, wheres, whereabouts",
        "why": "why",
        "how": "how, hows, how is, how are",
        "many": "how many, how much, number of, count of, the number of, amount of",
        "long": """
            how long, how much time, how many seconds, how many secs, how many more seconds, how much longer, how soon
        """,
        "can": """
            can, could, may, might, able, able to, allowed, cant, cannot, couldnt, possible, is it possible, permitted,
            legal
        """,
        "i+can": "am i allowed, are we allowed, am i able, do i get",
        "they+can": "are they allowed, is he allowed, is she allowed",
        "any": "any, anything, something, some, anybody, anyone, any of",
        "not": "not, dont, doesnt, didnt, havent, hasnt",
        "left": "left, remaining, remain, remains, left over, leftover, still to come, to go, more",
        "next": "next, the next one, next one",
        "turn": "turn, turns, turn now",
        "who+turn": "whose go, whose go now, whose move, whose turn, whos up, who is up, whos on",
        "i+turn": "my go, my move, my turn, am i up, our turn, our go",
        "they+turn": "their go, his go, her go, their turn, his turn, her turn, their move",
        "score": """
            score, scores, the score, winning, ahead, leading, lead, in the lead, in front, losing, behind, standings
        """,
        "win": "win, wins, won, winner, winners, victory",
        "paused": "paused, on pause, on hold, stopped, halted, frozen",
        "game": "game, match, the game",
        "status": "status, state, situation, about, looking, look, stand, stands, standing, doing, how is it going",
    }
)


def sides(names: Mapping[str, str]) -> dict[Words, tuple[PhraseToken, ...]]:
    """Returns each seat of a match by its name and its colour, with the possessive: "Gold's". It leaves out a name that
    every question may have, such as Will."""
    found: dict[Words, tuple[PhraseToken, ...]] = {}
    for seat, name in names.items():
        token = (PhraseToken(SIDE, Seat(seat)),)
        for said in (plain_words(seat), plain_words(name)):
            if said and said not in COMMON:
                found[said] = found[(*said[:-1], said[-1] + "s")] = token
    return found


def named(kind: str, things: Iterable[tuple[K, str]], known: Lexicon) -> dict[Words, tuple[PhraseToken, ...]]:
    """Returns each named thing by its name, and by each part of the name that is not a word of the game already.
    "knight" and "squires" are the Knight / Squire. A token's value are the keys of all that may be meant."""
    meant: dict[Words, dict[K, None]] = {}
    for key, name in things:
        words = plain_words(name)
        for begin in range(len(words)):
            for end in range(begin + 1, min(begin + LONGEST_PHRASE, len(words)) + 1):
                part = words[begin:end]
                if part == words or _tells(part, known):
                    for form in _forms(part):
                        meant.setdefault(form, {})[key] = None
    return {said: (PhraseToken(kind, tuple(keys)),) for said, keys in meant.items()}


def _tells(part: Words, known: Lexicon) -> bool:
    """Returns whether a part of a name names anything by itself."""
    return len("".join(part)) > 1 and part not in known.phrases and any(whole(word) is None for word in part)


def _forms(part: Words) -> Iterable[Words]:
    """Yields its forms: one, several, or the possessive: "archer", "archers"."""
    *before, last = part
    yield part
    if last.endswith("s"):
        yield (*before, last[:-1])
    elif whole(last) is None:
        yield (*before, f"{last}s")
    if last.endswith("man"):
        yield (*before, f"{last[:-3]}men")


# How an answer names the seats: the asker is "you", everybody else goes by name.

_OPENERS = ("Yes", "No", "Not", "None", "Nothing", "Nobody", "It", "One")
"""Lists the words at an answer's beginning that are not a name."""
_VERDICTS = ("yes", "no", "not yet", "not now")


class Speaker(msgspec.Struct, frozen=True):
    """Words an answer. `names` are the match's, by seat; `asker` is None for a phone without a seat of its own."""

    names: Mapping[str, str]
    asker: Seat | None

    @property
    def seats(self) -> list[Seat]:
        return [Seat(each) for each in self.names]

    def who(self, seat: Seat) -> str:
        """Returns the seat as it begins a sentence or is inside one: "you", "Gold"."""
        return "you" if seat is self.asker else self.names[seat.value]

    def whose(self, seat: Seat) -> str:
        return "your" if seat is self.asker else f"{self.names[seat.value]}'s"

    def has(self, seat: Seat) -> str:
        """Returns who has something: "you have", "Gold has"."""
        return "you have" if seat is self.asker else f"{self.names[seat.value]} has"

    def does(self, seat: Seat, verb: str) -> str:
        """Returns who does something: "you win", "Gold wins"."""
        if seat is self.asker:
            return f"you {verb}"
        return f"{self.names[seat.value]} {verb}{'es' if verb.endswith('o') else 's'}"

    def each(self, said: Sequence[tuple[Seat, str]]) -> str:
        """Returns the text for each seat, with the seat's name unless it is the asker's alone."""
        if len(said) == 1 and said[0][0] is self.asker:
            return said[0][1]
        return " ".join(f"{sentence(self.who(seat))}: {inside(text)}" for seat, text in said)


def sentence(text: str) -> str:
    """Returns the text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def inside(text: str) -> str:
    """Returns an answer behind the name of its subject: "Gold: not yet, Blue 10 makes a wedge of 27"."""
    first, *_ = text.split(" ", 1)
    small = text[:1].lower() + text[1:] if first.rstrip(":.,") in _OPENERS else text
    verdict, colon, why = small.partition(": ")
    return f"{verdict}, {why}" if colon and verdict in _VERDICTS else small


def listed(names: Sequence[str], last: str = "and") -> str:
    """Returns "A", "A and B", "A, B and C"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(number: int, thing: str) -> str:
    """Returns "1 card", "2 cards", "no cards"."""
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


# What the table itself answers to a question, and which questions it knows.

T = TypeVar("T")


class TableAnswer(msgspec.Struct, frozen=True):
    """Holds an answer as one player says it to the other. It is true at the moment of the question. `href` is the page
    of the site that shows it."""

    text: str
    href: str


class Intent(msgspec.Struct, Generic[T], frozen=True):
    """Describes a kind of question: the kinds of words that it needs, those that it may have beside them, and the
    function that answers it. `needs` and `also` are as `Said.asks` takes them."""

    needs: str
    also: str
    answer: Callable[[T, Said], TableAnswer | None]


def answered(intents: Iterable[Intent[T]], table: T, said: Said) -> TableAnswer | None:
    """Returns the answer of the first intent that fits the question and has one; None where it is about something
    else."""
    for intent in intents:
        if said.asks(intent.needs, intent.also):
            found = intent.answer(table, said)
            if found is not None:
                return found
    return None

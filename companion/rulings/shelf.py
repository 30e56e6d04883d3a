"""Finds the rulings at this table: by heading, by question, and the headings nearest to one that no ruling answers."""

import functools
import logging
import threading
from collections.abc import Iterable, Sequence
from enum import Enum

import msgspec

from companion.fields.decode import decoder_of
from companion.games import RuledGame
from companion.rulings.ranking import FoundRuling, RulingsSearch
from companion.rulings.ruling import Chapter, Heading, Headings, HouseRuling, Ruling, chapters
from companion.rulings.words import Likeness, asked_words, telling, words_of
from companion.table.errors import NotHere, Refused
from companion.table.events import HouseRuled, Source
from companion.table.table import Table

# The headings nearest to a question that no ruling answers: by spelling, since none of its words is known.

SECTION, QUESTION = 1.0, 0.8
"""Weighs a word by its place: a heading before what is asked below it."""


class Nearest:
    """Finds headings by words that only look like theirs. Immutable: any thread may call any method."""

    def __init__(self, headings: Iterable[Heading]) -> None:
        self._headings = tuple(headings)
        self._said: dict[str, dict[int, float]] = {}
        for number, heading in enumerate(self._headings):
            for text, worth in (
                *((each.question, QUESTION) for each in heading.rulings),
                (heading.cite.section, SECTION),
            ):
                for word in telling(words_of(text)):
                    self._said.setdefault(word, {})[number] = worth
        self._likeness = Likeness(self._said)

    def find(self, question: str, *, count: int = 3) -> Sequence[Heading]:
        """Returns the `count` nearest headings, best first, equal ones in the book's order. Empty for an empty
        question."""
        words = asked_words(question)
        scores: dict[int, float] = {}
        for asked in set(telling(words) or words):
            best: dict[int, float] = {}
            for word, likeness in self._likeness.of(asked).items():
                for number, worth in self._said[word].items():
                    best[number] = max(best.get(number, 0.0), likeness * worth)
            for number, score in best.items():
                scores[number] = scores.get(number, 0.0) + score
        nearest = sorted(scores, key=lambda number: (-scores[number], number))
        return [self._headings[number] for number in nearest[:count]]


# The rulings at this table: those that came with Warglass, and those that its players have made.

_logger = logging.getLogger(__name__)
KIND = "ruling"


class RulingChange(Enum):
    """Says what was done to a house ruling, as the log says it."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


class Shelf:
    """Reads, finds and keeps rulings. Any thread may call any method."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._search: RulingsSearch | None = None
        self.wanted = threading.Event()
        """Is set once anyone has asked for the search."""
        self._decoder = decoder_of(HouseRuling)

    def books(self) -> dict[RuledGame, tuple[str, ...]]:
        """Returns each game's books that have chapters here."""
        return {game: tuple(dict.fromkeys(each.book for each in shipped() if each.game is game)) for game in RuledGame}

    def house(self) -> list[HouseRuling]:
        """Returns the table's own, game by game. It leaves out one that cannot be read any more."""
        read = [self._read(id, body) for game in RuledGame for id, body in self._table.kept(game.value, KIND).items()]
        return [each for each in read if each is not None]

    def find(self, id: str) -> Ruling:
        """Returns the ruling of that id, a book's or the table's own. Raises NotHere."""
        if id in _by_id():
            return _by_id()[id]
        return self.find_house(id).ruling()

    def find_house(self, id: str) -> HouseRuling:
        """Returns the house ruling of that id. Raises NotHere."""
        for each in self.house():
            if each.id == id:
                return each
        raise NotHere("ruling", id)

    def related(self, ruling: Ruling) -> list[Ruling]:
        """Returns the rulings that this one says to see. It leaves out those that a newer Warglass no longer has."""
        known = _by_id()
        return [known[id] for id in ruling.see if id in known]

    def beside(self, id: str) -> list[HouseRuling]:
        """Returns the table's own rulings that belong to this ruling of a book."""
        return [each for each in self.house() if each.about == id]

    def search(
        self, question: str, *, game: RuledGame | None = None, only: bool = False, limit: int = 10
    ) -> list[FoundRuling]:
        """Returns the best rulings for a question, those of `game` first, or `only` those; see RulingsSearch.find."""
        return self.ready().find(question, game=game, only=only, limit=limit) if question else []

    def ready(self, *, wanted: bool = True) -> RulingsSearch:
        """Returns the search, made at the first call.

        Making it takes seconds of a small Pi's time. As long as no caller has `wanted` it, its maker may rest in
        between.
        """
        if wanted:
            self.wanted.set()
        with self._lock:
            if self._search is None:
                self._search = self._with_own()
            return self._search

    def save(self, ruling: HouseRuling, *, source: Source) -> None:
        """Saves it, in place of the one of the same id.

        Raises Refused where the disk does not take it, or `about` is not a ruling of the same game. Also raises it
        where the game of a saved one would change.
        """
        known = {each.id: each for each in self.house()}
        if ruling.about is not None and (ruling.about not in _by_id() or _by_id()[ruling.about].game != ruling.game):
            raise Refused(f"{ruling.game.title} has no ruling {ruling.about} to stand beside.")
        if ruling.id in known and known[ruling.id].game is not ruling.game:
            raise Refused("A house ruling stays with its game: remove it and add it to the other.")
        self._table.keep(ruling.game.value, KIND, ruling.id, msgspec.json.encode(ruling))
        self._changed(ruling, RulingChange.CHANGED if ruling.id in known else RulingChange.ADDED, source)

    def remove(self, id: str, *, source: Source) -> None:
        """Removes it. Raises NotHere, and Refused where the disk does not take it."""
        ruling = self.find_house(id)
        self._table.discard(ruling.game.value, KIND, id)
        self._changed(ruling, RulingChange.REMOVED, source)

    def reread(self) -> None:
        """Rereads the house rulings for the search, if the search is made already."""
        with self._lock:
            if self._search is not None:
                self._search = self._with_own()

    def _changed(self, ruling: HouseRuling, change: RulingChange, source: Source) -> None:
        self.reread()
        self._table.note(HouseRuled(change=change.value, id=ruling.id, question=ruling.question), source=source)

    def _with_own(self) -> RulingsSearch:
        return shipped_search().with_own(each.ruling() for each in self.house())

    def _read(self, id: str, body: bytes) -> HouseRuling | None:
        try:
            return self._decoder.decode(body)
        except msgspec.DecodeError:
            _logger.exception("house ruling %s cannot be read", id)
            return None


@functools.cache
def shipped() -> tuple[Chapter, ...]:
    """Returns the chapters that come with Warglass, read once: they do not change while it runs."""
    return chapters()


@functools.cache
def _by_id() -> dict[str, Ruling]:
    return {ruling.id: ruling for chapter in shipped() for ruling in chapter.rulings}


@functools.cache
def shipped_search() -> RulingsSearch:
    """Returns the search in the books alone."""
    return RulingsSearch(_by_id().values())


@functools.cache
def headings() -> Headings:
    """Returns the headings that the books' rulings are from."""
    return Headings(_by_id().values())


@functools.cache
def nearest(game: RuledGame | None) -> Nearest:
    """Returns the headings of a game's books, or of all, to be found by words like theirs."""
    return Nearest(headings().of_games(set(RuledGame) if game is None else {game}))

"""The full-text index: every sentence of every ruling in SQLite's FTS5, in memory."""

import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.rulings.ruling import Ruling
from companion.rulings.words import Words, telling, words_of

QUESTION, ASKED, SECTION, ANSWER = 1.0, 0.85, 0.6, 0.4
"""What a word is worth by where it is found: the ruling before the mention."""
REMEMBERED = 4096


class Sought(NamedTuple):
    """Words to look for side by side, whatever their endings; `begun`: the last one is only the beginning of a word."""

    words: Words
    begun: bool = False


class Hits(NamedTuple):
    """Where words are found, and how much that says: by text, and by ruling (the best of its texts)."""

    texts: Mapping[int, float]
    rulings: Mapping[int, float]


NOWHERE = Hits({}, {})


class Index:
    """Finds the texts in which words stand together, whatever their endings. Any thread may call.

    A ruling has a text for its question, each other way to ask, its heading and its answer. `ruling_of[n]` is the
    ruling of text n, by its place among the rulings.
    """

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        # Whoever still searches in an index that was replaced keeps it; with the last of them it closes.
        weakref.finalize(self, self._db.close)
        self._lock = threading.Lock()
        self._db.execute("CREATE VIRTUAL TABLE said USING fts5(words, tokenize='porter ascii')")
        self.ruling_of: list[int] = []
        self._worth: list[float] = []
        vocabulary: set[str] = set()
        for number, ruling in enumerate(rulings):
            for text, worth in _texts(ruling):
                words = telling(words_of(text))
                vocabulary.update(words)
                row = (len(self.ruling_of), " ".join(words))
                self._db.execute("INSERT INTO said (rowid, words) VALUES (?, ?)", row)
                self.ruling_of.append(number)
                self._worth.append(worth)
        self.vocabulary = frozenset(vocabulary)
        self.find = lru_cache(REMEMBERED)(self._find)

    def _find(self, sought: Sought) -> Hits:
        """The texts that have these words, fillers aside: BM25, and what the place is worth."""
        words = telling(sought.words)
        if not words:
            return NOWHERE
        query = "SELECT rowid, -bm25(said) FROM said WHERE said MATCH ?"
        with self._lock:
            rows = self._db.execute(query, (f'"{" ".join(words)}"{"*" if sought.begun else ""}',)).fetchall()
        texts = {text: score * self._worth[text] for text, score in rows}
        rulings: dict[int, float] = {}
        for text, score in texts.items():
            number = self.ruling_of[text]
            if score > rulings.get(number, 0.0):
                rulings[number] = score
        return Hits(texts, rulings)


def _texts(ruling: Ruling) -> Iterator[tuple[str, float]]:
    yield ruling.question, QUESTION
    for other in ruling.asked:
        yield other, ASKED
    for section in {ruling.cite.section, *(each.section for each in ruling.also)}:
        yield section, SECTION
    yield ruling.answer, ANSWER

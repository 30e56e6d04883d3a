"""The full-text index: every sentence of every ruling in SQLite's FTS5, in memory."""

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache

from companion.rulings.ruling import Ruling
from companion.rulings.words import Words, telling, words_of

QUESTION, ASKED, SECTION, ANSWER = 1.0, 0.85, 0.6, 0.4
"""What a word is worth by where it is found: the ruling before the mention."""
REMEMBERED = 4096

Hits = tuple[tuple[int, float], ...]


class Index:
    """Finds the texts in which words stand together, whatever their endings. Any thread may call.

    A ruling has a text for its question, each other way to ask, its heading and its answer. `texts[n]` is the ruling
    of text n (its place in `rulings`) and what a word there is worth.
    """

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._lock = threading.Lock()
        self._db.execute("CREATE VIRTUAL TABLE said USING fts5(words, tokenize='porter ascii', columnsize=1)")
        self.texts: list[tuple[int, float]] = []
        vocabulary: set[str] = set()
        for number, ruling in enumerate(rulings):
            for text, worth in _texts(ruling):
                words = telling(words_of(text))
                vocabulary.update(words)
                self._db.execute("INSERT INTO said (rowid, words) VALUES (?, ?)", (len(self.texts), " ".join(words)))
                self.texts.append((number, worth))
        self.vocabulary = frozenset(vocabulary)
        self.find = lru_cache(REMEMBERED)(self._find)

    def _find(self, words: Words) -> Hits:
        """The texts that have these words side by side, fillers aside, each with how much that says (BM25)."""
        phrase = " ".join(telling(words))
        if not phrase:
            return ()
        query = "SELECT rowid, -bm25(said) FROM said WHERE said MATCH ?"
        with self._lock:
            return tuple(self._db.execute(query, (f'"{phrase}"',)))

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _texts(ruling: Ruling) -> Iterator[tuple[str, float]]:
    yield ruling.question, QUESTION
    for other in ruling.asked:
        yield other, ASKED
    for section in {ruling.cite.section, *(each.section for each in ruling.also)}:
        yield section, SECTION
    yield ruling.answer, ANSWER

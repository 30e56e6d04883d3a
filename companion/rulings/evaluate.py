"""Measures how well rulings are found: `python -m companion.rulings.evaluate QUESTIONS.toml…` asks every question there
is."""

import sqlite3
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated

import msgspec

from companion.fields.characters import Line, Word
from companion.fields.decode import from_file
from companion.games import RuledGame
from companion.rulings.ranking import FoundRuling, RulingsSearch
from companion.rulings.ruling import Ruling, chapters
from companion.rulings.words import asked_words

ROUNDS = 5
PARTS = 10
HELD_OUT = 3
"""Says how many questions hold one out. The weights are not tuned on those, so they show how unseen ones fare."""


class Questions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Describes a file of questions in players' words, each with the id of the ruling that answers it. It has several
    ids where any of them does, and none where no ruling fits."""

    game: RuledGame
    questions: Annotated[
        dict[Line, Line | Annotated[tuple[Word, ...], msgspec.Meta(max_length=50)]], msgspec.Meta(max_length=2000)
    ]


class AskedQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a question that was asked: the expected rulings, and those found, best first. `fits` says that the
    search gave an answer, and not only what is nearest."""

    question: str
    expected: tuple[str, ...]
    found: tuple[str, ...]
    fits: bool
    held_out: bool

    def within(self, count: int) -> bool:
        """Returns True if one of the first `count` was expected. A ruling that is only nearest is never first."""
        if not self.expected or (count == 1 and not self.fits):
            return not (self.fits or self.expected)
        return any(each in self.expected for each in self.found[:count])


class Rival:
    """Searches the same rulings with SQLite's full-text search: the rival that the search has to beat."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        self._rulings = {each.id: each for each in rulings}
        self._db = sqlite3.connect(":memory:")
        self._db.execute(
            "CREATE VIRTUAL TABLE said USING fts5(id UNINDEXED, game UNINDEXED, question, asked, section, answer,"
            " tokenize='porter ascii')"
        )
        rows = (
            (each.id, each.game.value, each.question, "\n".join(each.asked), each.cite.section, each.answer)
            for each in rulings
        )
        self._db.executemany("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?)", rows)

    def find(self, question: str, *, game: RuledGame | None = None) -> list[FoundRuling]:
        """Returns the best ten by BM25; of `game` alone where one is known."""
        words = " OR ".join(f'"{word}"' for word in asked_words(question))
        if not words:
            return []
        rows = self._db.execute(
            "SELECT id, -bm25(said, 0, 0, 2, 2, 1, 0.5) AS score FROM said WHERE said MATCH ? AND game GLOB ?"
            " ORDER BY score DESC LIMIT 10",
            (words, game.value if game else "*"),
        )
        return [FoundRuling(self._rulings[id], score, score) for id, score in rows]


def read_questions(path: Path) -> Questions:
    """Returns a file's questions. Raises OSError, tomllib.TOMLDecodeError, Invalid."""
    return from_file(tomllib.loads(path.read_text(encoding="utf-8")), Questions)


def ask_all(search: RulingsSearch | Rival, questions: Questions, *, known: bool = True) -> list[AskedQuestion]:
    """Returns the results of every question, asked in its game, or with no game `known`."""
    return [
        ask(
            search,
            question,
            questions.game if known else None,
            expected=(expected,) if isinstance(expected, str) else expected,
            held_out=number % HELD_OUT == HELD_OUT - 1,
        )
        for number, (question, expected) in enumerate(questions.questions.items())
    ]


def ask(
    search: RulingsSearch | Rival,
    question: str,
    game: RuledGame | None,
    *,
    expected: tuple[str, ...],
    held_out: bool = False,
) -> AskedQuestion:
    found = search.find(question, game=game)
    return AskedQuestion(
        question=question,
        expected=expected,
        found=tuple(each.ruling.id for each in found),
        fits=any(each.fits for each in found),
        held_out=held_out,
    )


def drill(rulings: Sequence[Ruling]) -> Iterator[AskedQuestion]:
    """Yields the result of every way to ask in the rulings, asked without it there. The search lacks a tenth of them at
    a time."""
    for part in range(PARTS):
        out = {ruling.id: ruling.asked[part::PARTS] for ruling in rulings}
        search = RulingsSearch(
            msgspec.structs.replace(each, asked=tuple(text for text in each.asked if text not in out[each.id]))
            for each in rulings
        )
        for ruling in rulings:
            for text in out[ruling.id]:
                yield ask(search, text, ruling.game, expected=(ruling.id,))


def share(results: list[AskedQuestion], count: int) -> float:
    """Returns the part of the questions answered within the first `count`."""
    return sum(each.within(count) for each in results) / len(results)


def main(paths: list[str]) -> None:
    rulings = tuple(ruling for chapter in chapters() for ruling in chapter.rulings)
    search, rival = RulingsSearch(rulings), Rival(rulings)
    everything = []
    for folder, files in groupby(map(Path, paths), lambda path: path.parent.name):
        read = [read_questions(path) for path in files]
        results = [each for questions in read for each in _ask_game(search, questions)]
        show(f"All of {folder}", results)
        show("Held out", [each for each in results if each.held_out])
        show("No game known", [each for questions in read for each in ask_all(search, questions, known=False)])
        show("SQLite's FTS5, game known", [each for questions in read for each in ask_all(rival, questions)])
        everything += results
    show("Each way to ask, left out and asked", list(drill(rulings)))
    _show_times([each.question for each in everything])


def _ask_game(search: RulingsSearch, questions: Questions) -> list[AskedQuestion]:
    """Returns the results of a game's questions, and prints its share and its misses."""
    results = ask_all(search, questions)
    show(questions.game.title, results)
    for each in results:
        if not each.within(3):
            mark = "held out, " if each.held_out else ""
            expected = " or ".join(each.expected) or "nothing"
            print(f"    {mark}{each.question!r}: {expected}; found {', '.join(each.found[:4])}")
    return results


def show(name: str, results: list[AskedQuestion]) -> None:
    """Prints one line of figures, and another for the questions that no ruling answers."""
    answered = [each for each in results if each.expected]
    if answered:
        refused = sum(not each.fits for each in answered) / len(answered)
        rates = f"first {share(answered, 1):.1%}, among three {share(answered, 3):.1%}, none fits {refused:.1%}"
        print(f"{name}: {len(answered)} questions, {rates}")
    if unanswered := [each for each in results if not each.expected]:
        print(f"{name}: {len(unanswered)} questions without an answer, none fits {share(unanswered, 1):.1%}")


def _show_times(questions: list[str]) -> None:
    """Prints the processor's time for each question, on a fresh search."""
    took = []
    for _ in range(ROUNDS):
        search = RulingsSearch(ruling for chapter in chapters() for ruling in chapter.rulings)
        for question in questions:
            begun = time.thread_time_ns()
            search.find(question)
            took.append(time.thread_time_ns() - begun)
    took.sort()
    median, p99 = took[len(took) // 2] / 1e6, took[len(took) * 99 // 100] / 1e6
    print(f"Time: median {median:.2f} ms, p99 {p99:.2f} ms, worst {took[-1] / 1e6:.2f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])

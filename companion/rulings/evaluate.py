"""How well rulings are found: `python -m companion.rulings.evaluate QUESTIONS.toml…` asks every question there is."""

import sys
import time
import tomllib
from pathlib import Path
from typing import Annotated

import msgspec

from companion.fields.sizes import Line, Word
from companion.rulings.ruling import Game
from companion.rulings.search import Search
from companion.rulings.shipped import chapters

ROUNDS = 5
HELD_OUT = 3
"""Every third question is held out: nothing is tuned on it, so it tells how unseen ones fare."""


class Questions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of questions in players' words, each with the id of the ruling that answers it, or ids where any of them
    does."""

    game: Game
    questions: Annotated[
        dict[Line, Line | Annotated[tuple[Word, ...], msgspec.Meta(max_length=50)]], msgspec.Meta(max_length=2000)
    ]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question that was asked: what was to be found, and what was, best first."""

    question: str
    expected: tuple[str, ...]
    found: tuple[str, ...]
    held_out: bool

    def within(self, count: int) -> bool:
        """Whether one of the first `count` was to be found."""
        return any(each in self.expected for each in self.found[:count])


def read_questions(path: Path) -> Questions:
    """Raises OSError, tomllib.TOMLDecodeError, msgspec.ValidationError."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Questions)


def asked(search: Search, questions: Questions) -> list[Asked]:
    """Every question asked in its game."""
    return [
        Asked(
            question=question,
            expected=(expected,) if isinstance(expected, str) else expected,
            found=tuple(each.ruling.id for each in search.find(question, game=questions.game)),
            held_out=number % HELD_OUT == HELD_OUT - 1,
        )
        for number, (question, expected) in enumerate(questions.questions.items())
    ]


def share(results: list[Asked], count: int) -> float:
    """The part of the questions answered within the first `count`."""
    return sum(each.within(count) for each in results) / len(results)


def main(paths: list[str]) -> None:
    search = Search(ruling for chapter in chapters() for ruling in chapter.rulings)
    everything = []
    for path in map(Path, paths):
        questions = read_questions(path)
        results = asked(search, questions)
        everything += results
        _print(questions.game.title, results)
        for each in results:
            if not each.within(3):
                mark = "held out, " if each.held_out else ""
                print(f"    {mark}{each.question!r}: {' or '.join(each.expected)}; found {', '.join(each.found[:4])}")
    _print("All", everything)
    _print("Held out", [each for each in everything if each.held_out])
    _print_times([each.question for each in everything])


def _print(name: str, results: list[Asked]) -> None:
    print(f"{name}: {len(results)} questions, first {share(results, 1):.1%}, within three {share(results, 3):.1%}")


def _print_times(questions: list[str]) -> None:
    """The time of each question on a search that has never been asked anything."""
    took = []
    for _ in range(ROUNDS):
        search = Search(ruling for chapter in chapters() for ruling in chapter.rulings)
        for question in questions:
            begun = time.perf_counter_ns()
            search.find(question)
            took.append(time.perf_counter_ns() - begun)
    took.sort()
    median, p99 = took[len(took) // 2] / 1e6, took[len(took) * 99 // 100] / 1e6
    print(f"Time: median {median:.2f} ms, p99 {p99:.2f} ms, worst {took[-1] / 1e6:.2f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])

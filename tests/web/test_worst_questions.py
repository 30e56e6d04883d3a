"""The most expensive question of each kind stays within what an answer may cost: 250 ms of CPU, and a megabyte."""

import gc
from collections.abc import Iterator, Mapping
from time import thread_time_ns

import msgspec
import pytest

from companion.table.table import Table
from companion.wartime.scenario.file import scenario_of
from companion.warzone.cards.card_file import card_of
from tests.support import PHONE
from tests.web.conftest import Phone
from tests.web.worst import DUELS, KEPT, QUESTIONS, Question, card, dear, duelling, force, scenario

MOST_NS = 250_000_000
LARGEST = 1024 * 1024


@pytest.fixture
def alone() -> Iterator[None]:
    """What other tests have left in memory is not gone through while an answer is being measured."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def full(table: Table) -> None:
    """A library with as much in it as fits."""
    for number in range(KEPT):
        table.keep("warzone", "unit", f"c{number}", msgspec.json.encode(card_of(card(number))))
        table.keep("warzone", "force", f"f{number}", msgspec.json.encode(force(number)))
        table.keep("wartime", "scenario", f"s{number}", msgspec.json.encode(scenario_of(scenario(number))))
    table.keep("warzone", "unit", f"c{KEPT - 1}", msgspec.json.encode(card_of(dear())))


def ask(phone: Phone, question: Question) -> tuple[int, int, int]:
    """Its status, its bytes, and the CPU that it took (ns)."""
    before = thread_time_ns()
    answer = phone.get(question.path) if question.body is None else phone.post(question.path, dict(question.body))
    return answer.status_code, len(answer.data), thread_time_ns() - before


@pytest.mark.usefixtures("full", "alone")
def test_none_costs_too_much(stranger: Phone, table: Table) -> None:
    """One test for all: to fill the library takes longer than they do."""
    _cost(stranger, QUESTIONS)
    for command in duelling():
        table.dispatch(command, source=PHONE)
    _cost(stranger, DUELS)


def _cost(stranger: Phone, asked: Mapping[str, tuple[Question, ...]]) -> None:
    for name, questions in asked.items():
        for question in questions:
            ask(stranger, question)  # what is made once and kept is made now
            status, size, cpu = ask(stranger, question)
            assert status in (200, 422), name
            assert size <= LARGEST, f"{name}: {size} bytes"
            assert cpu < MOST_NS, f"{name}: {cpu / 1e6:.0f} ms"


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name.endswith("all wrong")])
def test_what_is_wrong_is_told_in_a_few_words(stranger: Phone, name: str) -> None:
    ordinary, worst = (ask(stranger, question) for question in QUESTIONS[name])
    assert (ordinary[0], worst[0]) in ((422, 422), (200, 200))
    assert worst[1] < 2 * ordinary[1] + 10_000

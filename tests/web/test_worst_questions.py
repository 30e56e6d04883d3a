"""The most expensive question of each kind stays within a fraction of a second of CPU, and a megabyte."""

from collections.abc import Mapping
from functools import partial

import msgspec
import pytest

from companion.table.table import Table
from companion.wartime.scenario.file import scenario_of
from companion.warzone.cards.card_file import card_of
from tests.cpu import TOO_DEAR_MS, costs_ms
from tests.support import PHONE
from tests.web.conftest import Phone
from tests.web.worst import DUELS, KEPT, QUESTIONS, Question, card, dear, duelling, force, scenario

LARGEST = 1024 * 1024


@pytest.fixture
def full(table: Table) -> None:
    """A library with as much in it as fits."""
    for number in range(KEPT):
        table.keep("warzone", "unit", f"c{number}", msgspec.json.encode(card_of(card(number))))
        table.keep("warzone", "force", f"f{number}", msgspec.json.encode(force(number)))
        table.keep("wartime", "scenario", f"s{number}", msgspec.json.encode(scenario_of(scenario(number))))
    table.keep("warzone", "unit", f"c{KEPT - 1}", msgspec.json.encode(card_of(dear())))


def ask(phone: Phone, question: Question) -> tuple[int, int]:
    """Its status and its bytes."""
    answer = phone.get(question.path) if question.body is None else phone.post(question.path, dict(question.body))
    return answer.status_code, len(answer.data)


@pytest.mark.usefixtures("full")
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
            (status, size), cpu_ms = costs_ms(partial(ask, stranger, question))
            assert status in (200, 422), name
            assert size <= LARGEST, f"{name}: {size} bytes"
            assert cpu_ms < TOO_DEAR_MS, name


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name.endswith("all wrong")])
def test_what_is_wrong_is_told_in_a_few_words(stranger: Phone, name: str) -> None:
    ordinary, worst = (ask(stranger, question) for question in QUESTIONS[name])
    assert (ordinary[0], worst[0]) in ((422, 422), (200, 200))
    assert worst[1] < 2 * ordinary[1] + 10_000

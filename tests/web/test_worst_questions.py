"""The most expensive question of each kind stays within a fraction of a second of CPU, and a megabyte."""

import time
from collections.abc import Mapping
from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from companion.clock import ManualClock
from companion.table.table import Table
from companion.wartime.scenario.library import scenario_of
from companion.warzone.cards.card_file import card_of
from tests.companion.story.matches import play
from tests.cpu import TOO_DEAR_MS, costs_ms
from tests.support import PHONE, ask_table
from tests.web.conftest import HOST, Phone
from tests.web.worst import DUELS, FIRST, KEPT, QUESTIONS, Question, card, dear, duelling, force, scenario
from web.door.channel import RESTS

LARGEST = 1024 * 1024


@pytest.fixture
def full(table: Table) -> None:
    """A library with as much in it as fits."""
    one = card_of(card(0))
    for number in range(KEPT):
        again = replace(one, id=f"c{number}", name=f"Card {number}")  # reading each anew takes longer than keeping it
        table.keep("warzone", "unit", f"c{number}", msgspec.json.encode(again))
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
        ask_table(table, command, source=PHONE)
    _cost(stranger, DUELS)


def _cost(stranger: Phone, asked: Mapping[str, tuple[Question, ...]]) -> None:
    for name, questions in asked.items():
        for question in questions:
            (status, size), cpu_ms = costs_ms(partial(ask, stranger, question))
            if cpu_ms >= TOO_DEAR_MS:  # what is made once and kept was made now
                (status, size), cpu_ms = costs_ms(partial(ask, stranger, question))
            assert status in (200, 422), name
            assert size <= LARGEST, f"{name}: {size} bytes"
            assert cpu_ms < TOO_DEAR_MS, name


@pytest.mark.parametrize("question", FIRST, ids=lambda each: each.path)
def test_a_long_match_is_told_for_the_first_time_beside_everything_else(
    stranger: Phone, table: Table, clock: ManualClock, question: Question
) -> None:
    """Until then a request holds one of the server's places, of which who has not joined has one among them."""
    play(table, clock, rows=600)
    gave_way_ms: list[float] = []
    path = question.path.replace("{}", str(table.glance().number)).replace("%7B%7D", str(table.glance().number))

    def asked() -> int:
        begun = time.thread_time()
        giving_way = {RESTS: lambda: gave_way_ms.append(1000 * (time.thread_time() - begun))}
        return stranger.client.get(path, base_url=f"http://{HOST}", environ_overrides=giving_way).status_code

    assert asked() == 200
    assert gave_way_ms[0] < TOO_DEAR_MS / 10


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name.endswith("all wrong")])
def test_what_is_wrong_is_told_in_a_few_words(stranger: Phone, name: str) -> None:
    ordinary, worst = (ask(stranger, question) for question in QUESTIONS[name])
    assert (ordinary[0], worst[0]) in ((422, 422), (200, 200))
    assert worst[1] < 2 * ordinary[1] + 10_000

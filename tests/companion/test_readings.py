"""What is kept is decoded once: a stranger's question about one card costs no more where five hundred are kept."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.clock import ManualClock
from companion.readings import Readings
from companion.table.table import Table
from tests.support import open_table


class Thing(msgspec.Struct, frozen=True):
    name: str


def keep(table: Table, id: str, body: bytes) -> None:
    table.keep("game", "thing", id, body)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = open_table(tmp_path / "journal.db", ManualClock())
    yield table
    table.close()


@pytest.fixture
def things(table: Table) -> Readings[Thing]:
    keep(table, "b", b'{"name":"Beta"}')
    keep(table, "a", b'{"name":"Gamma"}')
    return Readings(table, game="game", kind="thing", struct=Thing, order=lambda thing: thing.name)


def test_they_come_in_order_and_anew_where_something_has_changed(table: Table, things: Readings[Thing]) -> None:
    assert [each.name for each in things.all()] == ["Beta", "Gamma"]
    keep(table, "a", b'{"name":"Alpha"}')
    assert [each.name for each in things.all()] == ["Alpha", "Beta"]
    table.discard("game", "thing", "b")
    assert [each.name for each in things.all()] == ["Alpha"]


def test_what_has_not_changed_is_not_read_again(table: Table, things: Readings[Thing]) -> None:
    before = things.all()
    assert things.all() is before
    keep(table, "c", b'{"name":"Delta"}')
    assert all(
        old is new for old, new in zip(before, [each for each in things.all() if each.name != "Delta"], strict=True)
    )


def test_what_cannot_be_read_is_left_out(table: Table, things: Readings[Thing]) -> None:
    keep(table, "c", b"{")
    assert [each.name for each in things.all()] == ["Beta", "Gamma"]

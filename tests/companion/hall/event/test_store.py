"""The event kept, and taken back step by step."""

import sqlite3
from pathlib import Path

import pytest

from companion.hall.event.commands import add, drop, pair_next
from companion.hall.event.event import HallEvent
from companion.hall.event.store import FILE, MOST_STEPS, EventRow, EventStore
from companion.table.errors import NotHere, Refused


class Memory:
    def __init__(self) -> None:
        self.data: bytes | None = None
        self.fails = False

    def get(self) -> bytes | None:
        return self.data

    def put(self, data: bytes) -> None:
        if self.fails:
            raise sqlite3.OperationalError("disk full")
        self.data = data


def test_what_is_done_is_kept_and_another_store_goes_on_with_it(tmp_path: Path) -> None:
    row = EventRow(tmp_path / "deep" / FILE)
    store = EventStore(row)
    assert store.event == HallEvent()
    store.do("Anna added", lambda event: add(event, "Anna"))
    store.do("Bert added", lambda event: add(event, "Bert"))
    store.do("Round 1 paired", pair_next)
    assert EventStore(row).event == store.event
    assert store.event.number == 1


def test_a_file_that_is_put_aside_meanwhile_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / FILE
    store = EventStore(EventRow(path))
    store.do("Anna added", lambda event: add(event, "Anna"))
    path.rename(tmp_path / "aside")
    store.do("Bert added", lambda event: add(event, "Bert"))
    assert [player.name for player in EventStore(EventRow(path)).event.players] == ["Anna", "Bert"]


def anything(_now: HallEvent, _then: HallEvent) -> None:
    pass


def test_steps_are_taken_back_one_by_one() -> None:
    store = EventStore(Memory())
    assert store.last is None
    with pytest.raises(Refused, match="no step to take back"):
        store.undo(1, allowed=anything)
    one = store.do("Anna added", lambda event: add(event, "Anna"))
    store.do("Anna dropped", lambda event: drop(event, "Anna"))
    version = store.version
    assert store.last is not None
    assert (store.last.number, store.last.words) == (2, "Anna dropped")
    with pytest.raises(Refused, match="Another step has been made since: Anna dropped"):
        store.undo(1, allowed=anything)
    assert store.undo(2, allowed=anything) == one == store.event
    assert store.version == version + 1
    store.do("Anna dropped", lambda event: drop(event, "Anna"))
    assert store.last.number == 3
    with pytest.raises(Refused, match="since"):
        store.undo(2, allowed=anything)
    assert store.undo(3, allowed=anything) == one


def test_what_is_refused_or_changes_nothing_is_no_step() -> None:
    memory = Memory()
    store = EventStore(memory)
    with pytest.raises(NotHere):
        store.do("Anna dropped", lambda event: drop(event, "Anna"))
    store.do("nothing", lambda event: event)
    assert (store.last, store.version, memory.data) == (None, 0, None)


def test_what_cannot_be_kept_is_not_done() -> None:
    memory = Memory()
    store = EventStore(memory)
    memory.fails = True
    with pytest.raises(Refused, match="could not be kept, and so is not done: disk full"):
        store.do("Anna added", lambda event: add(event, "Anna"))
    assert (store.event, store.last, store.version) == (HallEvent(), None, 0)


def test_only_so_many_steps_are_remembered() -> None:
    store = EventStore(Memory())
    for number in range(MOST_STEPS + 5):
        store.do("added", lambda event, number=number: add(event, f"P{number}"))  # type: ignore[misc]
    for _ in range(MOST_STEPS):
        assert store.last is not None
        store.undo(store.last.number, allowed=anything)
    assert store.last is None
    assert len(store.event.players) == 5


def test_what_cannot_be_read_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / FILE
    EventStore(EventRow(path)).do("Anna added", lambda event: add(event, "Anna"))
    whole = path.read_bytes()
    path.write_bytes(b"damaged" * 1000)
    store = EventStore(EventRow(path))
    with pytest.raises(Refused, match=f"Put a copy of {FILE} back"):
        _ = store.event
    with pytest.raises(Refused, match="What is kept of the event cannot be read: file is not a database"):
        store.do("Bert added", lambda event: add(event, "Bert"))
    path.write_bytes(whole)
    assert [player.name for player in store.event.players] == ["Anna"]
    store.do("Bert added", lambda event: add(event, "Bert"))
    assert [player.name for player in store.event.players] == ["Anna", "Bert"]
    row = EventRow(path)
    row.put(b"[]")
    with pytest.raises(Refused, match="cannot be read"):
        EventStore(row).do("Cy added", lambda event: add(event, "Cy"))
    assert row.get() == b"[]"

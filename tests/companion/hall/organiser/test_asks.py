"""Asks are said again until they are answered or of no more use."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from companion.hall.organiser.asks import FIRST_MS, LONGEST_MS, MOST, Asks
from companion.hall.wire.messages import Pause


def everyone(table: str) -> bool:
    return True


def times(asks: Asks, until_ms: int, *, step: int = 100) -> list[int]:
    return [now for now in range(0, until_ms, step) for _ in asks.due(now, everyone)[0]]


def test_an_ask_is_said_less_and_less_often() -> None:
    asks = Asks()
    asks.add("a", "one", Pause(until_ms=60_000), 0)
    said = times(asks, 100_000)
    gaps = [later - earlier for earlier, later in itertools.pairwise(said)]
    assert (said[0], gaps[0]) == (0, FIRST_MS)
    assert gaps == sorted(gaps)
    assert max(gaps) <= LONGEST_MS
    assert said[-1] < 60_000
    assert asks.of("one") == []


def test_what_expires_is_given_up_and_told() -> None:
    asks = Asks()
    asks.add("a", "one", Pause(until_ms=500), 0)
    assert [each.id for each in asks.due(0, lambda _: False)[0]] == []
    said, gone = asks.due(500, everyone)
    assert (said, [each.id for each in gone]) == ([], ["a"])


def test_a_table_that_comes_is_asked_at_once_and_only_what_it_has_not_answered() -> None:
    asks = Asks()
    for id in ("a", "b"):
        asks.add(id, "one", Pause(until_ms=60_000), 0)
    assert asks.due(0, lambda _: False) == ([], [])
    assert asks.answered("one", "a") is not None
    assert asks.answered("one", "a") is None
    asks.here_again("one", 300)
    assert [each.id for each in asks.due(300, everyone)[0]] == ["b"]
    assert asks.due(300, everyone)[0] == []


def test_one_that_is_not_repeated_is_said_once() -> None:
    asks = Asks()
    asks.add("a", "one", Pause(until_ms=60_000), 0, again=False)
    assert times(asks, 60_000) == [0]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 100)), max_size=300))
def test_a_table_owes_so_many_answers_at_the_most(asked: list[tuple[str, int]]) -> None:
    asks = Asks()
    for table, id in asked:
        asks.add(str(id), table, Pause(until_ms=10), 0)
    for table in "ab":
        ids = [each.id for each in asks.of(table)]
        assert len(ids) == len(set(ids)) <= MOST
    said, _ = asks.due(0, everyone)
    assert len(said) == len(asks.of("a")) + len(asks.of("b"))


def test_what_makes_room_for_others_is_told_to_be_given_up_too() -> None:
    """Or whoever asked would wait for it for ever, and ask nothing more."""
    asks = Asks()
    for number in range(MOST + 1):
        asks.add(f"a{number}", "one", Pause(until_ms=60_000), 0)
    assert [each.id for each in asks.due(0, everyone)[1]] == ["a0"]
    assert asks.due(1, everyone)[1] == []

"""Ids after names: each another, whatever the names, and as quickly for the last as for the first."""

import re

from hypothesis import given
from hypothesis import strategies as st

from companion.names import FreeIds, free_id
from tests.cpu import costs_ms

names = st.text(alphabet="ab -2é", max_size=6)


@given(st.lists(names, max_size=30), st.frozensets(st.sampled_from(["a", "a-2", "a-3", "b", "unit", "a-2-2"])))
def test_no_id_is_given_out_twice(asked: list[str], taken: frozenset[str]) -> None:
    free = FreeIds(taken)
    given_out = [free.after(name, otherwise="unit") for name in asked]
    assert len({*given_out, *taken}) == len(given_out) + len(taken)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id) for id in given_out)
    if asked:
        assert given_out[0] == free_id(asked[0], taken, otherwise="unit")


def test_a_free_one_is_the_name_with_the_first_number_that_is_free() -> None:
    assert free_id("Old Tallow", ["old-tallow", "old-tallow-2"], otherwise="unit") == "old-tallow-3"
    assert free_id("Old Tallow", [], otherwise="unit") == "old-tallow"


def test_thousands_of_one_name_cost_no_more_than_thousands_of_names() -> None:
    """A search from the first number on would take minutes here."""
    free = FreeIds(f"moth-{number}" for number in range(2, 30_000))
    given_out, cpu_ms = costs_ms(lambda: [free.after("Moth", otherwise="unit") for _ in range(30_000)])
    assert cpu_ms < 5_000
    assert (given_out[0], given_out[1], given_out[-1]) == ("moth", "moth-30000", "moth-59998")

"""Mistakes: the deletion index against trying every word with another measure of distance."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rulings.words import SHORTEST, TWO_MISTAKES_FROM, Spelling, distance

WORDS = ("charge", "change", "castle", "hills", "battalion", "companion", "environment", "wood", "2000")
LETTERS = st.text("acehglns", min_size=1, max_size=9)


def by_recursion(one: str, other: str) -> int:
    """The same measure as its textbook defines it."""

    @cache
    def far(i: int, j: int) -> int:
        if not (i and j):
            return i + j
        best = min(far(i - 1, j) + 1, far(i, j - 1) + 1, far(i - 1, j - 1) + (one[i - 1] != other[j - 1]))
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            best = min(best, far(i - 2, j - 2) + 1)
        return best

    return far(len(one), len(other))


@given(LETTERS, LETTERS)
def test_distance(one: str, other: str) -> None:
    assert distance(one, other) == distance(other, one) == by_recursion(one, other)


@settings(max_examples=60)
@given(st.sampled_from(WORDS), st.lists(st.tuples(st.integers(0, 12), st.sampled_from(["x", "", "e"])), max_size=3))
def test_the_nearest_words_are_those_that_trying_all_would_find(word: str, slips: list[tuple[int, str]]) -> None:
    for at, put in slips:
        word = word[:at] + put + word[at + 1 :]
    found = Spelling(WORDS).nearest(word)
    most = 2 if len(word) >= TWO_MISTAKES_FROM else 1
    usable = len(word) >= SHORTEST and not word.isdigit()
    # A short known word gives up one letter only, so a longer typed one is held to what both allow.
    far = {
        each: by_recursion(word, each)
        for each in WORDS
        if usable and not each.isdigit() and by_recursion(word, each) <= min(most, 2 if len(each) >= 8 else 1)
    }
    least = min(far.values(), default=0)
    assert {each for each, many in far.items() if many == least} <= {each for each, _ in found}
    assert all(many <= most and many == by_recursion(word, each) for each, many in found)

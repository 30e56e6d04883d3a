"""The headings that a question without an answer comes nearest to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import RuledGame
from companion.rulings.shelf import headings, nearest
from companion.rulings.words import Likeness, asked_words


@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("trrrrrrain", "Terrain Tiles"),
        ("chaaaarge", "Charge"),
        ("elimimimated", "Eliminated Units"),
        ("heroicalness", "Heroic Action Cards"),
    ],
)
def test_a_word_too_far_from_any_comes_nearest_to_what_it_looks_like(question: str, section: str) -> None:
    assert nearest(RuledGame.WARTIME).find(question)[0].cite.section == section


@given(question=st.text(max_size=60), game=st.sampled_from([None, *RuledGame]))
def test_they_are_three_of_the_games_own_whatever_is_asked(question: str, game: RuledGame | None) -> None:
    found = nearest(game).find(question)
    assert len(found) == (3 if asked_words(question) else 0)
    assert len({each.cite for each in found}) == len(found)
    assert all(game in (None, each.game) for each in found)


def test_a_heading_is_nearest_to_itself() -> None:
    for heading in headings().of_games({RuledGame.WARTIME}):
        (first, *_) = nearest(RuledGame.WARTIME).find(heading.cite.section)
        assert set(asked_words(heading.cite.section)) <= set(asked_words(first.cite.section))


@given(word=st.text("abcdefg0", min_size=1, max_size=24))
def test_likeness_is_a_part_and_whole_for_the_word_itself(word: str) -> None:
    known = {"abacus": 0, "badge": 0, word: 0}
    likeness = Likeness(known).of(word)
    assert set(likeness) == set(known)
    assert all(0 < each <= 1 for each in likeness.values())
    assert likeness[word] == 1
    assert Likeness(known).of("abacus")[word] == likeness["abacus"]

"""The chance to choose who goes first, against every throw of both dice."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.warzone.sums.initiative import Initiative, InitiativePlayer, chooses, misdirecting

FACES = range(1, 21)
FEW = st.integers(0, 8)
QUESTIONS = st.builds(
    Initiative,
    turn=st.integers(2, 5),
    a_vp=FEW,
    b_vp=FEW,
    a_pinned=FEW,
    b_pinned=FEW,
    a_ignores_vp=st.booleans(),
    b_ignores_vp=st.booleans(),
)
COUNTED = st.sampled_from([{}, {"a_counts_as_one": True}, {"b_counts_as_one": True}])
TIED = st.sampled_from([None, *InitiativePlayer])


def thrown(question: Initiative, one: str) -> list[tuple[int, int]]:
    """The scores of all 400 throws."""
    a = (0 if question.a_ignores_vp else question.a_vp) + question.a_pinned
    b = (0 if question.b_ignores_vp else question.b_vp) + question.b_pinned
    return [
        ((1 if one == "a_counts_as_one" else x) + a, (1 if one == "b_counts_as_one" else y) + b)
        for x in FACES
        for y in FACES
    ]


def built(question: Initiative, counted: dict[str, bool]) -> tuple[Initiative, str]:
    fields = {name: getattr(question, name) for name in question.__struct_fields__}
    return Initiative(**{**fields, **counted}), next(iter(counted), "")


@given(QUESTIONS, COUNTED, TIED)
def test_it_is_the_share_of_all_throws_that_this_player_wins(
    question: Initiative, counted: dict[str, bool], tied: InitiativePlayer | None
) -> None:
    question, one = built(question, counted)
    throws = thrown(question, one)
    won = sum(a < b for a, b in throws)
    same = sum(a == b for a, b in throws)
    expected = (
        Fraction(won, len(throws) - same) if tied is None else Fraction(won + same * (tied is InitiativePlayer.A), 400)
    )
    assert Fraction(chooses(question, InitiativePlayer.A, tied=tied).exact) == expected
    assert Fraction(chooses(question, InitiativePlayer.B, tied=tied).exact) == 1 - expected


@given(QUESTIONS, COUNTED, TIED)
def test_a_re_roll_of_theirs_is_used_where_it_serves_best(
    question: Initiative, counted: dict[str, bool], tied: InitiativePlayer | None
) -> None:
    """Played out from the end: the worth of a throw is the better of what it is and of their die thrown again."""
    question, one = built(question, counted)
    throws = thrown(question, one)
    plain = float(Fraction(chooses(question, InitiativePlayer.A, tied=tied).exact))
    tie = plain if tied is None else float(tied is InitiativePlayer.A)
    again = {
        a: sum(1.0 if a < b else tie if a == b else 0.0 for x, b in throws if x == a) / sum(x == a for x, _ in throws)
        for a, _ in throws
    }
    worth = plain
    for _ in range(200):
        left = worth if tied is None else tie
        worth = sum(1.0 if a < b else max(left if a == b else 0.0, again[a]) for a, b in throws) / len(throws)
    assert float(Fraction(misdirecting(question, InitiativePlayer.A, tied=tied).exact)) == pytest.approx(
        worth, abs=1e-9
    )


def test_even_forces_have_even_chances_and_a_re_roll_of_theirs_is_worth_a_sixth() -> None:
    even = Initiative(turn=2)
    assert chooses(even, InitiativePlayer.A, tied=None).exact == "1/2"
    assert misdirecting(even, InitiativePlayer.A, tied=None).p == pytest.approx(2 / 3, abs=0.01)

"""What a card's owner says that an ability does: a line that is read as it is written."""

import re

import pytest
from hypothesis import given

from companion.warzone.abilities.ability import AbilityKind, Does, Effect, Per, When, Whose
from companion.warzone.abilities.wording import Bound, bound_lines, effect_text, read_bound, read_effect, read_line
from tests.companion.warzone.cards_strategy import bounds, effects


@given(bounds)
def test_what_is_bound_is_read_as_it_is_written(bound: tuple[Bound, ...]) -> None:
    assert read_bound(bound_lines(bound)) == bound


@given(effects())
def test_capitals_and_spaces_do_not_count(effect: Effect) -> None:
    assert read_effect(f"  {effect_text(effect).upper().replace(' ', '  ')} ") == effect


@pytest.mark.parametrize(
    ("line", "effect"),
    [
        (
            "own Strike TN +2 in a Charge",
            Effect(does=Does.TN, amount=2, kind=AbilityKind.STRIKE, when=When.CHARGE),
        ),
        (
            "at it Shoot TN −X while obstructed",
            Effect(does=Does.TN, less=True, whose=Whose.AT_IT, kind=AbilityKind.SHOOT, when=When.OBSTRUCTED),
        ),
        ("own attacks DAM at most 7", Effect(does=Does.DAM_LIMIT, amount=7)),
        ("own attacks DAM 7", Effect(does=Does.DAM, amount=7)),
        ("own Shoot tests X", Effect(does=Does.TESTS, kind=AbilityKind.SHOOT)),
        ("own attacks tests against PW", Effect(does=Does.AGAINST_PW)),
        (
            "own attacks ignores First Aid near at the Primary Target",
            Effect(does=Does.IGNORES, ignored="first aid near", when=When.PRIMARY),
        ),
        ("own attacks DAM +1 for each earlier hit of this Activation", Effect(does=Does.DAM, amount=1, per=Per.HIT)),
    ],
)
def test_a_line_says_what_it_says(line: str, effect: Effect) -> None:
    assert read_line(f"Lantern Oath: {line}") == ("Lantern Oath", effect)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Lantern Oath", "must be an ability and what it does"),
        (": own attacks TN +2", "must be an ability and what it does"),
        ("Oath: their attacks TN +2", "one of own, at it, got their attacks"),
        ("Oath: own Dance TN +2", "must be one of attacks, Shoot, Strike"),
        ("Oath: own attacks luck +2", "must be one of tests, TN"),
        ("Oath: own attacks TN", "TN needs a number up to 20, or X, got nothing"),
        ("Oath: own attacks TN 21", "TN needs a number up to 20, or X, got 21"),
        ("Oath: own attacks TN +2 at noon", "got +2 at noon"),
        ("Oath: own attacks no Aim 3", "no Aim goes with no number, got 3"),
        ("Oath: own attacks ignores", "must say what is ignored"),
    ],
)
def test_what_cannot_be_read_is_said(line: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        read_bound([line])


def test_lines_of_one_ability_are_one() -> None:
    lines = ("Oath: own attacks TN +2", "Glow: own attacks no Aim", "oath: own attacks DAM +1")
    (oath, glow) = read_bound(lines)
    assert (oath.name, len(oath.effects), glow.name) == ("Oath", 2, "Glow")

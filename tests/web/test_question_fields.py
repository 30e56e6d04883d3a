"""Every field of every question gets as far as the question does: to its page, to its links, into every comparison."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec
import pytest

from companion.fields.words import kinds
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.plans import compare
from companion.warzone.attacks.shoot import Shoot
from companion.warzone.attacks.situation import (
    Situation,
    UnitSituation,
    as_shoot,
    as_shoot_after_move,
    as_strike,
    from_shoot,
    from_strike,
)
from companion.warzone.attacks.strike import Strike
from companion.warzone.attacks.target import Target
from companion.warzone.choices import WarzoneChoices
from tests.web.conftest import Phone
from tests.web.crawl import Page
from web.battleline.api import ClaimQuestion, SidesQuestion
from web.battleline.claimpage import read_claim_question as read_claim
from web.wartime.api import AttackQuestion, ChargeQuestion, MovesQuestion, RangeQuestion
from web.wartime.measure.page import BOARD
from web.wartime.measure.question import RANGES
from web.warzone.calculators.page import ARMOR, INITIATIVE, PLANS, SHOOT, STRIKE, TESTS

NOT_IN_PLANS = {
    "aim": "plans try the Aim Action by themselves",
    "brace": "plans try the Brace Action by themselves",
    "harmless": "plans are about what hurts",
    "reaction": "plans are about the unit's own Activation",
    "flying": "only in a Reaction",
    "secondary": "plans are about the Primary Target",
    "earlier_hits": "plans begin with the Activation",
}
"""Fields of a Shoot Action that do not go along to the plans, and why."""
NOT_MEASURED = {
    "tokens": "the page says what an attack takes off the stack, not what is left of it",
    **dict.fromkeys(BOARD, "what stands on the board is tapped, and only a link holds it in words"),
}
"""Fields of WarTime's questions that Measure does not ask, and why."""

CHOICES = WarzoneChoices()


def names(question: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(question)}


def other(question: type[msgspec.Struct], field: Any) -> Any:
    """A value that this field does not have by itself."""
    kind = kinds(question)[field.encode_name]
    match kind:
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.EnumType(cls=cls):
            return list(cls)[-1]
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            return next(each for each in (least + 1, most - 1) if each != field.default)
        case msgspec.inspect.StrType():
            return "Burst (2)" if "abilities" in field.name else "Faith"
    raise AssertionError(f"no other value for {field.name}")


# The same attack among plans


@pytest.mark.parametrize("field", msgspec.structs.fields(Shoot), ids=lambda field: field.name)
def test_a_shot_is_the_same_among_plans(field: Any) -> None:
    plain = Shoot(mw=12, dam=13, ar=22, wounds=9)
    asked = msgspec.structs.replace(plain, **{field.name: other(Shoot, field)})
    planned = from_shoot(asked)
    if field.name in NOT_IN_PLANS:
        assert planned is None or as_shoot(planned) == plain
    else:
        assert planned is not None
        assert as_shoot(planned) == asked != plain


@pytest.mark.parametrize("field", msgspec.structs.fields(Strike), ids=lambda field: field.name)
def test_a_strike_is_the_same_among_plans(field: Any) -> None:
    plain = Strike(cc=12, ar=22, wounds=9, st=5) if field.name == "st" else Strike(cc=12, dam=13, ar=22, wounds=9)
    asked = msgspec.structs.replace(plain, **{field.name: other(Strike, field)})
    planned = from_strike(asked)
    if field.name in NOT_IN_PLANS:
        assert planned is None
        return
    assert planned is not None
    assert as_strike(planned, charge=asked.charge) == asked != plain
    assert (planned.charge, planned.engaged) == (asked.charge, not asked.charge)


def test_every_number_of_a_situation_is_of_an_attack_or_of_the_way_to_it() -> None:
    said = {"name", "engaged", "charge"}
    blows = {word for name in Strike.__struct_fields__ for word in (name, f"strike_{name}")}
    moved = {name for name in Situation.__struct_fields__ if name.startswith("move_")}
    assert set(Situation.__struct_fields__) <= said | set(Shoot.__struct_fields__) | blows | moved
    for name in moved - {"move_engages", "move_charge", "move_by"}:
        situation = Situation(mw=12, dam=13, ar=22)
        field = next(each for each in msgspec.structs.fields(Situation) if each.name == name)
        after = as_shoot_after_move(msgspec.structs.replace(situation, **{name: other(Situation, field)}))
        assert after is not None, name
        assert after != as_shoot(situation), name


@pytest.mark.parametrize(
    ("field", "actions"),
    [("move_engages", (Action.MOVE, Action.STRIKE)), ("move_charge", (Action.MOVE, Action.CHARGE))],
)
def test_a_move_that_comes_near_is_among_the_plans(field: str, actions: tuple[Action, Action]) -> None:
    situation = Situation(cc=12, strike_dam=13, ar=22)
    near = msgspec.structs.replace(situation, **{field: True})
    found = [{plan.actions for plan in compare([each], UnitSituation(), CHOICES).plans} for each in (situation, near)]
    assert found == [set(), {actions}]


# Links from a calculator to the next


def asked_by(page: str) -> dict[str, dict[str, str]]:
    """What each tab of a page leads to, by its path."""
    tabs = re.findall(r'href="([^"]*)"', page.partition('id="tabs"')[2].partition("</div>")[0])
    parts = [urlsplit(unescape(href)) for href in tabs]
    return {each.path: dict(parse_qsl(each.query)) for each in parts}


def written(question: type[msgspec.Struct], **without: None) -> dict[str, str]:
    """An address that says something to every parameter save a few."""
    said = {field.encode_name: other(question, field) for field in msgspec.structs.fields(question)}
    words = {name: "1" if value is True else str(getattr(value, "value", value)) for name, value in said.items()}
    return {name: text for name, text in words.items() if name not in without}


FROM_SHOOT = written(Shoot) | {"attacker": "x", "target": "y", "weapon": "Rifle", "band": "long"}
FROM_STRIKE = written(Strike, st=None) | {"attacker": "x", "target": "y"}
TO_ANY = names(Target) | {"attacker", "target", "def", "pw"}


@pytest.mark.parametrize(
    ("path", "texts", "expected"),
    [
        (
            SHOOT,
            FROM_SHOOT,
            {
                PLANS: (FROM_SHOOT.keys() - NOT_IN_PLANS.keys() - {"weapon"}) | {"ranged_weapon"},
                STRIKE: TO_ANY,
                ARMOR: names(Target) | {"target"},
                TESTS: names(Target),
                INITIATIVE: set(),
            },
        ),
        (
            STRIKE,
            FROM_STRIKE,
            {
                PLANS: {
                    f"strike_{name}" if name in ("dam", "cf", "modifier", "multiplier", "reroll", "abilities") else name
                    for name in FROM_STRIKE
                    if name not in NOT_IN_PLANS
                },
                SHOOT: TO_ANY,
                ARMOR: names(Target) | {"target"},
                TESTS: names(Target),
                INITIATIVE: set(),
            },
        ),
    ],
)
def test_every_tab_takes_along_all_that_it_can(
    passer_by: Phone, path: str, texts: dict[str, str], expected: dict[str, set[str]]
) -> None:
    asked = asked_by(passer_by.get(f"{path}?{urlencode(texts)}").text)
    assert {to: set(said) for to, said in asked.items() if to != path} == expected
    assert asked[path] == texts


@pytest.mark.parametrize(("path", "texts"), [(SHOOT, FROM_SHOOT), (STRIKE, FROM_STRIKE)])
def test_what_went_to_the_plans_comes_back_as_it_was(passer_by: Phone, path: str, texts: dict[str, str]) -> None:
    there = asked_by(passer_by.get(f"{path}?{urlencode(texts)}").text)[PLANS]
    back = asked_by(passer_by.get(f"{PLANS}?{urlencode(there)}").text)[path]
    assert back == {name: text for name, text in texts.items() if name not in NOT_IN_PLANS}


@pytest.mark.parametrize(
    ("path", "texts"),
    [
        (SHOOT, written(Shoot, **dict.fromkeys(NOT_IN_PLANS))),
        (STRIKE, written(Strike, st=None, harmless=None)),
    ],
)
def test_the_way_from_an_attack_to_what_to_do_takes_all_along(
    passer_by: Phone, path: str, texts: dict[str, str]
) -> None:
    page = passer_by.get(f"{path}?{urlencode(texts)}").text
    way = re.search(r'href="([^"]*)">What should I do\?<', page)
    assert way is not None
    assert dict(parse_qsl(urlsplit(unescape(way[1])).query)) == asked_by(page)[PLANS]


def test_every_state_of_a_unit_is_asked_by_the_plans(passer_by: Phone) -> None:
    page = passer_by.get(PLANS).text
    assert {name for name in names(UnitSituation) | names(Situation) if f' name="{name}"' not in page} == set()


# Battle Line and WarTime, whose pages write their questions in a way of their own


CLAIM = {"mine": "R10 R9", "theirs": "B8 B7 B6", "seen": "G5", "fog": "1", "mud": "1", "last": "theirs"}


@pytest.mark.parametrize("field", msgspec.structs.fields(ClaimQuestion), ids=lambda field: field.name)
def test_a_claim_is_asked_whole(passer_by: Phone, field: Any) -> None:
    assert names(SidesQuestion) <= names(ClaimQuestion)
    alone = read_claim([(field.encode_name, CLAIM[field.encode_name])])
    nothing = read_claim([])
    assert alone.errors == ()
    assert (alone.flag, alone.unseen) != (nothing.flag, nothing.unseen)
    page = Page(passer_by.get(f"/battleline/claim?{urlencode(CLAIM)}").text)
    (form,) = page.forms
    assert dict(form.fields)[field.encode_name] == CLAIM[field.encode_name]


@pytest.mark.parametrize(
    ("mode", "question"),
    [("range", RangeQuestion), ("move", MovesQuestion), ("attack", AttackQuestion), ("charge", ChargeQuestion)],
)
def test_measure_asks_what_the_api_asks(passer_by: Phone, mode: str, question: type[msgspec.Struct]) -> None:
    page = passer_by.get(f"/measure?mode={mode}").text
    damage = {f"d{each}" for each in RANGES}
    expected = {
        each for name in names(question) - set(NOT_MEASURED) for each in (damage if name == "damage" else {name})
    }
    assert {name for name in expected if f' name="{name}"' not in page} == set()


def test_nothing_is_exempt_that_there_is_not() -> None:
    assert set(NOT_IN_PLANS) <= names(Shoot)
    assert set(NOT_IN_PLANS).isdisjoint(names(Situation))
    assert set(NOT_MEASURED) <= names(AttackQuestion)

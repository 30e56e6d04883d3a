"""Invented unit cards, as many as hypothesis wants, and one by hand."""

import string

from hypothesis import strategies as st

from companion.warzone.abilities.ability import Ability, AbilityKind, Does, Effect, Per, When, Whose
from companion.warzone.abilities.wording import Bound
from companion.warzone.cards.card import (
    Band,
    Base,
    CardFigure,
    CardStrike,
    Designation,
    Faction,
    OnlyWith,
    Role,
    Troopers,
    UnitCard,
    Weapon,
    WeaponDamage,
)
from companion.warzone.cards.card_file import card_of

GUARD = {
    "id": "lamp-guard",
    "name": "Lamp Guard",
    "type": "Lamp Guards",
    "faction": "Capitol",
    "designations": ["Trooper"],
    "dp": 4,
    "mv": 4,
    "mw": 13,
    "cc": 12,
    "st": 6,
    "def": -1,
    "ar": 22,
    "w": 2,
    "pw": 11,
    "ld": 12,
    "abilities": ["Steadfast", "Long Wick (3)"],
    "base": "30mm",
    "weapons": [
        {"name": "Wick Rifle", "abilities": ["Burst (2)"], "short": '12" +0 13', "long": '36" -2 12', "cf": 19},
        {"name": "Snuffer", "cc": "+1 ST+5", "cf": 20},
        {"name": "Soot Pot", "abilities": ["Cloud (2)", "Smoke"], "long": 'ST+4" +1 -', "cf": 20},
    ],
}
"""A printed card as a file has it. No unit of the game."""


def guard(**changes: object) -> UnitCard:
    """The card by hand, with other values where a test wants them."""
    return card_of(GUARD | changes)


LETTERS = string.ascii_letters + string.digits + "äé'&/"
names = st.builds(
    lambda first, rest: " ".join((first + rest).split()), st.sampled_from(LETTERS), st.text(LETTERS + " ", max_size=23)
)
figures = st.builds(CardFigure, st.integers(0, 40), st.just(False)) | st.builds(
    CardFigure, st.integers(-9, 20), st.just(True)
)
damages = st.none() | st.builds(WeaponDamage, figures, st.integers(1, 4))
modifiers = st.integers(-9, 9)
abilities = st.lists(
    st.builds(Ability, names, st.none() | st.integers(-9, 20).map(str) | names), max_size=4, unique=True
).map(tuple)
bands = st.none() | st.builds(Band, figures, modifiers, damages)
weapons = st.builds(
    Weapon,
    name=names,
    abilities=abilities,
    strike=st.none() | st.builds(CardStrike, modifiers, damages),
    short=bands,
    long=bands,
    cf=st.none() | st.integers(15, 20),
)
designations = st.builds(
    Designation,
    st.sampled_from([Role.LEADER, Role.SPECIALIST]),
    st.none() | st.builds(Troopers, st.integers(1, 5), st.lists(names, min_size=1, max_size=3).map(tuple)),
) | st.builds(Designation, st.sampled_from([role for role in Role if role not in (Role.LEADER, Role.SPECIALIST)]))
ratings = st.integers(0, 30)


@st.composite
def effects(draw: st.DrawFn) -> Effect:
    """As they are written: what is taken off is a number below 0, or X."""
    does = draw(st.sampled_from(Does))
    amount = draw(st.none() | st.integers(-20, 20)) if does.counts else None
    return Effect(
        does=does,
        amount=amount,
        less=draw(st.booleans()) if does.counts and amount is None else False,
        whose=draw(st.sampled_from(Whose)),
        kind=draw(st.sampled_from(AbilityKind)),
        when=draw(st.sampled_from(When)),
        per=draw(st.sampled_from(Per)),
        ignored=draw(st.text(string.ascii_lowercase, min_size=1, max_size=20)) if does is Does.IGNORES else "",
    )


bounds = st.lists(
    st.builds(Bound, name=names, effects=st.lists(effects(), min_size=1, max_size=3).map(tuple)),
    max_size=2,
    unique_by=lambda each: each.name.casefold(),
).map(tuple)
cards = st.builds(
    UnitCard,
    id=st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True),
    name=names,
    type=names,
    faction=st.none() | st.sampled_from(Faction),
    also_in=st.lists(st.sampled_from(Faction), max_size=2, unique=True).map(tuple),
    designations=st.lists(designations, max_size=3).map(tuple),
    dp=st.integers(0, 20),
    sp=st.integers(-5, 5),
    **dict.fromkeys(("mv", "mw", "cc", "st", "ar", "pw", "ld"), ratings),
    defense=st.integers(-5, 5),
    w=st.integers(1, 6),
    abilities=abilities,
    bound=bounds,
    base=st.none() | st.builds(Base, st.integers(1, 300), st.integers(1, 300)),
    only_with=st.none() | st.builds(OnlyWith, st.integers(1, 20), names),
    weapons=st.lists(weapons, max_size=4, unique_by=lambda weapon: weapon.name.casefold()).map(tuple),
)

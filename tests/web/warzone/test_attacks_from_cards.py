"""Attacks asked for by cards: the same answers as by the numbers that the cards print."""

from typing import Any
from urllib.parse import urlencode

import pytest

from tests.companion.warzone.cards_strategy import GUARD
from tests.web.conftest import Phone

MOTH = GUARD | {
    "id": "moth",
    "name": "Moth",
    "abilities": ["Fierce Charge"],
    "def": -2,
    "ar": 20,
    "w": 3,
    "weapons": [{"name": "Great Candle", "cc": "-1 ST+7x2", "short": '6" +1 13x2', "long": "18 -1 11", "cf": 18}],
}
BARE = GUARD | {"id": "bare", "name": "Bare", "weapons": []}


@pytest.fixture
def lamps(phone: Phone) -> Phone:
    """A phone at a table that has three cards: the guard's weapons are its rifle, its snuffer and its soot pot."""
    for card in (GUARD, MOTH, BARE):
        assert phone.put(f"/api/warzone/units/{card['id']}", card).status_code == 200
    return phone


def asked(phone: Phone, question: str, **query: object) -> Any:
    return phone.get(f"/api/warzone/{question}?{urlencode(query)}")


_LAMP = "Steadfast, Long Wick (3)"
"""The guard's own abilities; nothing is known of them."""
_AT_LAMP = {"def": -1, "ar": 22, "wounds": 2, "ld": 12, "target_abilities": _LAMP}
_AT_MOTH = {"def": -2, "ar": 20, "wounds": 3, "ld": 12, "target_abilities": "Fierce Charge"}
_RIFLE = {"mw": 13, "range": -2, "dam": 12, "cf": 19, "pw": 11, "abilities": f"Burst (2), {_LAMP}"}
_CANDLE = {"mw": 13, "cf": 18, "pw": 11, "abilities": "Fierce Charge"}
_SNUFFER = {"cc": 12, "weapon": 1, "dam": 11, "cf": 20, "pw": 11, "abilities": _LAMP}


@pytest.mark.parametrize(
    ("question", "by_card", "by_number"),
    [
        (
            "shoot",
            {"attacker": "lamp-guard", "weapon": "wick rifle", "band": "long", "target": "moth", "cover": 1},
            _RIFLE | _AT_MOTH | {"cover": 1},
        ),
        (
            "shoot",
            {"attacker": "moth", "band": "short", "target": "lamp-guard"},
            _CANDLE | _AT_LAMP | {"range": 1, "dam": 13, "multiplier": 2},
        ),
        (
            "shoot",
            {"attacker": "moth", "band": "long", "indirect": 1, "ar": 21},
            _CANDLE | {"range": -1, "dam": 11, "indirect": 1, "beyond_short": 1, "ar": 21},
        ),
        (
            "shoot",
            {"attacker": "lamp-guard", "weapon": "Soot Pot", "ar": 20},
            {
                **{"mw": 13, "range": 1, "harmless": 1, "cf": 20, "pw": 11, "ar": 20},
                "abilities": f"Cloud (2), Smoke, {_LAMP}",
            },
        ),
        (
            "shoot",
            {"attacker": "moth", "band": "short", "target": "lamp-guard", "mw": 9, "ar": 18, "multiplier": 1},
            _CANDLE | _AT_LAMP | {"mw": 9, "range": 1, "dam": 13, "ar": 18},
        ),
        (
            "shoot",
            {"attacker": "moth", "band": "short", "ar": 20, "abilities": "Recoil (2)", "on": "Faith", "off": "Recoil"},
            _CANDLE | {"range": 1, "dam": 13, "multiplier": 2, "ar": 20, "abilities": "Recoil (2)", "off": "Recoil"},
        ),
        ("strike", {"attacker": "lamp-guard", "target": "moth"}, _SNUFFER | _AT_MOTH),
        (
            "strike",
            {"attacker": "moth", "weapon": "Great Candle", "target": "lamp-guard", "charge": 1},
            _AT_LAMP
            | {"cc": 12, "weapon": -1, "dam": 13, "multiplier": 2, "cf": 18, "charge": 1}
            | {"pw": 11, "abilities": "Fierce Charge"},
        ),
        (
            "strike",
            {"attacker": "bare", "ar": 20},
            {"cc": 12, "st": 6, "ar": 20, "pw": 11, "abilities": _LAMP},
        ),
        (
            "strike",
            {"attacker": "moth", "weapon": "Unarmed", "ar": 20},
            {"cc": 12, "st": 6, "ar": 20, "pw": 11, "abilities": "Fierce Charge"},
        ),
        ("strike", {"attacker": "lamp-guard", "weapon": 3, "ar": 20}, _SNUFFER | {"weapon": 3, "ar": 20}),
        (
            "strike",
            {"attacker": "lamp-guard", "st": 4, "ar": 20},
            {"cc": 12, "st": 4, "ar": 20, "pw": 11, "abilities": _LAMP},
        ),
    ],
)
def test_cards_stand_for_their_numbers_and_given_numbers_win(
    lamps: Phone, question: str, by_card: dict[str, object], by_number: dict[str, object]
) -> None:
    answer = asked(lamps, question, **by_card)
    assert answer.status_code == 200
    assert answer.get_json() == asked(lamps, question, **by_number).get_json()


def test_fierce_charge_is_a_line_of_its_own(lamps: Phone) -> None:
    """Algeroth Assets, Invoke Frenzy: +2 DAM on Strike Actions performed as part of a Charge Action."""
    for charge, value in ((1, 15), (0, 13)):
        damage = asked(lamps, "strike", attacker="moth", ar=22, charge=charge).get_json()["damage"]
        assert damage["value"] == value
        assert ("Fierce Charge" in {line["label"] for line in damage["lines"]}) is bool(charge)


@pytest.mark.parametrize(
    ("question", "query", "field", "words"),
    [
        ("shoot", {"attacker": "gone", "ar": 20}, "attacker", "no unit card gone"),
        ("shoot", {"attacker": "moth", "band": "short", "target": "gone"}, "target", "no unit card gone"),
        ("shoot", {"attacker": "lamp-guard", "ar": 20}, "weapon", "say which: Wick Rifle, Soot Pot"),
        (
            "shoot",
            {"attacker": "lamp-guard", "weapon": "Sling", "ar": 20},
            "weapon",
            "must be on the card of Lamp Guard",
        ),
        ("shoot", {"attacker": "lamp-guard", "weapon": "Snuffer", "ar": 20}, "band", "Snuffer cannot shoot"),
        ("shoot", {"attacker": "moth", "ar": 20}, "band", "say short or long"),
        (
            "shoot",
            {"attacker": "lamp-guard", "weapon": "Soot Pot", "band": "short", "ar": 20},
            "band",
            "no short range",
        ),
        ("shoot", {"attacker": "moth", "band": "short", "target": "moth", "abilities": "Lamp)"}, "abilities", "Lamp"),
        ("shoot", {"attacker": "bare", "ar": 20}, "weapon", "can shoot"),
        ("shoot", {"weapon": "Sling", "mw": 12, "dam": 12, "ar": 20}, "weapon", "needs the attacker"),
        ("shoot", {"attacker": "moth", "band": "short"}, "ar", "is missing"),
        ("shoot", {"attacker": "moth", "band": "far", "ar": 20}, "band", "far"),
        ("strike", {"attacker": "lamp-guard", "weapon": "Wick Rifle", "ar": 20}, "weapon", "cannot strike"),
        (
            "strike",
            {"attacker": "lamp-guard", "weapon": "Sling", "ar": 20},
            "weapon",
            "must be on the card of Lamp Guard",
        ),
        ("strike", {"cc": 12, "dam": 12, "weapon": "Sling", "ar": 20}, "weapon", "must be -20 to 20, got Sling"),
    ],
)
def test_errors_name_the_parameter(
    lamps: Phone, question: str, query: dict[str, object], field: str, words: str
) -> None:
    answer = asked(lamps, question, **query)
    assert answer.status_code == 422
    (error,) = answer.get_json()["errors"]
    assert error["field"] == field
    assert words in error["message"]

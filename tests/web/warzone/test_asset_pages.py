"""Faction Assets on the phones, each in its moment and on the phone of who has it."""

import re

import pytest
from flask import Flask

from companion.table.table import Table
from tests.web.conftest import Phone
from tests.web.moments import MOMENTS
from tests.web.warzone.test_match_pages import Forms, M, press, seen, text
from web.http.access import Access


def seated_at(app: Flask, access: Access, seat: str) -> Phone:
    phone = Phone(app.test_client())
    assert phone.post("/api/join", {"code": access.code, "seat": seat}).status_code == 200
    return phone


@pytest.fixture
def gold(app: Flask, access: Access, phone: Phone) -> Phone:
    """It has assets whose moment is now; red has rolled a 4."""
    MOMENTS["warzone"]["assets to use"](phone)
    return seated_at(app, access, "gold")


@pytest.fixture
def red(app: Flask, access: Access, gold: Phone) -> Phone:
    return seated_at(app, access, "red")


def test_they_roll_again_by_one_tap_and_it_is_undone_by_one(gold: Phone, table: Table) -> None:
    action, fields = Forms(gold.get("/").text).buttons["Intel Misdirection: they roll again"]
    assert 'data-for="gold"' in re.search(rf'<form[^>]*"{action}"[^>]*>', gold.get("/").text)[0]  # type: ignore[index]
    gold.post(action, data=fields | {"roll": "17"}, drop=("X-Warglass",))
    score = seen(table).sides["red"].initiative
    assert score is not None
    assert score.value == 17
    assert "Intel Misdirection: they roll again" not in Forms(gold.get("/").text).buttons
    press(gold, "Undo")
    assert "Intel Misdirection: they roll again" in Forms(gold.get("/").text).buttons


def test_the_other_phone_is_not_offered_what_is_not_its_own(red: Phone) -> None:
    buttons = Forms(red.get("/").text).buttons
    assert not [label for label in buttons if "Intel" in label or label.startswith("Use Mission") or label == "Test"]


def test_what_a_turn_s_start_is_for_is_used_by_name(gold: Phone, table: Table) -> None:
    for asset in ("Mission Critical", "Supply Drop"):
        press(gold, f"Use {asset}")
    assert {each.name: each.turn for each in seen(table).sides["gold"].effects if each.turn} == {
        "Mission Critical": 2,
        "Supply Drop": 2,
    }


def test_a_phone_that_both_share_says_whose_asset_it_is(gold: Phone, phone: Phone) -> None:
    phone.post("/api/seat", {"seat": "both"})
    buttons = Forms(phone.get("/").text).buttons
    assert {"Intel Misdirection: Red rolls again", "Gold uses Supply Drop", "Test"} <= set(buttons)


def test_to_the_last_warrior_is_tested_with_the_card_s_ld(gold: Phone, table: Table) -> None:
    assert "To the Last Warrior: Lamp Guard LD 12, 60 %" in text(gold)
    action, fields = Forms(gold.get("/").text).buttons["Test"]
    assert fields["ld"] == ["12"]
    gold.post(action, data=fields | {"roll": "12"}, drop=("X-Warglass",))
    assert not seen(table).sides["gold"].units[1].pinned
    assert "Test" not in Forms(gold.get("/").text).buttons


def test_a_test_names_what_it_lacks(gold: Phone) -> None:
    wrong = gold.post(f"/api{M}/sides/gold/effect", {"effect": "To the Last Warrior", "unit": "2"})
    assert wrong.status_code == 422
    assert wrong.get_json()["errors"][0]["field"] == "ld"

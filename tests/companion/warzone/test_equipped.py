"""What designated Faction Assets make of a unit card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.numbers import strike_numbers
from companion.warzone.force.assets import ASSETS, CHANGES, equipped
from tests.companion.warzone.cards_strategy import cards, guard

BLADES = {"name": "Ceremonial Blades", "cc": "+1 ST+5", "cf": 20}
LANTERN = {"name": "Lantern Handgun", "short": '6" +1 12', "long": '12" -2 11', "cf": 18}


def abilities(card: UnitCard) -> list[str]:
    return [str(each) for each in card.abilities]


def test_a_power_arm_strikes_harder() -> None:
    arm = equipped(guard(), ["Cybernetic Power Arm"])
    assert arm.st == guard().st + 2
    assert strike_numbers(arm, weapon=None)["dam"] == strike_numbers(guard(), weapon=None)["dam"] + 2


def test_extra_kit_fails_less_often_and_20_is_the_most() -> None:
    kit = equipped(guard(weapons=[LANTERN, BLADES, {"name": "Boot", "cc": "+0 ST"}]), ["extra kit"])
    assert [weapon.cf for weapon in kit.weapons] == [19, 20, None]


def test_an_heirloom_blade_asks_for_one_armor_test_more() -> None:
    blade = equipped(guard(weapons=[BLADES, LANTERN]), ["Heirloom Blade"])
    assert strike_numbers(blade, weapon="Ceremonial Blades")["multiplier"] == 2
    assert blade.weapons[1] == guard(weapons=[BLADES, LANTERN]).weapons[1]


def test_faith_is_given_or_grows() -> None:
    assert abilities(equipped(guard(), ["Devotion and Zeal"]))[-1] == "Faith (1)"
    assert abilities(equipped(guard(abilities=["Faith (2)"]), ["Devotion and Zeal"])) == ["Faith (3)"]


def test_an_alpha_legionnaire_and_implants() -> None:
    alpha = equipped(guard(abilities=["Controller (6)"]), ["Alpha Legionnaire", "Subdermal Implants"])
    before = guard()
    assert (alpha.cc, alpha.mw, alpha.ar) == (before.cc + 1, before.mw + 1, before.ar + 1)
    assert abilities(alpha) == ["Controller (9)"]


def test_what_is_no_number_stands_by_its_name() -> None:
    flamer = equipped(guard(weapons=[BLADES, LANTERN]), ["F-214 Flamer", "Carcass Suit", "Air Strike", "My own"])
    assert [weapon.has("F-214 Flamer") for weapon in flamer.weapons] == [False, True]
    assert abilities(flamer) == [*abilities(guard()), "Carcass Suit"]


def test_every_asset_that_changes_a_card_is_in_the_book() -> None:
    assert set(CHANGES) <= set(ASSETS)


@pytest.mark.parametrize("names", [[], ["Rocket Boots"], ["Intel Misdirection"]])
@given(card=cards)
def test_without_a_designated_asset_the_card_is_the_same(names: list[str], card: UnitCard) -> None:
    assert equipped(card, names) == card


@given(card=cards, assets=st.lists(st.sampled_from(sorted(CHANGES)), max_size=6))
def test_the_order_and_a_name_said_twice_change_no_number(card: UnitCard, assets: list[str]) -> None:
    def told(found: UnitCard) -> tuple[object, ...]:
        printed = (*found.abilities, *(each for weapon in found.weapons for each in weapon.abilities))
        cfs = tuple(weapon.cf for weapon in found.weapons)
        return found.st, found.ar, found.cc, found.mw, cfs, sorted(str(each) for each in printed)

    assert told(equipped(card, assets)) == told(equipped(card, [*reversed(assets), *assets]))

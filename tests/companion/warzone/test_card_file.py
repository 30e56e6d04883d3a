"""Cards in the notation of the printed card: what is read, how it is written, and what an error says."""

import msgspec
import pytest
from hypothesis import given, settings

from companion.fields.invalid import Invalid
from companion.warzone.abilities.ability import Ability, read_abilities
from companion.warzone.cards import card_file as notation
from companion.warzone.cards.card import (
    Band,
    Base,
    CardFigure,
    CardStrike,
    Designation,
    Role,
    Troopers,
    UnitCard,
    WeaponDamage,
)
from companion.warzone.cards.card_file import CardFile, card_of, file_of, read_card, write_card
from tests.companion.warzone.cards_strategy import GUARD, cards, guard


@settings(max_examples=60)
@given(cards)
def test_a_card_is_the_same_after_its_file_and_its_json(card: UnitCard) -> None:
    assert read_card(write_card(card)) == card
    assert msgspec.json.decode(msgspec.json.encode(file_of(card)), type=CardFile).card() == card
    assert msgspec.json.decode(msgspec.json.encode(card), type=UnitCard) == card


@pytest.mark.parametrize(
    ("text", "band"),
    [
        ('12" +0 14', Band(CardFigure(12), 0, WeaponDamage(CardFigure(14)))),
        ("36” −2 14", Band(CardFigure(36), -2, WeaponDamage(CardFigure(14)))),
        ("18 1 13x2", Band(CardFigure(18), 1, WeaponDamage(CardFigure(13), 2))),
        ('ST+4" +1 -', Band(CardFigure(4, True), 1, None)),
        ('6"+3 12 × 2', Band(CardFigure(6), 3, WeaponDamage(CardFigure(12), 2))),
        ("—", None),
        ("", None),
    ],
)
def test_a_band_as_people_write_it(text: str, band: Band | None) -> None:
    assert notation.read_band(text) == band


@pytest.mark.parametrize(
    ("text", "strike"),
    [
        ("+1 ST+5", CardStrike(1, WeaponDamage(CardFigure(5, True)))),
        ("-2 st + 7 x2", CardStrike(-2, WeaponDamage(CardFigure(7, True), 2))),
        ("0 13", CardStrike(0, WeaponDamage(CardFigure(13)))),
        ("+0 ST", CardStrike(0, WeaponDamage(CardFigure(0, True)))),
        ("-", None),
    ],
)
def test_a_cc_column_as_people_write_it(text: str, strike: CardStrike | None) -> None:
    assert notation.read_strike(text) == strike


def test_commas_in_brackets_belong_to_the_ability() -> None:
    assert read_abilities("Volatile (1, 8), Fearless ,Duelist (−2)") == (
        Ability("Volatile", "1, 8"),
        Ability("Fearless"),
        Ability("Duelist", "-2"),
    )
    assert [each.number for each in read_abilities("A (1, 8), B (-2), C, D (+3)")] == [None, -2, None, 3]


@pytest.mark.parametrize(
    ("text", "base", "written"),
    [
        ("30mm", Base(30, 30), "30mm"),
        ("30", Base(30, 30), "30mm"),
        ("60 × 35 MM", Base(60, 35), "60x35mm"),
        ("40x40mm", Base(40, 40), "40mm"),
        ("–", None, ""),
    ],
)
def test_a_base_as_people_write_it(text: str, base: Base | None, written: str) -> None:
    assert (notation.read_base(text), notation.base_text(base)) == (base, written)


def test_the_leader_of_the_rulebook() -> None:
    """Chapter 12, Leader: the example's designation."""
    leader = Designation(Role.LEADER, Troopers(1, ("Free Marines",)))
    assert notation.read_designation("Leader (1 : Free Marines)") == leader
    assert notation.designation_text(leader) == "Leader (1 : Free Marines)"


@pytest.mark.parametrize(
    ("changes", "key", "words"),
    [
        ({"mw": 41}, "mw", "must be at most 40"),
        ({"name": ""}, "name", "must not be empty"),
        ({"name": " Guard"}, "name", "spaces to spare"),
        ({"id": "Lamp Guard"}, "id", "small letters"),
        ({"faction": "Vikings"}, "faction", "there is no 'Vikings'"),
        ({"designations": ["Trooper", "Boss"]}, "designations[1]", "must be one of Leader"),
        ({"designations": ["Trooper (1 : Lamp Guards)"]}, "designations[0]", "Leader (1 : Free Marines)"),
        ({"designations": ["Leader (0 : Lamp Guards)"]}, "designations[0].needs.count", "at least 1"),
        ({"weapons": [{"name": "Rifle", "short": "12"}]}, "weapons[0].short", "must be range, modifier and DAM"),
        ({"weapons": [{"name": "Axe", "cc": "ST+5"}]}, "weapons[0].cc", "must be modifier and DAM"),
        ({"weapons": [{"name": "Axe"}, {"name": "axe"}]}, "weapons[1].name", "is there twice"),
        ({"base": "large"}, "base", "30mm or 60x35mm"),
        ({"base": "0x30"}, "base.length", "at least 1"),
        ({"only_with": "Lamp Wardens"}, "only_with", "2 : Lamp Wardens"),
        ({"only_with": "0 : Lamp Wardens"}, "only_with.each", "at least 1"),
        ({"wings": 2}, "", "there is no key wings"),
    ],
)
def test_an_error_names_its_key(changes: dict[str, object], key: str, words: str) -> None:
    with pytest.raises(Invalid) as caught:
        card_of(GUARD | changes)
    assert caught.value.field == key
    assert words in caught.value.message


def test_an_error_in_a_file_names_its_line() -> None:
    text = write_card(guard())
    with pytest.raises(Invalid) as caught:
        read_card(text.replace("mw = 13", "mw = 99"))
    assert caught.value.line == next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith("mw"))
    with pytest.raises(Invalid, match="It says: "):
        read_card("mw = ")

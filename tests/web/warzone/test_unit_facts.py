"""What a tile shows of a card."""

import pytest

from companion.warzone.abilities.ability import read_abilities
from companion.warzone.cards.card import Band, CardFigure, CardStrike, UnitCard, Weapon, WeaponDamage
from companion.warzone.force.force import Unit
from companion.warzone.match.views import UnitView
from web.warzone.match.tiles import facts


def gun(name: str, dam: int | None, reach: int, abilities: str = "", multiplier: int = 1) -> Weapon:
    damage = None if dam is None else WeaponDamage(CardFigure(dam), multiplier)
    band = Band(reach=CardFigure(reach), modifier=0, damage=damage)
    return Weapon(name=name, abilities=read_abilities(abilities), short=band)


PISTOL = gun("Pistol", 12, 18)
SWORD = Weapon(name="Sword", strike=CardStrike(0, WeaponDamage(CardFigure(7, plus_st=True))))


@pytest.mark.parametrize(
    ("weapons", "shown"),
    [
        ((PISTOL, gun("Long Gun", 13, 48, "Burst (3), Recoil (4)")), "Long Gun 48″"),
        ((PISTOL, gun("Rifle", 12, 36)), "Rifle 36″"),
        ((PISTOL, gun("Torch", 13, 10, "Projected")), "Torch 10″"),
        ((PISTOL, gun("Shotgun", 11, 12, multiplier=2)), "Shotgun 12″"),
        ((gun("Smoke", None, 24), SWORD, PISTOL), "Pistol 18″"),
        ((SWORD, gun("Smoke", None, 24)), "Smoke 24″"),
        ((SWORD,), "Sword"),
        ((), ""),
    ],
)
def test_a_unit_is_told_by_what_shoots_hardest_not_by_what_the_card_prints_first(
    weapons: tuple[Weapon, ...], shown: str
) -> None:
    plain = dict.fromkeys(("activated", "reacted", "pinned", "acting"), False)
    unit = UnitView(unit=Unit(id="1", name="C", card="C"), wounds=0, jammed=(), fall=None, **plain)
    card = UnitCard(
        id="c", name="C", type="C", dp=1, mv=4, mw=9, cc=9, st=5, defense=0, ar=20, w=1, pw=9, ld=9, weapons=weapons
    )
    found = facts(unit, card)
    assert found is not None
    assert found.weapon == shown

"""What does not count in an attack, though a card or a place on the table has it."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.warzone.abilities.ability import Does, Effect, Whose
from companion.warzone.abilities.standing import StandingAbility
from companion.warzone.abilities.wording import Bound, vocabulary
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.answers import AttackAnswer
from companion.warzone.attacks.plans import Plan, compare
from companion.warzone.attacks.shoot import Shoot, shoot
from companion.warzone.attacks.situation import Situation, UnitSituation
from companion.warzone.attacks.strike import Strike, strike
from companion.warzone.attacks.target import Area, Obstruction
from companion.warzone.choices import ArmorBounds, Honorbound, WarzoneChoices

AGREED = WarzoneChoices()
SHOT = Shoot(mw=10, dam=14, ar=24)
BLOW = Strike(cc=10, dam=12, ar=22)
BEHIND_A_WALL = Situation(
    mw=12, dam=13, cc=11, strike_dam=12, ar=20, wounds=3, obstruction=Obstruction.HEAVY, cover=True
)


def shot(**changed: Any) -> AttackAnswer:
    return shoot(replace(SHOT, **changed), AGREED)


def blow(**changed: Any) -> AttackAnswer:
    return strike(replace(BLOW, **changed), AGREED)


def plans(**changed: Any) -> dict[tuple[Action, Action], Plan]:
    found = compare([replace(BEHIND_A_WALL, **changed)], UnitSituation(), AGREED).plans
    return {plan.actions: plan for plan in found}


def test_a_relentless_unit_is_never_pinned() -> None:
    """Rule Precedence: its card goes before the Degree of Damage, and its wounds stay as they are."""
    for plain, relentless in (
        (shot(), shot(target_abilities="Relentless")),
        (blow(), blow(target_abilities="Relentless")),
    ):
        assert plain.pinned.p > 0
        assert (relentless.pinned.exact, relentless.one_test.pinned.exact) == ("0", "0")
        assert relentless.wounds == plain.wounds
    assert shot(abilities="Suppressive, Concussive", target_abilities="Relentless").pinned.exact == "0"


def test_no_plan_pins_a_relentless_unit() -> None:
    found = plans(charge=True, move_range=0, target_abilities="Relentless").values()
    assert len(found) > 3
    assert {plan.pinned.exact for plan in found} == {"0"}


@pytest.mark.parametrize("obstruction", [Obstruction.CLEAR, Obstruction.LIGHT])
def test_cover_takes_heavy_obstruction(obstruction: Obstruction) -> None:
    """Obstruction: only that Terrain Feature helps which obstructs heavily."""
    covered = shot(cover=True, obstruction=obstruction)
    assert covered.armor.value == 10
    assert covered.armor.lines[-1].label == "Cover: only with heavy obstruction"
    assert shot(cover=True, obstruction=Obstruction.HEAVY).armor.value == 12


@pytest.mark.parametrize("changed", [{"indirect": True}, {"area": Area.CLOUD, "secondary": True}])
def test_cover_is_the_players_to_see_where_no_line_of_sight_to_it_is_asked_for(changed: dict[str, Any]) -> None:
    assert shot(cover=True, **changed).armor.value == 12


def test_nothing_obstructs_a_unit_that_flies() -> None:
    """Fly: whoever Ambushes it has Clear LOS."""
    hidden = {"obstruction": Obstruction.HEAVY, "cover": True, "target_abilities": "Camouflage (2)"}
    flying, low = shot(flying=True, reaction=True, **hidden), shot(reaction=True, **hidden)
    assert (low.target_number.value, low.armor.value) == (10 - 4 - 2, 12)
    assert (flying.target_number.value, flying.armor.value) == (10 - 4, 10)


def test_nothing_obstructs_in_contact_so_cover_does_not_help() -> None:
    assert blow(cover=True).armor.value == 10
    assert blow(cover=True, charge=True).armor.value == 10
    assert blow(cover=True, apart=True).armor.value == 12


def test_plans_leave_cover_behind_when_they_come_into_contact() -> None:
    shots_armor, blows_armor = 20 - 13 + 2, 20 - 12
    found = plans(charge=True)
    last = {actions: plan.steps[1].armor for actions, plan in found.items()}
    assert {actions: armor.value for actions, armor in last.items() if armor} == {
        (Action.SHOOT, Action.SHOOT): shots_armor,
        (Action.AIM, Action.SHOOT): shots_armor - 2,
        (Action.CHARGE, Action.STRIKE): blows_armor,
        (Action.SHOOT, Action.CHARGE): blows_armor,
    }
    engaged = plans(engaged=True)[Action.STRIKE, Action.STRIKE].steps[0].armor
    assert engaged is not None
    assert engaged.value == blows_armor


def test_a_move_to_where_the_target_is_seen_in_full_takes_its_cover_away() -> None:
    moved = plans(move_obstruction=Obstruction.CLEAR)[Action.MOVE, Action.SHOOT].steps[1].armor
    assert moved is not None
    assert moved.value == 20 - 13


def test_an_unarmed_strike_has_nothing_of_the_weapon() -> None:
    """Fists, Feet, and Everything In-Between: a Strike Action with ST for DAM, whatever the card carries."""
    bare = strike(Strike(cc=10, st=9, ar=20), AGREED)
    carries = strike(Strike(cc=10, st=9, ar=20, weapon=-2, cf=15, multiplier=2), AGREED)
    assert carries == bare
    assert (bare.target_number.value, bare.multiplier, bare.critical_failure.exact) == (10, 1, "0")


def test_an_unarmed_strike_has_none_of_the_weapons_abilities() -> None:
    carries = "Thrust (3), Vicious, Recoil (2), Continuous, Symmetry, Terrifying, Suppressive, Anti-Tank"
    bare, found = (
        strike(
            Strike(cc=10, st=9, ar=20, wounds=3, wounds_taken=1, charge=True, apart=True, cover=True, abilities=each),
            AGREED,
        )
        for each in ("", carries)
    )
    assert {line.why for line in found.abilities} == {"not without a weapon"}
    assert replace(found, abilities=()) == bare


def test_an_unarmed_strike_has_the_units_own_abilities() -> None:
    unarmed = strike(Strike(cc=10, st=9, ar=20, charge=True, abilities="Fierce Charge, Executioner (4)"), AGREED)
    assert unarmed.damage.value == 11
    assert unarmed.critical_success.exact == "1/5"


def test_a_secondary_target_is_not_the_target_of_a_weapons_abilities() -> None:
    """Area of Effect Weapons: Vicious and Suppressive are for the one that is shot at."""
    wounded = {"abilities": "Explosive (2), Vicious, Suppressive", "wounds": 3, "wounds_taken": 1}
    primary, secondary = (shot(secondary=each, **wounded) for each in (False, True))
    assert (primary.damage.value, secondary.damage.value) == (16, 14)
    assert primary.pinned.p == 1 > secondary.pinned.p


def test_only_abilities_with_a_value_add_up() -> None:
    """Unit Profile, Weapon Profile: several sources stack in value."""
    assert blow(charge=True, abilities="Fierce Charge, Fierce Charge").damage.value == 14
    assert blow(charge=True, abilities="Thrust (2), Thrust (2), Thrust (1)").damage.value == 17


@pytest.mark.parametrize("area", [Area.CLOUD, Area.EXPLOSIVE])
def test_an_area_is_one_by_name_or_by_ability(area: Area) -> None:
    """Rebreather is for clouds, Focused Fire is not for areas."""
    abilities = {"cloud": "Cloud (2)", "explosive": "Explosive (2)"}[area.value]
    others = {"shots": 2, "target_abilities": "Rebreather (3)"}
    by_name = shot(area=area, abilities="Focused Fire", **others)
    by_ability = shot(abilities=f"{abilities}, Focused Fire", **others)
    assert replace(by_name, abilities=()) == replace(by_ability, abilities=())
    assert by_name.damage.value == (3 if area is Area.CLOUD else 14)


def test_a_brace_is_for_burst() -> None:
    """Brace: switched off, Burst leaves nothing to brace."""
    weapon = {"abilities": "Burst (3), Recoil (4)", "brace": True}
    assert (shot(**weapon).target_number.value, shot(**weapon).pinned.exact) == (10, "1")
    loose = shot(**weapon, off="Burst")
    assert loose.target_number.value == 6
    assert loose.pinned.p < 1


def test_however_often_it_is_there_an_ability_rolls_no_more_dice_than_a_question_may() -> None:
    assert len(shot(abilities=", ".join(["Burst (20)"] * 40)).wounds) == 2 * 20 + 1


def test_focused_fire_adds_nothing_to_dam_that_is_as_much_as_the_target_takes() -> None:
    """By what a card's owner has bound: DAM at most."""
    hide = vocabulary(Bound(name="Hide", effects=(Effect(does=Does.DAM_LIMIT, whose=Whose.AT_IT),)))
    volley = replace(SHOT, shots=3, target_abilities="Hide (14)")
    plain, focused = (shoot(replace(volley, abilities=each), AGREED, hide) for each in ("", "Focused Fire"))
    assert focused.wounds == plain.wounds
    softer = shoot(replace(volley, abilities="Focused Fire", target_abilities="Hide (15)"), AGREED, hide)
    assert softer.expected_wounds > plain.expected_wounds


def test_the_tables_choice_is_named_where_only_a_later_hit_leans_on_it() -> None:
    low = {"ar": 15, "dam": 14}
    assert shot(**low).choices == ()
    assert shot(**low, shots=2).choices == ()
    assert [each.name for each in shot(**low, shots=2, abilities="Focused Fire").choices] == ["armor_bounds"]
    assert [each.name for each in shot(ar=36, dam=14, aim=True, abilities="Continuous").choices] == ["armor_bounds"]
    assert shot(ar=36, dam=14, aim=True).choices == ()


@pytest.mark.parametrize("name", ["Explosive (2)", "Mist"])
def test_an_area_counts_by_what_it_does_and_only_while_it_is_on(name: str) -> None:
    """Indirectly everyone under it is a Secondary Target, so Vicious has nobody to add to; without it someone is."""
    mist = vocabulary(Bound(name="Mist", effects=(Effect(does=Does.CLOUD),)))
    lobbed = replace(SHOT, indirect=True, wounds=3, wounds_taken=1, abilities=f"{name}, Vicious")
    assert shoot(lobbed, AGREED, mist).damage.value == 14
    assert shoot(replace(lobbed, off=name), AGREED, mist).damage.value == 16


def test_what_honorbound_goes_without_is_the_tables_choice() -> None:
    question = Strike(cc=10, dam=12, ar=20, friends=2, abilities="Honorbound")
    for read, number in ((Honorbound.BOTH, 10), (Honorbound.DAM_ALONE, 12)):
        found = strike(question, WarzoneChoices(honorbound=read))
        assert (found.target_number.value, found.damage.value) == (number, 12)
        assert found.choices[-1].value == read.value
    assert "honorbound" not in {each.name for each in strike(replace(question, friends=0), AGREED).choices}
    assert "honorbound" not in {each.name for each in strike(replace(question, off="Honorbound"), AGREED).choices}


def test_a_flamer_that_is_typed_in_flames_where_the_players_say_so() -> None:
    """F-214 Flamer (Brotherhood Assets): nobody typed whether this is its Short Range."""
    typed = Shoot(mw=12, dam=11, ar=20, obstruction=Obstruction.HEAVY, abilities="F-214 Flamer")
    (line,) = shoot(typed, AGREED).abilities
    assert line.standing is StandingAbility.UNTOLD
    flames = shoot(replace(typed, on="F-214 Flamer"), AGREED)
    by_name = shoot(replace(typed, abilities="Continuous, Projected"), AGREED)
    assert (flames.target_number.value, flames.casualty) == (by_name.target_number.value, by_name.casualty)


@pytest.mark.parametrize(("shots", "pinned"), [(None, 1.0), (3, 1.0), (2, 0.0)])
def test_suppressive_pins_whom_every_test_is_at(shots: int | None, pinned: float) -> None:
    """Tests that are split pin nobody by themselves: here none of them hurts."""
    split = Shoot(mw=12, dam=0, ar=40, shots=shots, brace=True, abilities="Burst (3)")
    assert shoot(split, WarzoneChoices(armor_bounds=ArmorBounds.UNBOUNDED)).pinned.p == pinned

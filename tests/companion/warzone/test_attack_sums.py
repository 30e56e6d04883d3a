"""The sums of an attack: which line counts when, under which heading, and which choice is named."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.fields.invalid import Invalid
from companion.ledger import Ledger
from companion.warzone.attacks.answers import AttackAnswer
from companion.warzone.attacks.armor import ArmorTest, armor_test
from companion.warzone.attacks.shoot import Shoot, shoot
from companion.warzone.attacks.strike import Strike, strike
from companion.warzone.attacks.target import Area, Obstruction
from companion.warzone.chances.dice import Reroll
from companion.warzone.choices import ArmorBounds, OverwhelmingNumbers, WarzoneChoices

AGREED = WarzoneChoices()
UNBOUNDED = WarzoneChoices(armor_bounds=ArmorBounds.UNBOUNDED)
SHOT = Shoot(mw=10, dam=14, ar=24)
BLOW = Strike(cc=10, dam=12, ar=22)


def shot(choices: WarzoneChoices = AGREED, **changed: Any) -> AttackAnswer:
    return shoot(msgspec.structs.replace(SHOT, **changed), choices)


def lines(ledger: Ledger) -> list[tuple[str, int, str]]:
    return [(line.label, line.value, line.source) for line in ledger.lines]


def test_every_modifier_of_a_shot_is_a_line_with_its_heading() -> None:
    answer = shot(
        range=-1, def_=-2, obstruction=Obstruction.LIGHT, friends_engaged=True, aim=True, modifier=1, dive=True
    )
    heading = "Shoot Action Modifiers"
    assert lines(answer.target_number) == [
        ("MW", 10, heading),
        ("Range", -1, heading),
        ("DEF", -2, heading),
        ("Light obstruction", -2, heading),
        ("Friends engaged", -5, heading),
        ("Aim", 4, "Aim"),
        ("Other modifiers", 1, heading),
    ]
    assert lines(answer.damage) == [("DAM", 14, "Weapon Profile"), ("Aim", 2, "Aim")]
    assert lines(answer.armor) == [
        ("AR", 24, "Armor Tests"),
        ("DAM", -16, "Armor Tests"),
        ("Dive for Cover", 2, "Dive for Cover"),
    ]


def test_indirect_fire_has_its_own_list_instead() -> None:
    direct = {"def_": -2, "obstruction": Obstruction.HEAVY, "friends_engaged": True}
    answer = shot(indirect=True, beyond_short=True, sight_blocked=True, range=-1, **direct)
    heading = "Indirect Fire Modifiers"
    assert lines(answer.target_number) == [
        ("MW", 10, heading),
        ("Range", -1, heading),
        ("Beyond short range", -2, heading),
        ("Line of sight blocked", -2, heading),
    ]


@pytest.mark.parametrize("limits", [{"abilities": "Burst (2)"}, {"area": Area.PROJECTED}, {"indirect": True}])
def test_an_aim_that_does_not_count_is_a_line_of_0(limits: dict[str, Any]) -> None:
    answer = shot(aim=True, **limits)
    assert (answer.target_number.value, answer.damage.value) == (10, 14)
    for ledger in (answer.target_number, answer.damage):
        assert ledger.lines[-1].label.startswith("Aim: not with")


@pytest.mark.parametrize("area", [Area.CLOUD, Area.EXPLOSIVE])
def test_aim_and_multiplier_are_for_the_primary_target(area: Area) -> None:
    """Area of Effect Weapons, Damage Multipliers: the test is one, and hits all; a natural 1 adds nothing either."""
    primary, secondary = (shot(aim=True, area=area, multiplier=3, secondary=each) for each in (False, True))
    assert primary.target_number == secondary.target_number
    assert primary.hit == secondary.hit
    assert (primary.damage.value, secondary.damage.value) == (16, 14)
    assert (primary.multiplier, secondary.multiplier) == (3, 1)
    plain_hits = armor_test(ArmorTest(ar=24, dam=14), AGREED)
    assert secondary.one_test.no_effect.p == pytest.approx(secondary.hit.p * plain_hits.degrees.no_effect.p)


@pytest.mark.parametrize("area", [Area.CLOUD, Area.EXPLOSIVE])
def test_under_indirect_clouds_and_explosions_everyone_is_a_secondary_target(area: Area) -> None:
    assert shot(indirect=True, area=area, multiplier=3).multiplier == 1


def test_projected_weapons_ignore_obstruction_cover_and_engaged_friends() -> None:
    answer = shot(area=Area.PROJECTED, obstruction=Obstruction.HEAVY, cover=True, friends_engaged=True)
    assert (answer.target_number.value, answer.armor.value) == (10, 10)
    assert sum("ignored" in line.label for line in (*answer.target_number.lines, *answer.armor.lines)) == 3


def test_every_modifier_of_a_strike_is_a_line_with_its_heading() -> None:
    answer = strike(msgspec.structs.replace(BLOW, charge=True, def_=-2, weapon=1, friends=2, modifier=-1), AGREED)
    heading = "Strike Action Modifiers"
    assert lines(answer.target_number) == [
        ("CC", 10, heading),
        ("Charge", 2, heading),
        ("DEF", -2, heading),
        ("Weapon", 1, heading),
        ("Friends engaged", 2, heading),
        ("Other modifiers", -1, heading),
    ]
    assert lines(answer.damage) == [("DAM", 12, "Weapon Profile"), ("Friends engaged", 2, "Overwhelming Numbers")]


def test_without_a_weapon_strength_is_the_damage() -> None:
    answer = strike(Strike(cc=10, st=9, ar=20), AGREED)
    assert lines(answer.damage) == [("ST, unarmed", 9, "Fists, Feet, and Everything In-Between")]


def test_diving_for_cover_helps_against_shots_only() -> None:
    answer = strike(msgspec.structs.replace(BLOW, dive=True), AGREED)
    assert answer.armor.value == 10
    assert answer.armor.lines[-1].value == 0


def test_who_counts_as_engaged_is_the_tables_choice() -> None:
    too = WarzoneChoices(overwhelming_numbers=OverwhelmingNumbers.ATTACKER_TOO)
    alone, counted = strike(BLOW, AGREED), strike(BLOW, too)
    assert (alone.target_number.value, alone.damage.value) == (10, 12)
    assert (counted.target_number.value, counted.damage.value) == (11, 13)
    assert [(each.name, each.value) for each in counted.choices] == [("overwhelming_numbers", "attacker_too")]


@pytest.mark.parametrize(("changed", "value"), [({"mw": 2, "range": -9}, 1), ({"mw": 18, "aim": True}, 20)])
def test_a_target_number_stays_within_1_to_20_by_a_line_of_its_own(changed: dict[str, Any], value: int) -> None:
    answer = shot(**changed)
    assert answer.target_number.value == value
    assert answer.target_number.lines[-1].label in ("No lower than 1", "No higher than 20")
    assert sum(line.value for line in answer.target_number.lines) == value


def test_an_armor_test_below_1_is_what_the_table_chose_and_says_so() -> None:
    """AR 10 against DAM 14: held at 1, a 1 succeeds and a 6 fails by 5; left at -4, a 1 fails by 5, a 2 by 6."""
    hit = ArmorTest(ar=10, dam=14, wounds=3)
    held, left = (armor_test(hit, choices) for choices in (AGREED, UNBOUNDED))
    assert (held.armor.value, left.armor.value) == (1, -4)
    assert [each.exact for each in (held.degrees.pinned, held.degrees.one_wound)] == ["1/20", "1/4"]
    assert [each.exact for each in (left.degrees.pinned, left.degrees.one_wound)] == ["0", "1/20"]
    assert [each.value for answer in (held, left) for each in answer.choices] == ["bounded", "unbounded"]
    assert armor_test(ArmorTest(ar=20, dam=14), AGREED).choices == ()


def test_a_natural_1_can_hit_critically_and_fail_critically_at_once() -> None:
    answer = shot(cf=1)
    assert answer.critical_failure.exact == "1"
    assert answer.critical_success.exact == "1/20"
    assert answer.one_test == shot().one_test


def test_a_re_roll_can_take_a_jam_away_or_bring_one() -> None:
    """TN 10, jam on 20: half the dice are rolled again, once; 20 is rolled at last in 10 of 400 ways."""
    assert shot(cf=20, reroll=Reroll.FAILED).critical_failure.exact == "1/40"


def test_a_roll_at_the_rating_that_hits_is_not_rolled_again() -> None:
    jams = shot(mw=20, cf=20, reroll=Reroll.FAILED)
    assert (jams.hit.exact, jams.critical_failure.exact) == ("1", "1/20")


def test_wounds_are_given_at_the_end_of_the_action_so_all_shots_count() -> None:
    """Damage Timing: a target of one Wound still takes the second shot's, and the answer counts them."""
    answer = shot(shots=2, wounds=1)
    assert len(answer.wounds) == 5
    assert answer.casualty == answer.at_least[1]


def test_who_is_a_casualty_already_is_no_target() -> None:
    with pytest.raises(Invalid, match="W 2"):
        shot(wounds=2, wounds_taken=2)


@given(
    mw=st.integers(1, 20),
    armor=st.integers(0, 40),
    cf=st.none() | st.integers(1, 20),
    shots=st.integers(1, 6),
    multiplier=st.integers(1, 5),
    rerolls=st.tuples(st.sampled_from(Reroll), st.sampled_from(Reroll)),
    unbounded=st.booleans(),
)
def test_chances_add_up_and_tails_fall(
    *, mw: int, armor: int, cf: int | None, shots: int, multiplier: int, rerolls: tuple[Reroll, Reroll], unbounded: bool
) -> None:
    answer = shot(
        UNBOUNDED if unbounded else AGREED,
        mw=mw, ar=armor, cf=cf, shots=shots, multiplier=multiplier, reroll=rerolls[0], armor_reroll=rerolls[1],
    )  # fmt: skip
    one = answer.one_test
    assert sum((each.p for each in (one.miss, one.no_effect, one.pinned, one.one_wound, one.two_wounds)), 0.0) == (
        pytest.approx(1)
    )
    assert sum(each.p for each in answer.wounds) == pytest.approx(1)
    assert answer.at_least[0].exact == "1"
    assert all(more.p >= fewer.p for more, fewer in pairwise(answer.at_least))
    assert answer.hit.p >= answer.pinned.p >= answer.at_least[1].p
    assert answer.expected_wounds == pytest.approx(sum(k * each.p for k, each in enumerate(answer.wounds)))


def test_earlier_hits_of_the_activation_make_focused_fire_harder() -> None:
    """The second shot's first hit after two earlier ones is as hard as a third hit in one go."""
    focused = msgspec.structs.replace(SHOT, abilities="Focused Fire", shots=2)
    later = shoot(msgspec.structs.replace(focused, earlier_hits=2), AGREED)
    assert [line.label for line in later.damage.lines] == ["DAM", "Focused Fire: 2 earlier"]
    assert later.armor.value == shoot(focused, AGREED).armor.value - 2
    plain = msgspec.structs.replace(SHOT, earlier_hits=2)
    assert shoot(plain, AGREED).damage == shoot(SHOT, AGREED).damage

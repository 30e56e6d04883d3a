"""Two actions side by side: which are legal, what they come to, and which is best."""

from typing import Any

import msgspec
import pytest

from companion.fields.invalid import Invalid
from companion.warzone.abilities.standing import StandingAbility
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.plans import JAM, LEAVES, OTHER_WEAPON, PINNED, REPOSITIONED, Comparison, compare
from companion.warzone.attacks.situation import MoveBy, Situation, UnitSituation
from companion.warzone.attacks.target import Area, Obstruction
from companion.warzone.choices import WarzoneChoices

AGREED = WarzoneChoices()
READY = UnitSituation()
RIFLE = Situation(
    mw=12, dam=14, range=-2, def_=-1, obstruction=Obstruction.HEAVY, ar=22, cover=True, wounds=2, wounds_taken=0
)
BOTH = Situation(mw=12, dam=13, cf=19, cc=11, strike_dam=12, strike_cf=20, ar=20, wounds=3, charge=True)


def actions(comparison: Comparison) -> list[str]:
    return [" ".join(action.value for action in plan.actions) for plan in comparison.plans]


def offered(situation: Situation, unit: UnitSituation = READY, **changed: Any) -> list[str]:
    return actions(compare([msgspec.structs.replace(situation, **changed)], unit, AGREED))


def test_the_comparison_of_the_drawn_page() -> None:
    plans = {plan.actions[0]: plan for plan in compare([RIFLE], READY, AGREED).plans}
    assert f"{plans[Action.SHOOT].casualty.p:.1%}" == "14.3%"
    assert f"{plans[Action.AIM].casualty.p:.1%}" == "16.9%"
    assert [plan.best for plan in plans.values()] == [False, True]


def test_the_reason_is_the_ledger_of_each_attack() -> None:
    aimed = compare([RIFLE], READY, AGREED).plans[1]
    assert aimed.steps[0].target_number is None
    ledger = aimed.steps[1].target_number
    assert ledger is not None
    assert [(line.label, line.value) for line in ledger.lines][-2:] == [("Heavy obstruction", -4), ("Aim", 4)]


@pytest.mark.parametrize(
    ("unit", "changed", "expected"),
    [
        (READY, {}, ["shoot shoot", "aim shoot", "charge strike", "shoot charge"]),
        (READY, {"charge": False}, ["shoot shoot", "aim shoot"]),
        (READY, {"abilities": "Burst (2)", "charge": False}, ["shoot shoot", "brace shoot"]),
        (READY, {"area": Area.PROJECTED, "charge": False}, ["shoot shoot"]),
        (READY, {"move_range": 0, "charge": False}, ["shoot shoot", "aim shoot", "move shoot"]),
        (READY, {"engaged": True, "charge": False}, ["strike strike"]),
        (READY, {"engaged": True}, ["strike strike"]),
        (READY, {"engaged": True, "move_range": 0}, ["move shoot", "strike strike"]),
        (READY, {"engaged": True, "area": Area.PROJECTED}, ["shoot shoot", "strike strike"]),
        (READY, {"cc": None}, ["shoot shoot", "aim shoot"]),
        (READY, {"mw": None}, ["charge strike"]),
        (READY, {"mw": None, "cc": None}, []),
        (UnitSituation(jammed=True), {}, ["reload shoot", "charge strike"]),
        (UnitSituation(jammed=True), {"move_range": 0, "charge": False}, ["reload shoot"]),
        (UnitSituation(pinned=True), {}, ["shoot shoot", "aim shoot", "rally shoot", "rally charge"]),
        (UnitSituation(pinned=True), {"engaged": True}, ["strike strike", "rally strike"]),
        (UnitSituation(engaged_elsewhere=True), {}, ["charge strike"]),
    ],
)
def test_only_what_is_legal_is_offered(unit: UnitSituation, changed: dict[str, Any], expected: list[str]) -> None:
    assert offered(BOTH, unit, **changed) == expected


@pytest.mark.parametrize("field", ["abilities", "strike_abilities"])
def test_nerves_of_steel_charge_while_pinned(field: str) -> None:
    """Wherever the unit's own ability is listed; switched off, it has to rally first."""
    pinned, bold = UnitSituation(pinned=True), {field: "Nerves of Steel"}
    assert "charge strike" in offered(BOTH, pinned, **bold)
    assert "charge strike" not in offered(BOTH, pinned, **bold, off="Nerves of Steel")
    moved = compare([msgspec.structs.replace(BOTH, move_range=0, **bold)], pinned, AGREED).plans
    assert not any(PINNED in plan.assumptions for plan in moved)


def test_what_has_to_hold_is_said_beside_the_plan() -> None:
    def said(unit: UnitSituation, **changed: Any) -> list[tuple[str, ...]]:
        return [plan.assumptions for plan in compare([msgspec.structs.replace(BOTH, **changed)], unit, AGREED).plans]

    assert all(LEAVES in each for each in said(UnitSituation(engaged_elsewhere=True)))
    assert PINNED in said(UnitSituation(pinned=True), mw=12, move_range=0)[3]
    assert all(OTHER_WEAPON in each for each in said(UnitSituation(jammed=True), mw=None))


def test_engaged_with_one_target_is_not_free_to_shoot_at_another() -> None:
    near = msgspec.structs.replace(BOTH, name="Near", engaged=True)
    far = msgspec.structs.replace(BOTH, name="Far", charge=False)
    comparison = compare([near, far], READY, AGREED)
    assert [plan.target for plan in comparison.plans] == ["Near"]
    assert compare([far], READY, AGREED).plans


def test_a_jam_in_the_first_shot_leaves_no_second() -> None:
    """A rating of 1 jams with every roll: the second shot never comes."""
    jams = msgspec.structs.replace(RIFLE, cf=1, wounds=1)
    twice = compare([jams], READY, AGREED).plans[0]
    assert twice.casualty.exact == "11/80"
    assert JAM in twice.assumptions


def test_a_jam_in_the_first_shot_does_not_stop_a_charge() -> None:
    jams, never_jams = (compare([msgspec.structs.replace(BOTH, cf=cf)], READY, AGREED).plans[3] for cf in (1, None))
    assert jams.actions == (Action.SHOOT, Action.CHARGE)
    assert (jams.casualty, jams.expected_wounds_exact) == (never_jams.casualty, never_jams.expected_wounds_exact)
    assert set(jams.assumptions) - set(never_jams.assumptions) == {OTHER_WEAPON}


def test_two_targets_of_one_name_cannot_be_told_apart() -> None:
    with pytest.raises(Invalid, match="there twice"):
        compare([BOTH, BOTH], READY, AGREED)


def test_exactly_one_plan_is_best_and_the_first_of_equals() -> None:
    same = [msgspec.structs.replace(BOTH, name=name) for name in ("One", "Two")]
    best = [(plan.target, plan.best) for plan in compare(same, READY, AGREED).plans if plan.best]
    assert best == [("One", True)]


def test_a_comparison_that_would_take_too_long_is_refused_and_an_ordinary_one_of_twelve_targets_is_not() -> None:
    def twelve(**changed: Any) -> list[Situation]:
        return [msgspec.structs.replace(BOTH, name=f"Target {number}", **changed) for number in range(12)]

    heavy = {"abilities": "Burst (4), Recoil (4), Focused Fire, Vicious, Continuous", "multiplier": 2}
    assert len(compare(twelve(**heavy), READY, AGREED).plans) == 12 * 4
    with pytest.raises(Invalid, match="fewer") as error:
        compare(twelve(**heavy, shots=20, wounds=20), READY, AGREED)
    assert error.value.field == "targets"


def test_what_no_plan_counts_is_named_of_every_target() -> None:
    """A card of a second target may have what nobody knows, and one without its number."""
    first, second = (
        Situation(name=name, mw=12, dam=13, ar=20, target_abilities=has)
        for name, has in (("One", "Evasive (-2)"), ("Two", "Mothlight, Evasive"))
    )
    found = compare([first, second], UnitSituation(), WarzoneChoices()).abilities
    assert {each.name: each.standing for each in found} == {
        "Evasive (-2)": StandingAbility.COUNTED,
        "Mothlight": StandingAbility.UNKNOWN,
        "Evasive": StandingAbility.UNKNOWN,
    }


WAYS = [
    (MoveBy.MOVE, ["move shoot"]),
    (MoveBy.CLIMB, ["climb shoot"]),
    (MoveBy.FLY, ["fly shoot"]),
    (MoveBy.REPOSITION, ["shoot shoot", "aim shoot"]),
]


@pytest.mark.parametrize(("by", "more"), WAYS)
def test_a_unit_gets_to_its_place_as_the_question_says(by: MoveBy, more: list[str]) -> None:
    standing = offered(RIFLE, move_obstruction=None, charge=False)
    assert offered(RIFLE, move_obstruction=Obstruction.CLEAR, move_by=by, charge=False) == [*standing, *more]


def test_a_reposition_takes_no_action_and_leaves_no_engagement() -> None:
    there = {"move_obstruction": Obstruction.CLEAR, "move_by": MoveBy.REPOSITION, "charge": False}
    plans = compare([msgspec.structs.replace(RIFLE, **there)], READY, AGREED).plans
    before, after = (plan for plan in plans if plan.actions == (Action.SHOOT, Action.SHOOT))
    assert REPOSITIONED in after.assumptions
    assert after.casualty.p > before.casualty.p
    assert offered(RIFLE, UnitSituation(engaged_elsewhere=True), **there) == []


def test_plans_fire_indirectly_where_the_question_does() -> None:
    fired = msgspec.structs.replace(RIFLE, indirect=True, sight_blocked=True, charge=False)
    plans = compare([fired], READY, AGREED).plans
    assert [plan.actions for plan in plans] == [(Action.SHOOT, Action.SHOOT)]
    ledger = plans[0].steps[0].target_number
    assert ledger is not None
    assert [line.label for line in ledger.lines][-1] == "Line of sight blocked"

"""The smaller sums, after the book's own examples and by counting every die."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.fields.invalid import Invalid
from companion.warzone.chances.dice import Reroll
from companion.warzone.choices import ArmorBounds, DenseDepth, WarzoneChoices
from companion.warzone.sums.falls import Fall, fall
from companion.warzone.sums.initiative import Initiative, InitiativePlayer, Passes, initiative, passes
from companion.warzone.sums.leadership import (
    CloudTest,
    Dangerous,
    InteractTest,
    LeadershipTest,
    cloud,
    dangerous,
    enclosed,
    interact,
)
from companion.warzone.sums.sight import Los, Reach, Scatter, Sight, SightBand, reach, scatter, sight

BOOK = WarzoneChoices()


def exact(chance: object) -> Fraction:
    return Fraction(chance.exact)  # type: ignore[attr-defined]


# Initiative


def test_the_lower_score_chooses() -> None:
    answer = initiative(Initiative(turn=3, a_vp=2, b_vp=1, a_pinned=1, a_roll=9, b_roll=12), BOOK)
    assert answer.a is not None
    assert answer.b is not None
    assert ([line.value for line in answer.a.lines], answer.a.value, answer.b.value) == ([9, 2, 1], 12, 13)
    assert (answer.chooser, answer.tie, answer.first) == (InitiativePlayer.A, False, None)


def test_a_tie_names_the_choice_for_the_book_is_silent() -> None:
    answer = initiative(Initiative(turn=2, a_roll=7, b_roll=7), BOOK)
    assert (answer.chooser, answer.tie) == (None, True)
    assert [choice.name for choice in answer.choices] == ["tied_initiative"]


def test_in_the_first_turn_nobody_rolls() -> None:
    answer = initiative(Initiative(turn=1, deployment_chosen_by=InitiativePlayer.A), BOOK)
    assert (answer.first, answer.chooser, answer.a, answer.b) == (InitiativePlayer.B, None, None, None)
    with pytest.raises(Invalid) as caught:
        initiative(Initiative(turn=1), BOOK)
    assert caught.value.field == "deployment_chosen_by"


def test_assets_change_the_score_by_lines_of_their_own() -> None:
    answer = initiative(Initiative(turn=4, a_vp=5, a_roll=17, a_ignores_vp=True, a_counts_as_one=True, b_roll=3), BOOK)
    assert answer.a is not None
    assert answer.a.value == 1
    assert {line.source for line in answer.a.lines} == {"Roll for Initiative", "Bauhaus Assets", "Imperial Assets"}


def test_a_die_that_counts_as_one_need_not_be_rolled() -> None:
    answer = initiative(Initiative(turn=2, a_vp=3, a_counts_as_one=True, b_roll=9), BOOK)
    assert answer.a is not None
    assert [(line.label, line.value) for line in answer.a.lines[:2]] == [("d20", 1), ("The Moment Has Come!", 0)]
    assert (answer.a.value, answer.chooser, exact(answer.chances.a)) == (4, InitiativePlayer.A, 1)
    assert answer.choices == ()


@given(a=st.integers(0, 8), b=st.integers(0, 8), roll=st.none() | st.integers(1, 20), one=st.booleans())
def test_the_chances_are_those_of_all_dice(a: int, b: int, roll: int | None, one: bool) -> None:
    answer = initiative(Initiative(turn=2, a_vp=a, b_pinned=b, a_roll=roll, b_counts_as_one=one), BOOK)
    pairs = list(product([roll] if roll else range(1, 21), range(1, 21)))
    lower = sum(mine + a < (1 if one else theirs) + b for mine, theirs in pairs)
    tied = sum(mine + a == (1 if one else theirs) + b for mine, theirs in pairs)
    assert exact(answer.chances.a) == Fraction(lower, len(pairs))
    assert exact(answer.chances.tie) == Fraction(tied, len(pairs))
    assert sum(map(exact, (answer.chances.a, answer.chances.b, answer.chances.tie))) == 1


# Pass Counters


@pytest.mark.parametrize(("four", "against", "expected"), [(4, 7, 1), (4, 8, 2), (4, 5, 0), (4, 4, 0), (0, 9, 4)])
def test_the_books_four_against_seven(four: int, against: int, expected: int) -> None:
    answer = passes(Passes(a=four, b=against))
    assert (answer.a, answer.b) == (expected, 0)
    assert passes(Passes(a=against, b=four)).b == expected


def test_the_sum_is_told_from_the_side_that_has_fewer() -> None:
    assert passes(Passes(a=4, b=7)).why == passes(Passes(a=7, b=4)).why
    assert passes(Passes(a=7, b=4)).why.startswith("4 Activations against 7: 3 fewer")


def test_a_part_of_a_group_is_an_activation() -> None:
    answer = passes(Passes(a=2, b=6, a_groups="Hounds:5:3, Rats:6:3"))
    assert (answer.a_activations, answer.b_activations, answer.a) == (2 + 2 + 2, 6, 0)


@pytest.mark.parametrize(
    "text", ["Hounds", "Hounds:5", ":5:3", "Hounds:5:0", "Hounds:-1:3", "Hounds:100:3", "a:1:2:3", "a:5:" + "3" * 5000]
)
def test_a_group_that_is_none_is_named(text: str) -> None:
    with pytest.raises(Invalid) as caught:
        passes(Passes(a=1, b=1, b_groups=text))
    assert caught.value.field == "b_groups"


# Ranges and sight


@pytest.mark.parametrize(
    ("distance", "short", "long", "bands", "rounded"),
    [
        ("11.5", "12", "36", [SightBand.SHORT], 12),
        ("12", "12", "36", [SightBand.SHORT, SightBand.LONG], 12),
        ("12.0", "12", "36", [SightBand.SHORT, SightBand.LONG], 12),
        ("12.1", "12", "36", [SightBand.LONG], 13),
        ("35.2", "12", "36", [SightBand.LONG], 36),
        ("36", "12", "36", [SightBand.LONG], 36),
        ("36.1", "12", "36", [], 37),
        ("12", "12", "", [SightBand.SHORT], 12),
        ("3", "", "48", [SightBand.LONG], 3),
        ("0", "8", "", [SightBand.SHORT], 0),
        ("11.5", "11.5", "36", [SightBand.SHORT], 12),
    ],
)
def test_bands(distance: str, short: str, long: str, bands: list[SightBand], rounded: int) -> None:
    answer = reach(Reach(distance=distance, short=short, long=long))
    assert (list(answer.bands), answer.choice, answer.rounded) == (bands, len(bands) == 2, rounded)


@pytest.mark.parametrize(("given_", "field"), [({}, "short"), ({"short": "12", "long": "12"}, "long")])
def test_a_weapon_that_reaches_nowhere_is_named(given_: dict[str, str], field: str) -> None:
    with pytest.raises(Invalid) as caught:
        reach(Reach(distance="5", **given_))
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("blocked", "los", "modifier"),
    [
        (0, Los.CLEAR, 0),
        (1, Los.LIGHT, -2),
        (2, Los.LIGHT, -2),
        (3, Los.HEAVY, -4),
        (4, Los.HEAVY, -4),
        (5, Los.BLOCKED, 0),
    ],
)
def test_lines_of_sight(blocked: int, los: Los, modifier: int) -> None:
    answer = sight(Sight(blocked=blocked, cover_contact=True), BOOK)
    assert (answer.los, answer.modifier, answer.armor_bonus) == (los, modifier, 2 if los is Los.HEAVY else 0)
    dense = sight(Sight(blocked=blocked, dense=True), BOOK)
    # A wall that blocks every line stays what it is, in front of a dense Zone too.
    hidden = (Los.BLOCKED, 0, 0) if los is Los.BLOCKED else (Los.HEAVY, -4, 0)
    assert (dense.los, dense.modifier, dense.armor_bonus) == hidden


@pytest.mark.parametrize(
    ("through", "los"), [("0.9", Los.CLEAR), ("1", Los.CLEAR), ("1.1", Los.BLOCKED), ("2", Los.BLOCKED)]
)
def test_two_inches_of_a_dense_zone_block_the_lines(through: str, los: Los) -> None:
    assert sight(Sight(through=through), BOOK).los is los
    for depth, within in ((DenseDepth.HEAVY, Los.HEAVY), (DenseDepth.BLOCKED, Los.BLOCKED)):
        answer = sight(Sight(through=through, dense=True), WarzoneChoices(dense_depth=depth))
        assert answer.los is (Los.HEAVY if los is Los.CLEAR else within)
        assert [each.name for each in answer.choices] == ([] if los is Los.CLEAR else ["dense_depth"])


# Falls and terrain


@pytest.mark.parametrize(
    ("height", "mv", "dam"),
    [("3", 5, None), ("3.1", 5, 12), ("4", 5, 12), ("2.5", 4, 9), ("2", 4, None), ("13", 6, 39)],
)
def test_a_fall_of_more_than_half_the_mv(height: str, mv: int, dam: int | None) -> None:
    answer = fall(Fall(height=height, mv=mv, ar=20), BOOK)
    assert answer.due == (dam is not None)
    if dam is None:
        assert (answer.damage, answer.armor) == (None, None)
    else:
        assert answer.damage is not None
        assert answer.armor is not None
        assert answer.damage.value == dam
        assert answer.armor.armor.value == max(1, 20 - dam)


def test_cover_helps_neither_a_fall_nor_a_unit_in_the_terrain() -> None:
    fallen = fall(Fall(height="4", mv=5, ar=20, cover=True, dive=True), BOOK).armor
    burnt = dangerous(Dangerous(ld=11, ar=20, cover=True, dive=True), BOOK).armor
    assert fallen is not None
    assert (fallen.armor.value, burnt.armor.value) == (20 - 12, 20 - 7)
    for answer in (fallen, burnt):
        assert [line.value for line in answer.armor.lines[2:]] == [0, 0]


def test_a_fall_leans_on_the_tables_choice() -> None:
    unbounded = WarzoneChoices(armor_bounds=ArmorBounds.UNBOUNDED)
    answer = fall(Fall(height="8", mv=4, ar=18), unbounded).armor
    assert answer is not None
    assert (answer.armor.value, [choice.name for choice in answer.choices]) == (18 - 24, ["armor_bounds"])


def test_dangerous_terrain_is_a_dam_7_hit_on_a_failed_test() -> None:
    answer = dangerous(Dangerous(ld=11, ar=20), BOOK)
    assert answer.armor.armor.value == 13
    assert exact(answer.test.failure) == Fraction(9, 20)
    assert exact(answer.casualty) == Fraction(9, 20) * Fraction(7, 20)


@given(ld=st.integers(1, 20), modifier=st.integers(-20, 20), reroll=st.sampled_from(Reroll))
def test_leadership_is_counted(ld: int, modifier: int, reroll: Reroll) -> None:
    number = min(20, max(1, ld + modifier))
    fails = Fraction(20 - number, 20)
    for answer in (
        enclosed(LeadershipTest(ld=ld, modifier=modifier, reroll=reroll)),
        interact(InteractTest(ld=ld, modifier=modifier, reroll=reroll)),
    ):
        assert answer.target_number.value == number
        assert exact(answer.failure) == (fails if reroll is Reroll.NONE else fails**2)
        assert exact(answer.success) == 1 - exact(answer.failure)


# Drift


@pytest.mark.parametrize(("roll", "gone"), [(10, False), (11, True), (None, None)])
def test_a_cloud_goes_on_an_eleven(roll: int | None, gone: bool | None) -> None:
    assert cloud(CloudTest(roll=roll)).dissipates is gone


def test_a_cloud_over_turns() -> None:
    assert [exact(cloud(CloudTest(turns=turns)).lingers) for turns in (1, 2, 3)] == [
        Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)
    ]  # fmt: skip


def test_scatter_says_how_far_and_which_way() -> None:
    answer = scatter(Scatter(distance=4))
    assert answer.distance.value == 4
    assert "4 inches" in answer.steps[-1]

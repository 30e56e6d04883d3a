"""Moves, charges, climbs, jumps and Spots, against plain readings of the book walked inch by inch."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.fields.invalid import Invalid
from companion.ledger import Ledger
from companion.warzone.chances.dice import Reroll
from companion.warzone.choices import RoughPart, TerrainHeights, WarzoneChoices
from companion.warzone.sums.falls import Fall, Jump, fall, jump
from companion.warzone.sums.leadership import Dangerous, InteractTest, LeadershipTest, Rally, dangerous, interact, rally
from companion.warzone.sums.leadership import enclosed as enter
from companion.warzone.sums.moves import (
    ChargeWay,
    Climb,
    Fly,
    Move,
    MoveAnswer,
    Obstacle,
    OverWhat,
    Reposition,
    charge,
    climb,
    fly,
    move,
    obstacle,
    reposition,
)
from companion.warzone.sums.sight import SightBand, SpotTest, spot

BOOK = WarzoneChoices()
PART = WarzoneChoices(rough_part=RoughPart.PART)
mvs = st.integers(1, 12)
some = st.integers(0, 14)


def adds_up(ledger: Ledger) -> int:
    assert ledger.value == sum(line.value for line in ledger.lines)
    assert all(line.source for line in ledger.lines)
    return ledger.value


def left(answer: MoveAnswer) -> tuple[int, int] | None:
    if answer.left is None or answer.left_in_rough is None:
        return None
    return adds_up(answer.left), adds_up(answer.left_in_rough)


def in_halves(mv: int, clear: int, rough: int) -> bool:
    """Whether it gets there where each inch in Rough costs two, and the last may be paid with one."""
    budget = mv - clear
    for _ in range(rough):
        if budget <= 0:
            return False
        budget -= 2
    return budget >= (-1 if rough else 0)


# Move


def test_the_books_mirrorman_moves_3_inches_across_a_pile_of_bricks() -> None:
    assert left(move(Move(mv=5), BOOK)) == (5, 3)
    across = move(Move(mv=5, in_rough="3"), BOOK)
    assert (across.fits, left(across)) == (True, (0, 0))
    assert not move(Move(mv=5, in_rough="3.1"), BOOK).fits


@given(mv=mvs, clear=some, rough=some)
def test_rough_halves_the_whole_move_by_the_book(mv: int, clear: int, rough: int) -> None:
    answer = move(Move(mv=mv, in_clear=str(clear), in_rough=str(rough)), BOOK)
    far = ceil(mv / 2) if rough else mv
    assert answer.fits == (clear + rough <= far)
    assert answer.fits == (adds_up(answer.needed) <= adds_up(answer.has))
    if answer.fits:
        assert left(answer) == (far - clear - rough, max(0, ceil(mv / 2) - clear - rough))


@given(mv=mvs, clear=some, rough=some)
def test_rough_halves_what_is_in_it_where_the_table_plays_so(mv: int, clear: int, rough: int) -> None:
    answer = move(Move(mv=mv, in_clear=str(clear), in_rough=str(rough)), PART)
    assert answer.fits == in_halves(mv, clear, rough)
    assert answer.fits == (adds_up(answer.needed) <= adds_up(answer.has))
    if answer.fits:
        further = max(more for more in range(13) if in_halves(mv, clear, rough + more))
        on = max([more for more in range(13) if rough == 0 and in_halves(mv, clear + more, rough)] or [0])
        after = left(answer)
        assert after is not None
        assert after == (on if rough == 0 else max(0, mv - clear - 2 * rough), further)


@given(mv=mvs, clear=some, rough=some, choices=st.sampled_from((BOOK, PART)))
def test_trailblaze_knows_no_rough(mv: int, clear: int, rough: int, choices: WarzoneChoices) -> None:
    answer = move(Move(mv=mv, in_clear=str(clear), in_rough=str(rough), trailblaze=True), choices)
    assert answer.fits == (clear + rough <= mv)
    assert answer.choices == ()
    if answer.fits:
        assert left(answer) == (mv - clear - rough,) * 2


def test_the_tables_choice_is_named_where_it_matters() -> None:
    assert [each.name for each in move(Move(mv=6, in_clear="2", in_rough="1"), PART).choices] == ["rough_part"]
    assert left(move(Move(mv=6, in_clear="2", in_rough="1"), PART)) == (2, 1)
    assert left(move(Move(mv=6, in_clear="2", in_rough="1"), BOOK)) == (0, 0)
    assert move(Move(mv=6), PART).choices == ()


@pytest.mark.parametrize(
    ("height", "model", "rounded", "measured"),
    [
        ("0.5", "1.5", OverWhat.FREE, OverWhat.FREE),
        ("1", "1.5", OverWhat.FREE, OverWhat.ROUGH),
        ("1.1", "1.5", OverWhat.ROUGH, OverWhat.ROUGH),
        ("1.6", "1.5", OverWhat.ROUGH, OverWhat.CLIMB),
        ("2", "1.5", OverWhat.ROUGH, OverWhat.CLIMB),
        ("2.1", "1.5", OverWhat.CLIMB, OverWhat.CLIMB),
        ("2", "3", OverWhat.FREE, OverWhat.ROUGH),
        ("1.5", "3", OverWhat.FREE, OverWhat.FREE),
        ("1", "2", OverWhat.FREE, OverWhat.FREE),
        ("2", "2", OverWhat.ROUGH, OverWhat.ROUGH),
    ],
)
def test_terrain_counts_by_the_units_height(height: str, model: str, rounded: OverWhat, measured: OverWhat) -> None:
    asked = Obstacle(height=height, model=model)
    assert obstacle(asked, BOOK).over is rounded
    assert obstacle(asked, WarzoneChoices(terrain_heights=TerrainHeights.MEASURED)).over is measured
    if rounded is not measured:
        assert [each.name for each in obstacle(asked, BOOK).choices] == ["terrain_heights"]


def test_an_obstacle_says_what_was_rounded() -> None:
    assert "1.1" not in (why := obstacle(Obstacle(height="1.1", model="1.5"), BOOK).why)
    assert "each rounded up to whole inches" in why
    assert "rounded" not in obstacle(Obstacle(height="1", model="2"), BOOK).why


@pytest.mark.parametrize(
    ("asked", "far"),
    [
        ({}, 2),
        ({"rough": True}, 1),
        ({"hyperactivator": True}, 4),
        ({"hyperactivator": True, "rough": True}, 1),
        ({"rough": True, "trailblaze": True}, 2),
        ({"is_engaged": True}, 0),
        ({"zombie": True}, 0),
    ],
)
def test_a_reposition(asked: dict[str, bool], far: int) -> None:
    answer = reposition(Reposition(**asked))
    assert (adds_up(answer.distance), answer.may) == (far, far > 0)


# Charge


@given(mv=mvs, distance=st.integers(0, 24), rough=some, reach=st.integers(0, 3), choices=st.sampled_from((BOOK, PART)))
def test_a_charge_goes_as_far_as_a_move(
    mv: int, distance: int, rough: int, reach: int, choices: WarzoneChoices
) -> None:
    asked = ChargeWay(mv=mv, distance=str(distance), in_rough=str(rough), reach=reach)
    if rough > distance:
        with pytest.raises(Invalid):
            charge(asked, choices)
        return
    answer = charge(asked, choices)
    walked = max(0, distance - reach)
    assert answer.may == (walked > 0)
    if not walked:
        return
    rough = min(rough, walked)
    by_foot = move(Move(mv=mv, in_clear=str(walked - rough), in_rough=str(rough)), choices)
    assert answer.reaches == by_foot.fits == (adds_up(answer.needed) <= adds_up(answer.has))


@given(mv=mvs, distance=st.integers(0, 24), rough=st.integers(0, 5), reach=st.integers(0, 2))
def test_a_flown_charge_goes_double_over_everything(mv: int, distance: int, rough: int, reach: int) -> None:
    rough = min(rough, distance)
    answer = charge(ChargeWay(mv=mv, distance=str(distance), in_rough=str(rough), reach=reach, fly=True), BOOK)
    assert answer.may == (distance > reach)
    assert ("Engaged" in answer.why, "Reach" in answer.why) == (distance == 0, 0 < distance <= reach)
    assert answer.reaches == (0 < distance - reach <= 2 * mv)


@pytest.mark.parametrize(
    ("asked", "may"),
    [
        ({"pinned": True}, False),
        ({"pinned": True, "nerves_of_steel": True}, True),
        ({"fly": True, "flight": False}, False),
        ({"flight": False}, True),
    ],
)
def test_who_may_charge(asked: dict[str, bool], may: bool) -> None:
    assert charge(ChargeWay(mv=6, distance="5", **asked), BOOK).may is may


# Climb, fly, jump, fall


def climbed(mv: int, *, full: bool, rough: bool) -> int:
    inches = Fraction(mv)
    if rough:
        inches = Fraction(ceil(inches / 2))
    return int(inches) if full else ceil(inches / 2)


@given(mv=mvs, height=st.none() | st.integers(0, 20), full=st.booleans(), rough=st.booleans(), nimble=st.booleans())
def test_a_climb(mv: int, height: int | None, full: bool, rough: bool, nimble: bool) -> None:
    text = "" if height is None else str(height)
    answer = climb(Climb(mv=mv, height=text, climbable=full, rough=rough, gymnastic=nimble))
    each = climbed(mv, full=full or nimble, rough=rough)
    assert adds_up(answer.distance) == each
    assert answer.actions == (None if height is None else len(range(0, height, each)))


def test_mv_5_climbs_3_and_a_tower_of_7_takes_two_activations() -> None:
    answer = climb(Climb(mv=5, height="6.5"))
    assert (answer.distance.value, answer.actions) == (3, 3)
    assert "2 Activations" in answer.why


@pytest.mark.parametrize(
    ("asked", "may"),
    [
        ({"distance": "10"}, True),
        ({"distance": "10.1"}, False),
        ({"into_enclosed": True}, False),
        ({"flight": False}, False),
        ({}, True),
    ],
)
def test_a_flight(asked: dict[str, object], may: bool) -> None:
    answer = fly(Fly(mv=5, **asked))  # type: ignore[arg-type]
    assert answer.may is may
    assert (adds_up(answer.distance), adds_up(answer.ambush)) == ((10, -4) if asked.get("flight", True) else (0, 0))


def deep(height: int, mv: int, *, halved: bool) -> int | None:
    """The DAM of a fall; None where it is not far enough for a test."""
    height = ceil(height / 2) if halved else height
    return 3 * height if height > ceil(mv / 2) else None


jumps = st.builds(
    Jump,
    mv=mvs,
    gap=st.just("") | st.integers(0, 12).map(str),
    moved=some.map(str),
    height=st.just("") | st.integers(0, 20).map(str),
    down=st.booleans(),
    gymnastic=st.booleans(),
)


@given(asked=jumps)
def test_a_jump(asked: Jump) -> None:
    moved, gap, deep_down = int(asked.moved), int(asked.gap or 0), int(asked.height or 0)
    far = max(gap, deep_down) if asked.down else gap
    if moved > asked.mv or not far or (asked.down and not deep_down):
        with pytest.raises(Invalid):
            jump(asked)
        return
    answer = jump(asked)
    assert adds_up(answer.distance) == asked.mv - moved
    assert answer.lands == (moved + far <= asked.mv)
    if not asked.height or (answer.lands and not asked.down):
        assert answer.fall is None
    else:
        assert answer.fall is not None
        damage = answer.fall.damage
        assert (damage and adds_up(damage)) == deep(int(asked.height), asked.mv, halved=asked.gymnastic)


def test_a_jump_straight_down_is_as_far_as_it_is_high() -> None:
    assert jump(Jump(mv=5, height="5", down=True)).lands
    assert not jump(Jump(mv=5, height="6", down=True)).lands
    assert jump(Jump(mv=5, gap="0", height="6", down=True)) == jump(Jump(mv=5, height="6", down=True))
    with pytest.raises(Invalid, match="from take-off to landing"):
        jump(Jump(mv=5, height="6"))


@given(mv=mvs, height=st.integers(0, 36), nimble=st.booleans())
def test_gymnastic_halves_a_fall(mv: int, height: int, nimble: bool) -> None:
    answer = fall(Fall(height=str(height), mv=mv, ar=20, gymnastic=nimble), BOOK)
    assert (answer.damage and answer.damage.value) == deep(height, mv, halved=nimble)
    assert adds_up(answer.counted) == answer.height


# Spots


@pytest.mark.parametrize(
    ("tall", "away", "may"),
    [("6", "3", False), ("6", "3.1", True), ("5", "3", False), ("1", "1", False), ("1", "1.5", True), ("6", "", True)],
)
def test_no_spot_within_half_the_height_of_cover(tall: str, away: str, may: bool) -> None:
    assert spot(SpotTest(distance="20", long="36", cover_height=tall, cover_distance=away)).may is may


def shots() -> Iterator[tuple[dict[str, object], list[SightBand], int | None]]:
    mortar: dict[str, object] = {"short": "12", "long": "36", "short_modifier": 1, "long_modifier": -1, "mw": 12}
    yield mortar | {"distance": "8"}, [SightBand.SHORT], 13
    yield mortar | {"distance": "12"}, [SightBand.SHORT, SightBand.LONG], 13
    yield mortar | {"distance": "12.1"}, [SightBand.LONG], 9
    yield mortar | {"distance": "30", "sight_blocked": True}, [SightBand.LONG], 7
    yield mortar | {"distance": "30", "sight_blocked": True, "modifier": -9}, [SightBand.LONG], 1
    yield mortar | {"distance": "37"}, [], None
    yield {"distance": "30", "long": "36", "sight_blocked": True}, [SightBand.LONG], -2


@pytest.mark.parametrize(("asked", "bands", "number"), list(shots()))
def test_a_shot_at_a_spot(asked: dict[str, object], bands: list[SightBand], number: int | None) -> None:
    answer = spot(SpotTest(**asked))  # type: ignore[arg-type]
    assert (list(answer.bands), answer.may) == (bands, bool(bands))
    assert (answer.target_number and adds_up(answer.target_number)) == number


def test_out_of_enclosed_terrain_no_spot_outside() -> None:
    answer = spot(SpotTest(distance="60", long="36", enclosed=True, cover_height="4", cover_distance="1"))
    assert not answer.may
    assert len(answer.against) == 3


# Tests of LD


@given(ld=st.integers(1, 20), modifier=st.integers(-20, 20), tactical=st.booleans(), link=st.booleans())
def test_what_helps_an_interact(ld: int, modifier: int, tactical: bool, link: bool) -> None:
    answer = interact(InteractTest(ld=ld, modifier=modifier, tactical=tactical, subreal_link=link))
    number = min(20, max(1, ld + modifier + 4 * tactical))
    fails = Fraction(20 - number, 20)
    assert adds_up(answer.target_number) == number
    assert Fraction(answer.failure.exact) == (fails * fails if link else fails)
    assert answer.rerolled == ("Subreal Link" if link else "")


def test_determination_rolls_every_failed_test_again_and_no_die_twice() -> None:
    once = Fraction(1, 4) ** 2
    for answer in (
        enter(LeadershipTest(ld=15, determination=True)),
        interact(InteractTest(ld=15, determination=True, subreal_link=True, reroll=Reroll.FAILED)),
        dangerous(Dangerous(ld=15, ar=20, determination=True), BOOK).test,
        rally(Rally(ld=15, determination=True)).test,
    ):
        assert answer is not None
        assert (Fraction(answer.failure.exact), answer.rerolled) == (once, "Determination")


def test_only_a_recruit_tests_to_rally() -> None:
    assert rally(Rally(ld=12)).test is not None
    assert rally(Rally(ld=12, recruit=False)).test is None

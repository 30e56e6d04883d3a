"""What holds for the referee on every board."""

from itertools import pairwise
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.wartime.referee.attacks import DamageAtRange, attack
from companion.wartime.referee.board import HEXES, NEIGHBOURS, Feature, Position, Terrain, distance
from companion.wartime.referee.movement import moves, range_between

hexes = st.sampled_from(HEXES)
pairs = hexes.flatmap(lambda one: st.tuples(st.just(one), st.sampled_from([name for name in HEXES if name != one])))
edges = hexes.flatmap(lambda name: st.tuples(st.just(name), st.sampled_from(NEIGHBOURS[name])))


@st.composite
def positions(draw: Any) -> Position:
    features = draw(st.dictionaries(hexes, st.sampled_from(Feature), max_size=5))
    free = st.sampled_from([name for name in HEXES if name not in features])
    terrain = draw(st.dictionaries(free, st.sampled_from(Terrain)))
    units = draw(st.lists(free, unique=True, max_size=20))
    return Position(terrain=terrain, features=features, units=tuple(units), lines=tuple(draw(st.lists(edges))))


def test_the_board_is_as_the_notation_says() -> None:
    assert len(HEXES) == 113
    assert set(NEIGHBOURS["C5"]) == {"C4", "C6", "B4", "B5", "D4", "D5"}
    assert set(NEIGHBOURS["B5"]) == {"B4", "B6", "A5", "A6", "C5", "C6"}
    assert all(name in NEIGHBOURS[other] for name in HEXES for other in NEIGHBOURS[name])


@given(pairs)
def test_an_empty_board_is_counted_straight(pair: tuple[str, str]) -> None:
    answer = range_between(Position(), *pair)
    assert (answer.range, answer.blocked_by) == (distance(*pair), ())


@given(positions(), pairs)
def test_a_range_is_the_same_from_both_ends(position: Position, pair: tuple[str, str]) -> None:
    one, other = (name for name in pair)
    if one in position.features or other in position.features:
        return
    there, back = range_between(position, one, other), range_between(position, other, one)
    assert (there.range, there.alternatives) == (back.range, back.alternatives)


@given(positions(), pairs)
def test_a_path_is_of_clear_hexes_that_touch(position: Position, pair: tuple[str, str]) -> None:
    start, to = pair
    if start in position.features:
        return
    answer = range_between(position, start, to)
    for at, name in pairwise((start, *answer.path)):
        assert name in NEIGHBOURS[at]
    for name in answer.path[:-1]:
        assert name not in position.units
        assert name not in position.features
        assert not position.terrain_of(name).effect.blocks_sight
    assert len(answer.path) == (answer.range or 0)


@given(positions(), pairs, hexes)
def test_one_more_unit_never_shortens_a_range(position: Position, pair: tuple[str, str], added: str) -> None:
    start, to = pair
    if start in position.features or added in position.features or added in position.units:
        return
    fuller = msgspec.structs.replace(position, units=(*position.units, added))
    before, after = range_between(position, start, to).range, range_between(fuller, start, to).range
    assert after is None or (before is not None and after >= before)


@given(positions(), hexes, st.integers(0, 6))
def test_more_speed_reaches_all_that_less_did_for_the_same_cost(position: Position, start: str, speed: int) -> None:
    if start in position.features:
        return
    slow, fast = moves(position, start, speed).reachable, moves(position, start, speed + 1).reachable
    assert {name: fast[name].cost for name in slow} == {name: route.cost for name, route in slow.items()}
    assert all(0 < route.cost <= speed for route in slow.values())


@given(positions(), pairs, st.dictionaries(st.integers(1, 6), st.integers(0, 5)))
def test_a_ledger_adds_up_and_never_exceeds_the_token(
    position: Position, pair: tuple[str, str], values: dict[int, int]
) -> None:
    start, to = pair
    if start in position.features:
        return
    for kind in ("melee", "distance"):
        token = {at: msgspec.convert({"kind": kind, "value": value}, DamageAtRange) for at, value in values.items()}
        answer = attack(position, start, to, token)
        assert answer.damage.value == sum(line.value for line in answer.damage.lines)
        assert 0 <= answer.damage.value <= max(values.values(), default=0)
        assert answer.legal or answer.damage.lines == ()

"""The referee against networkx: range, moves, attack, charge on 3,000 random boards, on 10,000 in `make test-deep`."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import msgspec
import networkx as nx
import pytest

from companion.wartime.referee.attacks import DamageAtRange, attack, charge
from companion.wartime.referee.board import Keyword, Position
from companion.wartime.referee.movement import moves, range_between
from tests.companion.wartime import referee_oracle as oracle
from tests.companion.wartime.random_boards import questions

BOARDS = 1_000
SHARDS = 10
SHALLOW = 3
"""Shards of so many boards, and how many of them are always held against the oracle."""
CLOSELY = 20
"""Every so many boards, what is slow to find out is held against the oracle too."""


@dataclass(frozen=True)
class Asked:
    """One random question, in companion's types and in the oracle's."""

    position: Position
    marks: frozenset[Keyword]
    setup: oracle.Setup
    words: set[str]
    start: str
    to: str
    speed: int
    charge: int
    damage: dict[str, Any]
    ignores_cost: bool

    @classmethod
    def of(cls, question: dict[str, Any]) -> "Asked":
        return cls(
            position=msgspec.convert(question["position"], Position),
            marks=frozenset(map(Keyword, question["keywords"])),
            setup=oracle.Setup.of(question["position"]),
            words=set(question["keywords"]),
            start=question["from"],
            to=question["to"],
            speed=question["speed"],
            charge=question["charge"],
            damage=question["damage"],
            ignores_cost=question["ignores_cost"],
        )


def check_range(q: Asked, *, closely: bool) -> str:
    answer = range_between(q.position, q.start, q.to)
    expected = oracle.steps(q.setup, q.start, q.to)
    straight = oracle.empty_board_distances()[q.start][q.to]
    assert answer.range == expected
    assert bool(answer.blocked_by) == (expected != straight)
    assert all(not q.setup.is_clear(each.hex) for each in answer.blocked_by)
    if expected is None:
        assert (answer.path, answer.alternatives) == ((), 0)
        return "out of reach"
    assert len(answer.path) == expected
    assert answer.path[-1] == q.to
    assert all(oracle.board().has_edge(a, b) for a, b in pairwise((q.start, *answer.path)))
    assert all(map(q.setup.is_clear, answer.path[:-1]))
    if closely:
        others = nx.all_shortest_paths(oracle.countable(q.setup, q.start, q.to), q.start, q.to)
        assert answer.alternatives == len(list(others)) - 1
    return "straight" if expected == straight else "around"


def check_moves(q: Asked) -> str:
    answer = moves(q.position, q.start, q.speed, q.marks, ignores_cost=q.ignores_cost).reachable
    expected = oracle.moves(q.setup, q.start, speed=q.speed, keywords=q.words, ignores_cost=q.ignores_cost)
    assert {name: (route.cost, len(route.path)) for name, route in answer.items()} == expected
    for name, route in answer.items():
        *before, at = (q.start, *route.path)
        way_there = answer[before[-1]].path if len(before) > 1 else ()
        assert at == name
        assert route.path[:-1] == way_there
        assert oracle.board().has_edge(before[-1], at)
        last = oracle.weight(q.setup, before[-1], at, q.words, ignores_cost=q.ignores_cost)
        assert last == route.cost - (answer[before[-1]].cost if way_there else 0)
    if not answer:
        return "stuck"
    return "cheap moves" if q.ignores_cost else "moves"


def check_closer(q: Asked) -> str:
    answer = range_between(q.position, q.start, q.to, q.speed, q.marks)
    left = replace(q.setup, units=q.setup.units - {q.start})
    ways = oracle.moves(q.setup, q.start, speed=q.speed, keywords=q.words, target=q.to)
    ranges = {name: oracle.steps(left, name, q.to) for name in ways}
    best = min((found for found in ranges.values() if found is not None), default=None)
    if best is None or (answer.range is not None and best >= answer.range):
        assert answer.closer is None
        return "no closer"
    assert answer.closer is not None
    assert (answer.closer.range, ranges[answer.closer.stand]) == (best, best)
    assert answer.closer.cost == min(ways[name][0] for name in ways if ranges[name] == best)
    return "closer"


def check_attack(q: Asked) -> str:
    damage = msgspec.convert(q.damage, dict[int, DamageAtRange], str_keys=True, strict=False)
    answer = attack(q.position, q.start, q.to, damage, q.marks, tokens=2)
    legal, kind, value = oracle.attack(q.setup, q.start, q.to, q.damage, q.words)
    assert (answer.legal, answer.kind and answer.kind.value, answer.damage.value) == (legal, kind, value)
    assert sum(line.value for line in answer.damage.lines) == value
    assert (answer.reason is None) == legal
    assert answer.left == (max(0, 2 - value) if legal else None)
    if answer.after is not None:
        after = oracle.Setup.of(msgspec.to_builtins(answer.after))
        assert after.is_clear(q.to) == (q.setup.tile(q.to) not in oracle.BLOCKS_LOS)
    return f"{'legal' if legal else 'illegal'} {kind}"


def check_charge(q: Asked) -> str:
    answer = charge(q.position, q.start, q.to, speed=q.speed, charge=q.charge, keywords=q.marks)
    stands, dealt = oracle.charge(q.setup, q.start, q.to, speed=q.speed, value=q.charge, keywords=q.words)
    assert {name: (route.cost, len(route.path)) for name, route in answer.stands.items()} == stands
    assert (answer.legal, answer.damage.value) == (bool(stands), dealt)
    if not stands:
        assert (answer.stand, answer.path) == (None, ())
        return "no charge"
    assert answer.stand is not None
    assert stands[answer.stand] == min(stands.values())
    assert answer.path == answer.stands[answer.stand].path
    return "charge"


@pytest.mark.parametrize(
    "shard", [*range(SHALLOW), *(pytest.param(shard, marks=pytest.mark.deep) for shard in range(SHALLOW, SHARDS))]
)
def test_as_networkx_has_it(shard: int) -> None:
    seen: Counter[str] = Counter()
    for index, drawn in enumerate(questions(shard, BOARDS)):
        closely = index % CLOSELY == 0
        question = Asked.of(drawn)
        seen[check_range(question, closely=closely)] += 1
        seen[check_moves(question)] += 1
        seen[check_attack(question)] += 1
        seen[check_charge(question)] += 1
        if closely:
            seen[check_closer(question)] += 1
    everything = {
        "straight", "around", "out of reach", "moves", "cheap moves", "stuck", "charge", "no charge", "legal melee",
        "illegal melee", "legal distance", "illegal None", "closer", "no closer",
    }  # fmt: skip
    assert {what for what in everything if seen[what] >= 4} == everything

"""What an answer of WarTime's referee costs with all 113 hexes in play, beside networkx on the same questions.

Every hex has a tile, a feature or a unit; the speed
is enough to cross the board. networkx is driven by the tests' oracle, which finds lengths and costs but draws no path
for a range and counts no alternatives.
"""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import msgspec

from benchmarks.figures import Figure, median_p99, quickest_ms
from companion.wartime.referee.attacks import DamageAtRange, attack, charge
from companion.wartime.referee.board import HEXES, AttackKind, Position
from companion.wartime.referee.movement import moves, range_between
from tests.companion.wartime import referee_oracle as oracle

SHORT = {"boards": 3}
SPEED = 20
TILES = ("hills", "woods", "bridge", "hut", "river", "castle_wall", "open_drawbridge", "drawbridge_lever", "plains")
DAMAGE = {found: DamageAtRange(AttackKind.DISTANCE, 2) for found in range(1, 20)}
PRINTED = {str(found): {"kind": "distance", "value": 2} for found in DAMAGE}

Question = tuple[Position, oracle.Setup, str, str]
Answer = Callable[[Question], object]


def questions(boards: int) -> list[Question]:
    """Boards with something on every hex, and a question from one far corner to the other or across the middle."""
    random, drawn = Random(3), []
    for _ in range(boards):
        start, to, *others = random.sample(HEXES, len(HEXES))
        features = dict.fromkeys(others[:4], "altar")
        terrain = {name: random.choice(TILES) for name in (start, to, *others[4:])}
        lines = [[a, b] for a, b in oracle.board().edges if "castle_wall" in (terrain.get(a), terrain.get(b))][::3]
        json: dict[str, Any] = {"terrain": terrain, "features": features, "lines": lines, "units": others[4:20]}
        drawn.append((msgspec.convert(json, Position), oracle.Setup.of(json), start, to))
    return drawn


OURS: dict[str, Answer] = {
    "range": lambda q: range_between(q[0], q[2], q[3]),
    "range with a move": lambda q: range_between(q[0], q[2], q[3], SPEED),
    "moves": lambda q: moves(q[0], q[2], SPEED),
    "attack": lambda q: attack(q[0], q[2], q[3], DAMAGE),
    "charge": lambda q: charge(q[0], q[2], q[3], speed=SPEED, charge=2),
}
NETWORKX: dict[str, Answer] = {
    "range": lambda q: oracle.steps(q[1], q[2], q[3]),
    "moves": lambda q: oracle.moves(q[1], q[2], speed=SPEED, keywords=set()),
    "attack": lambda q: oracle.attack(q[1], q[2], q[3], PRINTED, set()),
    "charge": lambda q: oracle.charge(q[1], q[2], q[3], speed=SPEED, value=2, keywords=set()),
}


def measure(*, boards: int = 500) -> Iterator[Figure]:
    crowded = questions(boards)
    empty = [(Position(), oracle.Setup({}, set(), set(), set()), start, to) for _, _, start, to in crowded]
    for place, asked in (("all 113 hexes in play", crowded), ("an empty board", empty)):
        for name, answer in OURS.items():
            rival = NETWORKX.get(name)
            yield Figure.of(
                f"WarTime's referee, {place}: {name}, median / p99",
                median_p99(quickest_ms([partial(answer, question) for question in asked])),
                "ms",
                rival="networkx" if rival else "",
                rivals=median_p99(quickest_ms([partial(rival, question) for question in asked])) if rival else (),
            )

"""What an answer of WarTime's referee costs with all 113 hexes in play, beside networkx on the same questions.

Run it from the repository's root: python benchmarks/referee.py. Every hex has a tile, a feature or a unit; the speed
is enough to cross the board. networkx is driven by the tests' oracle, which finds lengths and costs but draws no path
for a range and counts no alternatives.
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.wartime.referee.attack_kinds import AttackKind
from companion.wartime.referee.attacks import DamageAtRange, attack
from companion.wartime.referee.charge import charge
from companion.wartime.referee.hexes import HEXES
from companion.wartime.referee.movement import moves
from companion.wartime.referee.position import Position
from companion.wartime.referee.ranging import range_between

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.companion.wartime import referee_oracle as oracle

BOARDS = 500
TRIES = 5
"""What else the machine does is no part of an answer."""
SPEED = 20
TARGET_MS = 2.0
TILES = ("hills", "woods", "bridge", "hut", "river", "castle_wall", "open_drawbridge", "drawbridge_lever", "plains")
DAMAGE = {found: DamageAtRange(AttackKind.DISTANCE, 2) for found in range(1, 20)}
PRINTED = {str(found): {"kind": "distance", "value": 2} for found in DAMAGE}

Question = tuple[Position, oracle.Setup, str, str]
Answer = Callable[[Question], object]


def questions() -> list[Question]:
    """Boards with something on every hex, and a question from one far corner to the other or across the middle."""
    random, drawn = Random(3), []
    for _ in range(BOARDS):
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


def times_ms(answer: Answer, asked: list[Question]) -> tuple[float, float]:
    """Median and 99th percentile over the boards, in milliseconds; of a board's tries the quickest counts."""
    times = [min(_once_ms(answer, question) for _ in range(TRIES)) for question in asked]
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


def _once_ms(answer: Answer, question: Question) -> float:
    start = time.perf_counter_ns()
    answer(question)
    return (time.perf_counter_ns() - start) / 1e6


def report(name: str, asked: list[Question]) -> None:
    median, p99 = times_ms(OURS[name], asked)
    rival = ""
    if name in NETWORKX:
        theirs = times_ms(NETWORKX[name], asked)
        rival = f" (networkx {theirs[0]:.2f} ms, p99 {theirs[1]:.2f} ms)"
    print(f"{name}: median {median:.2f} ms, p99 {p99:.2f} ms, target {TARGET_MS:.0f} ms{rival}")


if __name__ == "__main__":
    boards = questions()
    print(f"{BOARDS} boards, each with all {len(HEXES)} hexes in play")
    for question in OURS:
        report(question, boards)
    empty = [(Position(), oracle.Setup({}, set(), set(), set()), start, to) for _, _, start, to in boards]
    print("the empty board, where a unit can go everywhere")
    for question in OURS:
        report(question, empty)

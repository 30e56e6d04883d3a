"""Boards and questions that players would never think of, the same ones for the same seed."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.companion.wartime.referee_oracle import board

TILES = (
    "plains", "hills", "woods", "thicket", "river", "bridge", "hut", "drawbridge_lever", "open_drawbridge",
    "castle_wall", "castle_wall", "castle_wall",
)  # fmt: skip
FEATURES = ("altar", "battlement", "flames")
KEYWORDS = ("infantry", "ranged", "mounted", "magic", "siege", "hero", "charge")
HEXES = tuple(board())
EDGES = tuple(board().edges)


def questions(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Each with a position and all that the four questions need."""
    random = Random(seed)
    for _ in range(count):
        yield _question(random)


def _question(random: Random) -> dict[str, Any]:
    shuffled = random.sample(HEXES, len(HEXES))
    tiled = random.choice((0, 10, 35, 60, 90))
    terrain = {name: random.choice(TILES) for name in shuffled[:tiled]}
    plain = [name for name in shuffled if terrain.get(name, "plains") == "plains"]
    features = {name: random.choice(FEATURES) for name in plain[: random.choice((0, 2, 6))]}
    free = [name for name in HEXES if name not in features]
    start = random.choice(free)
    near = [name for name in board()[start] for name in (name, *board()[name]) if name != start]
    to = random.choice(near if random.random() < 0.7 else [name for name in HEXES if name != start])
    units = random.sample(free, random.choice((0, 3, 12, 25)))
    walls = {name for name, kind in terrain.items() if kind == "castle_wall"}
    share = random.choice((0, 0.3, 0.7))
    lines = [list(edge) for edge in EDGES if random.random() < (share if walls & set(edge) else share / 20)]
    kinds = ("melee", "distance")
    return {
        "position": {"terrain": terrain, "features": features, "lines": lines, "units": units},
        "from": start,
        "to": to,
        "speed": random.randint(0, 6),
        "charge": random.randint(0, 3),
        "keywords": random.sample(KEYWORDS, random.randint(0, 2)),
        "damage": {
            str(at): {"kind": random.choice(kinds), "value": random.randint(0, 4)}
            for at in range(1, 7)
            if random.random() < 0.8
        },
        "ignores_cost": random.random() < 0.5,
    }

"""A scenario for tests: 24 units, every terrain, and all that a board can have. Its numbers are the tests' own."""

from typing import Any

_GOLD = (
    "Man-at-Arms 1", "Man-at-Arms 2", "Archer", "Archer 2", "Knight", "Knight 2", "Mage", "Sorceress", "Captain",
    "Pikeman", "Scout", "Catapult",
)  # fmt: skip
_RED = (
    "Goblin", "Goblin 2", "Goblin Archer", "Orc", "Orc 2", "Wolf Rider", "Wolf Rider 2", "Shaman", "Troll", "Ogre",
    "Warlord", "Cannon",
)  # fmt: skip


def _unit(side: str, number: int, name: str, column: int, row: str) -> dict[str, Any]:
    damage = {"1": {"kind": "melee", "value": 2 + number % 3}}
    if number % 3 == 2:
        damage |= {"2": {"kind": "distance", "value": 2}, "3": {"kind": "distance", "value": 1}}
    said = {"side": side, "name": name, "hex": f"{row}{column}", "speed": 2 + number % 3, "health": 3 + number % 4}
    riders = {"charge": 3, "keywords": ["mounted"]} if name.startswith(("Knight", "Wolf")) else {}
    return {**said, **riders, "damage": damage}


GREAT: dict[str, Any] = {
    "id": "great",
    "name": "The great ford",
    "text": "For tests.",
    "terrain": {
        "C3": "hills", "D4": "hills", "G9": "hills", "D6": "woods", "D7": "woods", "F5": "thicket", "E1": "river",
        "E2": "river", "E3": "bridge", "E11": "river", "E12": "bridge", "E13": "river", "B9": "hut", "H4": "hut",
        "A13": "castle_wall", "B12": "castle_wall", "D12": "drawbridge_lever", "D11": "open_drawbridge",
    },
    "features": [
        {"hex": "E7", "terrain": "altar", "tokens": 3},
        {"hex": "D9", "terrain": "battlement", "tokens": 4},
        {"hex": "F3", "terrain": "flames", "tokens": 1},
    ],
    "lines": [["E5", "E6"], ["F6", "F7"]],
    "time_spaces": [{"hex": "E9", "text": "Whoever stands here at the end counts double."}, {"hex": "D3"}],
    "items": [{"name": "Rune Stone", "hex": "F8", "text": "Its bearer has one damage more."}],
    "units": [
        *(_unit("gold", number, name, 1 + number, "GI"[number % 2]) for number, name in enumerate(_GOLD)),
        *(_unit("red", number, name, 1 + number, "AC"[number % 2]) for number, name in enumerate(_RED)),
    ],
}  # fmt: skip

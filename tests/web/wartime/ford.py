"""A small scenario for tests in which all happens that can: four units a side, cards, spells, a feature, an item and a
time space. Its numbers are the tests' own."""

from typing import Any

_CARDS = [
    *({"name": name, "kind": "standard"} for name in ("Advance", "Bombard", "Foot Charge")),
    {"name": "Shadow", "kind": "spell"},
]

FORD: dict[str, Any] = {
    "id": "ford",
    "name": "The ford by night",
    "text": "For tests.",
    "victory": "Whoever holds the Altar at dawn.",
    "terrain": {"D3": "hills", "F3": "woods", "E10": "woods", "E1": "river", "E2": "river", "E3": "bridge"},
    "features": [{"hex": "E7", "terrain": "altar", "tokens": 3}],
    "lines": [["D9", "E10"]],
    "time_spaces": [{"hex": "F5", "text": "Whoever stands here at dawn counts double."}],
    "items": [{"name": "Rune Stone", "hex": "F6", "text": "Its bearer has one damage more."}],
    "units": [
        {
            "side": "gold", "name": "Archer", "hex": "G5", "speed": 2, "health": 3,
            "damage": {"1": {"kind": "melee", "value": 1}, "2": {"kind": "distance", "value": 2}},
        },
        {
            "side": "gold", "name": "Man-at-Arms", "hex": "G6", "speed": 2, "health": 5, "charge": 1,
            "damage": {"1": {"kind": "melee", "value": 2}},
        },
        {
            "side": "gold", "name": "Knight", "hex": "G9", "speed": 4, "health": 4, "charge": 3,
            "keywords": ["mounted"], "damage": {"1": {"kind": "melee", "value": 3}},
        },
        {"side": "gold", "name": "Wizard", "hex": "H5", "speed": 2, "health": 3, "keywords": ["magic"]},
        {
            "side": "red", "name": "Goblin", "hex": "E5", "speed": 3, "health": 4,
            "damage": {"1": {"kind": "melee", "value": 2}},
        },
        {
            "side": "red", "name": "Orc", "hex": "D7", "speed": 2, "health": 6, "charge": 2,
            "damage": {"1": {"kind": "melee", "value": 2}},
        },
        {"side": "red", "name": "Shaman", "hex": "B6", "speed": 2, "health": 3, "keywords": ["magic"]},
        {"side": "red", "name": "Witch", "hex": "B8", "speed": 2, "health": 3, "keywords": ["magic"]},
    ],
    "cards": {
        "gold": {"actions": 2, "spells": 1, "cards": _CARDS},
        "red": {"actions": 1, "spells": 1, "cards": _CARDS},
    },
}  # fmt: skip

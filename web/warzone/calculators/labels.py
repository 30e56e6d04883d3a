"""What the calculators' parameters are called on their pages."""

from collections.abc import Sequence

LABELS = {
    "attacker": "Attacker",
    "target": "Target",
    "weapon": "Weapon",
    "band": "Range Band",
    "mw": "MW",
    "dam": "DAM",
    "cf": "CF",
    "cc": "CC",
    "st": "ST, unarmed",
    "ar": "AR",
    "ld": "LD",
    "mv": "MV",
    "def": "DEF",
    "wounds": "W",
    "wounds_taken": "Wounds taken",
    "range": "Range",
    "obstruction": "Obstruction",
    "clear": "clear",
    "light": "light",
    "heavy": "heavy",
    "friends_engaged": "friend engaged",
    "aim": "aim",
    "cover": "cover",
    "dive": "dive",
    "indirect": "indirect fire",
    "sight_blocked": "sight blocked",
    "beyond_short": "Beyond short range",
    "secondary": "secondary target",
    "modifier": "Other modifiers",
    "multiplier": "Damage Multiplier",
    "shots": "Shots",
    "strikes": "Strikes",
    "reroll": "Re-roll dice",
    "armor_reroll": "Re-roll armor dice",
    "armor_modifier": "Armor modifiers",
    "area": "Area",
    "charge": "charge",
    "abilities": "Abilities",
    "target_abilities": "Target’s abilities",
    "strike_abilities": "Abilities, striking",
    "on": "Holds now",
    "off": "Not counted",
    "pw": "PW",
    "harmless": "no DAM",
    "brace": "brace",
    "reaction": "in a Reaction",
    "flying": "at a flying unit",
    "apart": "not in contact",
    "fresh": "not yet Activated",
    "move_engages": "a Move engages it",
    "move_charge": "Move, then a Charge reaches it",
    "friends": "Friends engaged",
    "rolls": "Dice rolled",
    "ranged_weapon": "Ranged weapon",
    "melee_weapon": "Melee weapon",
    "strike_dam": "DAM",
    "strike_cf": "CF",
    "strike_modifier": "Strike modifiers",
    "strike_multiplier": "Strike Multiplier",
    "strike_reroll": "Re-roll strike dice",
    "engaged": "engaged with it",
    "pinned": "pinned",
    "jammed": "to reload",
    "engaged_elsewhere": "engaged elsewhere",
    "move_dam": "DAM",
    "move_range": "Range",
    "move_obstruction": "Obstruction",
    "move_cover": "Cover",
    "name": "Target’s name",
    "targets": "Several targets",
    "height": "Height in inches",
    "distance": "Distance in inches",
    "short": "Short Range",
    "long": "Long Range",
    "turns": "Turns ahead",
    "roll": "d20",
    "blocked": "LOS Lines blocked",
    "dense": "within Dense",
    "cover_contact": "touches cover",
    "a": "Player A",
    "b": "Player B",
}
"""By parameter, or by the value of one that is picked; anything else is called what it is."""


def label(name: str) -> str:
    return LABELS.get(name, name.replace("_", " "))


def wanted(missing: Sequence[str], lacking: tuple[str, str]) -> str:
    """What is still to come, as a player would ask for it: the numbers that are `missing`, or what else is `lacking`,
    a parameter and what is wrong with leaving it out."""
    name, message = lacking
    if name not in missing:
        return f"{label(name)}: {message}."
    *others, last = map(label, missing)
    return f"Still to come: {', '.join(others)} and {last}." if others else f"Still to come: {last}."

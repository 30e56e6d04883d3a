"""A Force as a question in one address: how many of which unit, which assets, for whom."""

from urllib.parse import urlencode

import msgspec
from werkzeug.datastructures import MultiDict

from companion.warzone.cards.factions import Allegiance, Faction
from companion.warzone.force.force import Force

_MOST = 20
"""Of one card."""
UNIT = "n-"
"""What a unit's number is called in the address, before its card's id."""


class AskedForce(msgspec.Struct, frozen=True, kw_only=True):
    """The Force that an address asks about, and each field that could not be read, with why. `name`: what it is to be
    kept as, or was."""

    force: Force
    name: str
    wrong: tuple[tuple[str, str], ...]


def asked(args: MultiDict[str, str]) -> AskedForce:
    """What cannot be read is left out, and said."""
    wrong: list[tuple[str, str]] = []
    units: list[str] = []
    for field, text in args.items():
        if field.startswith(UNIT) and text.strip():
            if text.strip().isdecimal() and int(text[:9]) <= _MOST:
                units += [field.removeprefix(UNIT)[:60]] * int(text)
            else:
                wrong.append((field, f"{field.removeprefix(UNIT)}: bring 0 to {_MOST}, not {text.strip()[:9]}."))
    size = args.get("game_size", "40").strip()
    if not size.isdecimal() or not 1 <= int(size[:9]) <= 500:
        wrong.append(("game_size", "Game Size: give 1 to 500 DP."))
        size = "40"
    faction, allegiance = args.get("faction", Faction.BAUHAUS.value), args.get("allegiance", Allegiance.LIGHT.value)
    if faction not in {each.value for each in Faction}:
        wrong.append(("faction", "Choose a Faction."))
        faction = Faction.BAUHAUS.value
    force = Force(
        game_size=int(size),
        faction=Faction(faction),
        allegiance=Allegiance.DARKNESS if allegiance == Allegiance.DARKNESS.value else Allegiance.LIGHT,
        units=tuple(units[:120]),
        assets=tuple(name[:60] for name in args.getlist("assets")[:60]),
    )
    return AskedForce(force=force, name=args.get("name", "").strip()[:60], wrong=tuple(wrong))


def address(force: Force, *, name: str = "") -> str:
    """The page that asks about this Force."""
    counts = [(f"{UNIT}{id}", str(force.units.count(id))) for id in dict.fromkeys(force.units)]
    pairs = [
        ("game_size", str(force.game_size)),
        ("faction", force.faction.value),
        ("allegiance", force.allegiance.value),
        *counts,
        *(("assets", name) for name in force.assets),
        *([("name", name)] if name else []),
    ]
    return f"/warzone/force?{urlencode(pairs)}"

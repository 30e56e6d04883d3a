"""A Force as a question in one address: how many of which unit, which assets, for whom."""

from collections import Counter
from urllib.parse import urlencode

import msgspec
from werkzeug.datastructures import MultiDict

from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.warzone.cards.factions import Allegiance, Faction
from companion.warzone.force.force import LARGEST_FORCE, LARGEST_GAME, LONGEST_ID, MOST_ASSETS, Force
from web.http.codec import MOST_ERRORS

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
    units: list[str] = []
    wrong: list[tuple[str, str]] = []
    for field, text in args.items():
        if not field.startswith(UNIT) or not text.strip():
            continue
        id, number = field.removeprefix(UNIT), whole(text, most=_MOST)
        if number is None or len(id) > LONGEST_ID:
            wrong.append((field, f"{clipped(id)}: bring 0 to {_MOST}, not {clipped(text.strip())}."))
        elif len(units) + number > LARGEST_FORCE:
            wrong.append((field, f"{id}: a Force has at most {LARGEST_FORCE} models."))
        else:
            units += [id] * number
        if len(wrong) == MOST_ERRORS:
            break
    size = whole(args.get("game_size", "40"), least=1, most=LARGEST_GAME)
    if size is None:
        wrong.append(("game_size", f"Game Size: give 1 to {LARGEST_GAME} DP."))
    faction, allegiance = args.get("faction", Faction.BAUHAUS.value), args.get("allegiance", Allegiance.LIGHT.value)
    if faction not in {each.value for each in Faction}:
        wrong.append(("faction", "Choose a Faction."))
        faction = Faction.BAUHAUS.value
    assets = args.getlist("assets")
    if len(assets) > MOST_ASSETS or any(len(name) > LONGEST_ID for name in assets):
        wrong.append(("assets", "Choose assets from the list."))
        assets = []
    force = Force(
        game_size=size or 40,
        faction=Faction(faction),
        allegiance=Allegiance.DARKNESS if allegiance == Allegiance.DARKNESS.value else Allegiance.LIGHT,
        units=tuple(units),
        assets=tuple(assets),
    )
    return AskedForce(force=force, name=args.get("name", "").strip(), wrong=tuple(wrong))


def address(force: Force, *, name: str = "") -> str:
    """The page that asks about this Force."""
    counts = [(f"{UNIT}{id}", str(number)) for id, number in Counter(force.units).items()]
    pairs = [
        ("game_size", str(force.game_size)),
        ("faction", force.faction.value),
        ("allegiance", force.allegiance.value),
        *counts,
        *(("assets", name) for name in force.assets),
        *([("name", name)] if name else []),
    ]
    return f"/warzone/force?{urlencode(pairs)}"

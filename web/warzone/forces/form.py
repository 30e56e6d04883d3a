"""Reads a Force from one address: how many of which unit, which assets, for which of them, and whose it is."""

from collections import Counter
from urllib.parse import urlencode

import msgspec
from werkzeug.datastructures import MultiDict

from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.table.seats import Side
from companion.warzone.cards.card import Allegiance, Faction
from companion.warzone.force.force import (
    LARGEST_FORCE,
    LARGEST_GAME,
    LONGEST_ID,
    LONGEST_NAME,
    MOST_ASSETS,
    ForceEntry,
    ForceRoster,
)
from companion.warzone.match.views import ForceView
from web.http.endpoint import MOST_ERRORS

MOST = 20
"""Limits the models of one card."""
UNIT = "n-"
"""Says what a unit's number is called in the address, before its card's id."""
FOR = "for-"
"""Says what the card that an asset is designated to is called there, before the asset's name."""
MORE, LESS = "more", "less"
"""Ask for one of the card with that id more, or less."""


class AskedForce(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the Force that an address asks about, and each field that could not be read, with why.

    `name` is its name in the library. `side` is its side in the match on the table, None where it is only built.
    """

    force: ForceRoster
    name: str
    side: Side | None
    wrong: tuple[tuple[str, str], ...]


def read_form(args: MultiDict[str, str]) -> AskedForce:
    """Reads the Force in an address. It leaves out what it cannot read, and says so."""
    units, wrong = _units(args)
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
    designated = {name: id for name in assets if (id := args.get(f"{FOR}{name}", ""))[:LONGEST_ID] == id and id}
    name, side = args.get("name", "").strip(), args.get("side")
    if len(name) > LONGEST_NAME:
        wrong.append(("name", f"Give it a name of at most {LONGEST_NAME} characters."))
        name = ""
    force = ForceRoster(
        game_size=size or 40,
        faction=Faction(faction),
        allegiance=Allegiance.DARKNESS if allegiance == Allegiance.DARKNESS.value else Allegiance.LIGHT,
        units=tuple(units),
        assets=tuple(assets),
        designated=designated,
    )
    return AskedForce(
        force=force,
        name=name,
        side=Side(side) if side in {each.value for each in Side} else None,
        wrong=tuple(wrong),
    )


def _units(args: MultiDict[str, str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Returns each model's card, and what could not be read of them."""
    numbers: dict[str, int] = {}
    wrong: list[tuple[str, str]] = []
    for field, text in args.items():
        if not field.startswith(UNIT) or not text.strip():
            continue
        id, number = field.removeprefix(UNIT), whole(text, most=MOST)
        if number is None or len(id) > LONGEST_ID:
            wrong.append((field, f"{clipped(id)}: bring 0 to {MOST}, not {clipped(text.strip())}."))
        else:
            numbers[id] = number
        if len(wrong) == MOST_ERRORS:
            break
    for what, change in ((MORE, 1), (LESS, -1)):
        if (id := args.get(what, "")) and len(id) <= LONGEST_ID:
            numbers[id] = min(max(numbers.get(id, 0) + change, 0), MOST)
    units: list[str] = []
    for id, number in numbers.items():
        if len(units) + number <= LARGEST_FORCE:
            units += [id] * number
        elif len(wrong) < MOST_ERRORS:
            wrong.append((f"{UNIT}{id}", f"{id}: a Force has at most {LARGEST_FORCE} models."))
    return units, wrong


def address(force: ForceRoster, *, name: str = "", side: Side | None = None) -> str:
    """Returns the address of the page about this Force."""
    counts = [(f"{UNIT}{id}", str(number)) for id, number in Counter(force.units).items()]
    pairs = [
        ("game_size", str(force.game_size)),
        ("faction", force.faction.value),
        ("allegiance", force.allegiance.value),
        *counts,
        *(("assets", name) for name in force.assets),
        *((f"{FOR}{asset}", id) for asset, id in force.designated.items()),
        *([("name", name)] if name else []),
        *([("side", side.value)] if side else []),
    ]
    return f"/warzone/force?{urlencode(pairs)}"


# A Force's Units as the rows that they are typed in as.


def listed(force: ForceView) -> list[ForceEntry]:
    """Returns a row for each card, none for a Force that is only counted."""
    if not force.listed:
        return []
    cards: dict[str, ForceEntry] = {}
    for unit in (each.unit for each in force.units):
        known = cards.get(unit.card)
        cards[unit.card] = ForceEntry(
            name=unit.card,
            count=1 if known is None else known.count + 1,
            wounds=unit.wounds,
            dp=unit.dp,
            leader=unit.leader,
            trooper=unit.trooper,
            group=unit.group,
        )
    return list(cards.values())

"""The editor's sheets: a unit and what its token says, an item, a time space, a card."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Response

from companion.fields.numbers import whole
from companion.people import spelt
from companion.table.errors import NotHere
from companion.table.seats import Side
from companion.wartime.referee.board import AttackKind, Hex, Keyword
from companion.wartime.scenario.edits import is_
from companion.wartime.scenario.parts import ARMIES, Hand, Hit, UnitSpec
from companion.wartime.scenario.scenario import Scenario
from web.http.render import page
from web.table.api import side_named
from web.wartime.scenarios import brush as tools
from web.wartime.scenarios.brush import Brush
from web.wartime.scenarios.fields import RANGES, Fields
from web.wartime.scenarios.reading import KINDS, SIGNS

NUMBERS = (("speed", "Speed", range(21)), ("health", "Health", range(1, 41)), ("charge", "Charge", range(21)))
"""The fields of a token that are one number, and what that may be."""
KEYWORDS = tuple(keyword.value for keyword in Keyword)


def unit_address(id: str, unit: UnitSpec) -> str:
    return f"/scenarios/{id}/unit?" + urlencode({"side": unit.side.value, "name": unit.name})


def lying(scenario: Scenario, hex: Hex) -> str | None:
    """Where the item or the time space in a hex has its sheet; None where there is none."""
    for item in scenario.items:
        if item.hex == hex:
            return f"/scenarios/{scenario.id}/item?" + urlencode({"name": item.name})
    if any(space.hex == hex for space in scenario.time_spaces):
        return f"/scenarios/{scenario.id}/time?" + urlencode({"hex": hex})
    return None


def address(id: str, kind: str, form: Fields, *, renamed: bool) -> str:
    """The sheet that a form was sent from; under its thing's new name if that could be kept."""
    given = " ".join(form.get("name", "").split())
    said = {
        "side": form.get("side", ""),
        "name": given if renamed and given and kind != "card" else form.get("was", ""),
        "hex": form.get("hex", ""),
    }
    return f"/scenarios/{id}/{kind}?" + urlencode({name: text for name, text in said.items() if text})


def unit_sheet(scenario: Scenario, given: Mapping[str, str]) -> Response:
    """Raises NotHere."""
    side, name = side_named(given.get("side", "")), given.get("name", "")
    unit = next((each for each in scenario.units if is_(each, side, name)), None)
    if unit is None:
        raise NotHere("unit", name)
    hits = {str(distance): hit for distance, hit in unit.damage.items()}
    return _sheet(
        scenario,
        kind="unit",
        unit=unit,
        army=ARMIES[side],
        numbers=[(field, label, getattr(unit, field), choices) for field, label, choices in NUMBERS],
        ranges=[(each, _hits(each, hits.get(each))) for each in RANGES],
        keywords=[(spelt(each, unit.keywords), unit.has(each)) for each in KEYWORDS],
        others=", ".join(each for each in unit.keywords if each.casefold() not in KEYWORDS),
        place=Brush(put=tools.PLACE, side=side, name=unit.name).address(),
    )


def item_sheet(scenario: Scenario, given: Mapping[str, str]) -> Response:
    """Raises NotHere."""
    name = given.get("name", "")
    found = next((each for each in scenario.items if each.name == name), None)
    if found is None:
        raise NotHere("item", name)
    return _sheet(scenario, kind="item", item=found)


def time_sheet(scenario: Scenario, given: Mapping[str, str]) -> Response:
    """Raises NotHere."""
    hex = given.get("hex", "")
    found = next((each for each in scenario.time_spaces if each.hex == hex), None)
    if found is None:
        raise NotHere("time space", hex)
    return _sheet(scenario, kind="time", space=found)


def card_sheet(scenario: Scenario, given: Mapping[str, str]) -> Response:
    """Raises NotHere."""
    side, name = side_named(given.get("side", "")), given.get("name", "")
    found = next((each for each in (scenario.hand(side) or Hand()).cards if each.name == name), None)
    if found is None:
        raise NotHere("card", name)
    types = {unit.type or unit.name for unit in scenario.army(side)}
    offered = (*KEYWORDS, *sorted(types))
    chosen = {each.casefold() for each in found.only}
    known = {each.casefold() for each in offered}
    return _sheet(
        scenario,
        kind="card",
        card=found,
        side=side,
        kinds=KINDS,
        only=[(spelt(each, found.only), each.casefold() in chosen) for each in offered],
        others=", ".join(each for each in found.only if each.casefold() not in known),
    )


def said(error: Exception) -> str:
    """What could not be kept, as a player counts: the first unit is unit 1."""
    return re.sub(
        r"^(\w+?)s?\[([0-9]{1,3})\]\.?",
        lambda found: f"{found[1].replace('_', ' ').capitalize()} {1 + (whole(found[2]) or 0)}, ",
        re.sub(r"^cards\.(gold|red)\.?", lambda found: f"{ARMIES[Side(found[1])]}'s cards, ", str(error)),
    )


def _sheet(scenario: Scenario, **values: Any) -> Response:
    return page("scenario_sheet.html", scenario=scenario, **values)


def _hits(range_: str, now: Hit | None) -> list[tuple[str, str, bool]]:
    """What the token may show for a range: at range 1 all attacks are melee (WarTime Rulebook, Types of Attacks), and
    whatever else this one was said to show."""
    kinds = (AttackKind.MELEE,) if range_ == "1" else tuple(AttackKind)
    hits = [Hit(kind=kind, value=value) for kind in kinds for value in range(1, 11)]
    return [
        (f"{hit.kind.value}:{hit.value}", f"{hit.value} {SIGNS[hit.kind]} {hit.kind.value}", hit == now)
        for hit in (*hits, *((now,) if now is not None and now not in hits else ()))
    ]

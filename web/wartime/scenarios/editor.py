"""Serves the pages on which a scenario is made: its board to tap, and sheets for what one tap does not say.

Every change is saved at once, and leads back to where it was made. All of it works without JavaScript: there a tap on a
hex leads to the button that does it.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, flash, make_response, redirect, request

from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.names import spelt
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side, side_named
from companion.wartime.referee.board import AttackKind, Hex, Keyword
from companion.wartime.scenario.edits import is_
from companion.wartime.scenario.library import BUILT_IN, Change, Drafts, Scenarios
from companion.wartime.scenario.parts import ARMIES, MOST_TOKENS, PRINTED, Hand, ScenarioHit, UnitSpec
from companion.wartime.scenario.scenario import BOX, Scenario
from web.http.render import page
from web.wartime.drawing import outline
from web.wartime.scenarios import brush as tools
from web.wartime.scenarios import fields
from web.wartime.scenarios.brush import Brush, read_brush, toolbox
from web.wartime.scenarios.fields import RANGES, Fields
from web.wartime.scenarios.reading import KINDS, SIGNS, diagram, ground_words, tokens_of

# The editor's sheets: a unit and what its token says, an item, a time space, a card.

NUMBERS = (("speed", "Speed", range(21)), ("health", "Health", range(1, 41)), ("charge", "Charge", range(21)))
"""Lists the fields of a token that are one number, and what that may be."""
KEYWORDS = tuple(keyword.value for keyword in Keyword)


def unit_address(id: str, unit: UnitSpec) -> str:
    return f"/scenarios/{id}/unit?" + urlencode({"side": unit.side.value, "name": unit.name})


def lying(scenario: Scenario, hex: Hex) -> str | None:
    """Returns the address of the sheet of a hex's item or time space; None where the hex has neither."""
    for item in scenario.items:
        if item.hex == hex:
            return f"/scenarios/{scenario.id}/item?" + urlencode({"name": item.name})
    if any(space.hex == hex for space in scenario.time_spaces):
        return f"/scenarios/{scenario.id}/time?" + urlencode({"hex": hex})
    return None


def sheet_address(id: str, kind: str, form: Fields, *, renamed: bool) -> str:
    """Returns the sheet that a form was sent from, under its thing's new name if that could be saved."""
    given = " ".join(form.get("name", "").split())
    said = {
        "side": form.get("side", ""),
        "name": given if renamed and given and kind != "card" else form.get("was", ""),
        "hex": form.get("hex", ""),
    }
    return f"/scenarios/{id}/{kind}?" + urlencode({name: text for name, text in said.items() if text})


def unit_sheet(scenario: Scenario, given: Mapping[str, str]) -> Response:
    """Returns a unit's sheet. Raises NotHere."""
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
    """Returns an item's sheet. Raises NotHere."""
    name = given.get("name", "")
    found = next((each for each in scenario.items if each.name == name), None)
    if found is None:
        raise NotHere("item", name)
    return _sheet(scenario, kind="item", item=found)


def time_sheet(scenario: Scenario, given: Mapping[str, str]) -> Response:
    """Returns a time space's sheet. Raises NotHere."""
    hex = given.get("hex", "")
    found = next((each for each in scenario.time_spaces if each.hex == hex), None)
    if found is None:
        raise NotHere("time space", hex)
    return _sheet(scenario, kind="time", space=found)


def card_sheet(scenario: Scenario, given: Mapping[str, str]) -> Response:
    """Returns a card's sheet. Raises NotHere."""
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


def error_text(error: Exception) -> str:
    """Returns what could not be saved, as a player counts: the first unit is unit 1."""
    return re.sub(
        r"^(\w+?)s?\[([0-9]{1,3})\]\.?",
        lambda found: f"{found[1].replace('_', ' ').capitalize()} {1 + (whole(found[2]) or 0)}, ",
        re.sub(r"^cards\.(gold|red)\.?", lambda found: f"{ARMIES[Side(found[1])]}'s cards, ", str(error)),
    )


def _sheet(scenario: Scenario, **values: Any) -> Response:
    return page("scenario_sheet.html", scenario=scenario, **values)


def _hits(range_: str, now: ScenarioHit | None) -> list[tuple[str, str, bool]]:
    """Returns what the token may show for a range, and what it shows now. At range 1 all attacks are melee (WarTime
    Rulebook, Types of Attacks)."""
    kinds = (AttackKind.MELEE,) if range_ == "1" else tuple(AttackKind)
    hits = [ScenarioHit(kind=kind, value=value) for kind in kinds for value in range(1, 11)]
    return [
        (f"{hit.kind.value}:{hit.value}", f"{hit.value} {SIGNS[hit.kind]} {hit.kind.value}", hit == now)
        for hit in (*hits, *((now,) if now is not None and now not in hits else ()))
    ]


Sheet = Callable[[Scenario, Mapping[str, str]], Response]
FormChange = Callable[[Scenario, Fields], Scenario]
FOLDED: Mapping[str, tuple[FormChange, str]] = {
    "words": (fields.words, "words"),
    "conditions": (fields.conditions, ""),
    "timers": (fields.timers, ""),
}
"""Lists what unfolds below the board: what each form changes, and what its changes are undone together as."""
SHEETS: Mapping[str, tuple[Sheet, FormChange, FormChange]] = {
    "unit": (unit_sheet, fields.unit, fields.without_unit),
    "item": (item_sheet, fields.item, fields.without_item),
    "time": (time_sheet, fields.time_space, fields.without_time_space),
    "card": (card_sheet, fields.card, fields.without_card),
}
"""Lists the sheets by their kind: how each is drawn, what its form changes, and how what it is about is removed."""


class ScenarioEditor:
    """Handles requests in the server's threads; `Drafts` holds the lock."""

    def __init__(self, scenarios: Scenarios) -> None:
        self._scenarios = scenarios
        self._drafts = Drafts(scenarios)

    def install(self, app: Flask) -> None:
        for rule, view, method in (
            ("edit", self.edit_page, "GET"),
            ("tap", self.tap_form, "POST"),
            ("undo", self.undo_form, "POST"),
            ("cards", self.cards_form, "POST"),
        ):
            self._install(app, rule, view.__name__, view, method)
        for part, (filled, about) in FOLDED.items():
            form = partial(self._folded, part=part, change=filled, about=about)
            self._install(app, part, f"{part}_form", form, "POST")
        for kind, (sheet, change, without) in SHEETS.items():
            self._install(app, kind, f"{kind}_page", partial(self._sheet, sheet=sheet), "GET")
            saved = partial(self._saved, kind=kind, change=change, without=without)
            self._install(app, kind, f"{kind}_form", saved, "POST")

    @staticmethod
    def _install(app: Flask, rule: str, name: str, view: Callable[..., Response], method: str) -> None:
        app.add_url_rule(f"/scenarios/<id>/{rule}", endpoint=f"scenario_{name}", view_func=view, methods=[method])

    # The board

    def edit_page(self, id: str) -> Response:
        """Returns the editor. It refuses to change a scenario that ships: that one is for reading and for copies."""
        scenario, brush = self._scenarios.find(id), read_brush(request.args)
        if id in BUILT_IN:
            return make_response(redirect(f"/scenarios/new?from={id}", 303))
        tokens = tokens_of(scenario)
        return page(
            "scenario_edit.html",
            scenario=scenario,
            brush=brush,
            board=diagram(
                scenario, href=lambda name: _href(scenario, brush, name), roles=lambda name: _roles(brush, name)
            ),
            outline=outline(),
            tools=toolbox(brush),
            types=brush.types(scenario),
            items=PRINTED.item_names(),
            look=_look(scenario, brush),
            units={side: [(unit, tokens[side, unit.name]) for unit in scenario.army(side)] for side in Side},
            hands={side: scenario.hand(side) or Hand() for side in Side},
            decks={side: fields.deck(scenario.hand(side)) for side in Side},
            kinds=KINDS,
            box=BOX,
            can_undo=self._drafts.can_undo(scenario),
            most_tokens=MOST_TOKENS,
        )

    def tap_form(self, id: str) -> Response:
        brush = read_brush(request.form)
        hex = brush.hex
        if hex is None:
            flash("Tap a hex first.", "refused")
        else:
            self._change(id, lambda scenario: brush.tapped(scenario, hex))
        put = tools.LOOK if brush.put in (tools.PLACE, tools.OFF) else brush.put
        return self._back(id, brush.address(put=put, hex=None, start=None))

    def undo_form(self, id: str) -> Response:
        try:
            self._drafts.undo(id)
        except Refused as refused:
            flash(str(refused), "refused")
        return self._back(id, read_brush(request.form).address(hex=None, start=None))

    # What unfolds below it

    def cards_form(self, id: str) -> Response:
        part = "cards-red" if request.form.get("whose") == Side.RED.value else "cards-gold"
        return self._folded(id, part, fields.cards)

    def _folded(self, id: str, part: str, change: FormChange, *, about: str = "") -> Response:
        form = request.form
        self._change(id, lambda scenario: change(scenario, form), about=about)
        return self._back(id, f"{read_brush(form).address(open=part)}#{part}")

    # Sheets

    def _sheet(self, id: str, sheet: Sheet) -> Response:
        """Returns the sheet. Raises NotHere, for a built-in scenario too: it has no sheets."""
        if id in BUILT_IN:
            raise NotHere("scenario to change", id)
        return sheet(self._scenarios.find(id), request.args)

    def _saved(self, id: str, kind: str, change: FormChange, without: FormChange) -> Response:
        """Saves what a sheet says and leads back to it. Or removes what it is about, and leads back to the board."""
        form = request.form
        if form.get("do") == "remove":
            self._change(id, lambda scenario: without(scenario, form))
            return self._back(id, "")
        done = self._change(id, lambda scenario: change(scenario, form))
        return make_response(redirect(sheet_address(id, kind, form, renamed=done), 303))

    def _change(self, id: str, change: Change, *, about: str = "") -> bool:
        """Returns whether it could be done; if not, the next page says why."""
        try:
            self._drafts.change(id, change, about=about)
        except (Invalid, Refused) as error:
            flash(error_text(error), "refused")
            return False
        return True

    def _back(self, id: str, address: str) -> Response:
        return make_response(redirect(f"/scenarios/{id}/edit{address}", 303))


def _href(scenario: Scenario, brush: Brush, name: Hex) -> str:
    """Returns where a hex leads: to the button that puts something there, or to what is there."""
    stands = next((unit_address(scenario.id, unit) for unit in scenario.units if unit.hex == name), None)
    if stands and brush.put in (tools.LOOK, tools.UNIT):
        return stands
    if brush.put == tools.LOOK and (lies := lying(scenario, name)):
        return lies
    if brush.begins_line(name):
        return brush.address(start=None if brush.start == name else name, hex=None)
    return brush.address(hex=name)


def _roles(brush: Brush, name: Hex) -> list[tuple[str, str]]:
    if brush.put == tools.LINE and name == brush.start:
        return [("pen", "the line begins here")]
    return [("asked", "chosen")] if name == brush.hex else []


def _look(scenario: Scenario, brush: Brush) -> str:
    """Returns what is on the hex that is looked at, in words."""
    hex = brush.hex
    if hex is None or brush.put != tools.LOOK:
        return ""
    features = {feature.hex: feature.terrain for feature in scenario.features}
    ground = features.get(hex) or scenario.terrain.get(hex)
    if ground is None:
        return f"{hex}: Plains."
    words = ground_words(ground)
    return f"{hex}: {words.name}. {words.says}"

"""The pages on which a scenario is made: its board to tap, and sheets for what one tap does not say.

Every change is kept at once, and leads back to where it was made. All of it works without JavaScript: there a tap on a
hex leads to the button that does it.
"""

from collections.abc import Callable

from flask import Flask, Response, flash, make_response, redirect, request

from companion.fields.invalid import Invalid
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.library import BUILT_IN, Change, Drafts, Scenarios
from companion.wartime.scenario.parts import MOST_TOKENS, PRINTED, Hand
from companion.wartime.scenario.scenario import BOX, Scenario
from web.http.render import page
from web.wartime import hexmap
from web.wartime.scenarios import brush as tools
from web.wartime.scenarios import fields, sheets
from web.wartime.scenarios.brush import Brush, read_brush
from web.wartime.scenarios.diagram import diagram, tokens_of
from web.wartime.scenarios.grounds import ground_words
from web.wartime.scenarios.reading import KINDS
from web.wartime.scenarios.toolbox import toolbox


class ScenarioEditor:
    """Handlers run in the server's threads; `Drafts` is what locks."""

    def __init__(self, scenarios: Scenarios) -> None:
        self._scenarios = scenarios
        self._drafts = Drafts(scenarios)

    def install(self, app: Flask) -> None:
        for rule, view, method in (
            ("edit", self.edit_page, "GET"),
            ("tap", self.tap_form, "POST"),
            ("undo", self.undo_form, "POST"),
            ("words", self.words_form, "POST"),
            ("conditions", self.conditions_form, "POST"),
            ("timers", self.timers_form, "POST"),
            ("cards", self.cards_form, "POST"),
            ("unit", self.unit_page, "GET"),
            ("unit", self.unit_form, "POST"),
            ("item", self.item_page, "GET"),
            ("item", self.item_form, "POST"),
            ("time", self.time_page, "GET"),
            ("time", self.time_form, "POST"),
            ("card", self.card_page, "GET"),
            ("card", self.card_form, "POST"),
        ):
            app.add_url_rule(
                f"/scenarios/<id>/{rule}", endpoint=f"scenario_{view.__name__}", view_func=view, methods=[method]
            )

    # The board

    def edit_page(self, id: str) -> Response:
        """A built-in one is for reading, and for copies."""
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
            outline=hexmap.outline(),
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

    def words_form(self, id: str) -> Response:
        return self._folded(id, "words", fields.words, about="words")

    def conditions_form(self, id: str) -> Response:
        return self._folded(id, "conditions", fields.conditions)

    def timers_form(self, id: str) -> Response:
        return self._folded(id, "timers", fields.timers)

    def cards_form(self, id: str) -> Response:
        part = "cards-red" if request.form.get("whose") == Side.RED.value else "cards-gold"
        return self._folded(id, part, fields.cards)

    def _folded(self, id: str, part: str, change: Callable[..., Scenario], *, about: str = "") -> Response:
        form = request.form
        self._change(id, lambda scenario: change(scenario, form), about=about)
        return self._back(id, f"{read_brush(form).address(open=part)}#{part}")

    # Sheets

    def unit_page(self, id: str) -> Response:
        return sheets.unit_sheet(self._own(id), request.args)

    def unit_form(self, id: str) -> Response:
        return self._sheet(id, "unit", fields.unit, fields.without_unit)

    def item_page(self, id: str) -> Response:
        return sheets.item_sheet(self._own(id), request.args)

    def item_form(self, id: str) -> Response:
        return self._sheet(id, "item", fields.item, fields.without_item)

    def time_page(self, id: str) -> Response:
        return sheets.time_sheet(self._own(id), request.args)

    def time_form(self, id: str) -> Response:
        return self._sheet(id, "time", fields.time_space, fields.without_time_space)

    def card_page(self, id: str) -> Response:
        return sheets.card_sheet(self._own(id), request.args)

    def card_form(self, id: str) -> Response:
        return self._sheet(id, "card", fields.card, fields.without_card)

    def _sheet(self, id: str, kind: str, change: Callable[..., Scenario], without: Callable[..., Scenario]) -> Response:
        """Keeps what a sheet says and leads back to it; or takes away what it is about, and leads back to the board."""
        form = request.form
        if form.get("do") == "remove":
            self._change(id, lambda scenario: without(scenario, form))
            return self._back(id, "")
        done = self._change(id, lambda scenario: change(scenario, form))
        return make_response(redirect(sheets.address(id, kind, form, renamed=done), 303))

    def _own(self, id: str) -> Scenario:
        """Raises NotHere, for a built-in one too: it has no sheets."""
        if id in BUILT_IN:
            raise NotHere("scenario to change", id)
        return self._scenarios.find(id)

    def _change(self, id: str, change: Change, *, about: str = "") -> bool:
        """Whether it could be done; if not, the next page says why."""
        try:
            self._drafts.change(id, change, about=about)
        except (Invalid, Refused) as error:
            flash(sheets.said(error), "refused")
            return False
        return True

    def _back(self, id: str, address: str) -> Response:
        return make_response(redirect(f"/scenarios/{id}/edit{address}", 303))


def _href(scenario: Scenario, brush: Brush, name: Hex) -> str:
    """Where a hex leads: to the button that puts something there, or to what stands there."""
    stands = next((sheets.unit_address(scenario.id, unit) for unit in scenario.units if unit.hex == name), None)
    if stands and brush.put in (tools.LOOK, tools.UNIT):
        return stands
    if brush.put == tools.LOOK and (lies := sheets.lying(scenario, name)):
        return lies
    if brush.begins_line(name):
        return brush.address(start=None if brush.start == name else name, hex=None)
    return brush.address(hex=name)


def _roles(brush: Brush, name: Hex) -> list[tuple[str, str]]:
    if brush.put == tools.LINE and name == brush.start:
        return [("pen", "the line begins here")]
    return [("asked", "chosen")] if name == brush.hex else []


def _look(scenario: Scenario, brush: Brush) -> str:
    """What is on the hex that is looked at, in words."""
    hex = brush.hex
    if hex is None or brush.put != tools.LOOK:
        return ""
    features = {feature.hex: feature.terrain for feature in scenario.features}
    ground = features.get(hex) or scenario.terrain.get(hex)
    if ground is None:
        return f"{hex}: Plains."
    words = ground_words(ground)
    return f"{hex}: {words.name}. {words.says}"

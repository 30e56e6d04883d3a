"""The pages on which scenarios are listed, made, changed, exported and imported. All work without JavaScript."""

import re

from flask import Flask, Response, flash, g, make_response, redirect, request

from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.table.errors import Refused
from companion.table.sides import Side
from companion.table.table import Table
from companion.wartime.scenario.armies import ARMIES
from companion.wartime.scenario.built_in import BUILT_IN
from companion.wartime.scenario.file import read_scenario, scenario_of
from companion.wartime.scenario.library import Scenarios
from companion.wartime.scenario.scenario import BOX
from web.http.render import page
from web.wartime.scenarios.api import exported
from web.wartime.scenarios.form import RANGES, Draft, draft_of, filled_in, new_unit


class ScenarioPages:
    """What these pages change, they change themselves: their forms carry whole drafts."""

    def __init__(self, scenarios: Scenarios, table: Table) -> None:
        self._scenarios = scenarios
        self._table = table

    def install(self, app: Flask) -> None:
        for rule, view, method in (
            ("/scenarios", self.scenarios_page, "GET"),
            ("/scenarios/new", self.new_page, "GET"),
            ("/scenarios/<id>", self.scenario_page, "GET"),
            ("/scenarios/<id>.toml", self.scenario_file, "GET"),
            ("/scenarios/edit", self.scenario_form, "POST"),
            ("/scenarios/import", self.import_form, "POST"),
            ("/scenarios/<id>/delete", self.delete_form, "POST"),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=[method])

    def scenarios_page(self) -> Response:
        return self._list()

    def new_page(self) -> Response:
        return _form(Draft())

    def scenario_page(self, id: str) -> Response:
        """A built-in one opens as a copy, not yet saved."""
        draft = draft_of(self._scenarios.find(id))
        return _form(draft, origin=draft.name) if id in BUILT_IN else _form(draft)

    def scenario_file(self, id: str) -> Response:
        return exported(self._scenarios.find(id))

    def scenario_form(self) -> Response:
        """Adds or removes a unit's row, or saves."""
        draft, what = filled_in(request.form), request.form.get("do", "save")
        units = list(draft.units)
        if what in ("add-gold", "add-red"):
            units.append(new_unit(Side(what.removeprefix("add-"))))
            return _form(draft, units=units)
        if (found := whole(what.removeprefix("remove-"), most=999)) is not None:
            del units[found : found + 1]
            return _form(draft, units=units)
        try:
            self._scenarios.save(scenario_of(draft.data(draft.id or self._scenarios.free_id(draft.name))))
        except (Invalid, Refused) as error:
            return _form(draft, wrong=_said(error), status=422)
        flash(f"Saved: {draft.name.strip()}.")
        return make_response(redirect("/scenarios", 303))

    def import_form(self) -> Response:
        upload = request.files.get("file")
        text = upload.read().decode(errors="replace") if upload else ""
        text = text or request.form.get("toml", "")
        try:
            scenario = read_scenario(text)
            self._scenarios.save(scenario)
        except (Invalid, Refused) as error:
            return self._list(wrong=str(error), text=text, status=422)
        flash(f"Imported: {scenario.name}.")
        return make_response(redirect("/scenarios", 303))

    def delete_form(self, id: str) -> Response:
        try:
            self._scenarios.delete(id, source=g.source)
        except Refused as refused:
            flash(str(refused), "refused")
        return make_response(redirect("/scenarios", 303))

    def _list(self, *, wrong: str = "", text: str = "", status: int = 200) -> Response:
        return page(
            "scenarios.html",
            status=status,
            built_in=BUILT_IN,
            scenarios=self._scenarios.all(),
            played=self._scenarios.played().id,
            going_on=self._table.unfinished_now,
            wrong=wrong,
            text=text,
        )


def _form(
    draft: Draft,
    *,
    units: list[dict[str, str]] | None = None,
    origin: str = "",
    wrong: str = "",
    status: int = 200,
) -> Response:
    """The form with the draft in it. `origin` is the name of the built-in scenario that this is to become a copy of."""
    return page(
        "scenario.html",
        status=status,
        draft=draft,
        units=draft.units if units is None else units,
        origin=origin,
        wrong=wrong,
        box=BOX,
        sides=tuple(Side),
        ranges=RANGES,
    )


_ARMIES = {side.value: army for side, army in ARMIES.items()}


def _said(error: Exception) -> str:
    """The error as a player counts: the first unit is unit 1."""
    text = re.sub(r"^units\[([0-9]{1,3})\]\.?", lambda found: f"Unit {1 + (whole(found[1]) or 0)}, ", str(error))
    return re.sub(
        r"^cards\.(\w+)\.(cards\[[0-9]{1,3}\]\.)?", lambda found: f"{_ARMIES.get(found[1], found[1])}'s cards, ", text
    )

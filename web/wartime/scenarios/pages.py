"""The pages on which scenarios are listed, read, begun, exported and imported. All work without JavaScript."""

from flask import Flask, Response, flash, g, make_response, redirect, request
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.table.errors import NotHere, Refused
from companion.table.table import Table
from companion.wartime.scenario.library import BUILT_IN, Scenarios, checked, read_scenario
from companion.wartime.scenario.scenario import Scenario
from web.http.limits import AROUND, LARGEST_BODY
from web.http.render import page
from web.wartime.scenarios.api import exported
from web.wartime.scenarios.reading import reading


class ScenarioPages:
    """Whoever looks may read; who has joined changes the library, and never a match that is being played."""

    def __init__(self, scenarios: Scenarios, table: Table) -> None:
        self._scenarios = scenarios
        self._table = table

    def install(self, app: Flask) -> None:
        app.jinja_env.globals.update(largest_scenario=LARGEST_BODY - AROUND)
        for rule, view, method in (
            ("/scenario", self.played_page, "GET"),
            ("/scenarios", self.scenarios_page, "GET"),
            ("/scenarios/new", self.new_page, "GET"),
            ("/scenarios/new", self.new_form, "POST"),
            ("/scenarios/<id>", self.scenario_page, "GET"),
            ("/scenarios/<id>.toml", self.scenario_file, "GET"),
            ("/scenarios/import", self.import_form, "POST"),
            ("/scenarios/<id>/delete", self.delete_form, "POST"),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=[method])

    def scenarios_page(self) -> Response:
        return self._list()

    def scenario_page(self, id: str) -> Response:
        scenario = self._scenarios.find(id)
        return reading(scenario, played=scenario == self._played(), kept=True)

    def played_page(self) -> Response:
        """The one on the table, as it was when its match was opened."""
        scenario = self._scenarios.played()
        return reading(scenario, played=True, kept=any(each == scenario for each in self._scenarios.all()))

    def scenario_file(self, id: str) -> Response:
        return exported(self._scenarios.find(id))

    def new_page(self) -> Response:
        """A name is all that a new one needs; `from` is what it is to be a copy of."""
        origin = request.args.get("from", "")
        name = f"{self._scenarios.find(origin).name} (copy)" if origin else ""
        return page("scenario_new.html", origin=origin, name=name, wrong="")

    def new_form(self) -> Response:
        origin, name = request.form.get("from", ""), " ".join(request.form.get("name", "").split())
        id = self._scenarios.free_id(name)
        try:
            like = self._scenarios.find(origin) if origin else Scenario(id=id, name=name)
            self._scenarios.save(checked(replace(like, id=id, name=name)))
        except (Invalid, Refused, NotHere) as error:
            return page("scenario_new.html", status=422, origin=origin, name=name, wrong=str(error))
        return make_response(redirect(f"/scenarios/{id}/edit", 303))

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

    def _played(self) -> Scenario | None:
        try:
            return self._scenarios.played()
        except NotHere:
            return None

    def _list(self, *, wrong: str = "", text: str = "", status: int = 200) -> Response:
        played = self._played()
        return page(
            "scenarios.html",
            status=status,
            built_in=BUILT_IN,
            scenarios=self._scenarios.all(),
            played=played.id if played else None,
            going_on=self._table.unfinished_now,
            wrong=wrong,
            text=text,
        )

"""Serves the pages on which scenarios are listed, read, begun, exported and imported, and their API."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from flask import Flask, Response, flash, g, make_response, redirect, request
from msgspec.structs import replace

from companion.fields.characters import LINES
from companion.fields.invalid import Invalid
from companion.table.errors import NotHere, Refused
from companion.table.table import Table
from companion.wartime.scenario.library import (
    BUILT_IN,
    ScenarioFile,
    Scenarios,
    checked,
    file_of,
    read_scenario,
    write_scenario,
)
from companion.wartime.scenario.scenario import Scenario
from web.http.endpoint import Call, Endpoint, Media, Nothing, delete, get, post, put
from web.http.problems import AROUND, LARGEST_BODY
from web.http.render import page
from web.wartime.scenarios.reading import reading

# The scenarios' part of the API: kept, exported, imported.

TOML = "application/toml; charset=utf-8"
IS_TOML = {"contentMediaType": Media.TOML.value}


class Brief(msgspec.Struct, frozen=True):
    """Describes one scenario of the list. `built_in` says that it came with Warglass and cannot be changed."""

    id: str
    name: str
    text: str
    time_limit: bool
    built_in: bool


class ListedScenario(msgspec.Struct, frozen=True):
    scenarios: tuple[Brief, ...]


class Format(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a format. `toml` answers the scenario's file, to be kept or passed on."""

    format: Literal["json", "toml"] = "json"


class Import(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Describes a scenario’s file, as text."""

    toml: Annotated[str, msgspec.Meta(max_length=60_000, extra_json_schema=IS_TOML), LINES]


class ScenariosApi:
    """Serves the scenarios' endpoints."""

    def __init__(self, scenarios: Scenarios) -> None:
        self._scenarios = scenarios

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        """Returns all of them. They have no plain forms: the scenarios' pages have their own."""
        one = "/scenarios/{id}"
        return (
            get(
                "/scenarios",
                self._list,
                query=Nothing,
                answer=ListedScenario,
                summary="Every scenario that can be played",
            ),
            get(
                one,
                self._read,
                query=Format,
                answer=ScenarioFile,
                also=Media.TOML,
                summary="One scenario, as JSON or as its file",
            ),
            get(
                "/table/scenario",
                self._played,
                query=Nothing,
                answer=ScenarioFile,
                turns_away=(404,),
                summary="The one being played",
            ),
            put(one, self._put, body=ScenarioFile, answer=ScenarioFile, summary="Save a scenario under its id"),
            delete(one, self._delete, answer=Nothing, summary="Delete a saved scenario"),
            post(
                "/scenarios",
                self._import,
                body=Import,
                answer=ScenarioFile,
                form=False,
                summary="Save a scenario from its file",
            ),
        )

    def _list(self, _: Call[Nothing, Nothing]) -> ListedScenario:
        return ListedScenario(
            tuple(
                Brief(each.id, each.name, each.text, each.time_limit, each.id in BUILT_IN)
                for each in self._scenarios.all()
            )
        )

    def _read(self, call: Call[Format, Nothing]) -> ScenarioFile | Response:
        scenario = self._scenarios.find(call.path["id"])
        return exported(scenario) if call.query.format == "toml" else file_of(scenario)

    def _played(self, _: Call[Nothing, Nothing]) -> ScenarioFile:
        return file_of(self._scenarios.played())

    def _put(self, call: Call[Nothing, ScenarioFile]) -> ScenarioFile:
        if call.body.id != call.path["id"]:
            raise Invalid("id", f"must be {call.path['id']}, as in the address")
        self._scenarios.save(call.body.scenario())
        return call.body

    def _delete(self, call: Call[Nothing, Nothing]) -> Nothing:
        self._scenarios.delete(call.path["id"], source=call.source)
        return Nothing()

    def _import(self, call: Call[Nothing, Import]) -> ScenarioFile:
        try:
            scenario = read_scenario(call.body.toml)
        except Invalid as error:
            raise Invalid("toml", str(error)) from error
        self._scenarios.save(scenario)
        return file_of(scenario)


def exported(scenario: Scenario) -> Response:
    """Returns the scenario as a file to download."""
    name = f'attachment; filename="{scenario.id}.toml"'
    return Response(write_scenario(scenario), content_type=TOML, headers={"Content-Disposition": name})


# The pages on which scenarios are listed, read, begun, exported and imported. All work without JavaScript.


class ScenarioPages:
    """Serves the pages. Everyone may read. Phones that have joined may change the library, and never a match that is
    being played."""

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
        """Returns the page of the scenario on the table, as it was when its match was opened."""
        scenario = self._scenarios.played()
        return reading(scenario, played=True, kept=any(each == scenario for each in self._scenarios.all()))

    def scenario_file(self, id: str) -> Response:
        return exported(self._scenarios.find(id))

    def new_page(self) -> Response:
        """Makes a scenario from a name; `from` is the one to copy."""
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

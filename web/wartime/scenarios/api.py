"""The scenarios' part of the API: kept, exported, imported."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from flask import Response

from companion.fields.characters import LINES
from companion.fields.invalid import Invalid
from companion.wartime.scenario.library import BUILT_IN, ScenarioFile, Scenarios, file_of, read_scenario, write_scenario
from companion.wartime.scenario.scenario import Scenario
from web.http.codec import Nothing
from web.http.endpoint import Call, Endpoint, Media, delete, get, post, put

TOML = "application/toml; charset=utf-8"
IS_TOML = {"contentMediaType": Media.TOML.value}


class Brief(msgspec.Struct, frozen=True):
    """One scenario of the list. `built_in`: it came with Warglass and cannot be changed."""

    id: str
    name: str
    text: str
    time_limit: bool
    built_in: bool


class Listed(msgspec.Struct, frozen=True):
    scenarios: tuple[Brief, ...]


class Format(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`toml` answers the scenario's file, to be kept or passed on."""

    format: Literal["json", "toml"] = "json"


class Import(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's file, as text."""

    toml: Annotated[str, msgspec.Meta(max_length=60_000, extra_json_schema=IS_TOML), LINES]


class ScenariosApi:
    """The scenarios' endpoints."""

    def __init__(self, scenarios: Scenarios) -> None:
        self._scenarios = scenarios

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        """All of them. No plain forms: the scenarios' pages have their own."""
        one = "/scenarios/{id}"
        return (
            get("/scenarios", self._list, query=Nothing, answer=Listed, summary="Every scenario that can be played"),
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

    def _list(self, _: Call[Nothing, Nothing]) -> Listed:
        return Listed(
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
    """The scenario as a file to download."""
    name = f'attachment; filename="{scenario.id}.toml"'
    return Response(write_scenario(scenario), content_type=TOML, headers={"Content-Disposition": name})

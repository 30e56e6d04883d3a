"""A scenario as one file: TOML to copy, mail and edit by hand, and the same as JSON."""

from typing import Annotated, Any

import msgspec

from companion.fields.decode import from_file
from companion.fields.invalid import Invalid, refuse_first
from companion.fields.sizes import Word
from companion.toml.reading import read_toml
from companion.toml.writing import dumps
from companion.wartime.scenario.check import TIMERS, faults
from companion.wartime.scenario.scenario import BOX, Scenario, Terms


class ScenarioFile(Terms, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario as files have it: its timers go by their ids, and all of the box is the default."""

    timers: Annotated[tuple[Word, ...], msgspec.Meta(max_length=40)] = tuple(spec.id for spec in BOX)

    def scenario(self) -> Scenario:
        """Raises Invalid."""
        for index, timer in enumerate(self.timers):
            if timer not in TIMERS:
                raise Invalid(f"timers[{index}]", f"there is no timer {timer}")
        terms = {field: getattr(self, field) for field in Terms.__struct_fields__}
        scenario = Scenario(timers=tuple(TIMERS[timer] for timer in self.timers), **terms)
        refuse_first(faults(scenario))
        return scenario


def file_of(scenario: Scenario) -> ScenarioFile:
    """The scenario in the form that files and the API have it."""
    terms = {field: getattr(scenario, field) for field in Terms.__struct_fields__}
    return ScenarioFile(timers=tuple(spec.id for spec in scenario.timers), **terms)


def write_scenario(scenario: Scenario) -> str:
    """The scenario as TOML; `read_scenario` makes the same scenario of it."""
    data: dict[str, Any] = msgspec.to_builtins(file_of(scenario))
    return dumps(data)


def read_scenario(text: str) -> Scenario:
    """The scenario that a TOML text is. Raises Invalid, with the line."""
    return read_toml(text, scenario_of)


def scenario_of(data: object) -> Scenario:
    """The scenario that plain values are, as TOML, JSON or a form have them. Raises Invalid."""
    return from_file(data, ScenarioFile).scenario()


def checked(scenario: Scenario) -> Scenario:
    """The scenario as it would be read again. Raises Invalid where it could not be."""
    return scenario_of(msgspec.to_builtins(file_of(scenario)))

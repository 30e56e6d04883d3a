"""A scenario as one file: TOML to copy, mail and edit by hand, and the same as JSON."""

from typing import Any

import msgspec

from companion.toml.keyed import KeyedError, convert_keyed, read_keyed
from companion.toml.writing import dumps
from companion.wartime.scenario.check import TIMERS, faults
from companion.wartime.scenario.scenario import BOX, Scenario, Terms


class ScenarioError(KeyedError):
    """The scenario cannot be used."""


class ScenarioFile(Terms, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario as files have it: its timers go by their ids, and all of the box is the default."""

    timers: tuple[str, ...] = tuple(spec.id for spec in BOX)

    def scenario(self) -> Scenario:
        """Raises ScenarioError."""
        for index, timer in enumerate(self.timers):
            if timer not in TIMERS:
                raise ScenarioError(f"timers[{index}]", f"there is no timer {timer}")
        terms = {field: getattr(self, field) for field in Terms.__struct_fields__}
        scenario = Scenario(timers=tuple(TIMERS[timer] for timer in self.timers), **terms)
        for key, message in faults(scenario):
            raise ScenarioError(key, message)
        return scenario


def file_of(scenario: Scenario) -> ScenarioFile:
    """The scenario in the form that files and the API have it."""
    terms = {field: getattr(scenario, field) for field in Terms.__struct_fields__}
    return ScenarioFile(timers=tuple(spec.id for spec in scenario.timers), **terms)


def write(scenario: Scenario) -> str:
    """The scenario as TOML; `read` makes the same scenario of it."""
    data: dict[str, Any] = msgspec.to_builtins(file_of(scenario))
    return dumps(data)


def read(text: str) -> Scenario:
    """The scenario that a TOML text is. Raises ScenarioError."""
    return read_keyed(text, made, error=ScenarioError)


def made(data: object) -> Scenario:
    """The scenario that plain values are, as TOML, JSON or a form have them. Raises ScenarioError."""
    return convert_keyed(data, ScenarioFile, error=ScenarioError).scenario()

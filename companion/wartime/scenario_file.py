"""A scenario as one file: TOML to copy, mail and edit by hand, and the same as JSON."""

import tomllib
from typing import Any

import msgspec

from companion.config_lines import line_of
from companion.toml_text import dumps
from companion.wartime.scenario import BOX, Scenario, Terms
from companion.wartime.scenario_check import TIMERS, faults


class ScenarioError(ValueError):
    """The scenario cannot be used: `key` is where, `line` (from 1) too where a text was read."""

    def __init__(self, key: str, message: str, line: int | None = None) -> None:
        where = f"line {line}: " if line else ""
        super().__init__(f"{where}{key}: {message}" if key else f"{where}{message}")
        self.key = key
        self.message = message
        self.line = line


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
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ScenarioError("", f"not TOML: {error}") from error
    try:
        return made(data)
    except ScenarioError as error:
        raise ScenarioError(error.key, error.message, line_of(text, error.key)) from error


def made(data: object) -> Scenario:
    """The scenario that plain values are, as TOML, JSON or a form have them. Raises ScenarioError."""
    try:
        file = msgspec.convert(data, ScenarioFile)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `")
        key = where.rstrip("`").removeprefix("$").removeprefix(".").removeprefix("key` in `$").lstrip(".")
        raise ScenarioError(key, _plain(message)) from error
    return file.scenario()


def _plain(message: str) -> str:
    """What msgspec says, as a sentence that begins with the key."""
    words = message.replace("Expected `int` <=", "must be at most").replace("Expected `int` >=", "must be at least")
    words = words.replace("Expected", "must be").replace("Invalid enum value", "there is no").replace("`", "")
    return words.replace("Object contains unknown field", "there is no key").replace("Object missing", "missing")

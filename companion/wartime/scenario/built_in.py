"""The scenarios that come with Warglass. They cannot be changed or deleted; a copy can."""

from importlib import resources

from companion.wartime.scenario.file import read_scenario
from companion.wartime.scenario.scenario import OPEN, TEN_MINUTES, Scenario

EXAMPLES = ("example-range", "example-cards")


def _shipped(name: str) -> Scenario:
    scenario = read_scenario(
        resources.files("companion.wartime.scenario").joinpath("shipped", f"{name}.toml").read_text(encoding="utf-8")
    )
    assert scenario.id == name
    return scenario


BUILT_IN: dict[str, Scenario] = {
    scenario.id: scenario for scenario in (OPEN, TEN_MINUTES, *(_shipped(name) for name in EXAMPLES))
}

"""The steps of setting up, in the book's order (Warzone Eternal, Chapters 12 and 13)."""

from enum import Enum

from companion.warzone.match.views import ForceView, WarzoneView
from companion.warzone.scenarios import WarzoneScenario


class Step(Enum):
    FORCES = "forces"
    ALLEGIANCE = "allegiance"
    DEPLOYMENT = "deployment"
    SCENARIO = "scenario"
    AREAS = "areas"
    SECRETS = "secrets"

    @property
    def title(self) -> str:
        return _TITLES.get(self, self.value.title())


_TITLES = {Step.AREAS: "Deployment Areas", Step.SECRETS: "Secret picks"}


def next_step(view: WarzoneView) -> Step | None:
    """The first that is not settled, None where all are."""
    forces = view.sides.values()
    settled = {
        Step.FORCES: all(force.units for force in forces),
        Step.ALLEGIANCE: all(force.allegiance for force in forces),
        Step.DEPLOYMENT: view.deployment is not None,
        Step.SCENARIO: view.scenario is not None,
        Step.AREAS: view.selector is not None,
        Step.SECRETS: all(_picked(view, force) for force in forces),
    }
    return next((step for step in Step if not settled[step]), None)


def _picked(view: WarzoneView, force: ForceView) -> bool:
    """Revealed, for what stays sealed is never asked about."""
    primary = view.scenario is not WarzoneScenario.KEY_POSITIONS or force.primary_sealed
    return bool(force.secondaries) and primary

"""Where a Scenario's Objective counters lie. The book shows it in pictures: see deployment.py."""

from math import hypot

from companion.warzone.scenario.deployment import Deployment, Point, centerline
from companion.warzone.scenario.scenarios import WarzoneScenario

_KEY_POSITIONS = ((0.25, 0.0), (0.5, 0.0), (0.75, 0.0))
_SABOTAGE = ((0.2, 6.0), (0.4, -6.0), (0.6, 6.0), (0.8, -6.0))
"""How far along the Centerline, and how many inches off it."""


def counters(scenario: WarzoneScenario | None, deployment: Deployment) -> tuple[Point, ...]:
    """The middles of the Scenario Objective counters, each COUNTER_DIAMETER wide, in inches: three along the Centerline
    for Key Positions, four staggered beside it for Sabotage, none for the others."""
    places = {WarzoneScenario.KEY_POSITIONS: _KEY_POSITIONS, WarzoneScenario.SABOTAGE: _SABOTAGE}
    start, end = centerline(deployment)
    across, up = end.x - start.x, end.y - start.y
    length = hypot(across, up)
    return tuple(
        Point(
            round(start.x + across * along - up / length * off, 2),
            round(start.y + up * along + across / length * off, 2),
        )
        for along, off in (places.get(scenario, ()) if scenario else ())
    )

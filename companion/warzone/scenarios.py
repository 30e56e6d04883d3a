"""Lists the scenarios as the book prints them: Deployment Types, Objectives and where their counters lie."""

from enum import Enum
from math import hypot
from typing import NamedTuple

import msgspec

from companion.warzone.cards.card import Allegiance

# The four Deployment Types, to scale.
#
# All in inches, x to the right and y away from Side A. Side A is the edge y = 0, Side B is y = 36 (Chapter 2, Playing
# Area). The book gives the areas as pictures. What its text says is kept: two halves along a Centerline, and Flank's
# areas are quarter circles, two for each Force. A Side can be behind an area that does not touch it (Escort). The text
# has no dimensions: those here are Warglass's own, and `CHECK` goes beside every drawing of them.

BATTLEFIELD = 36
COUNTER_DIAMETER = 40 / 25.4
CHECK = "Dimensions are ours: check your book's diagram."


class Deployment(Enum):
    """Names the deployments (Warzone Eternal, Chapter 13, Determine Deployment Areas)."""

    STANDARD = "standard"
    ADVANCED = "advanced"
    CORNER = "corner"
    FLANK = "flank"


class DeploymentArea(Enum):
    """Names the Deployment Area at Side A, or the one at Side B."""

    A = "a"
    B = "b"

    @property
    def other(self) -> "DeploymentArea":
        return DeploymentArea.B if self is DeploymentArea.A else DeploymentArea.A


class BattlefieldPoint(NamedTuple):
    """Inches from the left edge, and from Side A."""

    x: float
    y: float


class Polygon(msgspec.Struct, frozen=True, tag="polygon", tag_field="shape"):
    corners: tuple[BattlefieldPoint, ...]


class Quarter(msgspec.Struct, frozen=True, tag="quarter", tag_field="shape"):
    """Describes the quarter circle of `radius` on the Battlefield around one of its corners."""

    corner: BattlefieldPoint
    radius: float


Shape = Polygon | Quarter


def deployment_rolled(value: int) -> Deployment:
    """Returns the Deployment Type for a d20 of 1 to 20: five faces each."""
    return tuple(Deployment)[(value - 1) // 5]


def areas(deployment: Deployment) -> dict[DeploymentArea, tuple[Shape, ...]]:
    """Returns both Deployment Areas. B is A turned half round the middle of the Battlefield."""
    near = _NEAR[deployment]
    return {DeploymentArea.A: near, DeploymentArea.B: tuple(_turned(shape) for shape in near)}


def centerline(deployment: Deployment) -> tuple[BattlefieldPoint, BattlefieldPoint]:
    """Returns the ends of the line that halves the Battlefield."""
    if deployment is Deployment.CORNER:
        return BattlefieldPoint(0, BATTLEFIELD), BattlefieldPoint(BATTLEFIELD, 0)
    return BattlefieldPoint(0, BATTLEFIELD / 2), BattlefieldPoint(BATTLEFIELD, BATTLEFIELD / 2)


def _box(left: float, near: float, right: float, far: float) -> Polygon:
    return Polygon(
        (
            BattlefieldPoint(left, near),
            BattlefieldPoint(right, near),
            BattlefieldPoint(right, far),
            BattlefieldPoint(left, far),
        )
    )


_NEAR: dict[Deployment, tuple[Shape, ...]] = {
    Deployment.STANDARD: (_box(0, 0, 36, 6),),
    Deployment.ADVANCED: (_box(6, 4, 30, 12),),
    Deployment.CORNER: (Polygon((BattlefieldPoint(0, 0), BattlefieldPoint(18, 0), BattlefieldPoint(0, 18))),),
    Deployment.FLANK: (Quarter(BattlefieldPoint(0, 0), 12), Quarter(BattlefieldPoint(36, 0), 12)),
}


def _turned(shape: Shape) -> Shape:
    if isinstance(shape, Quarter):
        return Quarter(_across(shape.corner), shape.radius)
    return Polygon(tuple(_across(corner) for corner in shape.corners))


def _across(point: BattlefieldPoint) -> BattlefieldPoint:
    return BattlefieldPoint(BATTLEFIELD - point.x, BATTLEFIELD - point.y)


# The four Scenarios.


class WarzoneScenario(Enum):
    """Names the scenarios (Warzone Eternal, Chapter 13, Determine Scenario)."""

    LEAD_FROM_THE_FRONT = "lead_from_the_front"
    BREAKTHROUGH = "breakthrough"
    KEY_POSITIONS = "key_positions"
    SABOTAGE = "sabotage"

    @property
    def title(self) -> str:
        return {
            WarzoneScenario.LEAD_FROM_THE_FRONT: "Lead from the Front",
            WarzoneScenario.BREAKTHROUGH: "Breakthrough",
            WarzoneScenario.KEY_POSITIONS: "Key Positions",
            WarzoneScenario.SABOTAGE: "Sabotage",
        }[self]


def scenario_rolled(value: int) -> WarzoneScenario:
    """Returns the Scenario for a d20 of 1 to 20: five faces each."""
    return tuple(WarzoneScenario)[(value - 1) // 5]


# Where a Scenario's Objective counters are. The book shows it in pictures, as it does the Deployment Areas.

_KEY_POSITIONS = ((0.25, 0.0), (0.5, 0.0), (0.75, 0.0))
_SABOTAGE = ((0.2, 6.0), (0.4, -6.0), (0.6, 6.0), (0.8, -6.0))
"""Says how far along the Centerline, and how many inches off it."""


def counters(scenario: WarzoneScenario | None, deployment: Deployment) -> tuple[BattlefieldPoint, ...]:
    """Returns the middles of the Scenario Objective counters, each COUNTER_DIAMETER wide, in inches.

    Key Positions has three along the Centerline, Sabotage four staggered beside it. The others have none.
    """
    places = {WarzoneScenario.KEY_POSITIONS: _KEY_POSITIONS, WarzoneScenario.SABOTAGE: _SABOTAGE}
    start, end = centerline(deployment)
    across, up = end.x - start.x, end.y - start.y
    length = hypot(across, up)
    return tuple(
        BattlefieldPoint(
            round(start.x + across * along - up / length * off, 2),
            round(start.y + up * along + across / length * off, 2),
        )
        for along, off in (places.get(scenario, ()) if scenario else ())
    )


# What a Force picks in secret: Secondary Objectives, and in Key Positions its Primary Objective.

SECONDARIES_EACH = 2
MOST_VPS = 2
"""Limits what a single Secondary Objective gives a Force (Chapter 13, Select Secondary Objectives)."""


class Secondary(Enum):
    """Names the Secondary Objectives (Warzone Eternal, Chapter 13, Select Secondary Objectives)."""

    ESCORT = "escort"
    FLANKING_MANEUVERS = "flanking_maneuvers"
    HOLD_GROUND = "hold_ground"
    INTERCEPT_TRANSMISSIONS = "intercept_transmissions"
    ACCEPTABLE_CASUALTIES = "acceptable_casualties"
    SACRIFICE = "sacrifice"
    SEND_A_MESSAGE = "send_a_message"
    SLAUGHTER = "slaughter"

    @property
    def title(self) -> str:
        return "Send a Message" if self is Secondary.SEND_A_MESSAGE else self.value.replace("_", " ").title()

    @property
    def only_for(self) -> Allegiance | None:
        """Returns the Allegiance that it is restricted to, or None where either Force may pick it."""
        return _ONLY_FOR.get(self)


_ONLY_FOR = {
    Secondary.ACCEPTABLE_CASUALTIES: Allegiance.LIGHT,
    Secondary.SACRIFICE: Allegiance.LIGHT,
    Secondary.SEND_A_MESSAGE: Allegiance.DARKNESS,
    Secondary.SLAUGHTER: Allegiance.DARKNESS,
}


def open_to(allegiance: Allegiance | None) -> tuple[Secondary, ...]:
    """Returns what a Force may pick from: all eight where its Allegiance was never determined."""
    return tuple(each for each in Secondary if allegiance is None or each.only_for in (None, allegiance))


class Primary(Enum):
    """Names one of the three counters of Key Positions, as seen from Side A."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"

"""The four Scenarios."""

from enum import Enum


class WarzoneScenario(Enum):
    """Warzone Eternal, Chapter 13, Determine Scenario."""

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
    """What a d20 of 1 to 20 gives: five faces each."""
    return tuple(WarzoneScenario)[(value - 1) // 5]

"""Sets a game up: its size, its sides and its Battlefield. Warzone Eternal, Chapters 12 and 13."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.ledger import Ledger, Line
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.cards.card import Faction
from companion.warzone.match.kinds import ForceAct, ForceEvent, WarzoneAct, WarzoneEvent, not_over
from companion.warzone.match.parts import Die
from companion.warzone.match.state import State, called, of_both, with_force
from companion.warzone.scenarios import Deployment, DeploymentArea, WarzoneScenario, deployment_rolled, scenario_rolled


class SetupAct(WarzoneAct, frozen=True, kw_only=True):
    """Asks for a part of the set-up. Corrections count until the game is over."""

    def check(self, state: State) -> None:
        not_over(state)


# The size of the game.


class Sized(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "Game Size"

    size: int

    def apply(self, state: State) -> State:
        return replace(state, size=self.size)

    def sentence(self, _: State) -> str:
        return f"Game Size {self.size} DP"


class SetSize(SetupAct, frozen=True, kw_only=True):
    """Sets the Game Size in DPs."""

    ADDRESSES = ("size",)
    SUMMARY = "The Game Size"
    EVENT = Sized

    size: Annotated[int, msgspec.Meta(ge=1, le=500)]


# Who follows the Light, by the lower roll.

ALLEGIANCE = "Determine Allegiance"


def allegiance_roll(faction: Faction | None, die: Die) -> Ledger:
    """Sums a Force's roll for its Allegiance: the Brotherhood take 10 off, the Dark Legion add 10."""
    lines = [Line("d20", die.value, ALLEGIANCE)]
    if faction is Faction.BROTHERHOOD:
        lines.append(Line("Brotherhood", -10, ALLEGIANCE))
    if faction is not None and faction.dark_legion:
        lines.append(Line("Dark Legion", 10, ALLEGIANCE))
    return Ledger.of(lines)


def agents_of_light(factions: Mapping[Side, Faction | None], *, gold: Die, red: Die) -> Side | None:
    """Returns the side with the lower roll; None where they tie: then both roll again."""
    one = allegiance_roll(factions[Side.GOLD], gold).value
    other = allegiance_roll(factions[Side.RED], red).value
    return lower(gold=one, red=other)


def lower(*, gold: int, red: int) -> Side | None:
    """Returns the side with the lower number, or None where they tie."""
    if gold == red:
        return None
    return Side.GOLD if gold < red else Side.RED


class Allied(WarzoneEvent, frozen=True, kw_only=True):
    """Determines Allegiance, by dice or by choice; `light` is None where the dice tied. `factions`: those that the
    sides said they play."""

    WHAT = "Allegiance"

    light: Side | None
    gold: Die | None = None
    red: Die | None = None
    factions: dict[Side, Faction] | msgspec.UnsetType = msgspec.UNSET

    def apply(self, state: State) -> State:
        for side, faction in (self.factions or {}).items():
            state = with_force(state, side, faction=faction)
        return replace(state, light=self.light, allegiance_dice=self._dice)

    def sentence(self, state: State) -> str:
        """Returns it with what a Faction adds to a die or takes off: it is the sum that must be the lower."""
        told = f"Agents of Light: {called(state, self.light)}" if self.light else "A tie for Allegiance: roll again"
        known = self.factions or {}
        rolls = [_sum(known.get(side, state.forces[side].faction), die) for side, die in self._dice.items()]
        return f"{told} ({of_both(state, *rolls)})" if rolls else told

    @property
    def _dice(self) -> dict[Side, Die]:
        return {Side.GOLD: self.gold, Side.RED: self.red} if self.gold is not None and self.red is not None else {}


class RollAllegiance(SetupAct, frozen=True, kw_only=True):
    """`factions`: those that the sides say they play, where their Forces are still to come."""

    ADDRESSES = ("allegiance",)
    SUMMARY = "Choose the Agents of Light, or roll"
    EVENT = Allied

    gold: Die
    red: Die
    factions: Mapping[Side, Faction] = msgspec.field(default_factory=dict)

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        self.check(state)
        known = {side: self.factions.get(side, force.faction) for side, force in state.forces.items()}
        light = agents_of_light(known, gold=self.gold, red=self.red)
        return [self.event(at, light=light, factions=dict(self.factions) or UNSET)]


class ChooseAllegiance(SetupAct, frozen=True, kw_only=True):
    """`light` are the Agents of Light, the other side follows the Servants of Darkness."""

    EVENT = Allied

    light: Side


def _sum(faction: Faction | None, die: Die) -> str:
    more = allegiance_roll(faction, die).value - die.value
    return f"{die} {'−' if more < 0 else '+'} {abs(more)}" if more else str(die)


# The Battlefield: by a die, or as the players choose.


def _rolled(die: Die | None) -> str:
    return f" (rolled {die})" if die else ""


class DeploymentSet(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "Deployment"

    deployment: Deployment
    die: Die | None = None

    def apply(self, state: State) -> State:
        return replace(state, deployment=self.deployment)

    def sentence(self, _: State) -> str:
        return f"{self.deployment.value.title()} Deployment{_rolled(self.die)}"


class SetDeployment(SetupAct, frozen=True, kw_only=True):
    """Sets the Deployment Type: the one that is chosen, else the die's."""

    ADDRESSES = ("deployment",)
    SUMMARY = "Choose the Deployment Type, or roll"
    EVENT = DeploymentSet

    deployment: Deployment | None = None
    die: Die | None = msgspec.field(name="roll", default=None)

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        self.check(state)
        if self.deployment is not None:
            return [self.event(at, die=None)]
        if self.die is None:
            raise Refused("Choose a Deployment Type, or roll for it.")
        return [self.event(at, deployment=deployment_rolled(self.die.value))]


class ScenarioSet(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "Scenario"

    scenario: WarzoneScenario
    die: Die | None = None

    def apply(self, state: State) -> State:
        return replace(state, scenario=self.scenario)

    def sentence(self, _: State) -> str:
        return f"Scenario: {self.scenario.title}{_rolled(self.die)}"


class SetScenario(SetupAct, frozen=True, kw_only=True):
    """Sets the Scenario: the one that is chosen, else the die's."""

    ADDRESSES = ("scenario",)
    SUMMARY = "Choose the Scenario, or roll"
    EVENT = ScenarioSet

    scenario: WarzoneScenario | None = None
    die: Die | None = msgspec.field(name="roll", default=None)

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        self.check(state)
        if self.scenario is not None:
            return [self.event(at, die=None)]
        if self.die is None:
            raise Refused("Choose a Scenario, or roll for it.")
        return [self.event(at, scenario=scenario_rolled(self.die.value))]


class TerrainPlaced(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "terrain"

    def apply(self, state: State) -> State:
        return replace(state, terrain_placed=True)

    def sentence(self, _: State) -> str:
        return "Terrain was placed"


class PlaceTerrain(SetupAct, frozen=True, kw_only=True):
    """Says that the Battlefield has its Terrain Features, and that both sides agree on their traits."""

    ADDRESSES = ("terrain",)
    SUMMARY = "The Battlefield has its Terrain Features"
    EVENT = TerrainPlaced


class AreasRolled(WarzoneEvent, frozen=True, kw_only=True):
    WHAT = "roll for areas"

    gold: Die
    red: Die

    def apply(self, state: State) -> State:
        return replace(state, area_dice={Side.GOLD: self.gold, Side.RED: self.red})

    def sentence(self, state: State) -> str:
        return f"Rolled for Deployment Areas ({of_both(state, self.gold, self.red)})"


class RollAreas(SetupAct, frozen=True, kw_only=True):
    """Rolls for the areas: the lower may select a Deployment Area, or leave that to the other."""

    ADDRESSES = ("areas",)
    SUMMARY = "Roll for the choice of Deployment Areas"
    EVENT = AreasRolled

    gold: Die
    red: Die


class AreaSelected(ForceEvent, frozen=True, kw_only=True):
    WHAT = "Deployment Area"

    area: DeploymentArea

    def apply(self, state: State) -> State:
        return replace(state, selector=self.side, area=self.area)

    def sentence(self, state: State) -> str:
        return f"{self.who(state)} selected the Deployment Area at Side {self.area.value.upper()}"


class SelectArea(ForceAct, frozen=True, kw_only=True):
    """Selects this side's Deployment Area. It deploys first, and the other has the Initiative in the first Turn."""

    ADDRESSES = ("sides/{side}/area",)
    SUMMARY = "A side selects its Deployment Area"
    EVENT = AreaSelected

    area: DeploymentArea

    def check(self, state: State) -> None:
        not_over(state)

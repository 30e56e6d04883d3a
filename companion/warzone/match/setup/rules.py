"""What setup commands bring about, or why they are refused. Warzone Eternal, Chapters 12 and 13."""

from typing import assert_never

from msgspec import UNSET

from companion.table.errors import Refused
from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.force.roster import roster, unlisted
from companion.warzone.match import commands as c
from companion.warzone.match import events as e
from companion.warzone.match.names import called
from companion.warzone.match.refusals import not_over
from companion.warzone.match.setup import designate
from companion.warzone.match.setup.commander import may_be_named
from companion.warzone.match.setup.rolls import agents_of_light
from companion.warzone.match.state import LAST_TURN, State, TurnPhase
from companion.warzone.scenario.deployment import deployment_rolled
from companion.warzone.scenario.objectives import SECONDARIES_EACH, Secondary, open_to
from companion.warzone.scenario.scenarios import WarzoneScenario, scenario_rolled


def decide(state: State, command: c.SetupCommand, at: int) -> e.SetupEvent:
    """Most of it may be put right until the game is over; the Forces only until it begins. Raises Refused, NotHere."""
    not_over(state)
    match command:
        case c.SetSize(size=size):
            return e.Sized(sand_ns=at, size=size)
        case c.Muster():
            return _muster(state, command, at)
        case designate.Designate():
            return designate.decide(state, command, at)
        case c.RollAllegiance(gold=gold, red=red):
            light = agents_of_light(state.forces, gold=gold, red=red)
            return e.Allied(sand_ns=at, light=light, gold=gold, red=red)
        case c.ChooseAllegiance(light=light):
            return e.Allied(sand_ns=at, light=light)
        case c.SetDeployment(deployment=deployment, die=die):
            deployment = deployment_rolled(die.value) if die else deployment
            if deployment is None:
                raise Refused("Choose a Deployment Type, or roll for it.")
            return e.DeploymentSet(sand_ns=at, deployment=deployment, die=die)
        case c.SetScenario(scenario=scenario, die=die):
            scenario = scenario_rolled(die.value) if die else scenario
            if scenario is None:
                raise Refused("Choose a Scenario, or roll for it.")
            return e.ScenarioSet(sand_ns=at, scenario=scenario, die=die)
        case c.RollAreas(gold=gold, red=red):
            return e.AreasRolled(sand_ns=at, gold=gold, red=red)
        case c.SelectArea(side=side, area=area):
            return e.AreaSelected(sand_ns=at, side=side, area=area)
        case c.NameCommander(side=side, unit=unit):
            may_be_named(state, side, unit)
            return e.CommanderNamed(sand_ns=at, side=side, unit=unit)
        case c.Seal() | c.SealPrimary() | c.Reveal() | c.RevealPrimaries():
            return _secret(state, command, at)
        case _:
            assert_never(command)


def _muster(state: State, command: c.Muster, at: int) -> e.Mustered:
    if state.stage is not Stage.SETUP:
        raise Refused("The game has begun: the Forces stay as they are.")
    listed = bool(command.entries)
    units = roster(command.entries) if listed else unlisted(command.activations)
    return e.Mustered(
        sand_ns=at,
        side=command.side,
        faction=command.faction,
        name=command.name,
        units=units,
        listed=listed,
        assets=tuple(dict.fromkeys(command.assets)),
        designated=designate.brought(command.designated, units) or UNSET,
    )


def _secret(state: State, command: c.Seal | c.SealPrimary | c.Reveal | c.RevealPrimaries, at: int) -> e.SetupEvent:
    """Reasons never name a pick: everyone reads them."""
    match command:
        case c.Seal(side=side, owner=owner, picks=picks):
            if state.stage is not Stage.SETUP:
                raise Refused("The game has begun: Secondary Objectives are sealed before.")
            if state.forces[side].secondaries:
                raise Refused(f"{called(state, side)}'s Secondary Objectives are revealed already.")
            if len(set(picks)) != SECONDARIES_EACH or len(picks) != SECONDARIES_EACH:
                raise Refused("Pick two different Secondary Objectives.")
            if not set(picks) <= set(open_to(state.allegiance(side))):
                raise Refused("One of these is not for your Allegiance: pick another.")
            return e.Sealed(sand_ns=at, side=side, owner=owner, picks=picks)
        case c.SealPrimary(side=side, owner=owner, pick=pick):
            if state.scenario is not WarzoneScenario.KEY_POSITIONS:
                raise Refused("Only Key Positions has Primary Objectives.")
            if not state.opening:
                raise Refused("Primary Objectives are chosen before the first Activation Phase.")
            return e.PrimarySealed(sand_ns=at, side=side, owner=owner, pick=pick)
        case c.Reveal():
            gold, red = (_sealed(state, side) for side in Side)
            return e.Revealed(sand_ns=at, gold=gold, red=red)
        case c.RevealPrimaries():
            if state.turn != LAST_TURN or state.turn_phase is not TurnPhase.END:
                raise Refused("Primary Objectives stay secret until the end of the fifth Turn.")
            primaries = [state.forces[side].sealed_primary for side in Side]
            if primaries[0] is None or primaries[1] is None:
                raise Refused("Not both of you chose a Primary Objective.")
            return e.PrimariesRevealed(sand_ns=at, gold=primaries[0], red=primaries[1])
        case _:
            assert_never(command)


def _sealed(state: State, side: Side) -> tuple[Secondary, ...]:
    force = state.forces[side]
    if not force.sealed:
        raise Refused("Nothing is sealed." if force.secondaries else f"{called(state, side)} has not picked yet.")
    if not set(force.sealed) <= set(open_to(state.allegiance(side))):
        raise Refused(f"{called(state, side)}'s picks do not fit its Allegiance any more: pick again.")
    return force.sealed

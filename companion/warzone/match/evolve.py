"""How events change a game of Warzone."""

from typing import assert_never

from msgspec.structs import replace

from companion.table.sides import Side
from companion.warzone.match import events as e
from companion.warzone.match.fight import evolve as fight_evolve
from companion.warzone.match.objectives import evolve as objective_evolve
from companion.warzone.match.reactions import evolve as reaction_evolve
from companion.warzone.match.setup.designate import Designated
from companion.warzone.match.state import State, UnitState
from companion.warzone.match.turns import evolve as turn_evolve
from companion.warzone.match.units import evolve as unit_evolve
from companion.warzone.match.units.changes import with_force


def evolve(state: State, event: e.WarzoneEvent) -> State:
    """The state after `event`. Never refuses: after an undo, an event can find that it means nothing any more."""
    return reaction_evolve.after(_evolved(reaction_evolve.before(state, event), event), event)


def _evolved(state: State, event: e.WarzoneEvent) -> State:
    if isinstance(event, e.ReactionEvent):
        return turn_evolve.settled(reaction_evolve.evolve(state, event))
    if isinstance(event, e.TurnEvent):
        return turn_evolve.settled(turn_evolve.evolve(state, event))
    if isinstance(event, e.UnitChange):
        return turn_evolve.settled(unit_evolve.evolve(state, event))
    if isinstance(event, e.ObjectiveEvent):
        return objective_evolve.evolve(state, event)
    if isinstance(event, e.FightEvent):
        return turn_evolve.settled(fight_evolve.evolve(state, event))
    return _set_up(state, event)


def _set_up(state: State, event: e.SetupEvent) -> State:
    match event:
        case e.Sized(size=size):
            return replace(state, size=size)
        case e.Mustered():
            return _mustered(state, event)
        case Designated(side=side, unit=unit, asset=asset):
            return with_force(state, side, designated={**state.forces[side].designated, asset: unit})
        case e.Allied(light=light, gold=gold, red=red):
            dice = {Side.GOLD: gold, Side.RED: red} if gold is not None and red is not None else {}
            return replace(state, light=light, allegiance_dice=dice)
        case e.DeploymentSet(deployment=deployment):
            return replace(state, deployment=deployment)
        case e.ScenarioSet(scenario=scenario):
            return replace(state, scenario=scenario)
        case e.AreasRolled(gold=gold, red=red):
            return replace(state, area_dice={Side.GOLD: gold, Side.RED: red})
        case e.AreaSelected(side=side, area=area):
            return replace(state, selector=side, area=area)
        case e.Sealed(side=side, owner=owner, picks=picks):
            return with_force(state, side, owner=owner, sealed=picks)
        case e.PrimarySealed(side=side, owner=owner, pick=pick):
            return with_force(state, side, primary_owner=owner, sealed_primary=pick)
        case e.Revealed(gold=gold, red=red):
            bare = with_force(state, Side.GOLD, secondaries=gold, sealed=(), owner=None)
            return with_force(bare, Side.RED, secondaries=red, sealed=(), owner=None)
        case e.PrimariesRevealed(gold=gold, red=red):
            bare = with_force(state, Side.GOLD, primary=gold, sealed_primary=None, primary_owner=None)
            return with_force(bare, Side.RED, primary=red, sealed_primary=None, primary_owner=None)
        case e.CommanderNamed(side=side, unit=unit):
            # The first is whoever held the office when the Activations began: until then it may be put right.
            first = unit if state.opening else state.forces[side].first_commander or unit
            return with_force(state, side, commander=unit, first_commander=first)
        case _:
            assert_never(event)


def _mustered(state: State, event: e.Mustered) -> State:
    return with_force(
        state,
        event.side,
        faction=event.faction,
        name=event.name,
        listed=event.listed,
        assets=event.assets,
        designated=event.designated or {},
        units={unit.id: UnitState(unit=unit) for unit in event.units},
        commander=None,
        first_commander=None,
    )

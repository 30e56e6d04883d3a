"""How events change a game of Warzone."""

from typing import assert_never

from msgspec.structs import replace

from companion.table.seats import Side
from companion.warzone.match import events as e
from companion.warzone.match.declared import after, before, evolve_reaction
from companion.warzone.match.fight import evolve_fight
from companion.warzone.match.objectives import evolve_objective
from companion.warzone.match.parts import Counter, LeadershipRoll
from companion.warzone.match.reactions import answering
from companion.warzone.match.refusals import Designated
from companion.warzone.match.state import Casualty, Cloud, State, UnitState, with_force, with_unit, with_used
from companion.warzone.match.turns import evolve_turn, settled
from companion.warzone.sums.leadership import DISPERSES

# What happens to Units, Clouds and effects.


def evolve_unit(state: State, event: e.UnitChange) -> State:
    """Returns the state after an event about a Unit, a Cloud or an effect."""
    match event:
        case e.Reacted(side=side, unit=unit, reaction=reaction):
            return answering(state, side, unit, reaction, made=False)
        case e.Marked():
            return _marked(state, event)
        case e.Wounded():
            return _wounded(state, event)
        case e.Removed(side=side, unit=unit, by=by, strike=strike):
            return with_unit(state, side, unit, fall=Casualty(turn=state.turn, by=by, strike=strike))
        case e.Returned(side=side, unit=unit):
            return with_unit(state, side, unit, fall=None)
        case e.Jammed(side=side, unit=unit, weapon=weapon):
            jammed = _jammed(state, event)
            return with_unit(state, side, unit, jammed=(*jammed, weapon))
        case e.Reloaded(side=side, unit=unit, weapon=weapon):
            jammed = _jammed(state, event)
            return with_unit(state, side, unit, jammed=tuple(each for each in jammed if each != weapon))
        case e.CloudPlaced(cloud=number, name=name, size=size, owner=owner):
            clouds = (*state.clouds, Cloud(id=number, name=name, size=size or None, owner=owner or None))
            return replace(state, clouds=clouds, clouds_placed=max(number, state.clouds_placed))
        case e.CloudRolled(cloud=number, die=die):
            if die.value >= DISPERSES:
                return _without_cloud(state, number)
            return _with_cloud(state, number, stayed=state.turn)
        case e.CloudAnswered(cloud=number):
            return _with_cloud(state, number, asked=False)
        case e.CloudHit(side=side, unit=unit, dealt=dealt, wounds=wounds):
            hit = state.forces[side].units.get(unit)
            if hit is None:
                return state
            fall = hit.fall
            if event.casualty:
                fall = fall or Casualty(turn=state.turn, by=event.by)
            return with_unit(state, side, unit, wounds=wounds, pinned=hit.pinned or dealt.pinned, fall=fall)
        case e.CloudMoved():
            return state
        case e.CloudRemoved(cloud=number):
            return _without_cloud(state, number)
        case e.EffectUsed(side=side, effect=effect, test=test):
            if isinstance(test, LeadershipRoll) and test.success:
                state = with_unit(state, side, test.unit, pinned=False)
            return with_used(state, side, effect)
        case _:
            assert_never(event)


def _marked(state: State, event: e.Marked) -> State:
    side, unit, on = event.side, event.unit, event.on
    if event.counter is Counter.PINNED:
        return with_unit(state, side, unit, pinned=on)
    if event.counter is Counter.REACTION:
        return with_unit(state, side, unit, reactions=1 if on else 0, reacting=None)
    force = state.forces[side]
    named = on and force.anonymous > 0 and unit in force.units and not force.units[unit].activated
    if named and state.acting != ():
        # One of the nameless Activations was this Unit's.
        state = with_force(state, side, anonymous=force.anonymous - 1)
    return with_unit(state, side, unit, activated=on)


def _wounded(state: State, event: e.Wounded) -> State:
    """Wound Counters up to the Unit's W make it a Casualty; taken away below that, it is none."""
    found = state.forces[event.side].units.get(event.unit)
    if found is None:
        return state
    limit = found.unit.wounds
    fall = found.fall
    if limit is not None and event.wounds >= limit:
        fall = fall or Casualty(turn=state.turn, by=event.by, strike=event.strike)
    elif event.count < 0:
        fall = None
    pinned = found.pinned or event.pinned is True
    return with_unit(state, event.side, event.unit, wounds=event.wounds, pinned=pinned, fall=fall)


def _jammed(state: State, event: e.Jammed | e.Reloaded) -> tuple[str, ...]:
    found = state.forces[event.side].units.get(event.unit)
    return found.jammed if found else ()


def _with_cloud(state: State, number: int, **changes: object) -> State:
    return replace(
        state, clouds=tuple(replace(each, **changes) if each.id == number else each for each in state.clouds)
    )


def _without_cloud(state: State, number: int) -> State:
    return replace(state, clouds=tuple(each for each in state.clouds if each.id != number))


def evolve(state: State, event: e.WarzoneEvent) -> State:
    """Returns the state after `event`. Never refuses: after an undo, an event can lack what it is about."""
    return after(_evolved(before(state, event), event), event)


def _evolved(state: State, event: e.WarzoneEvent) -> State:
    if isinstance(event, e.ReactionEvent):
        return settled(evolve_reaction(state, event))
    if isinstance(event, e.TurnEvent):
        return settled(_hitting_again(evolve_turn(state, event), event))
    if isinstance(event, e.UnitChange):
        return settled(evolve_unit(state, event))
    if isinstance(event, e.ObjectiveEvent):
        return evolve_objective(state, event)
    if isinstance(event, e.FightEvent):
        return settled(evolve_fight(state, event))
    return _set_up(state, event)


def _hitting_again(state: State, event: e.TurnEvent) -> State:
    """Asks at the end of an Activation which Units a Cloud hits (Cloud Area of Effect), since only players see that."""
    asks = isinstance(event, e.ActivationEnded)
    if not state.clouds or not (asks or isinstance(event, e.TurnEnded)):
        return state
    return replace(state, clouds=tuple(replace(each, asked=asks and each.how is not None) for each in state.clouds))


def _set_up(state: State, event: e.SetupEvent) -> State:
    match event:
        case e.Sized(size=size):
            return replace(state, size=size)
        case e.Mustered():
            return _mustered(state, event)
        case Designated(side=side, unit=unit, asset=asset):
            return with_force(state, side, designated={**state.forces[side].designated, asset: unit})
        case e.Allied(light=light, gold=gold, red=red, factions=factions):
            dice = {Side.GOLD: gold, Side.RED: red} if gold is not None and red is not None else {}
            for side, faction in (factions or {}).items():
                state = with_force(state, side, faction=faction)
            return replace(state, light=light, allegiance_dice=dice)
        case e.DeploymentSet(deployment=deployment):
            return replace(state, deployment=deployment)
        case e.ScenarioSet(scenario=scenario):
            return replace(state, scenario=scenario)
        case e.TerrainPlaced():
            return replace(state, terrain_placed=True)
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
            # The first is the Commander when the Activations began. Until then a correction counts.
            first = unit if state.opening else state.forces[side].first_commander or unit
            return with_force(state, side, commander=unit, first_commander=first)
        case _:
            assert_never(event)


def _mustered(state: State, event: e.Mustered) -> State:
    return with_force(
        state,
        event.side,
        # Units that are only counted leave the Faction that the side rolled with.
        faction=event.faction or (None if event.listed else state.forces[event.side].faction),
        name=event.name,
        listed=event.listed,
        assets=event.assets,
        designated=event.designated or {},
        units={unit.id: UnitState(unit=unit) for unit in event.units},
        commander=None,
        first_commander=None,
    )

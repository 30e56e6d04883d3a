"""What a command brings about in a game of Warzone, or why it is refused."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from msgspec import UNSET

from companion.names import same, spelt
from companion.table import commands as table
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.attacks.actions import Action
from companion.warzone.match import commands as c
from companion.warzone.match import events as e
from companion.warzone.match.commands import ObjectiveCommand
from companion.warzone.match.declared import decide_reaction
from companion.warzone.match.events import ObjectiveEvent
from companion.warzone.match.fight import begins, decide_fight
from companion.warzone.match.limits import against_action, against_effect, agreed
from companion.warzone.match.objectives import CounterKind, Objective, holder, name, objective, sentence_case, tracked
from companion.warzone.match.parts import BattlefieldPlace, Counter
from companion.warzone.match.reactions import may_react, unpinnable
from companion.warzone.match.refusals import in_phase, in_turn, not_over, playing, standing, unused
from companion.warzone.match.setup import decide_setup
from companion.warzone.match.state import (
    RALLIES,
    Cloud,
    Force,
    State,
    TurnPhase,
    UnitState,
    called,
    possessive,
    used_in,
)
from companion.warzone.match.suggestions import tracked_answers
from companion.warzone.match.turns import decide_turn
from companion.warzone.scenarios import WarzoneScenario

# What commands about Scenario Objective counters bring about, or why they are refused (Chapter 13).

MISSION_CRITICAL = "Mission Critical"
"""Is the asset of one Turn in which Engaged Units may Interact (Chapter 12, General Assets)."""


def decide_objective(state: State, command: ObjectiveCommand, at: int) -> ObjectiveEvent:
    """Raises Refused, NotHere."""
    playing(state)
    match command:
        case c.Interact():
            return _interact(state, command, at)
        case c.SetControl(counter=counter, control=control):
            _of(state, counter, CounterKind.KEY)
            return e.ControlSet(sand_ns=at, counter=counter, control=control)
        case c.SetDamage(side=side, counter=counter, damage=damage):
            _theirs(state, _of(state, counter, CounterKind.SABOTAGE), side)
            return e.DamageSet(sand_ns=at, side=side, counter=counter, damage=damage)
        case c.PlaceObjective(counter=counter, place=place):
            kind = _of(state, counter, CounterKind.ESCORT, CounterKind.INTERCEPT).kind
            if kind is CounterKind.INTERCEPT and place is BattlefieldPlace.AREA:
                raise Refused("That counter stays where it was placed, or is gone.")
            return e.ObjectivePlaced(sand_ns=at, counter=counter, place=place)
        case c.SetConnection(counter=counter, unit=unit):
            owner = _of(state, counter, CounterKind.INTERCEPT).side
            if unit is not None and owner is not None:
                state.forces[owner].unit(unit)
            return e.ConnectionSet(sand_ns=at, counter=counter, unit=unit)
        case c.MeasureCommanders(gold=gold, red=red):
            if state.scenario is not WarzoneScenario.LEAD_FROM_THE_FRONT:
                raise Refused("Only Lead from the Front measures Commanders.")
            in_phase(state, TurnPhase.END)
            return e.CommandersMeasured(sand_ns=at, gold=gold, red=red)
        case c.AnswerTracked():
            in_phase(state, TurnPhase.END)
            answers = tracked_answers(state)
            if not answers:
                raise Refused("What is asked still does not follow from what was tracked: answer it yourselves.")
            return e.AnsweredTracked(sand_ns=at, turn=state.turn, answers=answers)
        case _:
            assert_never(command)


def _interact(state: State, command: c.Interact, at: int) -> e.Interacted:
    """As far as the table knows: in the Unit's own Activation, and with a counter that its Force may interact with."""
    counter = objective(state, command.counter)
    force = in_turn(state, command.side)
    unit = standing(force, command.unit)
    _theirs(state, counter, command.side)
    if tracked(state, counter.id).place is BattlefieldPlace.OFF:
        raise Refused(f"{sentence_case(name(state, counter))} is off the Battlefield.")
    if command.place is not None and counter.kind is not CounterKind.ESCORT:
        raise Refused(f"{sentence_case(name(state, counter))} does not move.")
    success, dice = command.success, command.dice
    if dice:
        if command.needed is None:
            raise Refused(f"Type the LD of {unit.unit.name}, or say how it went.")
        dice = dice[: 1 if dice[0].value <= command.needed else 2]
        success = dice[-1].value <= command.needed
    return e.Interacted(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        counter=counter.id,
        success=success,
        needed=command.needed if dice else None,
        dice=dice,
        place=command.place if success else None,
        activates=begins(state, unit),
        agreed=agreed(
            command, (*_while_engaged(state, force, unit), *against_action(state, command, unit, Action.INTERACT))
        ),
    )


def _while_engaged(state: State, force: Force, unit: UnitState) -> Iterator[str]:
    if unit.engaged and used_in(force, MISSION_CRITICAL) != state.turn:
        yield f"{unit.unit.name} can Interact while Engaged only in a Turn of {MISSION_CRITICAL}"


def _of(state: State, counter: str, *kinds: CounterKind) -> Objective:
    """Raises Refused, NotHere."""
    found = objective(state, counter)
    if found.kind not in kinds:
        raise Refused(f"Not recorded: {name(state, found)} cannot have that.")
    return found


def _theirs(state: State, counter: Objective, side: Side) -> None:
    """Raises Refused where this Force may not interact with the counter."""
    found = holder(state, counter)
    if counter.kind is CounterKind.SABOTAGE and found is side:
        raise Refused(f"That counter is in {possessive(called(state, side))} own half: only the enemy can damage it.")
    if counter.side is not None and found is not side:
        raise Refused(
            f"Only {called(state, counter.side)} can Interact with that: it is for their Secondary Objective."
        )


# What commands about Units, Clouds and effects bring about, or why they are refused.

MOST_CLOUDS = 40
MOST_RELOAD_COUNTERS = 12
MOST_EFFECTS = 100
"""Is more than any game has: every view tells them all."""


def decide_unit(state: State, command: c.UnitsCommand, at: int) -> e.UnitChange:
    """Counters go where players put them: only what could not be meant is refused. Raises Refused, NotHere."""
    playing(state)
    match command:
        case c.React():
            return _react(state, command, at)
        case c.Mark(side=side, unit=unit, counter=counter, on=on):
            found = standing(state.forces[side], unit)
            if counter is Counter.PINNED and on and unpinnable(found.unit):
                raise Refused(f"{found.unit.name} cannot be Pinned: it is Relentless.")
            return e.Marked(sand_ns=at, side=side, unit=unit, counter=counter, on=on)
        case c.Wound():
            return _wound(state, command, at)
        case c.Return(side=side, unit=unit):
            found = state.forces[side].unit(unit)
            if found.fall is None:
                raise Refused(f"{found.unit.name} cannot return: it is not a Casualty.")
            return e.Returned(sand_ns=at, side=side, unit=unit)
        case c.Remove(side=side, unit=unit, by=by, strike=strike):
            standing(state.forces[side], unit)
            if by is not None:
                state.forces[side.other].unit(by)
            return e.Removed(sand_ns=at, side=side, unit=unit, by=by, strike=strike)
        case c.Jam(side=side, unit=unit, weapon=weapon):
            found = standing(state.forces[side], unit)
            if weapon in found.jammed:
                raise Refused(f"That Reload Counter is on {found.unit.name} already.")
            if len(found.jammed) >= MOST_RELOAD_COUNTERS:
                raise Refused(f"{found.unit.name} cannot have more than {MOST_RELOAD_COUNTERS} Reload Counters.")
            return e.Jammed(sand_ns=at, side=side, unit=unit, weapon=weapon)
        case c.Reload(side=side, unit=unit, weapon=weapon):
            found = standing(state.forces[side], unit)
            if weapon not in found.jammed:
                raise Refused(f"No such Reload Counter is on {found.unit.name}.")
            return e.Reloaded(sand_ns=at, side=side, unit=unit, weapon=weapon)
        case c.UseEffect():
            return _effect(state, command, at)
        case c.PlaceCloud() | c.RollCloud() | c.RemoveCloud() | c.AnswerCloud() | c.HitByCloud() | c.ScatterCloud():
            return _cloud(state, command, at)
        case _:
            assert_never(command)


def _effect(state: State, command: c.UseEffect, at: int) -> e.EffectUsed:
    side, test = command.side, command.test
    force = state.forces[side]
    unused(state, side, command.effect)
    if len(force.used) >= MOST_EFFECTS:
        raise Refused(f"{called(state, side)} used {MOST_EFFECTS} effects already.")
    effect = spelt(command.effect, force.assets)
    by_agreement = agreed(command, against_effect(state, command))
    if test is None:
        return e.EffectUsed(sand_ns=at, side=side, effect=effect, agreed=by_agreement)
    if not same(effect, RALLIES):
        raise Refused(f"No Unit is tested for {effect}.")
    tested = standing(force, test.unit)
    if not tested.pinned:
        raise Refused(f"{tested.unit.name} cannot rally: it is not Pinned.")
    return e.EffectUsed(sand_ns=at, side=side, effect=effect, test=test, agreed=by_agreement)


def _react(state: State, command: c.React, at: int) -> e.Reacted:
    found = standing(state.forces[command.side], command.unit)
    may_react(state, command.side, found, command.reaction)
    return e.Reacted(sand_ns=at, side=command.side, unit=command.unit, reaction=command.reaction)


def _wound(state: State, command: c.Wound, at: int) -> e.Wounded:
    """With a Wound Counter comes a Pinned Counter (Armor Tests)."""
    force = state.forces[command.side]
    found = standing(force, command.unit) if command.count > 0 else force.unit(command.unit)
    if command.count < 0 and not found.wounds:
        raise Refused(f"No Wound Counters are on {found.unit.name}.")
    if command.by is not None:
        state.forces[command.side.other].unit(command.by)
    return e.Wounded(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        count=command.count,
        wounds=max(0, found.wounds + command.count),
        pinned=True if command.count > 0 and not unpinnable(found.unit) else UNSET,
        by=command.by,
        strike=command.strike,
    )


def _cloud(
    state: State,
    command: c.PlaceCloud | c.RollCloud | c.RemoveCloud | c.AnswerCloud | c.HitByCloud | c.ScatterCloud,
    at: int,
) -> e.UnitChange:
    """Decides on a Cloud (Warzone Eternal, Chapter 8, Cloud Area of Effect)."""
    match command:
        case c.PlaceCloud(name=name, size=size, owner=owner):
            if len(state.clouds) >= MOST_CLOUDS:
                raise Refused(f"There are {MOST_CLOUDS} clouds already: remove one first.")
            number = state.clouds_placed + 1
            return e.CloudPlaced(
                sand_ns=at,
                cloud=number,
                name=name or f"Cloud {number}",
                size=size or UNSET,
                owner=owner or UNSET,
            )
        case c.RemoveCloud(cloud=number):
            return e.CloudRemoved(sand_ns=at, cloud=_placed(state, number).id)
        case c.AnswerCloud(cloud=number):
            if not _placed(state, number).asked:
                raise Refused(f"{_placed(state, number).name} does not hit any Unit now.")
            return e.CloudAnswered(sand_ns=at, cloud=number)
        case c.HitByCloud():
            return _hit_by_cloud(state, command, at)
        case c.ScatterCloud(cloud=number, inches=inches, die=die):
            return e.CloudMoved(sand_ns=at, cloud=_placed(state, number).id, inches=inches, die=die)
        case c.RollCloud(cloud=number, die=die):
            cloud = _placed(state, number)
            in_phase(state, TurnPhase.END)
            if cloud.stayed == state.turn:
                raise Refused(f"{cloud.name} has been rolled for this Turn.")
            return e.CloudRolled(sand_ns=at, cloud=cloud.id, die=die)
        case _:
            assert_never(command)


def _hit_by_cloud(state: State, command: c.HitByCloud, at: int) -> e.CloudHit:
    cloud = _placed(state, command.cloud)
    found = standing(state.forces[command.side], command.unit)
    if not cloud.asked:
        raise Refused(f"{cloud.name} hits again at the end of an Activation.")
    wounds, limit = found.wounds + command.dealt.wounds, found.unit.wounds
    return e.CloudHit(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        cloud=cloud.id,
        dealt=command.dealt,
        armor=command.armor,
        wounds=wounds,
        casualty=bool(command.dealt.casualty) if limit is None else wounds >= limit,
        real=command.real,
        by=cloud.unit if cloud.owner is command.side.other else None,
    )


def _placed(state: State, number: int) -> Cloud:
    """Raises NotHere."""
    for cloud in state.clouds:
        if cloud.id == number:
            return cloud
    raise NotHere("cloud", str(number))


def decide(state: State, command: c.WarzoneCommand, now: int) -> Sequence[e.WarzoneEvent]:
    """Returns the events of `command` at the monotonic instant `now`: one, of a player's. Raises Refused or NotHere."""
    at = state.sand(now)
    match command:
        case table.Begin():
            return [_begin(state, at)]
        case table.Pause() | table.Resume():
            raise Refused("Not paused: Warzone has no sand to stop.")
        case table.End(winner=winner):
            not_over(state)
            if state.stage is Stage.SETUP:
                raise Refused("The game has not begun.")
            return [e.Ended(sand_ns=at, winner=winner and winner.side)]
    if isinstance(command, c.SetupCommand):
        return [decide_setup(state, command, at)]
    if isinstance(command, c.TurnCommand):
        return [decide_turn(state, command, at)]
    if isinstance(command, c.ObjectiveCommand):
        return [decide_objective(state, command, at)]
    if isinstance(command, c.ReactionCommand):
        return [decide_reaction(state, command, at)]
    if isinstance(command, c.FightCommand):
        return [decide_fight(state, command, at)]
    return [decide_unit(state, command, at)]


def _begin(state: State, at: int) -> e.Begun:
    """The first Turn needs to know how many Activations there are, and who goes first (First Turn Initiative)."""
    if state.stage is not Stage.SETUP:
        raise Refused("The game has begun already.")
    for side in Side:
        if not state.forces[side].units:
            raise Refused(f"Give the number of Units for {called(state, side)}.")
    if state.selector is None:
        raise Refused("Say who selected the Deployment Area: the other goes first.")
    return e.Begun(sand_ns=at)

"""How the enemy action that can be reacted to begins, goes on and ends."""

from typing import assert_never

from msgspec.structs import replace

from companion.table.sides import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match import events as e
from companion.warzone.match.counters import Counter, Reaction
from companion.warzone.match.fight.events import Did, Fought
from companion.warzone.match.fight.evolve import acted, begun, separated
from companion.warzone.match.objectives.events import Interacted
from companion.warzone.match.reactions.events import Declared, Forgone, Spared
from companion.warzone.match.reactions.going import EnemyAction
from companion.warzone.match.state import State
from companion.warzone.match.units.changes import with_force, with_unit


def evolve(state: State, event: Declared | Forgone | Spared) -> State:
    """The state after an event of Reactions."""
    match event:
        case Declared():
            return _declared(state, event)
        case Forgone():
            return _now(state, forgone=True)
        case Spared(unit=unit):
            if state.declared is not None:
                state = _now(state, tested=(*state.declared.tested, unit))
            return _without(state, event) if event.success else state
        case _:
            assert_never(event)


def before(state: State, event: e.WarzoneEvent) -> State:
    """What is over before `event`, for it begins something else."""
    match event:
        case e.ActivationEnded() | e.Passed() | e.MadeActive() | e.ActivationsEnded() | e.TurnEnded() | e.Ended():
            return _nobody_reacts(_over(state))
        case e.Activated() | Interacted() | Declared():
            return _over(state)
        case Did(unit=unit, action=action) if not _goes_on(state, unit, action):
            return _over(state)
        case Fought(unit=unit, blow=blow) if blow.reaction is None:
            same = _goes_on(state, unit, blow.action) or (blow.same_action and _same(state, unit, blow.action))
            return state if same else _over(state)
        case _:
            return state


def after(state: State, event: e.WarzoneEvent) -> State:
    """What goes on after `event`, of which the state is the outcome."""
    match event:
        case Did():
            return replace(state, declared=None)
        case Fought(blow=blow) if blow.reaction is None:
            return _fought(state, event)
        case Fought(side=side, unit=unit, blow=blow) if blow.reaction is not None:
            return _reacted(state, side, unit, blow.reaction)
        case e.Reacted(side=side, unit=unit, reaction=reaction):
            return _reacted(state, side, unit, reaction)
        case _:
            return state


def _declared(state: State, event: Declared) -> State:
    side, unit = event.side, event.unit
    if event.activates:
        state = begun(state, side, unit)
    found = state.forces[side].units.get(unit)
    left = found.engaged if found is not None and event.action.moves else ()
    targets = () if event.target is None else (event.target,)
    return replace(state, declared=EnemyAction(side=side, unit=unit, action=event.action, targets=targets, left=left))


def _fought(state: State, event: Fought) -> State:
    blow, going = event.blow, state.declared
    if going is None:
        going = EnemyAction(side=event.side, unit=event.unit, action=blow.action)
    reacted = {**going.reacted, blow.target: Reaction.DIVE_FOR_COVER} if blow.dive else going.reacted
    targets = going.targets if going.done or blow.target in going.targets else ()
    dice = [*blow.rolls, *([going.lowest] if going.lowest is not None else [])]
    return replace(
        state,
        declared=replace(
            going,
            done=True,
            left=(),
            weapon=blow.weapon,
            targets=targets if blow.target in targets else (*targets, blow.target),
            lowest=min(dice) if dice and blow.action is Action.SHOOT else None,
            reacted=reacted,
            # What is done can be answered anew: by a Counterattack.
            forgone=going.forgone and going.done,
        ),
    )


def _reacted(state: State, side: Side, unit: str, reaction: Reaction) -> State:
    going = state.declared
    if going is None or going.side is side or reaction not in going.answered_by():
        return state
    return _now(state, reacted={**going.reacted, unit: reaction})


def _goes_on(state: State, unit: str, action: Action) -> bool:
    """Whether it is what was declared."""
    return state.declared is not None and not state.declared.done and _same(state, unit, action)


def _same(state: State, unit: str, action: Action) -> bool:
    going = state.declared
    return going is not None and (going.unit, going.action) == (unit, action)


def _over(state: State) -> State:
    """A movement that was declared has happened, though nobody said so."""
    going = state.declared
    if going is None:
        return state
    if not going.done and going.action.moves:
        for enemy in going.left:
            state = separated(state, going.side, going.unit, enemy)
        if going.action is not Action.CHARGE:
            state = acted(state, going.side, going.unit, going.action)
    return replace(state, declared=None)


def _nobody_reacts(state: State) -> State:
    for side, force in state.forces.items():
        units = {id: replace(unit, reacting=None) if unit.reacting else unit for id, unit in force.units.items()}
        state = with_force(state, side, units=units)
    return state


def _without(state: State, event: Spared) -> State:
    found = state.forces[event.side].units.get(event.unit)
    if event.counter is Counter.ACTIVATION:
        return with_unit(state, event.side, event.unit, activated=False)
    return with_unit(state, event.side, event.unit, reactions=max(0, found.reactions - 1)) if found else state


def _now(state: State, **changes: object) -> State:
    return state if state.declared is None else replace(state, declared=replace(state.declared, **changes))

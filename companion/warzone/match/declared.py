"""Decides declared actions: how they are declared and rolled for, which Reactions they allow, and how they end."""

from math import ceil
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from companion.clock import MS
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match import events as e
from companion.warzone.match.commands import Declare, Forgo, Roll, Spare
from companion.warzone.match.events import Declared, Did, Forgone, Fought, Interacted, Rolled, Spared
from companion.warzone.match.fight import acted, begins, begun, may_attack, separated
from companion.warzone.match.limits import against_action, against_attack, agreed, dice_match, own_activation
from companion.warzone.match.parts import ATTACKS, Counter, Declaration, EnemyAction, Reaction
from companion.warzone.match.reactions import answering, spares, who_may
from companion.warzone.match.refusals import in_phase, standing
from companion.warzone.match.state import State, TurnPhase, UnitState, called, with_force, with_unit

SECOND = 1000 * MS

# What is brought about by declaring an action, by not reacting to it and by tests about counters, or why not.


def decide_reaction(
    state: State, command: Declare | Roll | Forgo | Spare, at: int
) -> Declared | Rolled | Forgone | Spared:
    """Raises Refused, NotHere."""
    in_phase(state, TurnPhase.ACTIVATION)
    match command:
        case Declare():
            return _declare(state, command, at)
        case Roll():
            return _roll(state, command, at)
        case Forgo(side=side):
            if state.declared is None or state.declared.side is side:
                raise Refused("There is no act to react to.")
            return Forgone(sand_ns=at, side=side)
        case Spare():
            return _spare(state, command, at)
        case _:
            assert_never(command)


def _declare(state: State, command: Declare, at: int) -> Declared:
    side, action = command.side, command.action
    found = standing(state.forces[side], command.unit)
    if not action.moves and action not in ATTACKS:
        raise Refused("Declare a Move, Fly, Climb, Charge, Shoot or Strike: other acts allow no Reaction.")
    own_activation(state, side)
    target = command.target if action in ATTACKS else None
    for each in () if target is None else _targets(target, command.how):
        standing(state.forces[side.other], each)
    against = (
        against_action(state, command, found, action)
        if command.how is None or target is None
        else against_attack(state, command, found, command.how, thrown=False, target=target)
    )
    return Declared(
        sand_ns=at,
        side=side,
        unit=command.unit,
        action=action,
        target=target,
        activates=action is not Action.COMPULSORY and begins(state, found),
        how=command.how or UNSET,
        forced=command.forced or UNSET,
        agreed=agreed(command, against),
    )


def _roll(state: State, command: Roll, at: int) -> Declared | Rolled:
    """The attack is declared first where somebody may react to it: the dice wait for them."""
    side, dice, told = command.side, command.dice, command.dice.how.told
    action, found = dice.how.way.action, standing(state.forces[side], command.unit)
    for each in _targets(dice.target, dice.how):
        standing(state.forces[side.other], each)
    if action not in ATTACKS:
        raise Refused("Only a Shoot, a Strike or a Charge is rolled for.")
    if found.dice is not None and not command.again and dice_match(found.dice, dice.target, dice.how):
        raise Refused(f"The dice of {found.unit.name} are rolled already: apply them.")
    if told.reaction is not None:
        may_attack(state, side, found, told.reaction, action)
    elif told.primary is None:
        own_activation(state, side)
        if not _as_declared(state, command):
            declare = Declare(
                side=side,
                unit=command.unit,
                action=action,
                target=dice.target,
                how=dice.how,
                agreed=command.agreed,
                against=command.against,
            )
            declared = _declare(state, declare, at)
            if seconds_left(evolve_reaction(before(state, declared), declared), at) is not None:
                return declared
        elif (seconds := seconds_left(state, at)) is not None:
            raise Refused(f"{called(state, side.other)} may still react: {seconds} s.")
    lies = replace(found, dice=None)
    against = against_attack(state, command, lies, dice.how, thrown=True, target=dice.target)
    return Rolled(
        sand_ns=at,
        side=side,
        unit=command.unit,
        dice=dice,
        activates=told.reaction is None and told.primary is None and begins(state, found),
        again=True if found.dice is not None else UNSET,
        agreed=agreed(command, against),
    )


def _as_declared(state: State, command: Roll) -> bool:
    """Whether others know of this attack as it is now; once they have reacted or let it pass, they know enough."""
    going, dice = state.declared, command.dice
    if going is None or not _goes_on(state, command.unit, dice.how.way.action, dice.target):
        return False
    return going.how == dice.how or going.forgone or bool(going.reacted) or going.rolled is True


def seconds_left(state: State, at: int) -> int | None:
    """Returns for how long, in seconds, the dice of the declared attack still wait for a Reaction; None where they do
    not."""
    going = state.declared
    if going is None or going.done or going.forgone or going.until is UNSET or at >= going.until:
        return None
    if all(may.why_not for mays in who_may(state).values() for may in mays):
        return None
    return ceil((going.until - at) / SECOND)


def _spare(state: State, command: Spare, at: int) -> Spared:
    found = standing(state.forces[command.side], command.unit)
    going = state.declared
    reaction = going.reacted.get(command.unit) if going and going.side is not command.side else None
    if going is None or reaction is None or command.unit in going.tested:
        raise Refused(f"No Reaction of {found.unit.name} is to be tested.")
    test = spares(found, reaction, command.lowest if going.lowest is None else going.lowest)
    if test is None:
        raise Refused(f"No test: {found.unit.name} would need Guerilla (X) or Dodge.")
    counter, needed = test
    if needed is None:
        raise Refused("Say the lowest die of the shot.")
    return Spared(sand_ns=at, side=command.side, unit=command.unit, counter=counter, needed=needed, die=command.die)


# How the enemy action that can be reacted to begins, goes on and ends.


def evolve_reaction(state: State, event: Declared | Rolled | Forgone | Spared) -> State:
    """Returns the state after an event of Reactions."""
    match event:
        case Declared():
            return _declared(state, event)
        case Rolled():
            return _rolled(state, event)
        case Forgone():
            return _now(state, forgone=True)
        case Spared(unit=unit):
            if state.declared is not None:
                state = _now(state, tested=(*state.declared.tested, unit))
            return _without(state, event) if event.success else state
        case _:
            assert_never(event)


def before(state: State, event: e.WarzoneEvent) -> State:
    """Ends what is over before `event`, which begins something else."""
    match event:
        case e.ActivationEnded() | e.Passed() | e.MadeActive() | e.ActivationsEnded() | e.TurnEnded() | e.Ended():
            return _nobody_reacts(_over(state))
        case Declared() if _restated(state, event):
            return state
        case e.Activated() | Interacted() | Declared():
            return _over(state)
        case Rolled(unit=unit, dice=dice) if dice.how.told.reaction is None and dice.how.told.primary is None:
            return state if _goes_on(state, unit, dice.how.way.action, dice.target) else _over(state)
        case e.Assisted():
            return _over(state)
        case Did(unit=unit, action=action) if not _goes_on(state, unit, action):
            return _over(state)
        case Fought(unit=unit, blow=blow) if blow.reaction is None:
            same = _goes_on(state, unit, blow.action) or (blow.same_action and _same(state, unit, blow.action))
            return state if same else _over(state)
        case _:
            return state


def after(state: State, event: e.WarzoneEvent) -> State:
    """Returns the state with what continues after `event`, which it already includes."""
    match event:
        case Did():
            return replace(state, declared=None)
        case Fought(blow=blow) if blow.reaction is None:
            return _answered(state, event)
        case Rolled(side=side, unit=unit, dice=dice) if dice.how.told.reaction is not None:
            return _reacted(state, side, unit, dice.how.told.reaction)
        case Fought(side=side, unit=unit, blow=blow) if blow.reaction is not None:
            return _reacted(state, side, unit, blow.reaction)
        case e.Reacted(side=side, unit=unit, reaction=reaction):
            return _reacted(state, side, unit, reaction)
        case _:
            return state


def _declared(state: State, event: Declared) -> State:
    how = None if event.how is UNSET else event.how
    targets = () if event.target is None else _targets(event.target, how)
    if _restated(state, event):
        state = _now(state, how=event.how, targets=targets)
    else:
        state = _begun(state, event, event.action, targets, how)
    if how is not None and (wait := state.choices.reaction_wait.seconds):
        state = _now(state, until=event.sand_ns + wait * SECOND)
    return state if event.agreed is UNSET else _now(state, agreed=True)


def _rolled(state: State, event: Rolled) -> State:
    """Declares an undeclared attack by rolling for it. A Reaction costs its counters."""
    side, unit, dice = event.side, event.unit, event.dice
    told, action = dice.how.told, dice.how.way.action
    if told.reaction is not None:
        found = state.forces[side].units.get(unit)
        if found is not None and found.reacting is not told.reaction:
            state = answering(state, side, unit, told.reaction, made=False)
    elif told.primary is None:
        targets = _targets(dice.target, dice.how)
        if not _goes_on(state, unit, action, dice.target):
            state = _begun(state, event, action, targets, dice.how)
        state = _now(state, how=dice.how, targets=targets, rolled=True)
        if event.agreed is not UNSET:
            state = _now(state, agreed=True)
    return with_unit(state, side, unit, dice=dice)


def _begun(
    state: State, event: Declared | Rolled, action: Action, targets: tuple[str, ...], how: Declaration | None
) -> State:
    side, unit = event.side, event.unit
    if event.activates:
        state = begun(state, side, unit)
    found = state.forces[side].units.get(unit)
    left = found.engaged if found is not None and action.moves else ()
    weapon = "" if how is None else how.way.weapon
    going = EnemyAction(
        side=side, unit=unit, action=action, targets=targets, weapon=weapon, left=left, how=how or UNSET
    )
    return replace(state, declared=going)


def _targets(target: str, how: Declaration | None) -> tuple[str, ...]:
    """Returns whom an attack is at: the first, then those that a Burst is spread over."""
    return (target,) if how is None else tuple(dict.fromkeys((target, *how.further)))


def _answered(state: State, event: Fought) -> State:
    blow, going = event.blow, state.declared
    if going is None:
        going = EnemyAction(side=event.side, unit=event.unit, action=blow.action)
    reacted = {**going.reacted, blow.target: Reaction.DIVE_FOR_COVER} if blow.dive else going.reacted
    targets = going.targets if going.done or blow.target in going.targets else ()
    if not blow.same_action and blow.how is not UNSET:
        targets = _targets(blow.target, blow.how)
    rest = (going.rest or ()) if blow.same_action else targets[1:]
    rest = tuple(each for each in rest if each != blow.target)
    dice = [*blow.rolls, *([going.lowest] if going.lowest is not None else [])]
    return replace(
        state,
        declared=replace(
            going,
            done=True,
            left=(),
            until=UNSET,
            rolled=UNSET,
            how=going.how if blow.same_action or blow.how is UNSET else blow.how,
            faces=going.faces if blow.same_action else (blow.rolls or UNSET),
            weapon=blow.weapon,
            targets=targets if blow.target in targets else (*targets, blow.target),
            lowest=min(dice) if dice and blow.action is Action.SHOOT else None,
            reacted=reacted,
            rest=rest or UNSET,
            hit=going.hit if blow.same_action else blow.dealt.hits > 0 or UNSET,
            # Units can react again once it is done: by a Counterattack.
            forgone=going.forgone and going.done,
        ),
    )


def _reacted(state: State, side: Side, unit: str, reaction: Reaction) -> State:
    going = state.declared
    if going is None or going.side is side or reaction not in going.answered_by():
        return state
    return _now(state, reacted={**going.reacted, unit: reaction})


def _goes_on(state: State, unit: str, action: Action, target: str | None = None) -> bool:
    """Whether it is what was declared."""
    going = state.declared
    if going is None or going.done or not _same(state, unit, action):
        return False
    return target is None or not going.targets or target in going.targets


def _same(state: State, unit: str, action: Action) -> bool:
    going = state.declared
    return going is not None and (going.unit, going.action) == (unit, action)


def _restated(state: State, event: Declared) -> bool:
    """Whether the same attack is declared once more, with other circumstances."""
    if event.how is UNSET or (state.declared is not None and state.declared.rolled is True):
        return False
    return _goes_on(state, event.unit, event.action, event.target)


def _over(state: State) -> State:
    """Completes a declared movement that happened without another word."""
    going = state.declared
    if going is None:
        return state
    if not going.done and going.action.moves:
        for enemy in going.left:
            state = separated(state, going.side, going.unit, enemy)
        state = acted(state, going.side, going.unit, going.action)
    return replace(state, declared=None)


def _nobody_reacts(state: State) -> State:
    for side, force in state.forces.items():
        units = {id: _at_rest(unit) for id, unit in force.units.items()}
        state = with_force(state, side, units=units)
    return state


def _at_rest(unit: UnitState) -> UnitState:
    return replace(unit, reacting=None, dice=None) if unit.reacting or unit.dice else unit


def _without(state: State, event: Spared) -> State:
    found = state.forces[event.side].units.get(event.unit)
    if event.counter is Counter.ACTIVATION:
        return with_unit(state, event.side, event.unit, activated=False)
    return with_unit(state, event.side, event.unit, reactions=max(0, found.reactions - 1)) if found else state


def _now(state: State, **changes: object) -> State:
    return state if state.declared is None else replace(state, declared=replace(state.declared, **changes))

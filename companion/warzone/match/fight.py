"""Fighting in a match: attacks with all that comes of them, and the actions that Reactions answer."""

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match import events as e
from companion.warzone.match.commands import Declare, Do, Fight, Forgo, Spare
from companion.warzone.match.events import Declared, Did, Forgone, Fought, Interacted, Spared
from companion.warzone.match.parts import ATTACKS, Counter, EnemyAction, Reaction
from companion.warzone.match.reactions import (
    KNOWN_ACTIONS,
    answering,
    may_react,
    paid,
    spares,
    tests_to_rally,
    unpinnable,
)
from companion.warzone.match.refusals import in_phase, standing
from companion.warzone.match.state import (
    RELIABILITY,
    Casualty,
    State,
    TurnPhase,
    UnitState,
    called,
    used_in,
    with_force,
    with_unit,
)

# Critical Failures of attacks in a match (Warzone Eternal, Critical Failure, of Ranged and of Melee Attacks).


def suffers(state: State, event: Fought) -> bool:
    """Whether the attacker has the counter of a Critical Failure from it: a striker is Pinned, who shoots must Reload;
    not the Relentless, nor in a Turn of Reliability (Bauhaus Assets)."""
    force = state.forces[event.side]
    if not event.blow.dealt.failed or event.unit not in force.units:
        return False
    if event.blow.action.melee:
        return not unpinnable(force.units[event.unit].unit)
    return used_in(force, RELIABILITY) != state.turn


# What fights bring about, or why they are refused. Warzone Eternal, Chapters 5 to 10.

_ATTACKS = (Action.SHOOT, Action.STRIKE, Action.CHARGE)
_ANSWERS = {
    Reaction.AMBUSH: (Action.SHOOT, Action.CHARGE),
    Reaction.COUNTERATTACK: (Action.SHOOT, Action.STRIKE),
    Reaction.PARTING_BLOW: (Action.STRIKE,),
}
"""What each Reaction attacks with (Chapter 6)."""


def decide_fight(state: State, command: Do | Fight, at: int) -> Did | Fought:
    """Only what could not be meant is refused: a third action is the players' word. Raises Refused, NotHere."""
    in_phase(state, TurnPhase.ACTIVATION)
    found = standing(state.forces[command.side], command.unit)
    if isinstance(command, Do):
        return _do(state, command, found, at)
    return _fight(state, command, found, at)


def _fight(state: State, command: Fight, attacker: UnitState, at: int) -> Fought:
    blow = command.blow
    target = standing(state.forces[command.side.other], blow.target)
    if blow.action not in _ATTACKS:
        raise Refused(f"Nobody is attacked with {blow.action.value.title()}: Shoot, Strike or Charge.")
    if command.after not in (None, attacker.blows):
        raise Refused(f"{attacker.unit.name} has attacked meanwhile: look again.")
    if set(blow.prepared or ()) - {Action.AIM, Action.BRACE}:
        raise Refused("Only an Aim or a Brace goes before an attack.")
    if blow.weapon in attacker.jammed and not blow.same_action:
        raise Refused(f"{attacker.unit.name} must Reload {blow.weapon} first.")
    if blow.reaction is None:
        own_activation(state, command.side)
    else:
        _reaction(state, command.side, attacker, blow.reaction, blow.action)
    if blow.dive and not paid(target, Reaction.DIVE_FOR_COVER):
        may_react(state, command.side.other, target, Reaction.DIVE_FOR_COVER)
    wounds = target.wounds + blow.dealt.wounds
    limit = target.unit.wounds
    return Fought(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        blow=blow,
        wounds=wounds,
        casualty=bool(blow.dealt.casualty) if limit is None else wounds >= limit,
        activates=blow.reaction is None and begins(state, attacker),
    )


def _reaction(state: State, side: Side, unit: UnitState, reaction: Reaction, action: Action) -> None:
    """A Reaction that was declared before has its counters already."""
    if action not in _ANSWERS.get(reaction, ()):
        raise Refused(f"No {action.value.title()} with {reaction.title}.")
    if not paid(unit, reaction):
        may_react(state, side, unit, reaction)


def _do(state: State, command: Do, unit: UnitState, at: int) -> Did:
    if command.action in (Action.SHOOT, Action.STRIKE):
        raise Refused(f"Say whom it is to {command.action.value.title()}.")
    own_activation(state, command.side)
    if command.action is Action.RALLY and not unit.pinned:
        raise Refused(f"{unit.unit.name} is not Pinned.")
    if (command.action is Action.RALLY and tests_to_rally(unit.unit)) is not (command.test is not None):
        raise Refused(
            f"{unit.unit.name} needs no test for that."
            if command.test
            else f"{unit.unit.name} is a Recruit: it tests its LD to Rally."
        )
    if command.test is not None and command.test.unit != command.unit:
        raise Refused(f"It is {unit.unit.name} that rallies.")
    if command.action is Action.RELOAD and command.weapon not in unit.jammed:
        raise Refused(f"{unit.unit.name} has no such Reload Counter.")
    return Did(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        action=command.action,
        weapon=command.weapon,
        activates=begins(state, unit),
        test=command.test or UNSET,
    )


def own_activation(state: State, side: Side) -> None:
    """Raises Refused unless the side is the Active Player."""
    if state.active is not side:
        raise Refused(f"It is {called(state, side.other)}'s Activation: {called(state, side)} can react.")


def begins(state: State, unit: UnitState) -> bool:
    """Whether with its action a Unit's Activation begins: that of one that is ready, while nobody acts."""
    return state.acting is None and unit.ready


# How fights change a game of Warzone.


def evolve_fight(state: State, event: Did | Fought) -> State:
    """The state after an action of a Unit."""
    side, unit = event.side, event.unit
    if event.activates:
        state = begun(state, side, unit)
    if isinstance(event, Did):
        return _done(state, event)
    return _fought(state, event)


def _done(state: State, event: Did) -> State:
    side, unit = event.side, event.unit
    state = acted(state, side, unit, event.action)
    if event.action.moves:
        state = _apart(state, side, unit)
    if event.action is Action.RALLY:
        rallied = event.test is UNSET or event.test.success
        return with_unit(state, side, unit, pinned=False) if rallied else state
    if event.action is Action.RELOAD:
        found = state.forces[side].units.get(unit)
        jammed = tuple(each for each in found.jammed if each != event.weapon) if found else ()
        return with_unit(state, side, unit, jammed=jammed)
    return state


def _fought(state: State, event: Fought) -> State:
    side, unit, blow = event.side, event.unit, event.blow
    if (found := state.forces[side].units.get(unit)) is not None:
        hits = {**found.hits, blow.target: found.hits.get(blow.target, 0) + blow.dealt.hits}
        shot = {"hits": hits} if blow.action is Action.SHOOT and blow.reaction is None else {}
        state = with_unit(state, side, unit, blows=found.blows + 1, **shot)
    for action in () if blow.prepared is UNSET else blow.prepared:
        state = acted(state, side, unit, action)
    if blow.reaction is not None:
        state = answering(state, side, unit, blow.reaction, made=True)
    elif not blow.same_action:
        state = acted(state, side, unit, blow.action)
    if blow.action is Action.CHARGE:
        state = _apart(state, side, unit)
    if blow.action.melee and not blow.apart and blow.reaction is not Reaction.PARTING_BLOW:
        state = _engaged(state, side, unit, blow.target)
    if suffers(state, event):
        state = _failed(state, event)
    return _hurt(state, event)


def _hurt(state: State, event: Fought) -> State:
    side, blow = event.side.other, event.blow
    if blow.dive:
        state = answering(state, side, blow.target, Reaction.DIVE_FOR_COVER, made=True)
    target = state.forces[side].units.get(blow.target)
    if target is None:
        return state
    fall = target.fall
    if event.casualty:
        fall = fall or Casualty(turn=state.turn, by=event.unit, strike=blow.action.melee)
    hurt = with_unit(
        state,
        side,
        blow.target,
        wounds=event.wounds,
        pinned=target.pinned or blow.dealt.pinned,
        fall=fall,
    )
    return _apart(hurt, side, blow.target) if event.casualty else hurt


def _failed(state: State, event: Fought) -> State:
    side, unit, blow = event.side, event.unit, event.blow
    found = state.forces[side].units.get(unit)
    if found is None:
        return state
    if blow.action.melee:
        return with_unit(state, side, unit, pinned=True)
    jammed = found.jammed if blow.weapon in found.jammed else (*found.jammed, blow.weapon)
    return with_unit(state, side, unit, jammed=jammed)


def begun(state: State, side: Side, unit: str) -> State:
    """With the Activation that this Unit's action begins."""
    if unit not in state.forces[side].units:
        return state
    return with_unit(replace(state, acting=(unit,)), side, unit, activated=True)


def acted(state: State, side: Side, unit: str, action: Action) -> State:
    """With one more action of the Unit's Activation."""
    found = state.forces[side].units.get(unit)
    if found is None:
        return state
    return with_unit(state, side, unit, actions=(*found.actions, action)[-KNOWN_ACTIONS:])


def _engaged(state: State, side: Side, unit: str, target: str) -> State:
    """Both know of it."""
    for whose, one, other in ((side, unit, target), (side.other, target, unit)):
        found = state.forces[whose].units.get(one)
        if found is not None and other not in found.engaged:
            state = with_unit(state, whose, one, engaged=(*found.engaged, other))
    return state


def _apart(state: State, side: Side, unit: str) -> State:
    """The Unit leaves whomever it was engaged with."""
    found = state.forces[side].units.get(unit)
    for other in found.engaged if found else ():
        state = separated(state, side, unit, other)
    return state


def separated(state: State, side: Side, unit: str, enemy: str) -> State:
    """The Unit leaves this one of the other side's."""
    for whose, one, other in ((side, unit, enemy), (side.other, enemy, unit)):
        found = state.forces[whose].units.get(one)
        if found is not None:
            state = with_unit(state, whose, one, engaged=tuple(each for each in found.engaged if each != other))
    return state


def rest_units(units: dict[str, UnitState]) -> dict[str, UnitState]:
    """At the end of an Activation, an Aim or a Brace is gone with its actions."""
    return {id: replace(unit, actions=(), hits={}) if unit.actions or unit.hits else unit for id, unit in units.items()}


# What is brought about by declaring an action, by not reacting to it and by tests about counters, or why not.


def decide_reaction(state: State, command: Declare | Forgo | Spare, at: int) -> Declared | Forgone | Spared:
    """Raises Refused, NotHere."""
    in_phase(state, TurnPhase.ACTIVATION)
    match command:
        case Declare():
            return _declare(state, command, at)
        case Forgo(side=side):
            if state.declared is None or state.declared.side is side:
                raise Refused("There is nothing to react to.")
            return Forgone(sand_ns=at, side=side)
        case Spare():
            return _spare(state, command, at)
        case _:
            assert_never(command)


def _declare(state: State, command: Declare, at: int) -> Declared:
    side, action = command.side, command.action
    found = standing(state.forces[side], command.unit)
    if not action.moves and action not in ATTACKS:
        raise Refused("Declare a Move, Fly, Climb, Charge, Shoot or Strike: nothing else can be reacted to.")
    own_activation(state, side)
    target = command.target if action in ATTACKS else None
    if target is not None:
        standing(state.forces[side.other], target)
    return Declared(
        sand_ns=at, side=side, unit=command.unit, action=action, target=target, activates=begins(state, found)
    )


def _spare(state: State, command: Spare, at: int) -> Spared:
    found = standing(state.forces[command.side], command.unit)
    going = state.declared
    reaction = going.reacted.get(command.unit) if going and going.side is not command.side else None
    if going is None or reaction is None or command.unit in going.tested:
        raise Refused(f"{found.unit.name} has no Reaction to test for.")
    test = spares(found, reaction, command.lowest if going.lowest is None else going.lowest)
    if test is None:
        raise Refused(f"{called(state, command.side)}'s {found.unit.name} has neither Guerilla (X) nor Dodge for that.")
    counter, needed = test
    if needed is None:
        raise Refused("Say the lowest die of the shot.")
    return Spared(sand_ns=at, side=command.side, unit=command.unit, counter=counter, needed=needed, die=command.die)


# How the enemy action that can be reacted to begins, goes on and ends.


def evolve_reaction(state: State, event: Declared | Forgone | Spared) -> State:
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
            return _answered(state, event)
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


def _answered(state: State, event: Fought) -> State:
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

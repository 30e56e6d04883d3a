"""Fights in a match: attacks with all their results, and the actions that are not attacks."""

from msgspec import UNSET
from msgspec.structs import replace

from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match.commands import Assist, Blow, Do, Fight
from companion.warzone.match.events import Assisted, Did, Fought
from companion.warzone.match.limits import against_action, against_attack, agreed, dice_match, own_activation
from companion.warzone.match.parts import ATTACKS, Assistance, AttackWay, Declaration, Reaction, Told
from companion.warzone.match.reactions import (
    KNOWN_ACTIONS,
    answering,
    may_react,
    paid,
    tests_to_rally,
    unpinnable,
)
from companion.warzone.match.refusals import in_phase, standing
from companion.warzone.match.state import (
    AIR_STRIKE,
    RELIABILITY,
    Casualty,
    Cloud,
    State,
    TurnPhase,
    UnitState,
    in_hand,
    used_in,
    with_unit,
    with_used,
)

# Critical Failures of attacks in a match (Warzone Eternal, Critical Failure, of Ranged and of Melee Attacks).


def suffers(state: State, event: Fought) -> bool:
    """Returns True where the attacker gets the counter of a Critical Failure.

    A striker is Pinned, and a shooter must Reload. A Relentless Unit is spared, and so is a Turn of Reliability
    (Bauhaus Assets).
    """
    force = state.forces[event.side]
    if not event.blow.dealt.failed or event.unit not in force.units:
        return False
    if event.blow.action.melee:
        return not unpinnable(force.units[event.unit].unit)
    return used_in(force, RELIABILITY) != state.turn


# What fights bring about, or why they are refused. Warzone Eternal, Chapters 5 to 10.

_ANSWERS = {
    Reaction.AMBUSH: (Action.SHOOT, Action.CHARGE),
    Reaction.COUNTERATTACK: (Action.SHOOT, Action.STRIKE),
    Reaction.PARTING_BLOW: (Action.STRIKE,),
}
"""Says what each Reaction attacks with (Chapter 6)."""


def decide_fight(state: State, command: Do | Fight | Assist, at: int) -> Did | Fought | Assisted:
    """Records a Unit's action. Where the book forbids it, the players decide. Raises Refused, NotHere."""
    in_phase(state, TurnPhase.ACTIVATION)
    found = standing(state.forces[command.side], command.unit)
    if isinstance(command, Assist):
        return _assist(state, command, found, at)
    if isinstance(command, Do):
        return _do(state, command, found, at)
    return _fight(state, command, found, at)


def _fight(state: State, command: Fight, attacker: UnitState, at: int) -> Fought:
    blow = command.blow
    target = standing(state.forces[command.side.other], blow.target)
    if blow.action not in ATTACKS:
        raise Refused(f"{blow.action.value.title()} is not an attack: Shoot, Strike or Charge.")
    if command.after not in (None, attacker.blows):
        raise Refused(f"{attacker.unit.name} attacked meanwhile: look again.")
    if set(blow.prepared or ()) - {Action.AIM, Action.BRACE}:
        raise Refused("Only an Aim or a Brace goes before an attack.")
    if blow.weapon in attacker.jammed and not blow.same_action:
        raise Refused(f"{attacker.unit.name} must Reload {blow.weapon} first.")
    if blow.reaction is None:
        own_activation(state, command.side)
    else:
        may_attack(state, command.side, attacker, blow.reaction, blow.action)
    against = against_attack(state, command, attacker, _how(blow), thrown=blow.thrown is not UNSET, target=blow.target)
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
        agreed=agreed(command, () if blow.same_action else against),
    )


def _how(blow: Blow) -> Declaration:
    """Returns the attack as it was made; without a description, what the record has."""
    if blow.how is not UNSET:
        return blow.how
    before = blow.prepared or ()
    told = Told(reaction=blow.reaction, aim=Action.AIM in before, brace=Action.BRACE in before)
    return Declaration(way=AttackWay(action=blow.action, weapon=blow.weapon), told=told)


def may_attack(state: State, side: Side, unit: UnitState, reaction: Reaction, action: Action) -> None:
    """Checks a Reaction; one that was declared before has its counters already. Raises Refused."""
    if action not in _ANSWERS.get(reaction, ()):
        raise Refused(f"No {action.value.title()} with {reaction.title}.")
    if not paid(unit, reaction):
        may_react(state, side, unit, reaction)


def _do(state: State, command: Do, unit: UnitState, at: int) -> Did:
    if command.action in (Action.ABILITY, Action.SHOOT, Action.STRIKE):
        raise Refused(f"Say whom it is to {command.action.value.title()}.")
    own_activation(state, command.side)
    if command.action is Action.RALLY and not unit.pinned:
        raise Refused(f"{unit.unit.name} cannot Rally: it is not Pinned.")
    if (command.action is Action.RALLY and tests_to_rally(unit.unit)) is not (command.test is not None):
        raise Refused(
            f"No test: {unit.unit.name} can do that without one."
            if command.test
            else f"{unit.unit.name} must test LD to Rally, as a Recruit."
        )
    if command.test is not None and command.test.unit != command.unit:
        raise Refused(f"The test must be that of {unit.unit.name}.")
    if command.action is Action.RELOAD and command.weapon not in unit.jammed:
        raise Refused(f"No such Reload Counter is on {unit.unit.name}.")
    return Did(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        action=command.action,
        weapon=command.weapon,
        activates=begins(state, unit),
        test=command.test or UNSET,
        agreed=agreed(command, against_action(state, command, unit, command.action)),
    )


def begins(state: State, unit: UnitState) -> bool:
    """Returns True where the action begins the Activation of a ready Unit, with no other acting."""
    return state.acting is None and unit.ready


def _assist(state: State, command: Assist, unit: UnitState, at: int) -> Assisted:
    """By an action but for Impact, which comes with a Fly."""
    own_activation(state, command.side)
    ability, other = command.ability, standing(state.forces[_whose(command)], command.other)
    name = other.unit.name
    if ability.tested and (command.die is None or command.needed is None):
        raise Refused(f"{ability.title} needs a test: give the die and its target number.")
    if ability is Assistance.FIRST_AID and not other.wounds:
        raise Refused(f"No Wound Counters are on {name}.")
    if ability is Assistance.INSPIRE and not (other.pinned or other.reactions):
        raise Refused(f"No Pinned or Reaction Counter is on {name}.")
    free = ability is Assistance.IMPACT
    against = () if free else against_action(state, command, unit, Action.ABILITY)
    return Assisted(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        ability=ability,
        other=command.other,
        needed=command.needed if ability.tested else None,
        die=command.die if ability.tested else None,
        activates=not free and begins(state, unit),
        agreed=agreed(command, against),
    )


def _whose(about: Assist | Assisted) -> Side:
    return about.side.other if about.ability.enemy else about.side


# How fights change a game of Warzone.


def evolve_fight(state: State, event: Did | Fought | Assisted) -> State:
    """Returns the state after an action of a Unit."""
    side, unit = event.side, event.unit
    if event.activates:
        state = begun(state, side, unit)
    if isinstance(event, Assisted):
        return _assisted(state, event)
    if isinstance(event, Did):
        return _done(state, event)
    return _fought(state, event)


def _assisted(state: State, event: Assisted) -> State:
    side, ability = _whose(event), event.ability
    if ability is not Assistance.IMPACT:
        state = acted(state, event.side, event.unit, Action.ABILITY)
    other = state.forces[side].units.get(event.other)
    if other is None or event.success is (ability is Assistance.IMPACT):
        return state
    match ability:
        case Assistance.COMMAND:
            return with_unit(state, side, event.other, lent=other.lent + 1)
        case Assistance.FIRST_AID:
            return with_unit(state, side, event.other, wounds=max(0, other.wounds - 1))
        case Assistance.IMPACT:
            return with_unit(state, side, event.other, pinned=not unpinnable(other.unit))
        case Assistance.INSPIRE if other.pinned:
            return with_unit(state, side, event.other, pinned=False)
        case Assistance.INSPIRE:
            return with_unit(state, side, event.other, reactions=max(0, other.reactions - 1))


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
    if blow.cloud is not UNSET:
        state = clouded(state, event)
    if blow.weapon == AIR_STRIKE and in_hand(state.forces[side], AIR_STRIKE):
        state = with_used(state, side, AIR_STRIKE)
    if (found := state.forces[side].units.get(unit)) is not None:
        if found.dice is not None and dice_match(found.dice, blow.target, _how(blow)):
            state = with_unit(state, side, unit, dice=None)
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


def clouded(state: State, event: Fought) -> State:
    """Returns the state with the Threat Zone that the hit leaves behind, marked as one that has hit in this
    Activation."""
    zone, number = event.blow.cloud, state.clouds_placed + 1
    assert zone is not UNSET
    how = event.blow.how if zone.hits and event.blow.how is not UNSET else None
    cloud = Cloud(id=number, name=zone.name, size=zone.size, owner=event.side, unit=event.unit, how=how)
    return replace(state, clouds=(*state.clouds, cloud), clouds_placed=number)


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
    """Returns the state with the Activation that this Unit's action begins."""
    if unit not in state.forces[side].units:
        return state
    return with_unit(replace(state, acting=(unit,)), side, unit, activated=True)


def acted(state: State, side: Side, unit: str, action: Action) -> State:
    """Returns the state with one more action of the Unit's Activation."""
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
    """Separates the Unit from all its engagements."""
    found = state.forces[side].units.get(unit)
    for other in found.engaged if found else ():
        state = separated(state, side, unit, other)
    return state


def separated(state: State, side: Side, unit: str, enemy: str) -> State:
    """Separates the Unit from this one of the other side's."""
    for whose, one, other in ((side, unit, enemy), (side.other, enemy, unit)):
        found = state.forces[whose].units.get(one)
        if found is not None:
            state = with_unit(state, whose, one, engaged=tuple(each for each in found.engaged if each != other))
    return state


def rest_units(units: dict[str, UnitState]) -> dict[str, UnitState]:
    """Ends the units' Activation: an Aim or a Brace is gone with its actions."""
    rested = {}
    for id, unit in units.items():
        done = unit.actions or unit.hits or unit.lent
        rested[id] = replace(unit, actions=(), hits={}, lent=0) if done else unit
    return rested

"""How fights change a game of Warzone."""

from msgspec import UNSET
from msgspec.structs import replace

from companion.table.sides import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match.counters import Reaction
from companion.warzone.match.fight.events import Did, Fought
from companion.warzone.match.fight.failing import suffers
from companion.warzone.match.fight.tracking import KNOWN_ACTIONS
from companion.warzone.match.reactions.costs import answering
from companion.warzone.match.state import Casualty, State, UnitState
from companion.warzone.match.units.changes import with_unit


def evolve(state: State, event: Did | Fought) -> State:
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


def rested(units: dict[str, UnitState]) -> dict[str, UnitState]:
    """At the end of an Activation, an Aim or a Brace is gone with its actions."""
    return {id: replace(unit, actions=(), hits={}) if unit.actions or unit.hits else unit for id, unit in units.items()}

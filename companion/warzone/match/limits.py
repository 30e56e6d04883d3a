"""Checks the book's limits in a match, as far as the table knows it. The players may play on by their own word."""

from collections.abc import Iterator

from msgspec import UNSET

from companion.names import same, spelt
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match.kinds import AgreedAct
from companion.warzone.match.parts import Declaration, Reaction, TableDice
from companion.warzone.match.prospects import MOMENTS, timely
from companion.warzone.match.reactions import ACTIONS, count_spent, has
from companion.warzone.match.state import State, UnitState, called, possessive, unit_name
from companion.warzone.match.state import has as has_asset

NERVES_OF_STEEL, FLIGHT = "nerves of steel", "flight"


def own_activation(state: State, side: Side) -> None:
    """Raises Refused unless the side is the Active Player."""
    if state.active is not side:
        raise Refused(f"It is {possessive(called(state, side.other))} Activation: {called(state, side)} can react.")


# Of an Activation (Activate Unit, Actions).


def against_action(state: State, command: AgreedAct, unit: UnitState, action: Action) -> Iterator[str]:
    """Yields what the book has against an action of this Unit now, by what was tapped."""
    yield from _dice_left(unit)
    yield from _own(state, command, unit, action, free=action.free, more=1)
    name = unit.unit.name
    if action is Action.REPOSITION and unit.engaged:
        yield f"{name} cannot Reposition while Engaged"
    if action is Action.REPOSITION and Action.REPOSITION in unit.actions:
        yield f"{name} Repositioned already: once an Activation"
    if action is Action.FLY and unit.unit.abilities is not UNSET and not has(unit.unit, FLIGHT):
        yield f"{name} would need Flight"
    if action is Action.CHARGE and unit.pinned and not has(unit.unit, NERVES_OF_STEEL):
        yield f"{name} must Rally before a Charge"


def against_attack(
    state: State, command: AgreedAct, unit: UnitState, how: Declaration, *, thrown: bool, target: str
) -> Iterator[str]:
    """Yields what the book has against this attack now. `thrown`: with the dice that lie there."""
    told, action, name = how.told, how.way.action, unit.unit.name
    if unit.dice is not None and not dice_match(unit.dice, target, how):
        yield from _dice_left(unit)
    elif unit.dice is not None and not thrown:
        yield f"The table rolled already for the attack of {name}"
    if told.primary is not None or (told.reaction is None and _agreed_before(state, command, action)):
        return
    if told.reaction is None:
        prepared = sum(
            said and Action(each) not in unit.actions for each, said in (("aim", told.aim), ("brace", told.brace))
        )
        yield from _own(state, command, unit, action, more=1 + prepared)
        yield from _first(state, command.side)
    if action is Action.CHARGE and target in unit.engaged:
        yield f"{name} can only Strike {unit_name(state, command.side.other, target)} while Engaged with it, not Charge"
    begins = action is Action.CHARGE and not charges(state, command.side, command.unit)
    if begins and unit.pinned and not has(unit.unit, NERVES_OF_STEEL):
        yield f"{name} must Rally before a Charge"


def under_way(state: State, side: Side, unit: str, *actions: Action) -> bool:
    """Returns True where the Unit is in the midst of one of these actions, as it was declared."""
    going = state.declared
    return going is not None and not going.done and (going.side, going.unit) == (side, unit) and going.action in actions


def charges(state: State, side: Side, unit: str) -> bool:
    """Returns True in the midst of a Charge, or of a Fly that one is part of. A Pinned Counter that comes then limits
    the next action (Ambush)."""
    return under_way(state, side, unit, Action.CHARGE, Action.FLY)


def dice_match(dice: TableDice, target: str, how: Declaration) -> bool:
    """Returns True where the dice were rolled for this attack, whatever chips have been tapped since."""
    one, other = dice.how, how
    return (
        dice.target == target
        and (one.way.action.melee, one.way.weapon) == (other.way.action.melee, other.way.weapon)
        and one.told.primary == other.told.primary
        and one.told.reaction is other.told.reaction
    )


def _dice_left(unit: UnitState) -> Iterator[str]:
    if unit.dice is not None:
        yield f"The dice of {unit.unit.name} for {unit.dice.how.way.weapon} are rolled and not applied"


def _agreed_before(state: State, command: AgreedAct, action: Action) -> bool:
    """Returns True where the players agreed to this action as it was declared or rolled."""
    agreed = state.declared is not None and state.declared.agreed is True
    return agreed and under_way(state, command.side, command.unit, action) and not command.DECLARES


def _own(
    state: State, command: AgreedAct, unit: UnitState, action: Action, *, more: int, free: bool = False
) -> Iterator[str]:
    """Tells whether it is the Unit's Activation and it has an action left."""
    id, name, acting = unit.unit.id, unit.unit.name, state.acting
    others = ", ".join(unit_name(state, command.side, each) for each in acting or ())
    theirs = bool(acting) and id not in (acting or ())
    over = acting is None and unit.activated
    if action is Action.COMPULSORY:
        return
    allowed = unit.lent if theirs or over else ACTIONS + unit.lent
    used = used_actions(state, command.side, unit, None if command.DECLARES else action)
    if theirs and not unit.lent:
        yield f"{name} cannot act now: {others} must finish first"
    elif over and not unit.lent:
        yield f"{name} finished its Activation"
    elif not free and used + more > allowed:
        yield f"{name}: {used} of {allowed} actions used{f', and this takes {more}' if more > 1 else ''}"


def used_actions(state: State, side: Side, unit: UnitState, doing: Action | None = None) -> int:
    """Counts the actions that the Unit has used: also a movement that was declared, unless it is what the Unit is
    `doing`."""
    going = state.declared
    mine = going is not None and not going.done and (going.side, going.unit) == (side, unit.unit.id)
    pending = False
    if going is not None and mine and going.action.moves and not going.action.free:
        pending = going.action is not doing and (going.action, doing) != (Action.FLY, Action.CHARGE)
    return count_spent(unit) + pending


def _first(state: State, side: Side) -> Iterator[str]:
    """Puts a Reaction that interrupts a movement before the act that the movement leads to (Ambush, Parting Blow)."""
    for each in state.forces[side.other].standing:
        if each.reacting in (Reaction.AMBUSH, Reaction.PARTING_BLOW):
            yield f"First comes the {each.reacting.title} of {each.unit.name}"


# Of Faction Assets (Chapter 12, Faction Assets).


def against_effect(state: State, side: Side, effect: str) -> Iterator[str]:
    """Yields what speaks against an asset that the Force has: another time than its own."""
    force = state.forces[side]
    effect = spelt(effect, force.assets)
    moment = next((said for asset, said in MOMENTS.items() if same(asset, effect)), None)
    if moment and has_asset(force, effect) and not timely(state, side, effect):
        yield f"{effect} is for another moment: {moment}"

"""What is brought about by declaring an action, by not reacting to it and by tests about counters, or why not."""

from typing import assert_never

from companion.table.errors import Refused
from companion.warzone.match.fight.rules import begins, own_activation
from companion.warzone.match.names import called
from companion.warzone.match.reactions.commands import Declare, Forgo, Spare
from companion.warzone.match.reactions.events import Declared, Forgone, Spared
from companion.warzone.match.reactions.going import ATTACKS
from companion.warzone.match.reactions.who import spares
from companion.warzone.match.refusals import in_phase, standing
from companion.warzone.match.state import State, TurnPhase


def decide(state: State, command: Declare | Forgo | Spare, at: int) -> Declared | Forgone | Spared:
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

"""What a command brings about in a game of Warzone, or why it is refused."""

from collections.abc import Sequence

from companion.table import commands as table
from companion.table.errors import Refused
from companion.table.sides import Side
from companion.table.state import Stage
from companion.warzone.match import commands as c
from companion.warzone.match import events as e
from companion.warzone.match.fight import rules as fight_rules
from companion.warzone.match.names import called
from companion.warzone.match.objectives import rules as objective_rules
from companion.warzone.match.reactions import rules as reaction_rules
from companion.warzone.match.refusals import not_over
from companion.warzone.match.setup import rules as setup_rules
from companion.warzone.match.state import State
from companion.warzone.match.turns import rules as turn_rules
from companion.warzone.match.units import rules as unit_rules


def decide(state: State, command: c.WarzoneCommand, now: int) -> Sequence[e.WarzoneEvent]:
    """The events of `command` at the monotonic instant `now`: one, of a player's. Raises Refused or NotHere."""
    at = state.sand(now)
    match command:
        case table.Begin():
            return [_begin(state, at)]
        case table.Pause() | table.Resume():
            raise Refused("Nothing to pause here: Warzone has no sand.")
        case table.End(winner=winner):
            not_over(state)
            if state.stage is Stage.SETUP:
                raise Refused("The game has not begun.")
            return [e.Ended(sand_ns=at, winner=winner and winner.side)]
    if isinstance(command, c.SetupCommand):
        return [setup_rules.decide(state, command, at)]
    if isinstance(command, c.TurnCommand):
        return [turn_rules.decide(state, command, at)]
    if isinstance(command, c.ObjectiveCommand):
        return [objective_rules.decide(state, command, at)]
    if isinstance(command, c.ReactionCommand):
        return [reaction_rules.decide(state, command, at)]
    if isinstance(command, c.FightCommand):
        return [fight_rules.decide(state, command, at)]
    return [unit_rules.decide(state, command, at)]


def _begin(state: State, at: int) -> e.Begun:
    """The first Turn needs to know how many Activations there are, and who goes first (First Turn Initiative)."""
    if state.stage is not Stage.SETUP:
        raise Refused("The game has begun already.")
    for side in Side:
        if not state.forces[side].units:
            raise Refused(f"Say how many Units {called(state, side)} has.")
    if state.selector is None:
        raise Refused("Say who selected the Deployment Area: the other goes first.")
    return e.Begun(sand_ns=at)

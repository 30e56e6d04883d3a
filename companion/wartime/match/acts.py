"""Lists all acts and events of a game of WarTime.

The table, the journal, the site and the panel know the acts from the lists here alone.
"""

from collections.abc import Sequence

from companion.table.commands import Command
from companion.wartime.match import agreement, board, ending, fighting, setup, timers
from companion.wartime.match.checks import WarTimeAct, WarTimeEvent
from companion.wartime.match.ending import decide_for_the_table, forget_answers
from companion.wartime.match.state import State

ACTS: Sequence[type[WarTimeAct]] = (
    timers.Flip, timers.Free, timers.Turn, timers.Assign, fighting.Eliminate, timers.Touch, setup.Muster, fighting.Act,
    board.PlaceUnit, board.LayTile, board.PlaceFeature, board.DrawLine, board.PlaceItem, fighting.Damage,
    fighting.Reinforce, fighting.Revive, board.DamageFeature, agreement.Propose, ending.AgreeEnd, ending.PlayOn,
    agreement.Agree, agreement.Decline, setup.Tick, setup.Deal,
)  # fmt: skip
EVENTS: Sequence[type[WarTimeEvent]] = (
    timers.Flipped, timers.Freed, timers.Turned, timers.Assigned, fighting.Acted, timers.RanOut, fighting.Eliminated,
    fighting.Damaged, fighting.Reinforced, fighting.Revived, board.FeatureDamaged, board.UnitPlaced, board.TileLaid,
    board.FeaturePlaced, board.LineDrawn, board.ItemPlaced, agreement.Proposed, agreement.Declined, agreement.PutRight,
    timers.Touched, setup.Dealt, setup.Ticked, setup.Mustered, setup.Ready, setup.Begun, ending.Paused, ending.Resumed,
    ending.Ended, ending.EndAgreed, ending.PlayedOn, ending.Won,
)  # fmt: skip


def decide(state: State, command: Command, now: int) -> Sequence[WarTimeEvent]:
    """Returns the events of `command` at the monotonic instant `now`. Raises Refused or NotHere."""
    at = state.sand(now)
    if isinstance(command, WarTimeAct):
        return command.decide(state, at)
    return decide_for_the_table(state, command, at, now)


def evolve(state: State, event: WarTimeEvent) -> State:
    """Returns the state after `event`. It never refuses: after an undo, an event may have no effect any more."""
    return forget_answers(event.apply(state))

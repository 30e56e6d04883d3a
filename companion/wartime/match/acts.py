"""Lists all acts and events of a game of WarTime.

The table, the journal, the site and the panel know the acts from the lists here alone.
"""

from collections.abc import Sequence

from companion.table.commands import Begin, Command, End, Pause, Resume
from companion.wartime.match.agreement import Agree, Decline, Declined, Propose, Proposed, PutRight
from companion.wartime.match.board import (
    DamageFeature,
    DrawLine,
    FeatureDamaged,
    FeaturePlaced,
    ItemPlaced,
    LayTile,
    LineDrawn,
    PlaceFeature,
    PlaceItem,
    PlaceUnit,
    TileLaid,
    UnitPlaced,
)
from companion.wartime.match.checks import TimerEvent, WarTimeAct, WarTimeEvent
from companion.wartime.match.ending import (
    AgreeEnd,
    EndAgreed,
    Ended,
    Paused,
    PlayedOn,
    PlayOn,
    Resumed,
    Won,
    decide_for_the_table,
    forget_answers,
)
from companion.wartime.match.fighting import (
    Act,
    Acted,
    Damage,
    Damaged,
    Eliminate,
    Eliminated,
    Reinforce,
    Reinforced,
    Revive,
    Revived,
)
from companion.wartime.match.setup import Begun, Deal, Dealt, Muster, Mustered, Ready, Tick, Ticked
from companion.wartime.match.state import State
from companion.wartime.match.timers import (
    Assign,
    Assigned,
    Flip,
    Flipped,
    Free,
    Freed,
    RanOut,
    Touch,
    Touched,
    Turn,
    Turned,
)

ACTS: Sequence[type[WarTimeAct]] = (
    *(Flip, Free, Turn, Assign, Eliminate, Touch, Muster),
    *(Act, PlaceUnit, LayTile, PlaceFeature, DrawLine, PlaceItem),
    *(Damage, Reinforce, Revive, DamageFeature),
    *(Propose, AgreeEnd, PlayOn, Agree, Decline, Tick, Deal),
)
EVENTS: Sequence[type[WarTimeEvent]] = (
    *(Flipped, Freed, Turned, Assigned, Acted, RanOut),
    *(Eliminated, Damaged, Reinforced, Revived, FeatureDamaged),
    *(UnitPlaced, TileLaid, FeaturePlaced, LineDrawn, ItemPlaced),
    *(Proposed, Declined, PutRight, Touched, Dealt, Ticked, Mustered),
    *(Ready, Begun, Paused, Resumed, Ended, EndAgreed, PlayedOn, Won),
)

__all__ = [
    "ACTS", "EVENTS", "Act", "Acted", "Agree", "AgreeEnd", "Assign", "Assigned", "Begin", "Begun", "Damage",
    "DamageFeature", "Damaged", "Deal", "Dealt", "Decline", "Declined", "DrawLine", "Eliminate", "Eliminated", "End",
    "EndAgreed", "Ended", "FeatureDamaged", "FeaturePlaced", "Flip", "Flipped", "Free", "Freed", "ItemPlaced",
    "LayTile", "LineDrawn", "Muster", "Mustered", "Pause", "Paused", "PlaceFeature", "PlaceItem", "PlaceUnit",
    "PlayOn", "PlayedOn", "Propose", "Proposed", "PutRight", "RanOut", "Ready", "Reinforce", "Reinforced", "Resume",
    "Resumed", "Revive", "Revived", "Tick", "Ticked", "TileLaid", "TimerEvent", "Touch", "Touched", "Turn", "Turned",
    "UnitPlaced", "WarTimeAct", "WarTimeEvent", "Won", "decide", "evolve",
]  # fmt: skip


def decide(state: State, command: Command, now: int) -> Sequence[WarTimeEvent]:
    """Returns the events of `command` at the monotonic instant `now`. Raises Refused or NotHere."""
    at = state.sand(now)
    if isinstance(command, WarTimeAct):
        return command.decide(state, at)
    return decide_for_the_table(state, command, at, now)


def evolve(state: State, event: WarTimeEvent) -> State:
    """Returns the state after `event`. It never refuses: after an undo, an event may have no effect any more."""
    return forget_answers(event.apply(state))

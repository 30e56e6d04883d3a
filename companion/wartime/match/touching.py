"""When a hand may be touched.

Rules: WarTime Rulebook, Timing Disputes. Which act was first is decided by the unit that is lifted or the token that is
removed, not by the flip after it: the hand tells the log that instant. It changes no sand.
"""

from companion.table.errors import Refused
from companion.table.state import Stage
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.refusals import not_over, not_standing, seconds_left
from companion.wartime.match.state import State


def touch(state: State, command: c.Touch, at: int) -> list[e.Touched]:
    """Nothing where it is still the touch before it. Raises Refused."""
    not_over(state)
    if state.stage is Stage.SETUP:
        raise Refused("Not begun yet: touch the hand as you begin to act.")
    not_standing(state)
    touches = state.touches[command.side]
    if touches.goes_on(at):
        return []
    if (wait_ns := touches.wait_ns(at)) > 0:
        raise Refused(f"That hand was touched too often. The log takes it again in {seconds_left(wait_ns)}.")
    return [e.Touched(sand_ns=at, side=command.side)]

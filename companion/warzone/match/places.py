"""What players would go back to in a game of Warzone."""

from companion.table.sides import Side
from companion.table.state import Stage
from companion.table.told.place import Place
from companion.warzone.match.events import WarzoneEvent
from companion.warzone.match.points.scoring import victory_points
from companion.warzone.match.state import State


def place(was: State, event: WarzoneEvent, now: State) -> Place | None:  # noqa: ARG001
    """What this step is, if it is anything: a Turn, Victory Points, a Casualty, the end."""
    if now.stage is Stage.OVER is not was.stage:
        return Place("The end")
    if now.turn > was.turn:
        return Place(f"Turn {now.turn}")
    for side in Side:
        if (fallen := _fallen(was, now, side)) is not None:
            return Place(f"{fallen} is a Casualty", side.value)
        if now.answers is not was.answers:
            before, after = victory_points(was, side).value, victory_points(now, side).value
            if after > before:
                return Place(f"{after} VP", side.value)
    return None


def _fallen(was: State, now: State, side: Side) -> str | None:
    """Who of that side fell with this step."""
    before, after = was.forces[side].units, now.forces[side].units
    if before is after:
        return None
    new = (id for id, unit in after.items() if unit.fall is not None and (id not in before or before[id].fall is None))
    return next((after[id].unit.name for id in new), None)

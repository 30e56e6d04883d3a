"""What players would go back to in a game of WarTime. That sand was flipped is on every line of its log."""

from companion.table.sides import Side
from companion.table.state import Stage
from companion.table.told.place import Place
from companion.wartime.match.events import WarTimeEvent
from companion.wartime.match.state import State


def place(was: State, event: WarTimeEvent, now: State) -> Place | None:  # noqa: ARG001
    """What this step is, if it is anything."""
    if now.stage is not was.stage:
        if now.stage is Stage.OVER:
            return Place("The end", now.winner.value if now.winner else None)
        return Place("The start") if now.stage is Stage.PLAY else None
    for side in Side:
        gone = [unit for unit in now.forces[side].eliminated if unit not in was.forces[side].eliminated]
        if gone:
            return Place(f"{', '.join(gone)} eliminated", side.value)
    return None

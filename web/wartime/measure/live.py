"""The live board as a question has it: what Measure begins with while a game of WarTime has something on its board."""

from collections.abc import Mapping

from companion.table.seats import Side
from companion.table.view import TableView
from companion.wartime.match.views import WarTimeView
from web.http.codec import LONGEST_PARAMETER
from web.wartime.measure.items import Stack


def live_board(view: TableView) -> Mapping[str, str]:
    """The board's parameters, as far as there is something to say; none where another game is played."""
    if not isinstance(view, WarTimeView):
        return {}
    stacks = [
        Stack(hex=unit.hex, side=Side(side), name=unit.name)
        for side, force in view.sides.items()
        for unit in force.units
        if unit.hex is not None
    ]
    units = ",".join(each.text for each in stacks)
    if len(units) > LONGEST_PARAMETER:  # more than the box has stands for: without their names they fit
        units = ",".join(each.hex for each in stacks)
    texts = {
        "terrain": ",".join(f"{hex}:{kind}" for hex, kind in view.board.terrain.items()),
        "features": ",".join(f"{pile.hex}:{pile.terrain}" for pile in view.features if pile.left),
        "lines": ",".join("-".join(line) for line in view.board.lines),
        "units": units,
    }
    return {name: text for name, text in texts.items() if text}

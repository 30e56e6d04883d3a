"""The live board as a question has it: what Measure begins with while a game of WarTime has something on its board."""

from collections.abc import Mapping

from companion.table.sides import Side
from companion.table.view import TableView
from companion.wartime.match.views import WarTimeView
from web.wartime.measure.items import Stack


def live_board(view: TableView) -> Mapping[str, str]:
    """The board's parameters, as far as there is something to say; none where another game is played."""
    if not isinstance(view, WarTimeView):
        return {}
    texts = {
        "terrain": [f"{hex}:{kind}" for hex, kind in view.board.terrain.items()],
        "features": [f"{pile.hex}:{pile.terrain}" for pile in view.features if pile.left],
        "lines": ["-".join(line) for line in view.board.lines],
        "units": [
            Stack(hex=unit.hex, side=Side(side), name=unit.name).text
            for side, force in view.sides.items()
            for unit in force.units
            if unit.hex is not None
        ],
    }
    return {name: ",".join(items) for name, items in texts.items() if items}

"""A Warzone match for spectators: both Forces, their Victory Points, and who acts."""

from collections.abc import Sequence

from companion.table.seats import Side
from companion.table.view import Phase
from companion.warzone.cards.card import UnitCard
from companion.warzone.match.state import LAST_TURN
from companion.warzone.match.views import ForceView, WarzoneView
from web.site.scene import Scene
from web.warzone.match.tiles import tiles

_COLUMNS = {5: "one", 12: "two", 24: "three", 40: "four"}
"""Up to so many Units stand in so many columns."""


def scene(view: WarzoneView, cards: Sequence[UnitCard]) -> Scene:
    return Scene(
        template="warzone_watch.html",
        style="warzone_watch.css",
        values={
            "view": view,
            "sides": (Side.RED, Side.GOLD),
            "last_turn": LAST_TURN,
            "tiles": {side: tiles(view, side.value, cards=cards) for side in Side},
            "columns": {side: _columns(view.sides[side.value]) for side in Side},
            "said": "Setting up" if view.phase is Phase.SETUP else view.waiting.removesuffix("."),
        },
    )


def _columns(force: ForceView) -> str:
    """Units that are only counted have no names, and need little room."""
    if not force.listed:
        return "ten"
    return next((columns for most, columns in _COLUMNS.items() if len(force.units) <= most), "five")

"""A Warzone match for spectators: both Forces, their Victory Points, and who acts."""

from flask import Response

from companion.table.sides import Side
from companion.table.view import Phase
from companion.warzone.match.state import LAST_TURN, TurnPhase
from companion.warzone.match.views import ForceView, WarzoneView
from web.http.render import page
from web.warzone.match.tiles import tiles

PHASES = {TurnPhase.START: "Start", TurnPhase.ACTIVATION: "Activation", TurnPhase.END: "End Turn"}
_COLUMNS = {5: "one", 12: "two", 24: "three", 40: "four"}
"""Up to so many Units stand in so many columns."""


def watch_page(view: WarzoneView) -> Response:
    return page(
        "warzone_watch.html",
        view=view,
        sides=(Side.RED, Side.GOLD),
        phases=PHASES,
        last_turn=LAST_TURN,
        tiles={side: tiles(view, side.value) for side in Side},
        columns={side: _columns(view.sides[side.value]) for side in Side},
        said=_said(view),
    )


def _said(view: WarzoneView) -> str:
    """What is said above both Forces."""
    if view.phase is Phase.SETUP:
        return "Setting up"
    return (view.outcome or "The game has ended") if view.phase is Phase.ENDED else view.waiting.removesuffix(".")


def _columns(force: ForceView) -> str:
    """Units that are only counted have no names, and need little room."""
    if not force.listed:
        return "ten"
    return next((columns for most, columns in _COLUMNS.items() if len(force.units) <= most), "five")

"""What is a side's own: its units and cards before the game, and the cards in its hand.

Rules: WarTime Rulebook, Set Up (cards lie face down beside the board) and Optional Rules (Set Up; Action Cards:
"secretly select"). Whoever sits elsewhere is refused before the rules are asked, so that not even a refusal tells which
cards lie there.
"""

from collections.abc import Callable

from companion.table.errors import NotYours
from companion.table.sides import Side
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.state import State
from companion.wartime.scenario.armies import ARMIES


def guard(state: State, what: c.WarTimeCommand | e.WarTimeEvent, sits_for: Callable[[Side], bool]) -> None:
    """Raises NotYours where that side's seat alone may ask for the command, or take the event back."""
    side: Side | None
    match what:
        case c.Muster(side=side, cards=cards) | e.Mustered(side=side, cards=cards):
            thing = "secret" if isinstance(cards, tuple) else "choice"
        case c.Tick(side=side) | c.Deal(side=side):
            thing = "secret"
        case c.Flip(timer=timer, card=str()) | c.Assign(timer=timer, card=str()) if timer in state.timers:
            side, thing = state.timers[timer].spec.side, "card"
        case _:
            return
    if side is not None and not sits_for(side):
        raise NotYours(ARMIES[side], thing)

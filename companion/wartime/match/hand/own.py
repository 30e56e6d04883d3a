"""What is a side's own: its units and cards before the game, and the cards in its hand.

Rules: WarTime Rulebook, Set Up (cards lie face down beside the board) and Optional Rules (Set Up; Action Cards:
"secretly select").
"""

from companion.table.game import Own
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.state import State
from companion.wartime.scenario.scenario import TimerKind


def own(state: State, what: c.WarTimeCommand | e.WarTimeEvent) -> Own | None:
    """The side whose seat alone may ask for the command, or take the event back. Playing a card is its own too: else
    trying would tell which cards lie face down."""
    match what:
        case c.Muster(side=side, cards=cards) | e.Mustered(side=side, cards=cards):
            return Own(side, "secret" if isinstance(cards, tuple) else "choice")
        case c.Tick(side=side) | c.Deal(side=side):
            return Own(side, "secret")
        case c.Flip(timer=timer) | c.Assign(timer=timer) | c.Act(timer=timer) if timer in state.timers:
            spec = state.timers[timer].spec
            if spec.side is None:
                return None
            if what.card is not None:
                return Own(spec.side, "card")
            casts = isinstance(what, c.Flip) and spec.kind is TimerKind.SPELL and state.scenario.hand(spec.side)
            return Own(spec.side, "card") if casts else None
        case _:
            return None

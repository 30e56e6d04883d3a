"""The cards that a phone may play on the live board: those of its own side's hand, told to nobody else."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.table.history import Source
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.match.hand import may_choose, playable
from companion.wartime.match.state import State
from companion.wartime.match.views import hands_of
from companion.wartime.scenario.scenario import TimerKind
from web.wartime.board.asked import Asked


def cards(state: State, asked: Asked, source: Source) -> tuple[str, ...]:
    """What the chosen unit may play with its action, and the card that is picked."""
    picked = (asked.card,) if asked.card else ()
    if asked.unit is None or asked.unit[0] not in hands_of(state, source):
        return picked
    side, unit = asked.unit
    timers = (each for each in state.timers.values() if each.spec.side is side)
    command = next((each for each in timers if each.spec.kind is TimerKind.COMMAND), None)
    held: Iterable[str] = playable(state, replace(command, unit=unit, card=None)) if command else ()
    return tuple(dict.fromkeys((*held, *picked)))


def choosing(state: State, source: Source) -> frozenset[Side]:
    """The sides whose cards this phone may choose and has not chosen yet: what another side chose it is not told."""
    if state.locked or state.stage is not Stage.SETUP:
        return frozenset()
    return frozenset(side for side in hands_of(state, source) if may_choose(state, side))


def spells(state: State, source: Source) -> frozenset[str]:
    """The spell timers for which this phone's hand has a card that may be played now."""
    found = hands_of(state, source).values()
    return frozenset(timer for hand in found for timer in hand.plays if state.timer(timer).spec.kind is TimerKind.SPELL)

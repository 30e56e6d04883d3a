"""Who can claim which flag of a battle, now or once it is his turn."""

from collections.abc import Sequence
from functools import lru_cache

from companion.battleline.cards import Card
from companion.battleline.choices import BattleLineChoices, ClaimTime
from companion.battleline.claim import Claim
from companion.battleline.flag import Who
from companion.battleline.line import Place
from companion.battleline.match.layout import NUMBERS
from companion.battleline.match.state import State
from companion.battleline.verdicts import FlagVerdict, each_judged
from companion.table.seats import Seat
from companion.table.state import Stage


class Claims:
    """What each seat of a battle can claim: all flags judged once, and asked as often as one likes."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._flags = () if state.victory else _judged(state.line, state.seen_beside, state.choices)

    def verdict(self, flag: int, side: Seat) -> Claim | None:
        """Whether the cards let this seat claim the flag; None where it does not face it, the flag is claimed or
        somebody has won."""
        layout = self._state.layout
        if not self._flags or side not in layout.pair(flag):
            return None
        found = self._flags[flag - 1]
        return found.mine if layout.who(flag, side) is Who.MINE else found.theirs

    def now(self, side: Seat) -> Sequence[int]:
        """The flags that this seat can claim at this moment, by their numbers."""
        if not_now(self._state, side) is not None:
            return ()
        return [number for number in NUMBERS if (found := self.verdict(number, side)) and found.claimable]

    def shown(self, side: Seat) -> int | None:
        """The flag that the side's claim button takes: the one it was set to, else the first that it can claim."""
        flags = self.now(side)
        pointed = self._state.pointed.get(side)
        return pointed if pointed in flags else next(iter(flags), None)


@lru_cache(maxsize=4)
def _judged(line: tuple[Place, ...], seen: tuple[Card, ...], choices: BattleLineChoices) -> tuple[FlagVerdict, ...]:
    """The same flags are judged only once, however many look at them."""
    return each_judged(line, seen=seen, choices=choices)


def not_now(state: State, side: Seat) -> str | None:
    """Why this side can claim nothing at the moment, whatever the cards say; None where it can.

    The turn passes with what the next seat does, so one that has played may claim until then, and the next from then
    on. GMT lets a player claim at any time of his turn until he draws; the other book only after his card; the
    advanced rule only before it.
    """
    if state.stage is not Stage.PLAY:
        return "The battle is over." if state.stage is Stage.OVER else "Lay the first card."
    own = state.turn is side
    if not own and state.next is not side and state.next is not None:
        return f"It is {state.name(state.next)}'s turn."
    acted = own and state.acted
    if state.choices.claim_time is ClaimTime.END_OF_TURN and not acted:
        return "Claim at the end of your turn: play a card first."
    if state.choices.claim_time is ClaimTime.START_OF_TURN and acted:
        return "Claim at the start of your turn: wait for the next."
    return None

"""How late a flag was claimed."""

from collections import deque

import msgspec

from companion.battleline.claim import claim
from companion.battleline.flag import Who
from companion.battleline.match.claims import not_now
from companion.battleline.match.hands import unseen_troops
from companion.battleline.match.state import State
from companion.table.seats import Seat

MOST = 500
"""So far back does it look, in moments that differ: whole battles have about a hundred."""


class Open(msgspec.Struct, frozen=True):
    """A claim that could be made: for so many of its side's own turns, and since which match time (ns)."""

    turns: int
    since_ns: int


class _Moment(msgspec.Struct, frozen=True):
    """A state, since when, and how often each seat's turn had begun."""

    at_ns: int
    state: State
    turns: dict[Seat, int]


class Moments:
    """The moments of a battle from its opening on, as far as they differ in what a claim depends on."""

    def __init__(self, opening: State) -> None:
        self._last = opening
        self._begun = {side: int(side is opening.turn) for side in opening.layout.seats}
        self._moments = deque([self._moment(opening, 0)], maxlen=MOST)

    def add(self, state: State, at_ns: int) -> None:
        """What an event led to, at that match time."""
        was, self._last = self._last, state
        if state.turn is not was.turn and state.turn is not None:
            self._begun = {**self._begun, state.turn: self._begun[state.turn] + 1}
        if (state.lying, *_turn(state)) != (was.lying, *_turn(was)):
            self._moments.append(self._moment(state, at_ns))

    def open(self, flag: int, side: Seat) -> Open | None:
        """How much earlier than at the last of these moments the side could have claimed that flag; None where it could
        not even then.

        It could since its turn first came while the cards proved the claim, as they did without a break from then on:
        what a Tactics card, or a tap put right, took out of its hands meanwhile counts from when it had it again.
        """
        first, last = None, self._moments[-1].turns[side]
        for moment in reversed(self._moments):
            if not _proven(moment.state, flag, side):
                break
            if not_now(moment.state, side) is None:
                first = moment
        return None if first is None else Open(last - first.turns[side], first.at_ns)

    def _moment(self, state: State, at_ns: int) -> _Moment:
        """To which of its turns, counted from 1, a claim of each seat's would belong: the one that is on, or the next,
        which a claim begins."""
        return _Moment(at_ns, state, {side: begun + (state.turn is not side) for side, begun in self._begun.items()})


def _turn(state: State) -> tuple[object, ...]:
    return state.stage, state.turn, state.acted


def _proven(state: State, number: int, side: Seat) -> bool:
    """Whether the cards let this side claim the flag: what `companion.battleline.match.claims` finds of all nine."""
    flag = state.flag(number)
    seen = flag if state.layout.who(number, side) is Who.MINE else flag.turned()
    return claim(seen, unseen_troops(state), state.choices).claimable

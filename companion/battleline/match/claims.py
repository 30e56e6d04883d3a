"""Decides who can claim which flag, by which proof and how late, from the face-up cards."""

from collections import deque
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from companion.battleline.cards import TROOPS, Card, Flag, Formation, Who
from companion.battleline.choices import BattleLineChoices, ClaimTime, Tactics
from companion.battleline.claim import Claim, claim, unseen
from companion.battleline.line import FlagPlace, FlagVerdict, each_judged
from companion.battleline.match.state import NUMBERS, SCOUT, TACTICS, Handed, State
from companion.battleline.proof import ProofStep, ReplyFate, answer, beaten_replies
from companion.battleline.replies import best
from companion.table.seats import Seat
from companion.table.state import Stage

# Who can claim which flag of a battle, now or once it is his turn.


class Claims:
    """Knows what each seat of a battle can claim. All flags are judged once."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._flags = () if state.victory else _judged(state.line, state.seen_beside, state.choices)

    def verdict(self, flag: int, side: Seat) -> Claim | None:
        """Returns whether the cards let this seat claim the flag; None where it does not face it, the flag is claimed
        or somebody has won."""
        layout = self._state.layout
        if not self._flags or side not in layout.pair(flag):
            return None
        found = self._flags[flag - 1]
        return found.mine if layout.who(flag, side) is Who.MINE else found.theirs

    def now(self, side: Seat) -> Sequence[int]:
        """Returns the flags that this seat can claim at this moment, by their numbers."""
        if not_now(self._state, side) is not None:
            return ()
        return [number for number in NUMBERS if (found := self.verdict(number, side)) and found.claimable]

    def button_flag(self, side: Seat) -> int | None:
        """Returns the flag that the side's claim button takes: the one it was set to, else the first that it can
        claim."""
        flags = self.now(side)
        pointed = self._state.pointed.get(side)
        return pointed if pointed in flags else next(iter(flags), None)


@lru_cache(maxsize=4)
def _judged(line: tuple[FlagPlace, ...], seen: tuple[Card, ...], choices: BattleLineChoices) -> tuple[FlagVerdict, ...]:
    """Judges the same flags only once, for all phones."""
    return each_judged(line, seen=seen, choices=choices)


def not_now(state: State, side: Seat) -> str | None:
    """Returns why this side cannot claim at the moment, whatever the cards say; None where it can.

    The turn passes with what the next seat does, so one that has played may claim until then, and the next from then
    on. GMT lets a player claim at any time of his turn until he draws. The other book lets him only after his card,
    the advanced rule only before it.
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


# What the cards that are face up tell of those that are not: in the decks and in hands.
#
# Players draw to a full hand at the end of each turn until both decks run out (Battle Line, Play). The table does
# not learn what was drawn, so it knows only what that rule leaves.

_PUT_BACK = 2
"""Cards that a Scout puts back (Guile Tactics)."""


def unseen_troops(state: State) -> int:
    """Returns the Troop cards that are not face up, as a mask: what may still come, in a claim (Flags)."""
    return unseen((), (piece for piece in state.lying if piece in TROOPS))


def unseen_tactics(state: State) -> int:
    """Returns how many Tactics cards are not face up (Tactics Cards: there are ten); none where they are not played
    with."""
    if state.choices.tactics is Tactics.WITHOUT:
        return 0
    return len(TACTICS) - sum(piece in TACTICS for piece in state.lying)


def to_draw(state: State) -> int:
    """Returns how many cards both decks together have left: what is neither face up nor in a full hand (Play).

    The last card played counts as replaced by a draw. Its player draws only at the end of his turn, after his claims.
    A Scout brings three cards and puts two back: as many as any other card (Guile Tactics). Where it found fewer than
    two, a card or two may be left though this says 0.
    """
    return max(0, _over(state))


def least_in_hand(state: State, seat: Seat) -> int:
    """Returns the fewest cards that this seat can hold now (Play).

    While there is something to draw hands are full, but for the card which a seat that has just played may still have
    to draw. Then each card played leaves a hand one smaller. All that are missing may be missing in this hand, for
    players who pass keep theirs. Of a Scout that found fewer than three cards, two may be back in the decks.
    """
    over = _over(state)
    drawing = state.turn is seat and state.acted and state.laid is not None
    put_back = _PUT_BACK if over <= 0 and SCOUT in state.lying else 0
    return max(0, state.choices.tactics.hand - max(drawing, -over) - put_back)


def most_tactics_in_hand(state: State, seat: Seat) -> int:
    """Returns the most Tactics cards that this seat can hold.

    Its first hand is Troop cards (Preparation). Since then it has drawn at most one card for each that it played, and
    two more with a Scout.
    """
    drawn = sum(by is seat for by in state.played.values()) + 2 * (state.played.get(SCOUT) is seat)
    return max(0, min(unseen_tactics(state), drawn - len(state.tactics(seat))))


def _over(state: State) -> int:
    """Returns how many more cards are hidden than full hands have; negative by as many as hands are short of."""
    hidden = unseen_troops(state).bit_count() + unseen_tactics(state)
    return hidden - state.choices.tactics.hand * len(state.layout.seats)


# How late a flag was claimed.

MOST = 500
"""So far back does it look, in moments that differ: whole battles have about a hundred."""


class Open(msgspec.Struct, frozen=True):
    """Describes a claim that could be made: for so many of its side's own turns, and since which match time (ns)."""

    turns: int
    since_ns: int


class _Moment(msgspec.Struct, frozen=True):
    """Describes a state, since when, and how often each seat's turn had begun."""

    at_ns: int
    state: State
    turns: dict[Seat, int]


class Moments:
    """Keeps the moments of a battle from its opening on, as far as they differ in what a claim depends on."""

    def __init__(self, opening: State) -> None:
        self._last = opening
        self._begun = {side: int(side is opening.turn) for side in opening.layout.seats}
        self._moments = deque([self._moment(opening, 0)], maxlen=MOST)

    def add(self, state: State, at_ns: int) -> None:
        """Adds the state that an event led to, at that match time."""
        was, self._last = self._last, state
        if state.turn is not was.turn and state.turn is not None:
            self._begun = {**self._begun, state.turn: self._begun[state.turn] + 1}
        if (state.lying, *_turn(state)) != (was.lying, *_turn(was)):
            self._moments.append(self._moment(state, at_ns))

    def open(self, flag: int, side: Seat) -> Open | None:
        """Returns how much earlier than at the last of these moments the side could have claimed that flag.

        It is None where the side could not even then. The time counts from its first turn after which the cards proved
        the claim without a break. A Tactics card or a correction that broke the proof starts the count again.
        """
        first, last = None, self._moments[-1].turns[side]
        for moment in reversed(self._moments):
            if not _proven(moment.state, flag, side):
                break
            if not_now(moment.state, side) is None:
                first = moment
        return None if first is None else Open(last - first.turns[side], first.at_ns)

    def _moment(self, state: State, at_ns: int) -> _Moment:
        """Returns the moment, with the turn of each seat, counted from 1, to which its claim would belong.

        That is the current turn, or the next one, which a claim begins.
        """
        return _Moment(at_ns, state, {side: begun + (state.turn is not side) for side, begun in self._begun.items()})


def _turn(state: State) -> tuple[object, ...]:
    return state.stage, state.turn, state.acted


def _proven(state: State, number: int, side: Seat) -> bool:
    """Returns whether the cards let this side claim the flag: what `companion.battleline.match.claims` finds of all
    nine."""
    flag = state.flag(number)
    seen = flag if state.layout.who(number, side) is Who.MINE else flag.turned()
    return claim(seen, unseen_troops(state), state.choices).claimable


# The proofs of claims as players are shown them: what lies there, and step by step what the other side could reply.


class ProofView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a claim of a flag, made `by` one side, its proof meant for the other: `to`.

    `formation`, `total` and `as` are what the claim has, `cards` what lay on both sides when it was made. `words` are
    the proof in short. `steps` are the replies that it beats. A claim that does not hold, perhaps after a correction,
    has the one that it does not beat.
    """

    flag: int
    by: str
    to: str
    formation: Formation
    total: int
    as_: tuple[Card, ...] = msgspec.field(name="as")
    cards: dict[str, tuple[Card, ...]]
    slots: int
    words: str
    steps: tuple[ProofStep, ...]


def proofs(state: State) -> tuple[ProofView, ...]:
    """Returns the proofs that lie before players, the latest first."""
    found = (_proof(state, each) for each in reversed(state.handed))
    return tuple(each for each in found if each is not None)


def refuted(state: State, number: int, side: Seat) -> ProofView | None:
    """Says why this side cannot claim the flag yet, as far as a reply is why; None where it is not."""
    if number in state.claimed or state.winner or side not in state.layout.pair(number):
        return None
    across = state.layout.across(number, side)
    flag = _seen_by(state, number, side)
    reply = answer(flag, unseen_troops(state))
    return _view(number, side, across, flag, (reply,)) if reply else None


def _proof(state: State, handed: Handed) -> ProofView | None:
    then = replace(state, lying=handed.lying)
    flag = _seen_by(then, handed.flag, handed.by)
    lies = tuple((piece, spot.flag) for piece, spot in handed.lying.items() if piece in TROOPS)
    left = unseen_troops(then)
    refuting = answer(flag, left)
    steps = (refuting,) if refuting else _steps(flag, left, lies)
    return _view(handed.flag, handed.by, handed.to, flag, steps)


@lru_cache(maxsize=16)
def _steps(flag: Flag, unseen: int, lies: tuple[tuple[Card, int | None], ...]) -> tuple[ProofStep, ...]:
    """Makes the same proof only once, for all phones."""
    return beaten_replies(flag, unseen, dict(lies))


def _seen_by(state: State, number: int, side: Seat) -> Flag:
    flag = state.flag(number)
    return flag if state.layout.who(number, side) is Who.MINE else flag.turned()


def _view(number: int, by: Seat, to: Seat, flag: Flag, steps: tuple[ProofStep, ...]) -> ProofView | None:
    mine = best(flag.mine, 0, slots=flag.slots, fog=flag.fog)
    if mine is None or not steps:
        return None
    return ProofView(
        flag=number,
        by=by.value,
        to=to.value,
        formation=mine.formation,
        total=mine.total,
        as_=mine.as_,
        cards={by.value: flag.mine, to.value: flag.theirs},
        slots=flag.slots,
        words=_in_short(steps),
        steps=steps,
    )


def _in_short(steps: tuple[ProofStep, ...]) -> str:
    """Returns what comes of the best reply."""
    strongest = next((step for step in steps if step.fate is not ReplyFate.OUT), steps[0])
    done = not strongest.needs or strongest.out or strongest.fate is ReplyFate.BEATS
    return strongest.words if done else f"{strongest.words} None better can come."

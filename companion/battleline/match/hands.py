"""What the cards that are face up tell of those that are not: in the decks and in hands.

Players draw to a full hand at the end of each turn until both decks run out (Battle Line, Play). Nobody tells the table
what was drawn, so no more is known here than what that rule leaves.
"""

from companion.battleline.cards import TROOPS
from companion.battleline.choices import Tactics
from companion.battleline.claim import unseen
from companion.battleline.match.state import State
from companion.battleline.match.tactics import SCOUT, TACTICS
from companion.table.seats import Seat

_PUT_BACK = 2
"""Cards that a Scout puts back (Guile Tactics)."""


def unseen_troops(state: State) -> int:
    """The Troop cards that are not face up, as a mask: what may still come, in a claim (Flags)."""
    return unseen((), (piece for piece in state.lying if piece in TROOPS))


def unseen_tactics(state: State) -> int:
    """How many Tactics cards are not face up (Tactics Cards: there are ten); none where they are not played with."""
    if state.choices.tactics is Tactics.WITHOUT:
        return 0
    return len(TACTICS) - sum(piece in TACTICS for piece in state.lying)


def to_draw(state: State) -> int:
    """How many cards both decks together have left: what is neither face up nor in a full hand (Play).

    The last card played counts as made up for by a draw, though its player draws only at the end of his turn, which
    he may use to claim flags first. A Scout brings three cards and puts two back: as many as any other card (Guile
    Tactics). Where it found fewer than two, a card or two may be left though this says 0.
    """
    return max(0, _over(state))


def least_in_hand(state: State, seat: Seat) -> int:
    """The fewest cards that this seat can hold now (Play).

    While there is something to draw hands are full, but for the card which a seat that has just played may still have
    to draw. Then each card played leaves a hand one smaller, and all that are missing may be missing in this one:
    players who pass keep theirs, and of a Scout that found no three cards two may have gone back into the decks.
    """
    over = _over(state)
    drawing = state.turn is seat and state.acted and state.laid is not None
    put_back = _PUT_BACK if over <= 0 and SCOUT in state.lying else 0
    return max(0, state.choices.tactics.hand - max(drawing, -over) - put_back)


def most_tactics_in_hand(state: State, seat: Seat) -> int:
    """The most Tactics cards that this seat can hold: a hand of Troop cards was dealt to it (Preparation), and it has
    drawn no more than one card for each that it played, two more with a Scout.
    """
    drawn = sum(by is seat for by in state.played.values()) + 2 * (state.played.get(SCOUT) is seat)
    return max(0, min(unseen_tactics(state), drawn - len(state.tactics(seat))))


def _over(state: State) -> int:
    """How many more cards are hidden than full hands have; negative by as many as hands are short of."""
    hidden = unseen_troops(state).bit_count() + unseen_tactics(state)
    return hidden - state.choices.tactics.hand * len(state.layout.seats)

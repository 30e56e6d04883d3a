"""Refusals that several rules share."""

from companion.battleline.choices import Tactics
from companion.battleline.match.layout import NUMBERS
from companion.battleline.match.state import Spot, State
from companion.battleline.match.tactics import ENVIRONMENT, LEADERS, LINE_PIECES, TACTICS, Piece, called
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat
from companion.table.state import Stage


def not_over(state: State) -> None:
    """Raises Refused once the battle is over."""
    if state.stage is Stage.OVER:
        raise Refused("The battle is over.")


def seated(state: State, seat: Seat) -> None:
    """Raises NotHere where nobody plays at that seat."""
    if seat not in state.layout.seats:
        raise NotHere("side", seat.value)


def facing(state: State, flag: int, seat: Seat) -> None:
    """Raises Refused where the flag lies between two others (Battle Line, Three Players), NotHere where there is none
    of that number."""
    if flag not in NUMBERS:
        raise NotHere("flag", str(flag))
    pair = state.layout.pair(flag)
    if seat not in pair:
        raise Refused(
            f"Flag {flag} lies between {state.name(pair[0])} and {state.name(pair[1])}, not before {state.name(seat)}."
        )


def to_unclaimed(state: State, flag: int) -> None:
    """Raises Refused where the flag is claimed (Battle Line, Flags)."""
    if flag in state.claimed:
        raise Refused(f"Flag {flag} is {state.name(state.claimed[flag])}'s already.")


def lying(state: State, piece: Piece) -> Spot:
    """Where a card lies. Raises Refused where it is not on the table, NotHere where there is no such card."""
    if piece not in LINE_PIECES and piece not in TACTICS:
        raise NotHere("card", piece)
    spot = state.lying.get(piece)
    if spot is None:
        raise Refused(f"{called(piece, state.choices.edition)} is not on the table.")
    return spot


def unplayed(state: State, piece: Piece) -> None:
    """Raises Refused where the card is face up already, or is a Tactics card and these are not played with."""
    if piece in TACTICS and state.choices.tactics is Tactics.WITHOUT:
        raise Refused("You play without Tactics cards.")
    if piece in state.lying:
        raise Refused(f"{called(piece, state.choices.edition)} is on the table already.")


def a_troop(state: State, piece: Piece) -> None:
    """Raises Refused where the card is one that a Traitor may not take (Battle Line, Guile Tactics)."""
    if piece in TACTICS:
        what = "a Leader" if piece in LEADERS else called(piece, state.choices.edition)
        raise Refused(f"A Traitor takes a Troop card, not {what}.")


def at_unclaimed(state: State, piece: Piece) -> Spot:
    """Where a card lies, which must not be a claimed flag. Raises Refused, NotHere."""
    spot = lying(state, piece)
    if spot.flag is not None:
        to_unclaimed(state, spot.flag)
    return spot


def has_room(state: State, flag: int, side: Seat) -> bool:
    """Whether a card can still be laid on this seat's side of the flag."""
    return flag not in state.claimed and len(state.cards(flag, side)) < state.flag(flag).slots


def room(state: State, flag: int, side: Seat) -> None:
    """Raises Refused where this seat's side of an unclaimed flag is full (Battle Line, Troop Cards; Mud)."""
    if not has_room(state, flag, side):
        slots = state.flag(flag).slots
        raise Refused(f"Flag {flag} is full on {state.name(side)}'s side: {slots} cards.")


def to_side(state: State, seat: Seat, piece: Piece, flag: int) -> None:
    """Raises Refused where this card may not come to lie on this seat's side of the flag, NotHere where there is no
    such flag."""
    facing(state, flag, seat)
    to_unclaimed(state, flag)
    if piece not in ENVIRONMENT:
        room(state, flag, seat)

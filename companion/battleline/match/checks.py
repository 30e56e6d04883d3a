"""Holds the checks that several acts of a battle share. Each raises Refused or NotHere in players' words."""

from collections.abc import Sequence

import msgspec

from companion.battleline.choices import FourthCard, Leaders, Redeploying, Tactics
from companion.battleline.match.claims import least_in_hand, most_tactics_in_hand
from companion.battleline.match.state import (
    ENVIRONMENT,
    LEADERS,
    LINE_PIECES,
    MUD,
    NUMBERS,
    REDEPLOY,
    TACTICS,
    TRAITOR,
    Piece,
    Spot,
    State,
    called,
)
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat
from companion.table.state import Stage


def not_over(state: State) -> None:
    """Raises Refused once the battle is over."""
    if state.stage is Stage.OVER:
        raise Refused("The battle is over.")


def seated(state: State, seat: Seat) -> None:
    """Raises NotHere where that seat does not play."""
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
    """Returns where a card lies. Raises Refused where it is not on the table, NotHere where there is no such card."""
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
    """Returns where a card lies, which must not be a claimed flag. Raises Refused, NotHere."""
    spot = lying(state, piece)
    if spot.flag is not None:
        to_unclaimed(state, spot.flag)
    return spot


def has_room(state: State, flag: int, side: Seat) -> bool:
    """Returns whether a card can still be laid on this seat's side of the flag."""
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


def in_turn(state: State, seat: Seat) -> None:
    """Raises Refused where another seat is to act. A turn is over once its seat has acted and the next one acts."""
    seated(state, seat)
    if state.next is None or state.next is seat:
        return
    played = "You have played. " if state.turn is seat else ""
    raise Refused(f"{played}It is {state.name(state.next)}'s turn.")


def tactic(state: State, side: Seat, piece: Piece) -> None:
    """Raises Refused where this seat may not play that Tactics card now (Battle Line, Tactics Cards)."""
    unplayed(state, piece)
    if waiting := behind(state, side):
        who = " and ".join(state.name(seat) for seat in waiting)
        has = "has" if len(waiting) == 1 else "have"
        raise Refused(f"You are one Tactics card ahead: {who} {has} to play one first.")
    if piece in LEADERS:
        if state.leads(side):
            raise Refused("You have a Leader on your side already.")
        had = any(leader in state.tactics(side) for leader in LEADERS)
        if had and state.choices.leaders is Leaders.ONE_A_GAME:
            raise Refused("You have had your one Leader of this game.")


def take(
    state: State, side: Seat, mover: Piece, piece: Piece, to: int | None = None
) -> tuple[int, tuple[Piece, ...] | msgspec.UnsetType]:
    """Returns the flag from which a Guile Tactic may take the card for this seat, and the cards that go with it.

    These are Redeploy, Deserter and Traitor (Battle Line, Guile Tactics). `to` is the flag that the card goes to, None
    for beside the deck. Raises Refused, NotHere.
    """
    if mover == TRAITOR:
        a_troop(state, piece)
    if mover == REDEPLOY and piece in ENVIRONMENT and state.choices.redeploy is Redeploying.NOT_ENVIRONMENT:
        raise Refused("At your table Redeploy does not move Fog and Mud.")
    flag = _of(state, [side], piece) if mover == REDEPLOY else _across(state, side, piece)
    if mover == REDEPLOY and to == flag:
        raise Refused(f"It lies at flag {flag} already.")
    if mover == TRAITOR or (mover == REDEPLOY and to is not None):
        to_side(state, side, piece, to or 0)
    return flag, _off(state, flag, piece)


def behind(state: State, seat: Seat) -> list[Seat]:
    """Returns the opponents who have played fewer Tactics cards: while there are any, this seat has to wait. A
    player may be one Tactics card ahead at most (Tactics Cards); with three players, of both others."""
    played = len(state.tactics(seat))
    return [other for other in state.layout.others(seat) if len(state.tactics(other)) < played]


def _off(state: State, flag: int, piece: Piece) -> tuple[Piece, ...] | msgspec.UnsetType:
    """Returns the cards that go with this one: with the Mud, those for which its flag then has no slot. The books are
    silent: it is the table's choice. Raises Refused where they keep the Mud there."""
    off = state.beyond_three(flag) if piece == MUD else ()
    if off and state.choices.mud is FourthCard.MUD_STAYS:
        raise Refused(f"Four cards lie at flag {flag}: at your table the Mud has to stay.")
    return off or msgspec.UNSET


def room_for_a_troop(state: State, seat: Seat) -> int | None:
    """Returns a flag at which this seat can play a Troop card, so that it may not pass (Battle Line, Troop Cards).

    It is None where the face-up cards do not prove that: without room, or where its whole hand can be Tactics.
    """
    if least_in_hand(state, seat) <= most_tactics_in_hand(state, seat):
        return None
    return next((flag for flag in state.layout.rows[seat] if has_room(state, flag, seat)), None)


def _across(state: State, seat: Seat, piece: Piece) -> int:
    """Returns the unclaimed flag at which this card lies on a side that faces this seat's. Raises Refused, NotHere."""
    flag = _of(state, state.layout.others(seat), piece)
    facing(state, flag, seat)
    return flag


def _of(state: State, seats: Sequence[Seat], piece: Piece) -> int:
    """Returns the unclaimed flag at which this card lies on the side of one of these seats. Raises Refused, NotHere."""
    spot = at_unclaimed(state, piece)
    if spot.flag is None or spot.side not in seats:
        whose = " or ".join(f"{state.name(seat)}'s" for seat in seats)
        raise Refused(f"{called(piece, state.choices.edition)} is not on {whose} side of the line.")
    return spot.flag

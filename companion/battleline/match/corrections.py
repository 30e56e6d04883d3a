"""Mis-taps put right: what the line then shows is as if the right card had been tapped at once.

A card that is shifted keeps its place in time, so a tie still goes against whoever played last (Battle Line, Flags),
and a Tactics card is charged to the side on which it lies. What could not have been played is refused.
"""

from collections.abc import Sequence
from typing import assert_never

from companion.battleline.choices import Leaders
from companion.battleline.match import commands as c
from companion.battleline.match import events as e
from companion.battleline.match.evolve import evolve
from companion.battleline.match.refusals import a_troop, lying, not_over, room, seated, to_side, unplayed
from companion.battleline.match.state import Spot, State
from companion.battleline.match.tactics import (
    ENVIRONMENT,
    GUILE,
    LEADERS,
    LINE_PIECES,
    MUD,
    SCOUT,
    TACTICS,
    Piece,
    called,
)
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat

Correction = c.TakeUp | c.Shift | c.Exchange
Corrected = e.TakenUp | e.Shifted | e.Exchanged


def correct(state: State, command: Correction, at: int) -> Sequence[Corrected]:
    """The event of a correction; none where the card lies there already. Raises Refused, NotHere."""
    not_over(state)
    event = _corrected(state, command, at)
    if event is None:
        return []
    _playable(state, evolve(state, event), event)
    return [event]


def _corrected(state: State, command: Correction, at: int) -> Corrected | None:
    spot = lying(state, command.piece)
    match command:
        case c.TakeUp(piece=piece):
            return _taken_up(state, piece, at)
        case c.Shift(flag=flag, side=side):
            return None if (spot.flag, spot.side) == (flag, side) else _shifted(state, command, at)
        case c.Exchange(piece=piece, instead=instead):
            return None if piece == instead else _exchanged(state, command, spot, at)
        case _:
            assert_never(command)


def _taken_up(state: State, piece: Piece, at: int) -> e.TakenUp:
    _movable(state, piece)
    if piece in GUILE and piece != SCOUT:
        raise Refused(f"{called(piece, state.choices.edition)} has moved a card: undo it instead.")
    return e.TakenUp(sand_ns=at, piece=piece)


def _shifted(state: State, command: c.Shift, at: int) -> e.Shifted:
    piece, side = command.piece, command.side
    _for_flags(state, piece)
    _movable(state, piece)
    seated(state, side)
    _unclaimed(state, command.flag)
    to_side(state, side, piece, command.flag)
    return e.Shifted(sand_ns=at, piece=piece, flag=command.flag, side=side)


def _exchanged(state: State, command: c.Exchange, spot: Spot, at: int) -> e.Exchanged:
    piece, instead = command.piece, command.instead
    _for_flags(state, piece)
    _for_flags(state, instead)
    _movable(state, piece)
    unplayed(state, instead)
    if state.played.get(piece) is not spot.side:
        a_troop(state, instead)
    if spot.flag is not None and piece in ENVIRONMENT and instead not in ENVIRONMENT:
        room(state, spot.flag, spot.side)
    return e.Exchanged(sand_ns=at, piece=piece, instead=instead)


def _for_flags(state: State, piece: Piece) -> None:
    """Raises Refused where the card is one that never lies at a flag (Guile Tactics), NotHere where there is none."""
    if piece in GUILE:
        raise Refused(f"{called(piece, state.choices.edition)} never lies at a flag.")
    if piece not in LINE_PIECES:
        raise NotHere("card", piece)


def _movable(state: State, piece: Piece) -> None:
    """Raises Refused where the card lies at a claimed flag, or is Mud without which a fourth card could not have been
    laid."""
    flag = lying(state, piece).flag
    if flag is None:
        return
    _unclaimed(state, flag)
    if piece == MUD and (fourth := state.beyond_three(flag)):
        raise Refused(f"Four cards lie at flag {flag}: put {called(fourth[0], state.choices.edition)} right first.")


def _unclaimed(state: State, flag: int) -> None:
    """Raises Refused where the flag is claimed: that claim was made with the cards as they are known to lie there."""
    if flag in state.claimed:
        raise Refused(f"Flag {flag} is {state.name(state.claimed[flag])}'s already: undo back to that claim first.")


def _playable(before: State, after: State, event: Corrected) -> None:
    """Raises Refused where a correction would bring about what nobody could have played (Battle Line, Tactics Cards
    and Morale Tactics). What was so before, as battles begun with an older Warglass may have it, refuses nothing."""
    piece = event.instead if isinstance(event, e.Exchanged) else event.piece
    for seat in after.layout.seats:
        if _leaders(after, seat) > max(1, _leaders(before, seat)):
            name = called(piece, before.choices.edition)
            raise Refused(f"{name} would be the second Leader of {after.name(seat)}.")
        if _ahead(after, seat) > max(1, _ahead(before, seat)):
            raise Refused(f"That would leave {after.name(seat)} two Tactics cards ahead: take one of those back first.")


def _leaders(state: State, seat: Seat) -> int:
    """How many Leaders count for this seat: all that it played, or those on its side of the line."""
    if state.choices.leaders is Leaders.ONE_A_GAME:
        return sum(state.played.get(leader) is seat for leader in LEADERS)
    return sum(
        (spot := state.lying.get(leader)) is not None and spot.side is seat and bool(spot.flag) for leader in LEADERS
    )


def _ahead(state: State, seat: Seat) -> int:
    """How many more Tactics cards this seat has played than the opponent who has played the fewest."""
    return len(state.tactics(seat)) - min(len(state.tactics(other)) for other in state.layout.others(seat))

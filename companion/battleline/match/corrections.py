"""Mis-taps put right: what the line then shows is as if the right card had been tapped at once.

A card that is shifted keeps its place in time, so a tie still goes against whoever played last (Battle Line, Flags),
and a Tactics card is charged to the side on which it lies. A Guile Tactic that took the wrong card gives it back, and
takes one that lay there when it was played. What could not have been played is refused.
"""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from companion.battleline.choices import Leaders
from companion.battleline.match import commands as c
from companion.battleline.match import events as e
from companion.battleline.match.evolve import evolve
from companion.battleline.match.mistaps import put_back, taken_by
from companion.battleline.match.plays import take
from companion.battleline.match.refusals import a_troop, lying, not_over, room, seated, to_side, unplayed
from companion.battleline.match.state import Spot, State
from companion.battleline.match.tactics import (
    ENVIRONMENT,
    GUILE,
    LEADERS,
    LINE_PIECES,
    MUD,
    Piece,
    called,
)
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat

Correction = c.TakeUp | c.Shift | c.Exchange


def correct(state: State, command: Correction, at: int) -> Sequence[e.Corrected]:
    """The event of a correction; none where the card lies there already. Raises Refused, NotHere."""
    not_over(state)
    event = _corrected(state, command, at)
    if event is None:
        return []
    after = evolve(state, event)
    _playable(state, after, event)
    mover = event.mover if isinstance(event, e.Exchanged) else event.piece
    if mover in state.moves:
        _not_too_many(after, state.moves[mover].was)
    return [event]


def _corrected(state: State, command: Correction, at: int) -> e.Corrected | None:
    spot = lying(state, command.piece)
    match command:
        case c.TakeUp(piece=piece):
            return _taken_up(state, piece, at)
        case c.Shift(flag=flag, side=side):
            return None if (spot.flag, spot.side) == (flag, side) else _shifted(state, command, at)
        case c.Exchange(piece=piece, instead=instead):
            if piece == instead:
                return None
            mover = taken_by(state.moves, piece) if instead in state.lying else None
            return _taken(state, command, mover, at) if mover else _exchanged(state, command, spot, at)
        case _:
            assert_never(command)


def _taken_up(state: State, piece: Piece, at: int) -> e.TakenUp:
    _movable(state, piece)
    if (move := state.moves.get(piece)) is not None and move.piece in state.lying:
        if (again := taken_by(state.moves, move.piece)) not in (piece, None):
            names = [called(each, state.choices.edition) for each in (move.piece, again or piece)]
            raise Refused("{} has been moved again: take {} back first.".format(*names))
        _movable(state, move.piece)
        _unclaimed(state, move.left)
    return e.TakenUp(sand_ns=at, piece=piece)


def _taken(state: State, command: c.Exchange, mover: Piece, at: int) -> e.Exchanged:
    """The Guile Tactic took another card that lay there when it was played."""
    piece, instead, move = command.piece, command.instead, state.moves[mover]
    _movable(state, piece)
    for flag in (move.left, lying(state, instead).flag):
        _unclaimed(state, flag)
    back = replace(state, lying=put_back(state.lying, mover, move))
    flag, off = take(back, state.lying[mover].side, mover, instead, state.lying[piece].flag)
    order = [*back.lying]
    for each in (instead, *(off or ())):
        if order.index(each) > order.index(mover):
            names = [called(each, state.choices.edition), called(mover, state.choices.edition)]
            raise Refused("{} came to lie at flag {flag} after {} was played.".format(*names, flag=flag))
    return e.Exchanged(sand_ns=at, piece=piece, instead=instead, mover=mover, off=off)


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


def _unclaimed(state: State, flag: int | None) -> None:
    """Raises Refused where the flag is claimed: that claim was made with the cards as they are known to lie there."""
    if flag in state.claimed:
        raise Refused(f"Flag {flag} is {state.name(state.claimed[flag])}'s already: undo back to that claim first.")


def _not_too_many(state: State, spot: Spot | None) -> None:
    """Raises Refused where a card is back on a side of a flag that has become full."""
    if (
        spot
        and spot.flag is not None
        and len(state.cards(spot.flag, spot.side)) > (slots := state.flag(spot.flag).slots)
    ):
        raise Refused(f"Flag {spot.flag} is full on {state.name(spot.side)}'s side: {slots} cards.")


def _playable(before: State, after: State, event: e.Corrected) -> None:
    """Raises Refused where a correction would bring about what nobody could have played (Battle Line, Tactics Cards
    and Morale Tactics). What was so before, as battles begun with an older Warglass may have it, refuses nothing."""
    piece = event.instead if isinstance(event, e.Exchanged) else event.piece
    for seat in after.layout.seats:
        had, has = _leaders(before, seat), _leaders(after, seat)
        if len(has) > max(1, len(had)):
            name = called(next((each for each in has if each not in had), piece), before.choices.edition)
            raise Refused(f"{name} would be the second Leader of {after.name(seat)}.")
        if _ahead(after, seat) > max(1, _ahead(before, seat)):
            raise Refused(f"That would leave {after.name(seat)} two Tactics cards ahead: take one of those back first.")


def _leaders(state: State, seat: Seat) -> list[Piece]:
    """The Leaders that count for this seat: all that it played, or those on its side of the line."""
    if state.choices.leaders is Leaders.ONE_A_GAME:
        return [leader for leader in LEADERS if state.played.get(leader) is seat]
    spots = {leader: spot for leader in LEADERS if (spot := state.lying.get(leader)) is not None}
    return [leader for leader, spot in spots.items() if spot.side is seat and spot.flag is not None]


def _ahead(state: State, seat: Seat) -> int:
    """How many more Tactics cards this seat has played than the opponent who has played the fewest."""
    return len(state.tactics(seat)) - min(len(state.tactics(other)) for other in state.layout.others(seat))

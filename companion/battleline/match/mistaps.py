"""The cards that lie face up once a mis-tap is corrected: as if the right card had been tapped at once."""

from collections.abc import Collection
from itertools import takewhile
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from companion.battleline.match import events as e
from companion.battleline.match.state import Move, Spot
from companion.battleline.match.tactics import DESERTER, Piece

V = TypeVar("V")
Lying = dict[Piece, Spot]
Moves = dict[Piece, Move]


def corrected(lying: Lying, moves: Moves, event: e.Corrected) -> Lying:
    """Returns what lies there after the correction. `moves` are those before it."""
    piece = event.piece
    if piece not in lying:
        return lying
    match event:
        case e.TakenUp():
            return without(put_back(lying, piece, moves[piece]) if piece in moves else lying, piece)
        case e.Shifted(flag=flag, side=side):
            return lying | {piece: Spot(side, flag)}
        case e.Exchanged(instead=instead, mover=mover):
            if mover is UNSET:
                return {_renamed(each, event): spot for each, spot in lying.items()}
            if mover not in moves or mover not in lying:
                return lying
            back = put_back(lying, mover, moves[mover])
            return discarded(_taken(back, mover, instead, lying[piece]), event.off or ())


def corrected_moves(moves: Moves, event: e.Corrected) -> Moves:
    """Returns the moves after the correction."""
    last = taken_by(moves, event.piece)
    found = {
        mover: replace(move, lying=corrected(move.lying, moves, event))
        if not isinstance(event, e.Shifted) or last is None or last in move.lying
        else move
        for mover, move in moves.items()
    }
    match event:
        case e.TakenUp(piece=piece):
            return without(found, piece)
        case e.Exchanged(instead=instead, mover=mover):
            if mover is UNSET:
                return {each: _renamed_move(move, event) for each, move in found.items()}
            if mover in found:
                found[mover] = replace(found[mover], piece=instead, off=event.off or ())
    return found


def taken_by(moves: Moves, piece: Piece) -> Piece | None:
    """Returns the Guile Tactic that moved the card last; None where none did."""
    return next((mover for mover in reversed(moves) if moves[mover].piece == piece), None)


def put_back(lying: Lying, mover: Piece, move: Move) -> Lying:
    """Returns what lies there without the move: its card is at its old place, and at its old place in time. A discard
    of a Deserter has kept that place, and lies at a flag again if a correction has put it there."""
    piece, was, found = move.piece, move.was, lying
    if was is None or piece not in lying:
        return lying
    if mover != DESERTER:
        rest = without(lying, piece)
        earlier = {*takewhile(lambda each: each != piece, move.lying)}
        before = takewhile(lambda each: each != mover, rest)
        at = max((index for index, each in enumerate(before, 1) if each in earlier), default=0)
        cards = [*rest.items()]
        found = dict([*cards[:at], (piece, was), *cards[at:]])
    elif lying[piece].flag is None:
        found = lying | {piece: was}
    beside = {each: found[each] for each in move.off if each in found and found[each].flag is None}
    return found | {each: Spot(spot.side, was.flag) for each, spot in beside.items()}


def discarded(lying: Lying, pieces: Collection[Piece]) -> Lying:
    """Returns what lies there with these cards beside the deck, each on its own side. A discard keeps its place in
    time, should it have to be put back."""
    return lying | {piece: Spot(lying[piece].side) for piece in pieces if piece in lying}


def without(known: dict[Piece, V], piece: Piece) -> dict[Piece, V]:
    """Returns all but that one."""
    return {each: value for each, value in known.items() if each != piece}


def _taken(lying: Lying, mover: Piece, piece: Piece, spot: Spot) -> Lying:
    """Returns what lies there once the Guile Tactic has brought the card to `spot`, right after it was played."""
    if piece not in lying or mover == DESERTER:
        return discarded(lying, [piece])
    found: Lying = {}
    for each, where in without(lying, piece).items():
        found[each] = where
        if each == mover:
            found[piece] = spot
    return found


def _renamed(piece: Piece, event: e.Exchanged) -> Piece:
    return event.instead if piece == event.piece else piece


def _renamed_move(move: Move, event: e.Exchanged) -> Move:
    return replace(move, piece=_renamed(move.piece, event), off=tuple(_renamed(each, event) for each in move.off))

"""How events change a battle."""

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import TypeVar, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from companion.battleline.match import commands as c
from companion.battleline.match import events as e
from companion.battleline.match.plays import facing, not_over, seated
from companion.battleline.match.state import DESERTER, REDEPLOY, SCOUT, TRAITOR, Handed, Move, Piece, Spot, State
from companion.table.errors import Refused
from companion.table.seats import Seat
from companion.table.state import Stage

# The cards that lie face up once a mis-tap is corrected: as if the right card had been tapped at once.

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


# A claim's proof, handed across: it lies before the other side until that side agrees to it or plays on (Battle Line,
# Flags: who claims a flag shows that nothing can beat him there).


def handed(state: State, claimed: e.Claimed) -> tuple[Handed, ...]:
    """Returns the proofs before players once that flag is claimed in `state`."""
    to = state.layout.across(claimed.flag, claimed.side)
    return (*state.handed, Handed(flag=claimed.flag, by=claimed.side, to=to, lying=state.lying))


def answered(state: State, event: e.BattleEvent) -> State:
    """Returns the state without the proofs that the event answers: who agrees has seen that one, who plays on has seen
    all that lay before him. A mis-tap put right changes them as if the right card had lain there at once."""
    match event:
        case e.Agreed(side=side, flag=flag):
            left = tuple(each for each in state.handed if (each.to, each.flag) != (side, flag))
        case e.SideEvent(side=side) if not isinstance(event, e.Pointed):
            left = tuple(each for each in state.handed if each.to is not side)
        case e.TakenUp() | e.Shifted() | e.Exchanged():
            left = tuple(replace(each, lying=corrected(each.lying, state.moves, event)) for each in state.handed)
        case _:
            return state
    return replace(state, handed=left)


def agree(state: State, command: c.Agree, at: int) -> Sequence[e.Agreed]:
    """Nothing where that side has answered already, on another phone perhaps. Raises Refused where nobody across has
    claimed the flag, NotHere where there is no such flag or seat."""
    side, flag = command.side, command.flag
    not_over(state)
    seated(state, side)
    facing(state, flag, side)
    if state.claimed.get(flag) is not state.layout.across(flag, side):
        raise Refused(f"No side has claimed flag {flag} from {state.name(side)}.")
    if not any((each.to, each.flag) == (side, flag) for each in state.handed):
        return ()
    return [e.Agreed(sand_ns=at, side=side, flag=flag)]


def evolve(state: State, event: e.BattleEvent) -> State:
    """Returns the state after `event`. Never refuses."""
    return _evolved(answered(state, event), event)


def _evolved(state: State, event: e.BattleEvent) -> State:
    match event:
        case e.Laid(side=side, flag=flag, piece=piece):
            return _to(_by(_turned(state, side, laid=piece), side, piece), piece, Spot(side, flag))
        case e.Scouted(side=side):
            return _guile(state, side, SCOUT)
        case e.Redeployed(side=side, piece=piece, to=to):
            return _to(_off(_mover(state, event, REDEPLOY), event.off or ()), piece, Spot(side, to))
        case e.Deserted(piece=piece):
            return _off(_mover(state, event, DESERTER), (piece, *(event.off or ())))
        case e.Betrayed(side=side, piece=piece, to=to):
            return _to(_mover(state, event, TRAITOR), piece, Spot(side, to))
        case e.Passed(side=side):
            return _turned(state, side, laid=None)
        case e.Claimed():
            return _claimed(state, event)
        case e.Pointed(side=side, flag=flag):
            return replace(state, pointed={**state.pointed, side: flag})
        case e.Agreed():
            return state
        case e.TakenUp():
            return _taken_up(state, event)
        case e.Shifted():
            return _shifted(state, event)
        case e.Exchanged():
            return _exchanged(state, event)
        case e.Begun():
            return replace(state, stage=Stage.PLAY)
        case e.Ended(winner=winner):
            return replace(state.over(event), winner=winner)
        case _:
            assert_never(event)


def _taken_up(state: State, event: e.TakenUp) -> State:
    """Returns where it was this turn's card, the turn is open again: another can be played in its place, and where it
    was the first of all, by whoever begins."""
    left = replace(_corrected(state, event), played=without(state.played, event.piece))
    if event.piece != state.laid:
        return left
    return replace(left, acted=False, laid=None, turn=state.turn if left.lying else state.series.starts)


def _shifted(state: State, event: e.Shifted) -> State:
    """As if it had been laid there at once: it keeps its place in time, and where it lies on another side now, that
    side has played it."""
    piece, side = event.piece, event.side
    was = state.lying.get(piece)
    played = state.played if was is not None and was.side is side else state.played | {piece: side}
    after = _corrected(state, event)
    after = replace(after, lying=after.lying | {piece: Spot(side, event.flag)}, played=played)
    return replace(after, turn=side) if piece == state.laid else after


def _exchanged(state: State, event: e.Exchanged) -> State:
    """As if that card had been laid at once, in the same place and at the same time; or taken, where a Guile Tactic
    moved it."""
    piece, instead, after = event.piece, event.instead, _corrected(state, event)
    if event.mover is not UNSET:
        return after
    played = {instead if each == piece else each: side for each, side in state.played.items()}
    return replace(after, played=played, laid=instead if state.laid == piece else state.laid)


def _corrected(state: State, event: e.Corrected) -> State:
    lying, moves = corrected(state.lying, state.moves, event), corrected_moves(state.moves, event)
    return replace(state, lying=lying, moves=moves)


def _claimed(state: State, event: e.Claimed) -> State:
    side, claimed = event.side, {**state.claimed, event.flag: event.side}
    won = state.layout.victors(claimed).get(side)
    own = state if state.turn is side else replace(state, acted=False, laid=None)
    after = replace(own, stage=Stage.PLAY, turn=side, claimed=claimed, handed=handed(state, event))
    if won is None and not after.tied:
        return after
    return replace(after.over(event), winner=side if won else None, victory=won)


def _turned(state: State, side: Seat, *, laid: Piece | None) -> State:
    return replace(state, stage=Stage.PLAY, turn=side, acted=True, laid=laid)


def _guile(state: State, side: Seat, piece: Piece) -> State:
    return _to(_by(_turned(state, side, laid=piece), side, piece), piece, Spot(side))


def _by(state: State, side: Seat, piece: Piece) -> State:
    return replace(state, played={**state.played, piece: side})


def _mover(state: State, event: e.Redeployed | e.Deserted | e.Betrayed, mover: Piece) -> State:
    """Returns the Guile Tactic is played, and it is known what it moves."""
    off = () if isinstance(event, e.Betrayed) else event.off or ()
    move = Move(piece=event.piece, off=off, lying=state.lying)
    return replace(_guile(state, event.side, mover), moves=state.moves | {mover: move})


def _off(state: State, pieces: Collection[Piece]) -> State:
    return replace(state, lying=discarded(state.lying, pieces))


def _to(state: State, piece: Piece, spot: Spot) -> State:
    """Returns what is moved comes to lie last."""
    return replace(state, lying={**without(state.lying, piece), piece: spot})

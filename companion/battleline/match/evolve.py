"""How events change a battle."""

from collections.abc import Collection
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from companion.battleline.match import events as e
from companion.battleline.match.handed import answered, handed
from companion.battleline.match.mistaps import corrected, corrected_moves, discarded, without
from companion.battleline.match.state import Move, Spot, State
from companion.battleline.match.tactics import DESERTER, REDEPLOY, SCOUT, TRAITOR, Piece
from companion.table.seats import Seat
from companion.table.state import Stage


def evolve(state: State, event: e.BattleEvent) -> State:
    """The state after `event`. Never refuses."""
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
    """Where it was this turn's card, the turn is open again: another can be played in its place, and where it was the
    first of all, by whoever begins."""
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
    """The Guile Tactic is played, and it is known what it moves."""
    off = () if isinstance(event, e.Betrayed) else event.off or ()
    move = Move(piece=event.piece, off=off, lying=state.lying)
    return replace(_guile(state, event.side, mover), moves=state.moves | {mover: move})


def _off(state: State, pieces: Collection[Piece]) -> State:
    return replace(state, lying=discarded(state.lying, pieces))


def _to(state: State, piece: Piece, spot: Spot) -> State:
    """What is moved comes to lie last."""
    return replace(state, lying={**without(state.lying, piece), piece: spot})

"""How events change a battle."""

from collections.abc import Iterable
from typing import TypeVar, assert_never

from msgspec.structs import replace

from companion.battleline.match import events as e
from companion.battleline.match.handed import answered, handed
from companion.battleline.match.state import Spot, State
from companion.battleline.match.tactics import DESERTER, REDEPLOY, SCOUT, TRAITOR, Piece
from companion.table.seats import Seat
from companion.table.state import Stage

V = TypeVar("V")


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
            return _to(_off(_guile(state, side, REDEPLOY), event.off or ()), piece, Spot(side, to))
        case e.Deserted(side=side, piece=piece):
            return _off(_guile(state, side, DESERTER), (piece, *(event.off or ())))
        case e.Betrayed(side=side, piece=piece, to=to):
            return _to(_guile(state, side, TRAITOR), piece, Spot(side, to))
        case e.Passed(side=side):
            return _turned(state, side, laid=None)
        case e.Claimed():
            return _claimed(state, event)
        case e.Pointed(side=side, flag=flag):
            return replace(state, pointed={**state.pointed, side: flag})
        case e.Agreed():
            return state
        case e.TakenUp(piece=piece):
            return _taken_up(state, piece)
        case e.Shifted():
            return _shifted(state, event)
        case e.Exchanged(piece=piece, instead=instead):
            return _exchanged(state, piece, instead)
        case e.Begun():
            return replace(state, stage=Stage.PLAY)
        case e.Ended(winner=winner):
            return replace(state.over(event), winner=winner)
        case _:
            assert_never(event)


def _taken_up(state: State, piece: Piece) -> State:
    """Where it was this turn's card, the turn is open again: another can be played in its place, and where it was the
    first of all, by whoever begins."""
    left = replace(state, lying=_without(state.lying, piece), played=_without(state.played, piece))
    if piece != state.laid:
        return left
    return replace(left, acted=False, laid=None, turn=state.turn if left.lying else state.series.starts)


def _shifted(state: State, event: e.Shifted) -> State:
    """As if it had been laid there at once: it keeps its place in time, and where it lies on another side now, that
    side has played it."""
    piece, side = event.piece, event.side
    was = state.lying.get(piece)
    played = state.played if was is not None and was.side is side else state.played | {piece: side}
    after = replace(state, lying=state.lying | {piece: Spot(side, event.flag)}, played=played)
    return replace(after, turn=side) if piece == state.laid else after


def _exchanged(state: State, piece: Piece, instead: Piece) -> State:
    """As if that card had been laid at once, in the same place and at the same time."""
    lying = {instead if each == piece else each: where for each, where in state.lying.items()}
    played = {instead if each == piece else each: side for each, side in state.played.items()}
    return replace(state, lying=lying, played=played, laid=instead if state.laid == piece else state.laid)


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


def _off(state: State, pieces: Iterable[Piece]) -> State:
    """Discarded, each on the side where it lay. A discard keeps its place in time, should it have to be put back."""
    beside = {piece: Spot(state.lying[piece].side) for piece in pieces if piece in state.lying}
    return replace(state, lying=state.lying | beside)


def _to(state: State, piece: Piece, spot: Spot) -> State:
    """What is moved comes to lie last."""
    return replace(state, lying={**_without(state.lying, piece), piece: spot})


def _without(known: dict[Piece, V], piece: Piece) -> dict[Piece, V]:
    return {each: value for each, value in known.items() if each != piece}

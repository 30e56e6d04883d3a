"""How events change a battle."""

from typing import TypeVar

from msgspec.structs import replace

from companion.battleline.match import events as e
from companion.battleline.match.state import Spot, Stage, State
from companion.battleline.match.tactics import DESERTER, REDEPLOY, SCOUT, TACTICS, TRAITOR, Piece
from companion.table.events import Event, Recovered, Refusal, Undone
from companion.table.seats import Seat

V = TypeVar("V")
_GUILE: dict[type[e.Play], Piece] = {
    e.Scouted: SCOUT,
    e.Redeployed: REDEPLOY,
    e.Deserted: DESERTER,
    e.Betrayed: TRAITOR,
}


def evolve(state: State, event: Event) -> State:
    """The state after `event`. Never refuses."""
    if isinstance(event, Refusal):
        return replace(_timed(state, event) if state.clock.running else state, refusal=event)
    timed = _timed(state, event)
    match event:
        case e.Play():
            return _played(_turned(timed, event.side, acted=True, laid=_piece(event)), event)
        case e.Claimed(side=side, flag=flag):
            return _claimed(timed, side, flag)
        case e.Pointed(side=side, flag=flag):
            return replace(timed, pointed={**timed.pointed, side: flag})
        case e.TakenUp(piece=piece):
            return _taken_up(timed, piece)
        case e.Shifted(piece=piece, flag=flag, side=side):
            return _to(timed, piece, Spot(side, flag))
        case e.Begun():
            return replace(timed, stage=Stage.PLAY)
        case e.Ended(winner=winner):
            return replace(timed, stage=Stage.OVER, winner=winner, clock=timed.clock.stopped(event.sand_ns))
        case Recovered(mono_ns=mono):
            return replace(timed, clock=timed.clock.started(sand_ns=event.sand_ns, now=mono))
        case _:
            raise TypeError(f"not an event of Battle Line: {event!r}")


def rewound(state: State, undone: Undone) -> State:
    """`state`, evolved afresh without an event, carried on from the instant of the undo."""
    if not state.clock.running:
        return state
    sand_ns = max(state.latest_ns, undone.sand_ns)
    return replace(state, clock=state.clock.started(sand_ns=sand_ns, now=undone.mono_ns), latest_ns=sand_ns)


def _played(state: State, event: e.Play) -> State:
    side = event.side
    match event:
        case e.Laid(flag=flag, piece=piece):
            return _to(_by(state, side, piece) if piece in TACTICS else state, piece, Spot(side, flag))
        case e.Scouted():
            return _guile(state, side, SCOUT)
        case e.Redeployed(piece=piece, to=to):
            return _to(_guile(state, side, REDEPLOY), piece, Spot(side, to))
        case e.Deserted(piece=piece, flag=flag):
            return _to(_guile(state, side, DESERTER), piece, Spot(state.layout.across(flag, side)))
        case e.Betrayed(piece=piece, to=to):
            return _to(_guile(state, side, TRAITOR), piece, Spot(side, to))
        case _:
            return state


def _piece(event: e.Play) -> Piece | None:
    """The card that the turn was spent on."""
    match event:
        case e.Laid(piece=piece):
            return piece
        case e.Passed():
            return None
        case _:
            return _GUILE[type(event)]


def _taken_up(state: State, piece: Piece) -> State:
    """Where it was this turn's card, the turn is open again: another can be played in its place."""
    left = replace(state, lying=_without(state.lying, piece), played=_without(state.played, piece))
    return replace(left, acted=False, laid=None) if piece == state.laid else left


def _claimed(state: State, side: Seat, flag: int) -> State:
    claimed = {**state.claimed, flag: side}
    won = state.layout.victors(claimed).get(side)
    own = state if state.turn is side else replace(state, acted=False, laid=None)
    after = replace(_turned(own, side, acted=own.acted, laid=own.laid), claimed=claimed)
    if won is None and not after.tied:
        return after
    winner = side if won else None
    return replace(after, stage=Stage.OVER, winner=winner, victory=won, clock=after.clock.stopped(after.latest_ns))


def _timed(state: State, event: Event) -> State:
    return replace(state, latest_ns=max(state.latest_ns, event.sand_ns))


def _turned(state: State, side: Seat, *, acted: bool, laid: Piece | None) -> State:
    return replace(state, stage=Stage.PLAY, turn=side, acted=acted, laid=laid)


def _guile(state: State, side: Seat, piece: Piece) -> State:
    return _to(_by(state, side, piece), piece, Spot(side))


def _by(state: State, side: Seat, piece: Piece) -> State:
    return replace(state, played={**state.played, piece: side})


def _to(state: State, piece: Piece, spot: Spot) -> State:
    """What is moved comes to lie last."""
    return replace(state, lying={**_without(state.lying, piece), piece: spot})


def _without(known: dict[Piece, V], piece: Piece) -> dict[Piece, V]:
    return {each: value for each, value in known.items() if each != piece}

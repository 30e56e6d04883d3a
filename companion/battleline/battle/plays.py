"""What a side may do with its turn (Battle Line, Play, Troop Cards and Tactics Cards)."""

from companion.battleline.battle import commands as c
from companion.battleline.battle import events as e
from companion.battleline.battle.refusals import at_unclaimed, not_over, room, to_unclaimed
from companion.battleline.battle.state import Spot, State
from companion.battleline.battle.tactics import (
    DESERTER,
    ENVIRONMENT,
    LEADERS,
    LINE_PIECES,
    REDEPLOY,
    SCOUT,
    TACTICS,
    TRAITOR,
    Piece,
    called,
)
from companion.battleline.cards import TROOPS
from companion.battleline.choices import Leaders, Redeploying, Tactics
from companion.table.errors import NotHere, Refused
from companion.table.sides import Side


def play(state: State, command: c.SideCommand, at: int) -> e.Play:
    """The event of a side's turn. Raises Refused, NotHere."""
    not_over(state)
    _in_turn(state, command.side)
    match command:
        case c.Lay(side=side, flag=flag, piece=piece):
            _lay(state, side, flag, piece)
            return e.Laid(sand_ns=at, side=side, flag=flag, piece=piece)
        case c.Scout(side=side):
            tactic(state, side, SCOUT)
            return e.Scouted(sand_ns=at, side=side)
        case c.Redeploy(side=side, piece=piece, to=to):
            flag = _redeploy(state, side, piece, to)
            return e.Redeployed(sand_ns=at, side=side, piece=piece, flag=flag, to=to)
        case c.Desert(side=side, piece=piece):
            tactic(state, side, DESERTER)
            return e.Deserted(sand_ns=at, side=side, piece=piece, flag=_of(state, side.other, piece))
        case c.Betray(side=side, piece=piece, to=to):
            tactic(state, side, TRAITOR)
            if piece not in TROOPS:
                raise Refused("A Traitor is a Troop card.")
            flag = _of(state, side.other, piece)
            to_unclaimed(state, to)
            room(state, to, side)
            return e.Betrayed(sand_ns=at, side=side, piece=piece, flag=flag, to=to)
        case c.Pass(side=side):
            return e.Passed(sand_ns=at, side=side)
        case _:
            raise TypeError(f"not a play: {command!r}")


def tactic(state: State, side: Side, piece: Piece) -> None:
    """Raises Refused where this side may not play that Tactics card now (Battle Line, Tactics Cards)."""
    name = called(piece, state.choices.edition)
    if state.choices.tactics is Tactics.WITHOUT:
        raise Refused("You play without Tactics cards.")
    if piece in state.lying:
        raise Refused(f"{name} is on the table already.")
    if ahead(state, side):
        raise Refused(f"You are one Tactics card ahead: {side.other.value.title()} has to play one first.")
    if piece in LEADERS:
        if state.leads(side):
            raise Refused("You have a Leader on your side already.")
        had = any(leader in state.tactics(side) for leader in LEADERS)
        if had and state.choices.leaders is Leaders.ONE_A_GAME:
            raise Refused("You have had your one Leader of this game.")


def ahead(state: State, side: Side) -> bool:
    """Whether this side has played more Tactics cards than the other, and so has to wait."""
    return len(state.tactics(side)) > len(state.tactics(side.other))


def _in_turn(state: State, side: Side) -> None:
    """The other side's turn is over once it has acted and this one does something."""
    if state.turn is side and state.acted:
        raise Refused(f"You have played. It is {side.other.value.title()}'s turn.")
    if state.turn is side.other and not state.acted:
        raise Refused(f"It is {side.other.value.title()}'s turn.")


def _lay(state: State, side: Side, flag: int, piece: Piece) -> None:
    if piece not in LINE_PIECES:
        raise NotHere("card", piece)
    if piece in TACTICS:
        tactic(state, side, piece)
    elif piece in state.lying:
        raise Refused(f"{called(piece, state.choices.edition)} is on the table already.")
    to_unclaimed(state, flag)
    if piece not in ENVIRONMENT:
        room(state, flag, side)


def _redeploy(state: State, side: Side, piece: Piece, to: int | None) -> int:
    tactic(state, side, REDEPLOY)
    if piece in ENVIRONMENT and state.choices.redeploy is Redeploying.NOT_ENVIRONMENT:
        raise Refused("At your table Redeploy does not move Fog and Mud.")
    flag = _of(state, side, piece)
    if to is not None:
        if to == flag:
            raise Refused(f"It lies at flag {flag} already.")
        to_unclaimed(state, to)
        if piece not in ENVIRONMENT:
            room(state, to, side)
    return flag


def _of(state: State, side: Side, piece: Piece) -> int:
    """The unclaimed flag at which this card lies on this side. Raises Refused, NotHere."""
    spot = at_unclaimed(state, piece)
    if spot.flag is None or spot != Spot(side, spot.flag):
        raise Refused(f"{called(piece, state.choices.edition)} is not on {side.value.title()}'s side of the line.")
    return spot.flag

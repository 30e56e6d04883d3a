"""What a command brings about in a battle, or why it is refused (Battle Line, Play, Flags and Tactics Cards)."""

from collections.abc import Sequence
from typing import assert_never

from companion.battleline.match import commands as c
from companion.battleline.match import corrections, plays
from companion.battleline.match import events as e
from companion.battleline.match.claims import Claims, not_now
from companion.battleline.match.handed import agree
from companion.battleline.match.refusals import facing, not_over, seated, to_unclaimed
from companion.battleline.match.state import State
from companion.table import commands as table
from companion.table.errors import Refused
from companion.table.state import Stage


def decide(state: State, command: c.BattleCommand, now: int) -> Sequence[e.BattleEvent]:
    """The events of `command` at the monotonic instant `now`. Raises Refused or NotHere."""
    at = state.sand(now)
    match command:
        case c.Claim():
            return [_claim(state, command, at)]
        case c.Point():
            return [_point(state, command, at)]
        case c.Agree():
            return agree(state, command, at)
        case c.Lay() | c.Scout() | c.Redeploy() | c.Desert() | c.Betray() | c.Pass():
            return [plays.play(state, command, at)]
        case c.TakeUp() | c.Shift() | c.Exchange():
            return corrections.correct(state, command, at)
        case table.Begin():
            if state.stage is not Stage.SETUP:
                raise Refused("The battle has begun already.")
            return [e.Begun(sand_ns=at)]
        case table.End(winner=winner):
            not_over(state)
            if winner is not None:
                seated(state, winner)
            return [e.Ended(sand_ns=at, winner=winner)]
        case table.Pause() | table.Resume():
            raise Refused("Nothing runs in Battle Line: there is nothing to stop.")
        case _:
            assert_never(command)


def _claim(state: State, command: c.Claim, at: int) -> e.Claimed:
    not_over(state)
    side, claims = command.side, Claims(state)
    seated(state, side)
    flag = command.flag if command.flag is not None else claims.shown(side)
    if flag is None:
        raise Refused(not_now(state, side) or "You can claim no flag yet.")
    facing(state, flag, side)
    to_unclaimed(state, flag)
    if (reason := not_now(state, side)) is not None:
        raise Refused(reason)
    verdict = claims.verdict(flag, side)
    if verdict is None or not verdict.claimable:
        raise Refused(f"Flag {flag}: not yet. {verdict.proof if verdict else ''}".strip())
    return e.Claimed(sand_ns=at, side=side, flag=flag)


def _point(state: State, command: c.Point, at: int) -> e.Pointed:
    seated(state, command.side)
    claims = Claims(state)
    flags = claims.now(command.side)
    if not flags:
        raise Refused(not_now(state, command.side) or "You can claim no flag yet.")
    now = claims.shown(command.side)
    following = next((flag for flag in flags if now is not None and flag > now), flags[0])
    return e.Pointed(sand_ns=at, side=command.side, flag=following)

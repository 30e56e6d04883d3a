"""Begins, pauses and ends a game. WarTime Rulebook: Set Up, Game End."""

from collections.abc import Iterator
from typing import assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.table.errors import NotYours, Refused
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.match import commands as c
from companion.wartime.match import events as e
from companion.wartime.match.refusals import not_over, not_standing
from companion.wartime.match.state import AgreedEnd, Finish, State
from companion.wartime.scenario.parts import ARMIES, Condition, UnitSpec
from companion.wartime.scenario.scenario import TimerKind

# What the end of set-up leaves off the board, and what ends the game.
#
# Rules: WarTime Rulebook, Game End, and Optional Rules (Set Up).


def left_off(state: State) -> e.LeftOff | UnsetType:
    """Returns the listed units that have no hex, of each side that has put any unit on the map.

    A side without a unit on the map sets up beside it: the table cannot know which units it left off.
    """
    found: e.LeftOff = {}
    for side in Side:
        force = state.forces[side]
        placed = {unit.casefold() for unit in force.standing}
        missing = tuple(unit for unit in force.units if unit.casefold() not in placed)
        if placed and missing and len(missing) < len(force.units):
            found[side] = missing
    return found or UNSET


def without(state: State, units: e.LeftOff | UnsetType) -> State:
    """Returns the state in which these units take no part."""
    for side, names in ({} if units is UNSET else units).items():
        force = state.forces[side]
        rest = tuple(unit for unit in force.units if unit not in names)
        state = replace(state, forces={**state.forces, side: replace(force, units=rest, left_off=names)})
    return state


def with_unit(state: State, side: Side, unit: str) -> State:
    """Returns the state in which a unit that was left off takes part."""
    force = state.forces[side]
    if unit not in force.left_off:
        return state
    off = tuple(each for each in force.left_off if each != unit)
    back = replace(force, units=(*force.units, unit), left_off=off)
    return replace(state, forces={**state.forces, side: back})


def finishes(state: State) -> Iterator[Finish]:
    """Yields each victory condition that has come true, the scenario's own first."""
    if state.stage is not Stage.PLAY:
        return
    for condition in state.scenario.conditions:
        if _holds(state, condition):
            yield Finish(condition.side, condition.fact)
    for side in Side:
        lost = state.forces[side.other]
        if lost.units and all(lost.is_eliminated(unit) for unit in lost.units):
            yield Finish(side, f"{ARMIES[side]} has destroyed every unit")


def finish(state: State) -> Finish | None:
    """Returns the finish that the table asks about: the first on which the players have not played on."""
    return next((each for each in finishes(state) if each not in state.played_on), None)


def agreed(state: State, finish: Finish) -> tuple[Side, ...]:
    """Returns the sides that agree that the game ends with this finish."""
    return state.agreed_end.sides if state.agreed_end and state.agreed_end.finish == finish else ()


def agree_end(state: State, command: c.AgreeEnd, at: int) -> e.EndAgreed | e.Ended:
    """Returns the side's agreement, or the end where both agree. Raises Refused, NotYours."""
    asked = _asked(state, command.winner)
    side = command.seat and command.seat.side
    sides = agreed(state, asked)
    if side is None or side.other in sides:
        return e.Ended(sand_ns=at, winner=asked.winner, how=asked.how)
    if side in sides:
        raise NotYours(ARMIES[side.other], "answer")
    return e.EndAgreed(sand_ns=at, side=side, winner=asked.winner, how=asked.how)


def play_on(state: State, command: c.PlayOn, at: int) -> e.PlayedOn:
    """Returns the players' answer that the game continues. Raises Refused."""
    asked = _asked(state, command.winner)
    return e.PlayedOn(sand_ns=at, winner=asked.winner, how=asked.how)


def answered(state: State, event: e.EndAgreed | e.PlayedOn) -> State:
    """Returns the state after a side's answer."""
    said = Finish(event.winner, event.how)
    if isinstance(event, e.PlayedOn):
        return replace(state, played_on=(*state.played_on, said), agreed_end=None)
    return replace(state, agreed_end=AgreedEnd(said, (*agreed(state, said), event.side)))


def forget_answers(state: State) -> State:
    """Returns the state without answers about a finish that is no longer true: if it comes true again, it is asked
    again."""
    if not state.played_on and state.agreed_end is None:
        return state
    true = tuple(finishes(state))
    kept = state.agreed_end if state.agreed_end and state.agreed_end.finish in true else None
    return replace(state, played_on=tuple(each for each in state.played_on if each in true), agreed_end=kept)


def _asked(state: State, winner: Side | None) -> Finish:
    asked = finish(state)
    if asked is None:
        raise Refused("Not ended: the table is not asking now.")
    if winner not in (None, asked.winner):
        raise Refused("Not ended: the table now asks about another end. Read it first.")
    return asked


def _holds(state: State, condition: Condition) -> bool:
    side, foe = condition.side, state.forces[condition.side.other]
    lost = sum(
        spec.is_one_of(condition.of)
        for unit in foe.eliminated
        if (spec := state.spec_of(side.other, unit) or UnitSpec(side=side.other, name=unit))
    )
    held = set(state.forces[side].standing.values())
    razed = {place for place, pile in state.ground.features.items() if not pile.left}
    return lost >= (condition.destroy or 0) and held.issuperset(condition.hold) and razed.issuperset(condition.raze)


Signal = c.Begin | c.Pause | c.Resume | c.End


def signal(
    state: State, command: Signal, at: int, now: int
) -> e.Ready | e.Begun | e.Paused | e.Resumed | e.Ended | e.Won:
    """Returns the event of a signal to begin, pause, resume or end. Raises Refused."""
    if isinstance(command, c.End) and command.winner is not None and state.stage is Stage.OVER:
        return _won(state, command.winner.side, at)
    not_over(state)
    match command:
        case c.Pause():
            if state.paused:
                raise Refused("Paused already.")
            if state.idle:
                raise Refused("No timer is running yet.")
            return e.Paused(sand_ns=at)
        case c.Resume():
            if not state.paused:
                raise Refused("The game is not paused.")
            return e.Resumed(sand_ns=at, mono_ns=now)
        case c.End(winner=winner):
            if state.stage is Stage.SETUP:
                raise Refused("The game has not begun.")
            return e.Ended(sand_ns=at, winner=winner and winner.side)
        case c.Begin(seat=seat):
            if state.stage is not Stage.SETUP:
                raise Refused("The game has begun already.")
            not_standing(state)
            return _begun(state, at) if seat is None else _ready(state, seat.side, at)
        case _:
            assert_never(command)


def _ready(state: State, side: Side, at: int) -> e.Ready | e.Begun:
    """Set Up: "the players should agree on a signal to start play", so the game begins with the second of two."""
    if side.other in state.ready:
        return _begun(state, at)
    if side in state.ready:
        raise Refused(f"{ARMIES[side]} is ready. {ARMIES[side.other]} is not yet.")
    return e.Ready(sand_ns=at, side=side)


def _begun(state: State, at: int) -> e.Begun:
    """Ends a set-up whose two minutes still run, at the signal."""
    running = any(glass.active and glass.spec.kind is TimerKind.SETUP for glass in state.timers.values())
    return e.Begun(sand_ns=at, left_off=left_off(state) if running else UNSET)


def _won(state: State, winner: Side, at: int) -> e.Won:
    """Returns who won a game that is over. The end itself stays where it was (Game End: "the game ends
    immediately")."""
    if state.winner is winner:
        raise Refused(f"{ARMIES[winner]} has won already.")
    return e.Won(sand_ns=at, winner=winner)

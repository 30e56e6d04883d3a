"""What a command brings about in a battle, mis-taps put right among it, and what a seat may do now."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from companion.battleline.choices import Leaders
from companion.battleline.match import commands as c
from companion.battleline.match import events as e
from companion.battleline.match import plays
from companion.battleline.match.claims import Claims, not_now
from companion.battleline.match.evolve import agree, evolve, put_back, taken_by
from companion.battleline.match.plays import (
    a_troop,
    facing,
    lying,
    not_over,
    room,
    seated,
    tactic,
    take,
    to_side,
    to_unclaimed,
    unplayed,
)
from companion.battleline.match.state import (
    DESERTER,
    ENVIRONMENT,
    GUILE,
    LEADERS,
    LINE_PIECES,
    MUD,
    NUMBERS,
    REDEPLOY,
    SCOUT,
    TACTICS,
    TRAITOR,
    Piece,
    Spot,
    State,
    called,
)
from companion.table import commands as table
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat
from companion.table.state import Stage

# Mis-taps put right: what the line then shows is as if the right card had been tapped at once.
#
# A card that is shifted keeps its place in time, so a tie still goes against whoever played last (Battle Line, Flags),
# and a Tactics card is charged to the side on which it lies. A Guile Tactic that took the wrong card gives it back, and
# takes one that lay there when it was played. What could not have been played is refused.

Correction = c.TakeUp | c.Shift | c.Exchange


def correct(state: State, command: Correction, at: int) -> Sequence[e.Corrected]:
    """Returns the event of a correction; none where the card lies there already. Raises Refused, NotHere."""
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
    """Returns the Guile Tactic took another card that lay there when it was played."""
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
            raise Refused("{} moved to flag {flag} after {} was played.".format(*names, flag=flag))
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
    """Returns the Leaders that count for this seat: all that it played, or those on its side of the line."""
    if state.choices.leaders is Leaders.ONE_A_GAME:
        return [leader for leader in LEADERS if state.played.get(leader) is seat]
    spots = {leader: spot for leader in LEADERS if (spot := state.lying.get(leader)) is not None}
    return [leader for leader, spot in spots.items() if spot.side is seat and spot.flag is not None]


def _ahead(state: State, seat: Seat) -> int:
    """Returns how many more Tactics cards this seat has played than the opponent who has played the fewest."""
    return len(state.tactics(seat)) - min(len(state.tactics(other)) for other in state.layout.others(seat))


# What a command brings about in a battle, or why it is refused (Battle Line, Play, Flags and Tactics Cards).


def decide(state: State, command: c.BattleCommand, now: int) -> Sequence[e.BattleEvent]:
    """Returns the events of `command` at the monotonic instant `now`. Raises Refused or NotHere."""
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
            return correct(state, command, at)
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
            raise Refused("Battle Line has no clock to stop.")
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


# What a seat may do now, by the rules that decide it: whatever these say, `decide` says too.

NO_FLAG = "Tap a flag first."
NOTHING_TO_TAKE = "No card lies there that it may take."
_Move = Callable[[Seat, Piece, int | None], c.Play]
_MOVES: Mapping[Piece, tuple[_Move, Sequence[int | None]]] = {
    REDEPLOY: (lambda side, piece, to: c.Redeploy(side=side, piece=piece, to=to), (*NUMBERS, None)),
    DESERTER: (lambda side, piece, _: c.Desert(side=side, piece=piece), (None,)),
    TRAITOR: (lambda side, piece, to: c.Betray(side=side, piece=piece, to=to or 0), NUMBERS),
}
"""How each Guile Tactic that moves a card is played, and where its card could go: None is beside the deck."""


def acts(
    state: State, side: Seat, piece: Piece, flag: int | None = None, *, taken: Piece | None = None
) -> Sequence[c.Play]:
    """Returns every way in which this seat could play the card, whatever the rules say to it; with `flag`, those that
    bring a card there, or take one from there. `taken` is the card that it moves, None for any that lies at a flag. Of
    a Tactics card that may move none it returns one way, for all are refused alike."""
    if piece == SCOUT:
        return [c.Scout(side=side)]
    if piece in LINE_PIECES:
        return [c.Lay(side=side, flag=number, piece=piece) for number in ([flag] if flag else state.layout.rows[side])]
    move, places = _MOVES[piece]
    lying = [taken] if taken else [each for each, spot in state.lying.items() if spot.flag is not None]
    ways = [
        move(side, each, to) for each in lying for to in places if flag is None or flag == to or state.on(flag, each)
    ]
    try:
        seated(state, side)
        tactic(state, side, piece)
    except (Refused, NotHere):
        return ways[:1]
    return ways


def why_not(state: State, command: c.BattleCommand) -> str | None:
    """Why that would be refused now; None where it would be done."""
    try:
        decide(state, command, 0)
    except (Refused, NotHere) as error:
        return str(error)
    return None


def lays(state: State, side: Seat, flag: int) -> str | None:
    """Why this seat can lay no Troop card at that flag; None where it can lay any that is not on the table."""
    unlaid = next((piece for piece in LINE_PIECES if piece not in TACTICS and piece not in state.lying), None)
    return why_not(state, c.Lay(side=side, flag=flag, piece=unlaid)) if unlaid else "Every card is on the table."


def ways(state: State, side: Seat, mover: Piece, piece: Piece) -> tuple[int | None, ...]:
    """Returns where Redeploy, Deserter or Traitor may bring a card for this seat: to which flags, None for beside the
    deck."""
    move, places = _MOVES[mover]
    return tuple(to for to in places if why_not(state, move(side, piece, to)) is None)


def takes(state: State, side: Seat, mover: Piece) -> tuple[Piece, ...]:
    """Returns the cards that this seat may take with Redeploy, Deserter or Traitor."""
    move, places = _MOVES[mover]
    lying = (piece for piece, spot in state.lying.items() if spot.flag is not None)
    return tuple(piece for piece in lying if any(why_not(state, move(side, piece, to)) is None for to in places))


def tactics(state: State, side: Seat, flag: int | None) -> dict[Piece, str | None]:
    """Of each Tactics card why this seat may not play it now, at that flag where it lies at one; None where it may."""
    return {piece: _tactic(state, side, flag, piece) for piece in TACTICS}


def _tactic(state: State, side: Seat, flag: int | None, piece: Piece) -> str | None:
    if piece in LINE_PIECES:
        return why_not(state, c.Lay(side=side, flag=flag, piece=piece)) if flag else NO_FLAG
    return why_none(state, acts(state, side, piece), NOTHING_TO_TAKE)


def why_none(state: State, commands: Iterable[c.Play], otherwise: str) -> str | None:
    """Returns why none of these would be done now, None where one would be. Of several reasons it is `otherwise`, or
    the first where that is empty."""
    reasons: list[str] = []
    for command in commands:
        if (reason := why_not(state, command)) is None:
            return None
        reasons.append(reason)
    return reasons[0] if len({*reasons}) == 1 or (reasons and not otherwise) else otherwise

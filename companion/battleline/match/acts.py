"""Lists all acts and events of a battle, and which acts a seat may do now.

The table, the journal, the site and the panel know the acts from the lists here alone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.battleline.match import corrections, flags, plays
from companion.battleline.match.checks import seated, tactic
from companion.battleline.match.flags import decide_for_the_table
from companion.battleline.match.plays import BattleEvent, Betray, Desert, Lay, Redeploy, Scout, TurnAct
from companion.battleline.match.state import (
    DESERTER,
    LINE_PIECES,
    NUMBERS,
    REDEPLOY,
    SCOUT,
    TACTICS,
    TRAITOR,
    Piece,
    State,
)
from companion.table.commands import Command, GameAct
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat

ACTS: Sequence[type[GameAct[State, BattleEvent]]] = (
    Lay, flags.Claim, flags.Agree, Redeploy, Desert, Betray, corrections.TakeUp, corrections.Shift,
    corrections.Exchange, Scout, plays.Pass, flags.Point,
)  # fmt: skip
EVENTS: Sequence[type[BattleEvent]] = (
    plays.Laid, plays.Scouted, plays.Redeployed, plays.Deserted, plays.Betrayed, plays.Passed, flags.Claimed,
    flags.Pointed, flags.Agreed, corrections.TakenUp, corrections.Shifted, corrections.Exchanged, flags.Begun,
    flags.Ended,
)  # fmt: skip


def decide(state: State, command: Command, now: int) -> Sequence[BattleEvent]:
    """Returns the events of `command` at the monotonic instant `now`. Raises Refused or NotHere."""
    at = state.sand(now)
    return command.decide(state, at) if isinstance(command, GameAct) else decide_for_the_table(state, command, at)


def evolve(state: State, event: BattleEvent) -> State:
    """Returns the state after `event`. Never refuses."""
    return event.apply(event.answer(state))


# What a seat may do now, by the rules that decide it: whatever these say, `decide` says too.

NO_FLAG = "Tap a flag first."
NOTHING_TO_TAKE = "No card lies there that it may take."
_Move = Callable[[Seat, Piece, int | None], TurnAct]
_MOVES: Mapping[Piece, tuple[_Move, Sequence[int | None]]] = {
    REDEPLOY: (lambda side, piece, to: Redeploy(side=side, piece=piece, to=to), (*NUMBERS, None)),
    DESERTER: (lambda side, piece, _: Desert(side=side, piece=piece), (None,)),
    TRAITOR: (lambda side, piece, to: Betray(side=side, piece=piece, to=to or 0), NUMBERS),
}
"""How each Guile Tactic that moves a card is played, and where its card could go: None is beside the deck."""


def acts(
    state: State, side: Seat, piece: Piece, flag: int | None = None, *, taken: Piece | None = None
) -> Sequence[TurnAct]:
    """Returns every way in which this seat could play the card, whatever the rules say to it.

    With `flag` it returns those that bring a card there, or take one from there. `taken` is the card that it moves,
    None for any that lies at a flag. Of a Tactics card that may move none it returns one way: all are refused alike.
    """
    if piece == SCOUT:
        return [Scout(side=side)]
    if piece in LINE_PIECES:
        return [Lay(side=side, flag=number, piece=piece) for number in ([flag] if flag else state.layout.rows[side])]
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


def why_not(state: State, command: Command) -> str | None:
    """Says why that would be refused now; None where it would be done."""
    try:
        decide(state, command, 0)
    except (Refused, NotHere) as error:
        return str(error)
    return None


def lays(state: State, side: Seat, flag: int) -> str | None:
    """Says why this seat can lay no Troop card at that flag; None where it can lay any that is not on the table."""
    unlaid = next((piece for piece in LINE_PIECES if piece not in TACTICS and piece not in state.lying), None)
    return why_not(state, Lay(side=side, flag=flag, piece=unlaid)) if unlaid else "Every card is on the table."


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
    """Returns for each Tactics card why this seat may not play it now, None where it may.

    `flag` is for those that lie at one.
    """
    return {piece: _tactic(state, side, flag, piece) for piece in TACTICS}


def _tactic(state: State, side: Seat, flag: int | None, piece: Piece) -> str | None:
    if piece in LINE_PIECES:
        return why_not(state, Lay(side=side, flag=flag, piece=piece)) if flag else NO_FLAG
    return why_none(state, acts(state, side, piece), NOTHING_TO_TAKE)


def why_none(state: State, commands: Iterable[TurnAct], otherwise: str) -> str | None:
    """Returns why none of these would be done now, None where one would be.

    Several reasons become that text, or the first of them where it is empty.
    """
    reasons: list[str] = []
    for command in commands:
        if (reason := why_not(state, command)) is None:
            return None
        reasons.append(reason)
    return reasons[0] if len({*reasons}) == 1 or (reasons and not otherwise) else otherwise

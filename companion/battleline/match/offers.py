"""What a seat may do now, by the rules that decide it: whatever these say, `decide` says too."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.battleline.match import commands as c
from companion.battleline.match.layout import NUMBERS
from companion.battleline.match.plays import tactic
from companion.battleline.match.refusals import seated
from companion.battleline.match.rules import decide
from companion.battleline.match.state import State
from companion.battleline.match.tactics import DESERTER, LINE_PIECES, REDEPLOY, SCOUT, TACTICS, TRAITOR, Piece
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat

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
    """Where Redeploy, Deserter or Traitor may bring a card for this seat: to which flags, None for beside the deck."""
    move, places = _MOVES[mover]
    return tuple(to for to in places if why_not(state, move(side, piece, to)) is None)


def takes(state: State, side: Seat, mover: Piece) -> tuple[Piece, ...]:
    """The cards that this seat may take with Redeploy, Deserter or Traitor."""
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

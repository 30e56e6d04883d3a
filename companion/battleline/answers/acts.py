"""Answers whether a side may act: `decide` tries what the question means, at that instant.

The table knows no hands (Battle Line, Play: cards are drawn in secret), so an answer depends on nothing that a side
hides. "Yes, if it is in hand" is all that can be said of a card that is not face up.
"""

from collections.abc import Callable, Sequence
from itertools import chain

from msgspec.structs import replace

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import counted
from companion.battleline.answers.battle import TABLE, Battle, to
from companion.battleline.answers.table import where
from companion.battleline.cards import TROOPS
from companion.battleline.choices import Tactics
from companion.battleline.match.commands import Claim as ClaimFlag
from companion.battleline.match.commands import Pass, Play
from companion.battleline.match.hands import unseen_tactics
from companion.battleline.match.offers import NOTHING_TO_TAKE, acts, why_none, why_not
from companion.battleline.match.tactics import GUILE, LEADERS, LINE_PIECES, MOVERS, TACTICS, Piece
from companion.battleline.proof import to_the_other
from companion.table.seats import Seat
from companion.table.state import Stage

IF_HELD = "Yes, if it is in hand."
NO_ROOM = "There is no room for it at any flag."
OVER = "No: the battle is over."
Acts = Callable[[Seat], Sequence[Play]]


def passing(battle: Battle, said: Said) -> Answer:
    """Answers whether a side may pass now."""
    yes = "Yes, with no Troop card in hand that could be laid."
    return _answer(battle, said, lambda seat: [Pass(side=seat)], yes)


def tactics(battle: Battle, said: Said) -> Answer:
    """Answers how many Tactics cards a side may play (Battle Line, Tactics Cards), or whether it may play one now."""
    if battle.state.choices.tactics is Tactics.WITHOUT:
        return Answer("None: you play without Tactics cards.", TABLE)
    if said.has("can") and not said.has("many", "left", "out") and (one := _playable(battle, said, TACTICS)):
        return one
    told = [(seat, _tactics(battle, seat)) for seat in said.sides(battle.state.layout.seats)]
    unseen = f" {counted(unseen_tactics(battle.state), 'Tactics card')} unseen." if said.has("left") else ""
    return Answer(battle.speaker.each(told) + unseen, TABLE)


def _tactics(battle: Battle, seat: Seat) -> str:
    state, speaker = battle.state, battle.speaker
    played = {each: len(state.tactics(each)) for each in (seat, *state.layout.others(seat))}
    told = ", ".join(f"{speaker.who(each)} {count or 'none'}" for each, count in played.items())
    more = min(played.values()) + 1 - played[seat]
    if more <= 0:
        return f"None now. Played: {told}."
    return f"{'One' if more == 1 else more} more. Played: {told}."


def playing(battle: Battle, said: Said) -> Answer | None:
    """Answers whether a side may play the named card, or move another with it. None for any other question."""
    named = said.values("card")
    movers = [piece for piece in named if piece in MOVERS]
    if len(named) == 2 and movers:
        # Deserter is used on Redeploy, or Redeploy taken with Deserter.
        mover = movers[-1 if said.has("claim", "move") else 0]
        return _moving(battle, said, mover, next(piece for piece in named if piece != mover))
    if len(named) != 1 or said.has("claim", "move") or not (said.has("play") or named[0] in GUILE):
        return None
    if named[0] in battle.state.lying and (found := where(battle, said)) is not None:
        return replace(found, text=f"No. {found.text}")
    return _playable(battle, said, named, IF_HELD)


def leading(battle: Battle, said: Said) -> Answer | None:
    """Answers whether a side may play a Leader that is not on the table yet."""
    return _playable(battle, said, LEADERS)


def laying(battle: Battle, said: Said) -> Answer | None:
    """Answers whether a side may lay a Troop card, any card at the named flag, or anything at all."""
    if said.has("troop"):
        return _playable(battle, said, TROOPS)
    return _playable(battle, said, LINE_PIECES if said.has("flag") else (*TROOPS, *TACTICS))


def _playable(
    battle: Battle, said: Said, pieces: Sequence[Piece], yes: str = "Yes, with one in hand."
) -> Answer | None:
    """Answers whether a side may play any of these cards."""
    flags = said.values("flag")
    if len(flags) > 1:
        return None
    flag = flags[0] if flags else None
    unplayed = [piece for piece in pieces if piece not in battle.state.lying]
    if not unplayed:
        return Answer("No. Every one of them is on the table.", TABLE)
    # What one Troop card may do, any other may.
    troop = next((piece for piece in unplayed if piece in TROOPS), None)
    tried = [piece for piece in unplayed if piece == troop or piece not in TROOPS]
    otherwise = NOTHING_TO_TAKE if {*tried} <= {*MOVERS} else "" if flag else NO_ROOM
    return _answer(
        battle,
        said,
        lambda seat: [*chain.from_iterable(acts(battle.state, seat, piece, flag) for piece in tried)],
        yes,
        otherwise,
    )


def _moving(battle: Battle, said: Said, mover: Piece, piece: Piece) -> Answer | None:
    """Answers whether Redeploy, Deserter or Traitor may take that card and move it to the named flag."""
    flags = said.values("flag")
    if len(flags) > 1:
        return None
    flag = flags[0] if flags else None

    seats = said.sides(battle.state.layout.seats)
    ways = {seat: acts(battle.state, seat, mover, flag, taken=piece) for seat in seats}
    if not all(ways.values()):
        return replace(found, text=f"No. {found.text}") if (found := where(battle, said, piece)) else None
    return _answer(battle, said, lambda seat: ways[seat], f"Yes, if {battle.named(mover)} is in hand.", NO_ROOM)


def _answer(battle: Battle, said: Said, tried: Acts, yes: str, otherwise: str = NOTHING_TO_TAKE) -> Answer:
    yes = yes.replace("Yes", "Now") if said.has("when") else yes
    told = [(seat, may(battle, seat, tried(seat), yes, otherwise)) for seat in said.sides(battle.state.layout.seats)]
    flags = said.values("flag")
    return Answer(battle.speaker.each(told), to(flags[0]) if flags else TABLE)


def may(battle: Battle, seat: Seat, commands: Sequence[Play], yes: str, otherwise: str) -> str:
    """Returns `yes` if any of these is accepted now. Otherwise it returns the reason, or whose turn it is where that is
    the only one."""
    state = battle.state
    if state.stage is Stage.OVER:
        return OVER
    late = state.next not in (None, seat)
    # Whose turn it is comes first in every refusal: what else stands in the way, the side's own turn would show.
    reason = why_none(replace(state, turn=seat, acted=False) if late else state, commands, otherwise)
    if reason is None:
        return f"Not now: it is {battle.speaker.whose(state.next or seat)} turn." if late else yes
    return f"No. {refusal(battle, seat, reason)}"


def refusal(battle: Battle, seat: Seat, reason: str) -> str:
    """Returns the refusal as the asker reads it: only the seat itself is "you"."""
    return reason if seat is battle.speaker.asker else to_the_other(reason)


def may_claim(battle: Battle, seat: Seat, flag: int) -> bool:
    """Returns True if the seat's claim of the flag is accepted now."""
    return why_not(battle.state, ClaimFlag(side=seat, flag=flag)) is None

"""Holds the acts of a turn (Battle Line, Play, Troop Cards and Tactics Cards): each act and what comes of it.

Of three players the books say no more than where the flags lie and what wins. Here Deserter and Traitor take a card
from a side that faces one's own, never from the line between the two others. A Traitor may come over to, and Redeploy
may go to, any of one's own flags, whichever neighbour they face.
"""

from collections.abc import Collection, Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.battleline.match.checks import in_turn, not_over, room_for_a_troop, tactic, take, to_side, unplayed
from companion.battleline.match.state import (
    DESERTER,
    ENVIRONMENT,
    LINE_PIECES,
    NUMBERS,
    REDEPLOY,
    SCOUT,
    TACTICS,
    TRAITOR,
    GuileMove,
    Piece,
    Spot,
    State,
    called,
    discarded,
    without,
)
from companion.fields.characters import Word
from companion.table.commands import GameAct, GameEvent, typed
from companion.table.errors import NotHere, Refused
from companion.table.game import few_words
from companion.table.seats import Seat
from companion.table.state import Stage

CardText = Annotated[Word, typed(lambda _, text: text.strip().upper())]
"""Is a card as a player types it."""
FlagNumber = Annotated[int, msgspec.Meta(ge=min(NUMBERS), le=max(NUMBERS))]
"""Flags are counted from 1."""


class BattleEvent(GameEvent[State], frozen=True, kw_only=True):
    """Says what has happened in a battle."""

    def answer(self, state: State) -> State:
        """Returns the state without the proofs of claims that this answers (Battle Line, Flags)."""
        return state


class SideAct(GameAct[State, BattleEvent], frozen=True, kw_only=True):
    """Asks for something that a side does. The screens of that side also show its refusal."""

    side: Seat

    @property
    def subject(self) -> str | None:
        return self.side.value


class SideEvent(BattleEvent, frozen=True, kw_only=True):
    """Says what a side did. A side that plays on has seen all proofs before it."""

    side: Seat

    @property
    def by(self) -> str | None:
        return self.side.value

    def answer(self, state: State) -> State:
        return replace(state, handed=tuple(each for each in state.handed if each.to is not self.side))


class TurnAct(SideAct, frozen=True, kw_only=True):
    """Asks for what a side does with its turn."""

    def decide(self, state: State, at: int) -> Sequence[SideEvent]:
        not_over(state)
        in_turn(state, self.side)
        return [self.play(state, at)]

    def play(self, state: State, at: int) -> SideEvent:
        """Returns what comes of it in this seat's turn. Raises Refused, NotHere."""
        raise NotImplementedError


# A card at a flag.


class Lay(TurnAct, frozen=True, kw_only=True):
    """Plays a Troop card, a Morale Tactic or an Environment Tactic at a flag."""

    ADDRESSES = ("flags/{flag}/lay",)
    SUMMARY = "Lay a card at a flag"

    flag: FlagNumber
    piece: CardText = msgspec.field(name="card")

    def play(self, state: State, at: int) -> "Laid":
        if self.piece not in LINE_PIECES:
            raise NotHere("card", self.piece)
        unplayed(state, self.piece)
        if self.piece in TACTICS:
            tactic(state, self.side, self.piece)
        to_side(state, self.side, self.piece, self.flag)
        return Laid(sand_ns=at, side=self.side, flag=self.flag, piece=self.piece)


class Laid(SideEvent, frozen=True, kw_only=True):
    flag: int
    piece: Piece

    def apply(self, state: State) -> State:
        turned = replace(_turned(state, self.side, self.piece), played={**state.played, self.piece: self.side})
        return _to(turned, self.piece, Spot(self.side, self.flag))

    def sentence(self, state: State) -> str:
        where = "on" if self.piece in ENVIRONMENT else "at"
        return f"{state.name(self.side)} lays {called(self.piece, state.choices.edition)} {where} flag {self.flag}"

    def label(self, state: State) -> str:
        return f"{called(self.piece, state.choices.edition)} at flag {self.flag}"


# Guile Tactics.


class Scout(TurnAct, frozen=True, kw_only=True):
    """Plays Scout. What is drawn and put back stays in the players' hands."""

    ADDRESSES = ("scout",)
    SUMMARY = "Play Scout"

    def play(self, state: State, at: int) -> "Scouted":
        tactic(state, self.side, SCOUT)
        return Scouted(sand_ns=at, side=self.side)


class Scouted(SideEvent, frozen=True, kw_only=True):
    def apply(self, state: State) -> State:
        return _guile(state, self.side, SCOUT)

    def sentence(self, state: State) -> str:
        return f"{state.name(self.side)} scouts"

    def label(self, state: State) -> str:
        return few_words(f"{state.name(self.side)}'s Scout", "Scout")


class TakenFrom(SideEvent, frozen=True, kw_only=True):
    """Says that a card left its flag. `off` are the cards that lay there beyond a flag's three slots: where it was the
    Mud, they are discarded with it."""

    piece: Piece
    flag: int
    off: tuple[Piece, ...] | msgspec.UnsetType = msgspec.UNSET


class Redeploy(TurnAct, frozen=True, kw_only=True):
    """Plays Redeploy: one's own card goes to another flag, or face up beside the deck where `to` is None."""

    ADDRESSES = ("flags/{flag}/redeploy",)
    SUMMARY = "Play Redeploy on a card of this flag"

    piece: CardText = msgspec.field(name="card")
    to: FlagNumber | None = None

    def play(self, state: State, at: int) -> "Redeployed":
        tactic(state, self.side, REDEPLOY)
        flag, off = take(state, self.side, REDEPLOY, self.piece, self.to)
        return Redeployed(sand_ns=at, side=self.side, piece=self.piece, flag=flag, off=off, to=self.to)


class Redeployed(TakenFrom, frozen=True, kw_only=True):
    """`to` is None for a discard."""

    to: int | None

    def apply(self, state: State) -> State:
        moved = _moves(state, self.side, REDEPLOY, self.piece, self.off or ())
        return _to(_off(moved, self.off or ()), self.piece, Spot(self.side, self.to))

    def sentence(self, state: State) -> str:
        piece = called(self.piece, state.choices.edition)
        where = "off the line" if self.to is None else f"to flag {self.to}"
        with_it = and_with_it(state, self.off or ())
        return f"{state.name(self.side)} redeploys {piece} from flag {self.flag} {where}{with_it}"

    def label(self, state: State) -> str:
        return few_words(f"{state.name(self.side)}'s Redeploy", "Redeploy")


class Desert(TurnAct, frozen=True, kw_only=True):
    """Plays Deserter: the card of a side that faces one's own goes face up beside the deck."""

    ADDRESSES = ("flags/{flag}/desert",)
    SUMMARY = "Play Deserter on a card of this flag"

    piece: CardText = msgspec.field(name="card")

    def play(self, state: State, at: int) -> "Deserted":
        tactic(state, self.side, DESERTER)
        flag, off = take(state, self.side, DESERTER, self.piece)
        return Deserted(sand_ns=at, side=self.side, piece=self.piece, flag=flag, off=off)


class Deserted(TakenFrom, frozen=True, kw_only=True):
    def apply(self, state: State) -> State:
        moved = _moves(state, self.side, DESERTER, self.piece, self.off or ())
        return _off(moved, (self.piece, *(self.off or ())))

    def sentence(self, state: State) -> str:
        piece, with_it = called(self.piece, state.choices.edition), and_with_it(state, self.off or ())
        return f"{state.name(self.side)}'s Deserter takes {piece} from flag {self.flag}{with_it}"

    def label(self, state: State) -> str:
        return few_words(f"{state.name(self.side)}'s Deserter", "Deserter")


class Betray(TurnAct, frozen=True, kw_only=True):
    """Plays Traitor: the Troop card of a side that faces one's own comes over to flag `to`."""

    ADDRESSES = ("flags/{flag}/betray",)
    SUMMARY = "Play Traitor on a card of this flag"

    piece: CardText = msgspec.field(name="card")
    to: FlagNumber

    def play(self, state: State, at: int) -> "Betrayed":
        tactic(state, self.side, TRAITOR)
        flag, _ = take(state, self.side, TRAITOR, self.piece, self.to)
        return Betrayed(sand_ns=at, side=self.side, piece=self.piece, flag=flag, to=self.to)


class Betrayed(SideEvent, frozen=True, kw_only=True):
    piece: Piece
    flag: int
    to: int

    def apply(self, state: State) -> State:
        return _to(_moves(state, self.side, TRAITOR, self.piece, ()), self.piece, Spot(self.side, self.to))

    def sentence(self, state: State) -> str:
        piece = called(self.piece, state.choices.edition)
        return f"{state.name(self.side)}'s Traitor brings {piece} from flag {self.flag} to flag {self.to}"

    def label(self, state: State) -> str:
        return few_words(f"{state.name(self.side)}'s Traitor", "Traitor")


# No card at all.


class Pass(TurnAct, frozen=True, kw_only=True):
    """Plays no card this turn."""

    ADDRESSES = ("pass",)
    SUMMARY = "Pass this turn"

    def play(self, state: State, at: int) -> "Passed":
        if (room := room_for_a_troop(state, self.side)) is not None:
            raise Refused(f"You hold a Troop card and have room for it at flag {room}: lay one.")
        return Passed(sand_ns=at, side=self.side)


class Passed(SideEvent, frozen=True, kw_only=True):
    def apply(self, state: State) -> State:
        return _turned(state, self.side, None)

    def sentence(self, state: State) -> str:
        return f"{state.name(self.side)} passes"

    def label(self, state: State) -> str:
        return few_words(f"{state.name(self.side)}'s pass", "the pass")


# What these events do to the cards that lie face up.


def and_with_it(state: State, off: Collection[Piece]) -> str:
    """Returns what the log adds of the cards that were discarded with another."""
    cards = " and ".join(called(piece, state.choices.edition) for piece in off)
    return f", and {cards} with it" if cards else ""


def _turned(state: State, side: Seat, laid: Piece | None) -> State:
    return replace(state, stage=Stage.PLAY, turn=side, acted=True, laid=laid)


def _guile(state: State, side: Seat, piece: Piece) -> State:
    turned = replace(_turned(state, side, piece), played={**state.played, piece: side})
    return _to(turned, piece, Spot(side))


def _moves(state: State, side: Seat, mover: Piece, piece: Piece, off: Collection[Piece]) -> State:
    """Returns the state with the Guile Tactic played, which remembers what it moves."""
    move = GuileMove(piece=piece, off=tuple(off), lying=state.lying)
    return replace(_guile(state, side, mover), moves=state.moves | {mover: move})


def _off(state: State, pieces: Collection[Piece]) -> State:
    return replace(state, lying=discarded(state.lying, pieces))


def _to(state: State, piece: Piece, spot: Spot) -> State:
    """Returns the state with the card at that spot, the last one to come there."""
    return replace(state, lying={**without(state.lying, piece), piece: spot})

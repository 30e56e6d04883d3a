"""Corrects a battle: the line then shows what it would as if the right card had been tapped at once.

A card that is shifted keeps its place in time, so a tie still goes against the side that played last (Battle Line,
Flags). A Tactics card counts for the side on which it lies. A Guile Tactic that took the wrong card gives it back, and
takes one that lay there when it was played. What could not have been played is refused.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Annotated

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.battleline.choices import Leaders
from companion.battleline.match.checks import a_troop, lying, not_over, room, seated, take, to_side, unplayed
from companion.battleline.match.plays import BattleEvent, CardText, FlagNumber, and_with_it
from companion.battleline.match.state import (
    DESERTER,
    ENVIRONMENT,
    GUILE,
    LEADERS,
    LINE_PIECES,
    MOVERS,
    MUD,
    REDEPLOY,
    TACTICS,
    GuileMove,
    Piece,
    Spot,
    State,
    called,
    discarded,
    without,
)
from companion.fields.characters import Word
from companion.fields.invalid import Invalid
from companion.table.commands import GameAct, typed
from companion.table.errors import NotHere, Refused
from companion.table.game import few_words
from companion.table.seats import Seat

Lying = dict[Piece, Spot]
Moves = dict[Piece, GuileMove]


class CardCorrection(GameAct[State, BattleEvent], frozen=True, kw_only=True):
    """Asks for a correction of a card that lies face up."""

    piece: CardText = msgspec.field(name="card")

    def decide(self, state: State, at: int) -> Sequence["Corrected"]:
        """Returns the correction; none where the card lies there already."""
        not_over(state)
        lying(state, self.piece)
        event = self.correct(state, at)
        if event is None:
            return []
        after = event.apply(event.answer(state))
        _playable(state, after, event.right)
        if (mover := event.moved_by) in state.moves:
            _not_too_many(after, state.moves[mover].was)
        return [event]

    def correct(self, state: State, at: int) -> "Corrected | None":
        """Returns what comes of it for a card that lies face up, None for no change. Raises Refused, NotHere."""
        raise NotImplementedError


class Corrected(BattleEvent, frozen=True, kw_only=True):
    """Says that a tap was corrected."""

    piece: Piece

    @property
    def right(self) -> Piece:
        """Returns the card that should have been tapped."""
        return self.piece

    @property
    def moved_by(self) -> Piece:
        """Returns the Guile Tactic whose move is another one now, where the correction is of one."""
        return self.piece

    def lying_after(self, lying: Lying, moves: Moves) -> Lying:
        """Returns what lies there after the correction, if these cards did and these were the moves before it."""
        raise NotImplementedError

    def moves_after(self, moves: Moves) -> Moves:
        """Returns the moves after the correction."""
        return {mover: replace(move, lying=self.lying_after(move.lying, moves)) for mover, move in moves.items()}

    def answer(self, state: State) -> State:
        """Returns the state with its proofs as if the right card had lain there when the claims were made."""
        handed = (replace(each, lying=self.lying_after(each.lying, state.moves)) for each in state.handed)
        return replace(state, handed=tuple(handed))

    def apply(self, state: State) -> State:
        return replace(state, lying=self.lying_after(state.lying, state.moves), moves=self.moves_after(state.moves))


# The card was never played.


class TakeUp(CardCorrection, frozen=True, kw_only=True):
    """Corrects a card that was never played."""

    ADDRESSES = ("flags/{flag}/take", "take")
    SUMMARY = "A mis-tap: the card was never played"

    def correct(self, state: State, at: int) -> "TakenUp":
        _movable(state, self.piece)
        if (move := state.moves.get(self.piece)) is not None and move.piece in state.lying:
            if (again := taken_by(state.moves, move.piece)) not in (self.piece, None):
                names = [called(each, state.choices.edition) for each in (move.piece, again or self.piece)]
                raise Refused("{} has been moved again: take {} back first.".format(*names))
            _movable(state, move.piece)
            _unclaimed(state, move.left)
        return TakenUp(sand_ns=at, piece=self.piece)


class TakenUp(Corrected, frozen=True, kw_only=True):
    """Says that a card was taken back. A Guile Tactic that moved a card is taken back with its move."""

    def lying_after(self, lying: Lying, moves: Moves) -> Lying:
        if self.piece not in lying:
            return lying
        return without(put_back(lying, self.piece, moves[self.piece]) if self.piece in moves else lying, self.piece)

    def moves_after(self, moves: Moves) -> Moves:
        return without(super().moves_after(moves), self.piece)

    def apply(self, state: State) -> State:
        """Returns the state without the card.

        Where it was this turn's card, another can be played in its place. Where it was the first of all, any side that
        may begin can play it.
        """
        left = replace(super().apply(state), played=without(state.played, self.piece))
        if self.piece != state.laid:
            return left
        return replace(left, acted=False, laid=None, turn=state.turn if left.lying else state.series.starts)

    def sentence(self, state: State) -> str:
        moved = ": what it moved lies where it was" if self.piece in MOVERS else ""
        return f"{called(self.piece, state.choices.edition)} taken back{moved}"

    def label(self, state: State) -> str:
        return few_words(f"taking {called(self.piece, state.choices.edition)} back", "taking a card back")


# It lies at another flag.


class Shift(CardCorrection, frozen=True, kw_only=True):
    """Corrects a card that lies at another flag, or on another side, after all."""

    ADDRESSES = ("flags/{flag}/move",)
    SUMMARY = "A mis-tap: the card lies at flag `to`, on that side"

    side: Seat
    flag: FlagNumber = msgspec.field(name="to")

    def correct(self, state: State, at: int) -> "Shifted | None":
        if lying(state, self.piece) == Spot(self.side, self.flag):
            return None
        _for_flags(state, self.piece)
        _movable(state, self.piece)
        seated(state, self.side)
        _unclaimed(state, self.flag)
        to_side(state, self.side, self.piece, self.flag)
        return Shifted(sand_ns=at, piece=self.piece, flag=self.flag, side=self.side)


class Shifted(Corrected, frozen=True, kw_only=True):
    flag: int
    side: Seat

    def lying_after(self, lying: Lying, _: Moves) -> Lying:
        return lying | {self.piece: Spot(self.side, self.flag)} if self.piece in lying else lying

    def moves_after(self, moves: Moves) -> Moves:
        last = taken_by(moves, self.piece)
        return {
            mover: replace(move, lying=self.lying_after(move.lying, moves))
            if last is None or last in move.lying
            else move
            for mover, move in moves.items()
        }

    def apply(self, state: State) -> State:
        """Returns the state as if the card had been laid there at once.

        It keeps its place in time. Where it lies on another side now, that side has played it.
        """
        spot = Spot(self.side, self.flag)
        was = state.lying.get(self.piece)
        played = state.played if was is not None and was.side is self.side else state.played | {self.piece: self.side}
        after = super().apply(state)
        after = replace(after, lying=after.lying | {self.piece: spot}, played=played)
        return replace(after, turn=self.side) if self.piece == state.laid else after

    def sentence(self, state: State) -> str:
        piece = called(self.piece, state.choices.edition)
        return f"{piece} lies at flag {self.flag} on {state.name(self.side)}'s side"

    def label(self, state: State) -> str:
        return few_words(
            f"{called(self.piece, state.choices.edition)} to flag {self.flag}", f"a card to flag {self.flag}"
        )


# It was another card.


def _known(field: str, text: str) -> Piece:
    card = text.strip().upper()
    if card not in (*LINE_PIECES, *TACTICS):
        raise Invalid(field, str(NotHere("card", card)))
    return card


class Exchange(CardCorrection, frozen=True, kw_only=True):
    """Corrects a card that was another one. Where a Guile Tactic took it, `instead` may be one that it took from the
    line."""

    ADDRESSES = ("flags/{flag}/exchange",)
    SUMMARY = "A mis-tap: it was another card"

    instead: Annotated[Word, typed(_known)]

    def correct(self, state: State, at: int) -> "Exchanged | None":
        if self.piece == self.instead:
            return None
        mover = taken_by(state.moves, self.piece) if self.instead in state.lying else None
        if mover:
            return self._take_another(state, mover, at)
        _for_flags(state, self.piece)
        _for_flags(state, self.instead)
        _movable(state, self.piece)
        unplayed(state, self.instead)
        spot = lying(state, self.piece)
        if state.played.get(self.piece) is not spot.side:
            a_troop(state, self.instead)
        if spot.flag is not None and self.piece in ENVIRONMENT and self.instead not in ENVIRONMENT:
            room(state, spot.flag, spot.side)
        return Exchanged(sand_ns=at, piece=self.piece, instead=self.instead)

    def _take_another(self, state: State, mover: Piece, at: int) -> "Exchanged":
        """Returns that the Guile Tactic took another card that lay there when it was played."""
        move = state.moves[mover]
        _movable(state, self.piece)
        for flag in (move.left, lying(state, self.instead).flag):
            _unclaimed(state, flag)
        back = replace(state, lying=put_back(state.lying, mover, move))
        flag, off = take(back, state.lying[mover].side, mover, self.instead, state.lying[self.piece].flag)
        order = [*back.lying]
        for each in (self.instead, *(off or ())):
            if order.index(each) > order.index(mover):
                names = [called(each, state.choices.edition), called(mover, state.choices.edition)]
                raise Refused("{} moved to flag {flag} after {} was played.".format(*names, flag=flag))
        return Exchanged(sand_ns=at, piece=self.piece, instead=self.instead, mover=mover, off=off)


class Exchanged(Corrected, frozen=True, kw_only=True):
    """`mover` is the Guile Tactic that took `instead`, and not `piece`. `off` are the cards that go with `instead`."""

    instead: Piece
    mover: Piece | msgspec.UnsetType = msgspec.UNSET
    off: tuple[Piece, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def right(self) -> Piece:
        return self.instead

    @property
    def moved_by(self) -> Piece:
        return self.mover or ""

    def lying_after(self, lying: Lying, moves: Moves) -> Lying:
        if self.piece not in lying:
            return lying
        if self.mover is UNSET:
            return {self._renamed(each): spot for each, spot in lying.items()}
        if self.mover not in moves or self.mover not in lying:
            return lying
        back = put_back(lying, self.mover, moves[self.mover])
        return discarded(_after_move(back, self.mover, self.instead, lying[self.piece]), self.off or ())

    def moves_after(self, moves: Moves) -> Moves:
        found = super().moves_after(moves)
        if self.mover is UNSET:
            return {each: self._renamed_move(move) for each, move in found.items()}
        if self.mover in found:
            found[self.mover] = replace(found[self.mover], piece=self.instead, off=self.off or ())
        return found

    def apply(self, state: State) -> State:
        """Returns the state as if that card had been laid at once, or taken, where a Guile Tactic moved it."""
        after = super().apply(state)
        if self.mover is not UNSET:
            return after
        played = {self._renamed(each): side for each, side in state.played.items()}
        return replace(after, played=played, laid=self.instead if state.laid == self.piece else state.laid)

    def sentence(self, state: State) -> str:
        piece, instead = (called(each, state.choices.edition) for each in (self.piece, self.instead))
        if self.mover is UNSET:
            return f"{instead} lies there, not {piece}"
        took = f"{called(self.mover, state.choices.edition)} {'moved' if self.mover == REDEPLOY else 'took'}"
        return f"{took} {instead}, not {piece}{and_with_it(state, self.off or ())}"

    def label(self, state: State) -> str:
        return few_words(f"{called(self.instead, state.choices.edition)} instead", "another card")

    def _renamed(self, piece: Piece) -> Piece:
        return self.instead if piece == self.piece else piece

    def _renamed_move(self, move: GuileMove) -> GuileMove:
        return replace(move, piece=self._renamed(move.piece), off=tuple(map(self._renamed, move.off)))


# What lies there without a move, and with another.


def taken_by(moves: Moves, piece: Piece) -> Piece | None:
    """Returns the Guile Tactic that moved the card last; None where none did."""
    return next((mover for mover in reversed(moves) if moves[mover].piece == piece), None)


def put_back(lying: Lying, mover: Piece, move: GuileMove) -> Lying:
    """Returns what lies there without the move: its card is at its old place, and at its old place in time. A discard
    of a Deserter has kept that place, and lies at a flag again if a correction has put it there."""
    piece, was, found = move.piece, move.was, lying
    if was is None or piece not in lying:
        return lying
    if mover != DESERTER:
        rest = without(lying, piece)
        earlier = {*takewhile(lambda each: each != piece, move.lying)}
        before = takewhile(lambda each: each != mover, rest)
        at = max((index for index, each in enumerate(before, 1) if each in earlier), default=0)
        cards = [*rest.items()]
        found = dict([*cards[:at], (piece, was), *cards[at:]])
    elif lying[piece].flag is None:
        found = lying | {piece: was}
    beside = {each: found[each] for each in move.off if each in found and found[each].flag is None}
    return found | {each: Spot(spot.side, was.flag) for each, spot in beside.items()}


def _after_move(lying: Lying, mover: Piece, piece: Piece, spot: Spot) -> Lying:
    """Returns what lies there once the Guile Tactic has brought the card to `spot`, right after it was played."""
    if piece not in lying or mover == DESERTER:
        return discarded(lying, [piece])
    found: Lying = {}
    for each, where in without(lying, piece).items():
        found[each] = where
        if each == mover:
            found[piece] = spot
    return found


# What a correction refuses.


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


def _playable(before: State, after: State, piece: Piece) -> None:
    """Raises Refused where a correction leads to what could not be played (Battle Line, Tactics Cards, Morale Tactics).

    What was so before is allowed: battles begun with an older Warglass may have it.
    """
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

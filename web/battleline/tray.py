"""Draws the tray under the thumb: the cards that a side may play now, and how a card can be corrected."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.battleline.cards import TROOPS
from companion.battleline.match import acts
from companion.battleline.match.corrections import Exchange, Shift, TakeUp, taken_by
from companion.battleline.match.plays import Pass
from companion.battleline.match.state import MOVERS, NUMBERS, REDEPLOY, Piece, Spot, State
from companion.table.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Tapped:
    """Describes a card on the table that was tapped.

    `kept` is why it cannot be taken back. `elsewhere` are the flags at which it may lie instead, `instead` the Troop
    cards that it may be. `took` is what a Guile Tactic took, where that Tactic or its card was tapped.
    """

    piece: Piece
    spot: Spot
    kept: str | None
    elsewhere: tuple[int, ...]
    instead: tuple[Piece, ...]
    took: "Took | None"


@dataclass(frozen=True, kw_only=True)
class Took:
    """Describes a card that a Guile Tactic took, which `side` played. It may have taken one of `others`, each of them
    on `whose` side, by flag."""

    mover: Piece
    side: Seat
    piece: Piece
    others: tuple[Piece, ...]
    whose: Mapping[int, Seat]


@dataclass(frozen=True, kw_only=True)
class Moving:
    """Describes Redeploy, Deserter or Traitor about to be played.

    `whose` is the side that its card lies on, by flag. `takes` are the cards that it may take. `taken` is the one that
    was tapped, and `ways` where that may go, None beside the deck.
    """

    mover: Piece
    whose: Mapping[int, Seat]
    takes: tuple[Piece, ...]
    taken: Piece | None
    ways: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class Tray:
    """Describes what the tray shows.

    `laying` is whose cards these are. `refusal` is why that side cannot lay a Troop card at the opened flag, `passing`
    why it may not pass. `tactics` has for each Tactics card why it may not be played, where they are shown.
    """

    laying: Seat
    refusal: str | None
    passing: str | None
    tactics: Mapping[Piece, str | None]
    moving: Moving | None
    tapped: Tapped | None


def tray(state: State, *, laying: Seat, flag: int | None, shown: str, play: str, card: str) -> Tray:
    """Returns what the address asks for: `shown` "tactics", `play` a Guile Tactic, `card` what was tapped. What it
    cannot ask for is left out."""
    moving = _moving(state, laying, play, card) if play in MOVERS else None
    return Tray(
        laying=laying,
        refusal=acts.lays(state, laying, flag) if flag else acts.NO_FLAG,
        passing=acts.why_not(state, Pass(side=laying)),
        tactics=acts.tactics(state, laying, flag) if shown == "tactics" else {},
        moving=moving,
        tapped=_tapped(state, card) if not moving and card in state.lying else None,
    )


def _moving(state: State, laying: Seat, mover: Piece, card: Piece) -> Moving:
    takes = acts.takes(state, laying, mover)
    taken = card if card in takes else None
    return Moving(
        mover=mover,
        whose=_whose(state, laying, mover),
        takes=takes,
        taken=taken,
        ways=acts.ways(state, laying, mover, taken) if taken else (),
    )


def _whose(state: State, side: Seat, mover: Piece) -> Mapping[int, Seat]:
    row = state.layout.rows[side]
    return {flag: side if mover == REDEPLOY else state.layout.across(flag, side) for flag in row}


def _tapped(state: State, piece: Piece) -> Tapped:
    spot, took = state.lying[piece], _took(state, piece)
    return Tapped(
        piece=piece,
        spot=spot,
        kept=acts.why_not(state, TakeUp(piece=piece)),
        elsewhere=tuple(
            flag
            for flag in NUMBERS
            if flag != spot.flag and not acts.why_not(state, Shift(side=spot.side, piece=piece, flag=flag))
        ),
        instead=_instead(state, piece, [other for other in TROOPS if other not in state.lying]),
        took=took if took and took.others else None,
    )


def _took(state: State, piece: Piece) -> Took | None:
    mover = piece if piece in state.moves else taken_by(state.moves, piece)
    if mover is None or state.moves[mover].piece not in state.lying:
        return None
    side, taken = state.lying[mover].side, state.moves[mover].piece
    others = _instead(state, taken, state.lying) if taken_by(state.moves, taken) == mover else ()
    return Took(mover=mover, side=side, piece=taken, others=others, whose=_whose(state, side, mover))


def _instead(state: State, piece: Piece, others: Iterable[Piece]) -> tuple[Piece, ...]:
    """Returns those of the others that the card may be instead."""
    return tuple(
        other for other in others if other != piece and not acts.why_not(state, Exchange(piece=piece, instead=other))
    )

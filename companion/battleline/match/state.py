"""Holds the state of a battle: its sides, its nine flags, its Tactics and the series it belongs to."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

import msgspec

from companion.battleline.cards import BIT, CARDS, LEADERS, MORALE, Card, Edition, Flag, Who, named
from companion.battleline.choices import BattleLineChoices, Players
from companion.battleline.line import (
    ENOUGH_FOR_THREE,
    ENOUGH_FOR_TWO,
    FLAGS,
    FlagPlace,
    Victory,
    adjacent,
    points,
    victors,
)
from companion.names import like
from companion.table.seats import Seat
from companion.table.state import MatchState, SandClock

# The ten Tactics cards (Battle Line, Tactics Cards), those beside flags by the notation's letters.

V = TypeVar("V")

Piece: TypeAlias = str
"""A Troop or Tactics card: a Card, or one of ENVIRONMENT and GUILE."""

FOG: Piece = "FOG"
MUD: Piece = "MUD"
ENVIRONMENT: tuple[Piece, ...] = (FOG, MUD)
SCOUT: Piece = "SCOUT"
REDEPLOY: Piece = "REDEPLOY"
DESERTER: Piece = "DESERTER"
TRAITOR: Piece = "TRAITOR"
GUILE: tuple[Piece, ...] = (SCOUT, REDEPLOY, DESERTER, TRAITOR)
MOVERS: tuple[Piece, ...] = (REDEPLOY, DESERTER, TRAITOR)
"""The Guile Tactics that move a card which lies there."""
TACTICS: tuple[Piece, ...] = (*MORALE, *ENVIRONMENT, *GUILE)
LINE_PIECES: tuple[Piece, ...] = (*CARDS, *ENVIRONMENT)
"""Every card that can lie at a flag."""

__all__ = [
    "DESERTER", "ENVIRONMENT", "FOG", "GUILE", "LEADERS", "LINE_PIECES", "MORALE", "MOVERS", "MUD",
    "REDEPLOY", "SCOUT", "TACTICS", "TRAITOR", "Card", "Piece", "called",
]  # fmt: skip


def called(piece: Piece, edition: Edition) -> str:
    """Returns the card's name as players say it: `Red 10`, `Alexander`, `Fog`."""
    return piece.capitalize() if piece in ENVIRONMENT or piece in GUILE else named(piece, edition)


# What the sides of a battle are called, so that none is taken for a suit.

_CARDS = frozenset(
    word.casefold()
    for edition in Edition
    for piece in (*LINE_PIECES, *GUILE)
    for name in (called(piece, edition),)
    for word in (name, name.split()[0])
)
"""What names a card, or its suit, in either printing: `red 10`, `red`, `alexander`."""
_NO_NAMES = _CARDS | {seat.value for seat in Seat} | {""}


def names(seats: Sequence[Seat], people: Mapping[str, str]) -> Mapping[Seat, str]:
    """Returns the name of each seat, in the order of play, for all that players read.

    It is the player's name where one was given, else the team's. Its colour follows where another seat or a card is
    called so too.
    """
    return _names(tuple(seats), tuple(people.get(seat.value, "") for seat in seats))


@lru_cache(maxsize=64)
def _names(seats: tuple[Seat, ...], people: tuple[str, ...]) -> Mapping[Seat, str]:
    own = {seat: person or f"Team {seat.title}" for seat, person in zip(seats, people, strict=True)}
    found = {}
    for seat, person in zip(seats, people, strict=True):
        others = [other for other in seats if other is not seat]
        taken = [each for other in others for each in (own[other], _with_colour(own[other], other))]
        alike = person and like(person, (*taken, *_NO_NAMES)) is not None
        found[seat] = _with_colour(own[seat], seat) if alike else own[seat]
    return found


def _with_colour(name: str, seat: Seat) -> str:
    return f"{name} ({seat.title})"


# Several battles in a row (Battle Line, Game End).


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the score before a battle: `battles` were fought. `starts` is who begins this one: the last one's
    winner, or None where the deal decides (Battle Line, Play: the one who did not deal)."""

    battles: int = 0
    gold: int = 0
    red: int = 0
    azure: int = 0
    starts: Seat | None = None

    def score(self, seat: Seat) -> int:
        return {Seat.GOLD: self.gold, Seat.RED: self.red, Seat.AZURE: self.azure}[seat]

    def after(self, winner: Seat | None, *, flags: dict[Seat, int]) -> "Series":
        """Returns the score after a battle in which each seat claimed so many flags; `winner` is None for a tie."""
        won = points(winner, flags)
        return Series(
            battles=self.battles + 1,
            gold=self.gold + won[Seat.GOLD],
            red=self.red + won[Seat.RED],
            azure=self.azure + won.get(Seat.AZURE, 0),
            starts=winner,
        )


# How the nine flags lie between the players (Battle Line, Preparation; Game Variants, Three Players).
#
# Two players have one line. Three have a line of three flags with each neighbour. The book leaves to its picture how
# these meet: here they meet in the middle of the table, like the arms of a Y, with the flags 1, 4 and 7 innermost. So a
# player's row runs in along the line on his left and out along the one on his right, and the two innermost flags are
# adjacent. It does not say who is next either: here it goes round the table, to the left.

NUMBERS = range(1, FLAGS + 1)


class LineLayout(msgspec.Struct, frozen=True, kw_only=True):
    """Says who sits at a battle, and which flags lie before whom. Flags are counted from 1.

    `seats` are in the order of play. `pairs` has the two seats that each flag lies between. `rows` has the flags before
    each seat from its left to its right. With `enough` flags in all a player wins.
    """

    seats: tuple[Seat, ...]
    pairs: tuple[tuple[Seat, Seat], ...]
    rows: dict[Seat, tuple[int, ...]]
    enough: int

    def after(self, seat: Seat) -> Seat:
        """Returns who plays after that seat."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Returns who else plays, beginning with the next."""
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[:at]

    def pair(self, flag: int) -> tuple[Seat, Seat]:
        """Returns the two seats that the flag lies between."""
        return self.pairs[flag - 1]

    def across(self, flag: int, seat: Seat) -> Seat:
        """Returns the other one of the flag's two seats."""
        one, other = self.pair(flag)
        return other if seat is one else one

    def who(self, flag: int, seat: Seat) -> Who:
        """Returns the side of the flag that is this seat's, as the first seat of its pair sees it."""
        return Who.MINE if seat is self.pair(flag)[0] else Who.THEIRS

    def victors(self, claimed: Mapping[int, Seat]) -> dict[Seat, Victory]:
        """Returns who has won, and how, by who has claimed which flags."""
        return victors(claimed, rows=self.rows, enough=self.enough)


_GOLD, _RED, _AZURE = Seat.GOLD, Seat.RED, Seat.AZURE
LAYOUTS = {
    Players.TWO: LineLayout(
        seats=(_GOLD, _RED),
        pairs=((_GOLD, _RED),) * FLAGS,
        rows={_GOLD: tuple(NUMBERS), _RED: tuple(reversed(NUMBERS))},
        enough=ENOUGH_FOR_TWO,
    ),
    Players.THREE: LineLayout(
        seats=(_GOLD, _RED, _AZURE),
        pairs=(*((_GOLD, _RED),) * 3, *((_RED, _AZURE),) * 3, *((_AZURE, _GOLD),) * 3),
        rows={_GOLD: (3, 2, 1, 7, 8, 9), _RED: (6, 5, 4, 1, 2, 3), _AZURE: (9, 8, 7, 4, 5, 6)},
        enough=ENOUGH_FOR_THREE,
    ),
}
"""The flags of a battle by how many play."""

# The state of a battle, and the questions everyone asks of it.


class Spot(msgspec.Struct, frozen=True):
    """Says where a card lies face up: on this seat's side of a flag, or beside the Tactics deck where `flag` is
    None."""

    side: Seat
    flag: int | None = None


class Handed(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the proof of a claim that lies before the side across: the flag, who claimed it, and what lay face up
    then."""

    flag: int
    by: Seat
    to: Seat
    lying: dict[Piece, Spot]


class GuileMove(msgspec.Struct, frozen=True, kw_only=True):
    """Says what a Guile Tactic moved: the card, the cards that were discarded with it, and all that lay face up
    before."""

    piece: Piece
    off: tuple[Piece, ...] = ()
    lying: dict[Piece, Spot]

    @property
    def was(self) -> Spot | None:
        """Returns where the card lay; None where a correction says that it was never played."""
        return self.lying.get(self.piece)

    @property
    def left(self) -> int | None:
        """Returns the flag that the card left."""
        return self.was.flag if self.was else None


class State(MatchState, frozen=True, kw_only=True):
    """Describes the whole battle, immutable.

    `lying` has every card that is face up, each once, in the order in which it came to lie there. `played` has who
    played each, the first one first, `claimed` who holds each flag. `turn` is whose it is, None until somebody plays.
    `acted` is True once that seat has played its card or passed: its turn ends with the next seat's act. `laid` is
    that card, None for a pass. `moves` has what each Guile Tactic moved, by that Tactic. `pointed` is the flag that a
    seat's claim button is set to. `handed` are the proofs that wait for the side across, the latest last.
    """

    choices: BattleLineChoices
    players: Players
    series: Series
    lying: dict[Piece, Spot] = msgspec.field(default_factory=dict)
    played: dict[Piece, Seat] = msgspec.field(default_factory=dict)
    claimed: dict[int, Seat] = msgspec.field(default_factory=dict)
    turn: Seat | None = None
    acted: bool = False
    laid: Piece | None = None
    moves: dict[Piece, GuileMove] = msgspec.field(default_factory=dict)
    pointed: dict[Seat, int] = msgspec.field(default_factory=dict)
    handed: tuple[Handed, ...] = ()
    winner: Seat | None = None
    victory: Victory | None = None

    @classmethod
    def start(cls, *, choices: BattleLineChoices, players: Players, series: Series, now: int) -> "State":
        """Returns empty lines at the monotonic instant `now`."""
        clock = SandClock().started(sand_ns=0, now=now)
        return cls(choices=choices, players=players, series=series, clock=clock, turn=series.starts)

    @property
    def layout(self) -> LineLayout:
        """Returns who sits where, and which flags lie before whom."""
        return LAYOUTS[self.players]

    def name(self, seat: Seat) -> str:
        """Returns what everything that players read calls this seat."""
        return names(self.layout.seats, self.people)[seat]

    @property
    def next(self) -> Seat | None:
        """Says whose card comes next; None before the first."""
        return self.layout.after(self.turn) if self.turn and self.acted else self.turn

    def cards(self, flag: int, side: Seat) -> tuple[Card, ...]:
        """Returns the cards on a side of a flag that count for its formation, the first one first."""
        spot = Spot(side, flag)
        return tuple(piece for piece, where in self.lying.items() if where == spot and piece in BIT)

    def on(self, flag: int, piece: Piece) -> bool:
        """Returns whether that card lies at that flag, on either side."""
        spot = self.lying.get(piece)
        return spot is not None and spot.flag == flag

    def flag(self, number: int) -> Flag:
        """Returns the flag as the first seat of its pair sees it; the owner of the latest card there played the last
        one."""
        one, other = self.layout.pair(number)
        last = next((spot.side for piece, spot in reversed(self.lying.items()) if self._counts(piece, number)), None)
        return Flag(
            mine=self.cards(number, one),
            theirs=self.cards(number, other),
            fog=self.on(number, FOG),
            mud=self.on(number, MUD),
            last=last and self.layout.who(number, last),
        )

    def _counts(self, piece: Piece, number: int) -> bool:
        return piece in BIT and self.on(number, piece)

    @property
    def line(self) -> tuple[FlagPlace, ...]:
        """Returns all nine flags, each as the first seat of its pair sees it."""
        holders = {number: self.layout.who(number, side) for number, side in self.claimed.items()}
        return tuple(FlagPlace(flag=self.flag(number), holder=holders.get(number)) for number in NUMBERS)

    def beside(self, side: Seat) -> tuple[Piece, ...]:
        """Returns what lies face up on this side beside the Tactics deck: its Guile Tactics and its discards."""
        return tuple(piece for piece, spot in self.lying.items() if spot == Spot(side))

    @property
    def seen_beside(self) -> tuple[Card, ...]:
        """Returns the Troop cards that are face up, but at no flag."""
        return tuple(piece for piece, spot in self.lying.items() if spot.flag is None and piece in CARDS)

    def tactics(self, side: Seat) -> tuple[Piece, ...]:
        """Returns the Tactics cards that this side has played, the first one first."""
        return tuple(piece for piece, by in self.played.items() if by is side and piece in TACTICS)

    def leads(self, side: Seat) -> bool:
        """Returns whether a Leader is on this side of the line."""
        spots = (self.lying.get(leader) for leader in LEADERS)
        return any(spot is not None and spot.side is side and spot.flag is not None for spot in spots)

    @property
    def tied(self) -> bool:
        """Returns whether every flag is claimed without a winner. Three players can tie so, with three flags each (Game
        Variants, Three Players)."""
        return self.winner is None and len(self.claimed) == len(NUMBERS)

    @property
    def won(self) -> tuple[int, ...]:
        """Returns the flags with which the battle was won, by number (Game End); none where it was not, or by word
        alone."""
        if self.winner is None or self.victory is None:
            return ()
        row = self.layout.rows[self.winner]
        held = [self.claimed.get(number) is self.winner for number in row]
        places = adjacent(held) or tuple(place for place, holds in enumerate(held) if holds)
        return tuple(sorted(row[place] for place in places))

    def held(self, side: Seat) -> int:
        """Returns how many flags this side has claimed."""
        return sum(holder is side for holder in self.claimed.values())

    @property
    def series_after(self) -> Series:
        """Returns the series with this battle, once it is won or tied."""
        if self.winner is None and not self.tied:
            return self.series
        return self.series.after(self.winner, flags={seat: self.held(seat) for seat in self.layout.seats})

    def beyond_three(self, flag: int) -> tuple[Piece, ...]:
        """Returns the cards that have no slot at a flag once its Mud is gone: on each side the one laid last of
        four."""
        return tuple(self.cards(flag, side)[-1] for side in self.layout.pair(flag) if len(self.cards(flag, side)) > 3)

    def environment(self, flag: int) -> dict[Piece, Seat]:
        """Returns which Environment Tactics lie at a flag, and on whose side."""
        return {piece: self.lying[piece].side for piece in ENVIRONMENT if self.on(flag, piece)}


# The cards that lie face up.


def discarded(lying: dict[Piece, Spot], pieces: Collection[Piece]) -> dict[Piece, Spot]:
    """Returns what lies there with these cards beside the deck, each on its own side. A discard keeps its place in
    time, should it have to be put back."""
    return lying | {piece: Spot(lying[piece].side) for piece in pieces if piece in lying}


def without(known: dict[Piece, V], piece: Piece) -> dict[Piece, V]:
    """Returns all but that one."""
    return {each: value for each, value in known.items() if each != piece}

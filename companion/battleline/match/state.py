"""The state of a battle, and the questions everyone asks of it."""

import msgspec

from companion.battleline.cards import BIT, CARDS, Card
from companion.battleline.choices import BattleLineChoices, Players
from companion.battleline.flag import Flag
from companion.battleline.line import Place
from companion.battleline.match.layout import LAYOUTS, NUMBERS, Layout
from companion.battleline.match.series import Series
from companion.battleline.match.sides import names
from companion.battleline.match.tactics import ENVIRONMENT, FOG, LEADERS, MUD, TACTICS, Piece
from companion.battleline.scoring import Victory, adjacent
from companion.table.sandclock import SandClock
from companion.table.seats import Seat
from companion.table.state import MatchState


class Spot(msgspec.Struct, frozen=True):
    """Where a card lies face up: on this seat's side of a flag, or beside the Tactics deck where `flag` is None."""

    side: Seat
    flag: int | None = None


class Handed(msgspec.Struct, frozen=True, kw_only=True):
    """The proof of a claim that lies before the side across: the flag, who claimed it, and what lay face up then."""

    flag: int
    by: Seat
    to: Seat
    lying: dict[Piece, Spot]


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """What a Guile Tactic moved: the card, the cards that were discarded with it, and all that lay face up before."""

    piece: Piece
    off: tuple[Piece, ...] = ()
    lying: dict[Piece, Spot]

    @property
    def was(self) -> Spot | None:
        """Where the card lay; None where a correction says that it was never played."""
        return self.lying.get(self.piece)

    @property
    def left(self) -> int | None:
        """The flag that the card left."""
        return self.was.flag if self.was else None


class State(MatchState, frozen=True, kw_only=True):
    """The whole battle, immutable.

    `lying` has every card that is face up, each once, in the order in which it came to lie there. `played` has who
    played each, the first one first, `claimed` who holds each flag. `turn` is whose it is, None until somebody plays;
    `acted`: that seat has played its card or passed, so its turn ends as soon as the next one does something; `laid` is
    that card, None for a pass. `moves` has what each Guile Tactic moved, by that Tactic. `pointed` is the flag that a
    seat's claim button is set to, `handed` are the proofs that nobody across has agreed to yet, the latest last.
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
    moves: dict[Piece, Move] = msgspec.field(default_factory=dict)
    pointed: dict[Seat, int] = msgspec.field(default_factory=dict)
    handed: tuple[Handed, ...] = ()
    winner: Seat | None = None
    victory: Victory | None = None

    @classmethod
    def opened(cls, *, choices: BattleLineChoices, players: Players, series: Series, now: int) -> "State":
        """Empty lines at the monotonic instant `now`."""
        clock = SandClock().started(sand_ns=0, now=now)
        return cls(choices=choices, players=players, series=series, clock=clock, turn=series.starts)

    @property
    def layout(self) -> Layout:
        """Who sits where, and which flags lie before whom."""
        return LAYOUTS[self.players]

    def name(self, seat: Seat) -> str:
        """What everything that players read calls this seat."""
        return names(self.layout.seats, self.people)[seat]

    @property
    def next(self) -> Seat | None:
        """Whose card comes next; None before the first."""
        return self.layout.after(self.turn) if self.turn and self.acted else self.turn

    def cards(self, flag: int, side: Seat) -> tuple[Card, ...]:
        """The cards on a side of a flag that count for its formation, the first one first."""
        spot = Spot(side, flag)
        return tuple(piece for piece, where in self.lying.items() if where == spot and piece in BIT)

    def on(self, flag: int, piece: Piece) -> bool:
        """Whether that card lies at that flag, on either side."""
        spot = self.lying.get(piece)
        return spot is not None and spot.flag == flag

    def flag(self, number: int) -> Flag:
        """The flag as the first seat of its pair sees it; whoever has the latest card there played the last one."""
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
    def line(self) -> tuple[Place, ...]:
        """All nine flags, each as the first seat of its pair sees it."""
        holders = {number: self.layout.who(number, side) for number, side in self.claimed.items()}
        return tuple(Place(flag=self.flag(number), holder=holders.get(number)) for number in NUMBERS)

    def beside(self, side: Seat) -> tuple[Piece, ...]:
        """What lies face up on this side beside the Tactics deck: its Guile Tactics and its discards."""
        return tuple(piece for piece, spot in self.lying.items() if spot == Spot(side))

    @property
    def seen_beside(self) -> tuple[Card, ...]:
        """The Troop cards that are face up, but at no flag."""
        return tuple(piece for piece, spot in self.lying.items() if spot.flag is None and piece in CARDS)

    def tactics(self, side: Seat) -> tuple[Piece, ...]:
        """The Tactics cards that this side has played, the first one first."""
        return tuple(piece for piece, by in self.played.items() if by is side and piece in TACTICS)

    def leads(self, side: Seat) -> bool:
        """Whether a Leader is on this side of the line."""
        spots = (self.lying.get(leader) for leader in LEADERS)
        return any(spot is not None and spot.side is side and spot.flag is not None for spot in spots)

    @property
    def tied(self) -> bool:
        """Whether every flag is claimed and nobody has won, as three players can (Game Variants, Three Players): each
        then holds three flags."""
        return self.winner is None and len(self.claimed) == len(NUMBERS)

    @property
    def won(self) -> tuple[int, ...]:
        """The flags with which the battle was won, by number (Game End); none where it was not, or by word alone."""
        if self.winner is None or self.victory is None:
            return ()
        row = self.layout.rows[self.winner]
        held = [self.claimed.get(number) is self.winner for number in row]
        places = adjacent(held) or tuple(place for place, holds in enumerate(held) if holds)
        return tuple(sorted(row[place] for place in places))

    def held(self, side: Seat) -> int:
        """How many flags this side has claimed."""
        return sum(holder is side for holder in self.claimed.values())

    @property
    def series_after(self) -> Series:
        """The series with this battle, once it is won or tied."""
        if self.winner is None and not self.tied:
            return self.series
        return self.series.after(self.winner, flags={seat: self.held(seat) for seat in self.layout.seats})

    def beyond_three(self, flag: int) -> tuple[Piece, ...]:
        """The cards that have no slot at a flag once its Mud is gone: on each side the one laid last of four."""
        return tuple(self.cards(flag, side)[-1] for side in self.layout.pair(flag) if len(self.cards(flag, side)) > 3)

    def environment(self, flag: int) -> dict[Piece, Seat]:
        """Which Environment Tactics lie at a flag, and on whose side."""
        return {piece: self.lying[piece].side for piece in ENVIRONMENT if self.on(flag, piece)}

"""How the nine flags lie between the players (Battle Line, Preparation; Game Variants, Three Players).

Two players have one line. Three have a line of three flags with each neighbour. The book leaves to its picture how
these meet: here they meet in the middle of the table, like the arms of a Y, with the flags 1, 4 and 7 innermost. So a
player's row runs in along the line on his left and out along the one on his right, and the two innermost flags are
adjacent. It does not say who is next either: here it goes round the table, to the left.
"""

from collections.abc import Mapping

import msgspec

from companion.battleline.choices import Players
from companion.battleline.flag import Who
from companion.battleline.line import FLAGS
from companion.battleline.scoring import ENOUGH_FOR_THREE, ENOUGH_FOR_TWO, Victory, victors
from companion.table.seats import Seat

NUMBERS = range(1, FLAGS + 1)


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a battle, and which flags lie before whom. Flags are counted from 1.

    `seats` are in the order of play, `pairs` has the two seats that each flag lies between, `rows` the flags before
    each seat from its left to its right; with `enough` flags in all a player wins.
    """

    seats: tuple[Seat, ...]
    pairs: tuple[tuple[Seat, Seat], ...]
    rows: dict[Seat, tuple[int, ...]]
    enough: int

    def after(self, seat: Seat) -> Seat:
        """Who plays after that seat."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Who else plays, beginning with the next."""
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[:at]

    def pair(self, flag: int) -> tuple[Seat, Seat]:
        """The two seats that the flag lies between."""
        return self.pairs[flag - 1]

    def across(self, flag: int, seat: Seat) -> Seat:
        """The other one of the flag's two seats."""
        one, other = self.pair(flag)
        return other if seat is one else one

    def who(self, flag: int, seat: Seat) -> Who:
        """The side of the flag that is this seat's, as the first seat of its pair sees it."""
        return Who.MINE if seat is self.pair(flag)[0] else Who.THEIRS

    def victors(self, claimed: Mapping[int, Seat]) -> dict[Seat, Victory]:
        """Who has won, and how, by who has claimed which flags."""
        return victors(claimed, rows=self.rows, enough=self.enough)


_GOLD, _RED, _AZURE = Seat.GOLD, Seat.RED, Seat.AZURE
LAYOUTS = {
    Players.TWO: Layout(
        seats=(_GOLD, _RED),
        pairs=((_GOLD, _RED),) * FLAGS,
        rows={_GOLD: tuple(NUMBERS), _RED: tuple(reversed(NUMBERS))},
        enough=ENOUGH_FOR_TWO,
    ),
    Players.THREE: Layout(
        seats=(_GOLD, _RED, _AZURE),
        pairs=(*((_GOLD, _RED),) * 3, *((_RED, _AZURE),) * 3, *((_AZURE, _GOLD),) * 3),
        rows={_GOLD: (3, 2, 1, 7, 8, 9), _RED: (6, 5, 4, 1, 2, 3), _AZURE: (9, 8, 7, 4, 5, 6)},
        enough=ENOUGH_FOR_THREE,
    ),
}
"""The flags of a battle by how many play."""

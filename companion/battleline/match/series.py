"""Several battles in a row (Battle Line, Game End)."""

import msgspec

from companion.battleline.scoring import points
from companion.table.seats import Seat


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """The score before a battle: `battles` were fought. `starts` is who begins this one: the last one's winner, or
    None where the deal decides (Battle Line, Play: the one who did not deal)."""

    battles: int = 0
    gold: int = 0
    red: int = 0
    azure: int = 0
    starts: Seat | None = None

    def score(self, seat: Seat) -> int:
        return {Seat.GOLD: self.gold, Seat.RED: self.red, Seat.AZURE: self.azure}[seat]

    def after(self, winner: Seat | None, *, flags: dict[Seat, int]) -> "Series":
        """The score after a battle in which each seat claimed so many flags; `winner` is None for a tie."""
        won = points(winner, flags)
        return Series(
            battles=self.battles + 1,
            gold=self.gold + won[Seat.GOLD],
            red=self.red + won[Seat.RED],
            azure=self.azure + won.get(Seat.AZURE, 0),
            starts=winner,
        )

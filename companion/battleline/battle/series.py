"""Several battles in a row (Battle Line, Game End)."""

import msgspec

from companion.battleline.scoring import points
from companion.table.sides import Side


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """The score before a battle: `battles` were fought. `starts` is who begins this one: the last one's winner, or
    None where the deal decides (Battle Line, Play: the one who did not deal)."""

    battles: int = 0
    gold: int = 0
    red: int = 0
    starts: Side | None = None

    def score(self, side: Side) -> int:
        return self.gold if side is Side.GOLD else self.red

    def after(self, winner: Side, *, flags: dict[Side, int]) -> "Series":
        """The score after a battle in which each side claimed so many flags. The winner starts the next."""
        won = points(winner, flags)
        return Series(
            battles=self.battles + 1,
            gold=self.gold + won[Side.GOLD],
            red=self.red + won[Side.RED],
            starts=winner,
        )

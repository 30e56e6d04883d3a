"""The one verdict in the middle of the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.battleline.cards import Card
from companion.battleline.claim import to_the_other
from companion.battleline.match.views import ClaimView, FlagView
from companion.table.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What `side` has made at a flag, and whether that can be claimed. `text` is one sentence where it cannot."""

    flag: FlagView
    side: Seat
    across: Seat
    claim: ClaimView

    @property
    def saving(self) -> tuple[Card, ...]:
        """The cards that could still stop it."""
        return self.flag.weather[self.across.value].cards

    @property
    def others(self) -> int:
        """How many could still stop it, where the text does not name them all."""
        return len(self.saving) if len(self.saving) != len(self.claim.needs) else 0

    @property
    def text(self) -> str:
        first, dot, _ = self.claim.why.partition(". ")
        return self.claim.why if self.claim.claimable or not dot else f"{first}."

    def told(self, seat: str) -> str:
        """The text as it is said to whoever sits there: to the other side, "you" is that side."""
        return to_the_other(self.text) if seat == self.across.value else self.text


def judged(flag: FlagView, sides: Sequence[Seat]) -> Judged | None:
    """The verdict for whichever of the two has all its cards there, the first one first, or has won the flag; None
    where neither has."""
    made = [
        Judged(flag=flag, side=side, across=sides[1 - at], claim=claim)
        for at, side in enumerate(sides)
        if (claim := flag.claims.get(side.value)) and claim.formation
    ]
    return next((each for each in made if each.claim.claimable), made[0] if made else None)

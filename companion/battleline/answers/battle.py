"""A battle that is asked something: its state, and what its answers call cards, sides and formations."""

from collections.abc import Sequence

import msgspec

from companion.answers.speaker import Speaker, listed
from companion.battleline.cards import Card
from companion.battleline.claim import Claim
from companion.battleline.flag import Flag, Who
from companion.battleline.formations import Made
from companion.battleline.match.claims import Claims
from companion.battleline.match.state import State
from companion.battleline.match.tactics import Piece, called
from companion.battleline.proof import in_words
from companion.table.seats import Seat


class Battle(msgspec.Struct, frozen=True):
    state: State
    speaker: Speaker

    def flag(self, number: int, seat: Seat) -> Flag:
        """The flag as this seat sees it, which must face it."""
        flag = self.state.flag(number)
        return flag if self.state.layout.who(number, seat) is Who.MINE else flag.turned()

    def verdict(self, number: int, seat: Seat) -> Claim | None:
        """See Claims.verdict."""
        return Claims(self.state).verdict(number, seat)

    def facing(self, number: int, seats: Sequence[Seat]) -> list[Seat]:
        """Those of the seats that the flag lies before; both that it does where it lies before none of them."""
        pair = self.state.layout.pair(number)
        return [seat for seat in seats if seat in pair] or list(pair)

    def named(self, piece: Piece) -> str:
        return called(piece, self.state.choices.edition)

    def cards(self, cards: Sequence[Card], last: str = "and") -> str:
        """Some cards by their names."""
        return listed([self.named(card) for card in cards], last)

    def made(self, seat: Seat, formation: Made) -> str:
        """ "your wedge of 27"."""
        return f"{self.speaker.whose(seat)} {in_words(formation).removeprefix('a ')}"


def to(number: int) -> str:
    """Where that flag is opened."""
    return f"/?flag={number}"


TABLE = "/"

"""What players ask of a battle. Flags are counted from 1."""

from companion.battleline.match.state import Piece
from companion.table.commands import Begin, Command, End, Pause, Resume
from companion.table.seats import Seat


class SideCommand(Command, frozen=True, kw_only=True):
    """Something that a side does. It is also what the screens of that side answer for."""

    side: Seat

    @property
    def subject(self) -> str | None:
        return self.side.value


class Lay(SideCommand, frozen=True, kw_only=True):
    """Plays a Troop card, a Morale Tactic or an Environment Tactic at a flag."""

    flag: int
    piece: Piece


class Scout(SideCommand, frozen=True, kw_only=True):
    """Plays Scout. What is drawn and put back stays in the players' hands."""


class Redeploy(SideCommand, frozen=True, kw_only=True):
    """Plays Redeploy: one's own card goes to another flag, or face up beside the deck where `to` is None."""

    piece: Piece
    to: int | None = None


class Desert(SideCommand, frozen=True, kw_only=True):
    """Plays Deserter: the card of a side that faces one's own goes face up beside the deck."""

    piece: Piece


class Betray(SideCommand, frozen=True, kw_only=True):
    """Plays Traitor: the Troop card of a side that faces one's own comes over to flag `to`."""

    piece: Piece
    to: int


class Pass(SideCommand, frozen=True, kw_only=True):
    """Plays nothing this turn."""


class Claim(SideCommand, frozen=True, kw_only=True):
    """Claims a flag; None for the one that the side's claim button is set to."""

    flag: int | None = None


class Point(SideCommand, frozen=True, kw_only=True):
    """Sets the side's claim button to the next flag that it can claim."""


class Agree(SideCommand, frozen=True, kw_only=True):
    """Agrees to the proof of another's claim of a flag, which is then handed across no longer."""

    flag: int


class TakeUp(Command, frozen=True, kw_only=True):
    """A correction: the card was never played."""

    piece: Piece


class Shift(Command, frozen=True, kw_only=True):
    """A correction: the card lies at another flag, or on another side, after all."""

    piece: Piece
    flag: int
    side: Seat


class Exchange(Command, frozen=True, kw_only=True):
    """A correction: it was another card that was played there."""

    piece: Piece
    instead: Piece


Play = Lay | Scout | Redeploy | Desert | Betray | Pass
"""What a side can do with its turn."""
BattleCommand = Play | Claim | Point | Agree | TakeUp | Shift | Exchange | Begin | Pause | Resume | End
"""All that can be asked of a battle."""

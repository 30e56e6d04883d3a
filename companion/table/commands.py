"""What players ask, whatever they play. What a game does not have, it refuses in words."""

import msgspec

from companion.table.seats import Seat


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a request. `subject` is the part of the table it is about (such as a timer, or a side), if it is about
    one."""

    @property
    def subject(self) -> str | None:
        return None


class Begin(Command, frozen=True, kw_only=True):
    """The start signal: that seat's, where a game waits for each one's own, or everybody's."""

    seat: Seat | None = None


class Pause(Command, frozen=True, kw_only=True):
    """All sand stands still."""


class Resume(Command, frozen=True, kw_only=True):
    """All sand falls again."""


class End(Command, frozen=True, kw_only=True):
    """A victory condition is met, or the players stop."""

    winner: Seat | None = None


class Undo(Command, frozen=True, kw_only=True):
    """Take back the last thing a player did: nothing at all where `seq` is given and that was another event. The table
    does it itself, for every game."""

    seq: int | None = None

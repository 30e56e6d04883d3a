"""Defines the commands that every game shares. A game refuses in words what it does not have."""

import msgspec

from companion.table.seats import Seat


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a request. `subject` is the part of the table it is about, such as a timer or a side; None where it is
    about no part."""

    @property
    def subject(self) -> str | None:
        return None


class Begin(Command, frozen=True, kw_only=True):
    """Gives the start signal: one seat's, where a game waits for each seat's own, or everybody's."""

    seat: Seat | None = None


class Pause(Command, frozen=True, kw_only=True):
    """Stops all sand."""


class Resume(Command, frozen=True, kw_only=True):
    """Lets all sand fall again."""


class End(Command, frozen=True, kw_only=True):
    """Ends the game: a side has met a victory condition, or the players stop."""

    winner: Seat | None = None


class Undo(Command, frozen=True, kw_only=True):
    """Takes back the last thing that a player did. Where `seq` is given and the last act is another event, it is
    refused. The table undoes for every game."""

    seq: int | None = None

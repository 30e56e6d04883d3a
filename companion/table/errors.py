"""Defines why a command was not carried out. Every message is a sentence for players."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from companion.errors import WarglassError


class Refused(WarglassError):
    """Says that the rules, or the state of the table, do not allow this now."""


class AgainstTheBook(Refused):
    """Says that the book forbids it. Players may play it all the same: the same command with `agreed` goes into the
    log."""


class Untold(Refused):
    """Says no to the phone that asked, and leaves the log out: the reason may depend on a side's secret."""


class NotYours(Refused):
    """Says that only another side may do this, or that it would change what that side keeps secret.

    `side` is that side's name, `what` names the thing that belongs to it.
    """

    def __init__(self, side: str, what: str = "secret") -> None:
        super().__init__(f"That is {side}'s {what}. Take that seat first.")


UNREADABLE = (sqlite3.Error, msgspec.DecodeError)
"""Lists what the journal's reader raises where a row cannot be read, or is not as it was written."""


class Unread(WarglassError):
    """Says that what happened earlier in the match cannot be read at the moment."""


@contextmanager
def readable() -> Iterator[None]:
    """Raises Unread where the journal fails inside the block."""
    try:
        yield
    except UNREADABLE as error:
        raise Unread(f"The journal cannot be read at the moment: {error}. The game goes on.") from error


class NotHere(WarglassError):
    """Says that this table, or this hall, does not have what the command names. `kind` is what, `name` which."""

    def __init__(self, kind: str, name: str, *, where: str = "at this table") -> None:
        super().__init__(f"There is no {kind} called {name} {where}.")
        self.kind = kind
        self.name = name

"""Why a command was not carried out. Every message is a sentence for players."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from companion.errors import WarglassError


class Refused(WarglassError):
    """The rules, or the state of the table, do not allow this now."""


class AgainstTheBook(Refused):
    """The book forbids it. The players may play it all the same: the same again, with `agreed`, goes into the log."""


class Untold(Refused):
    """Why not may depend on what a side keeps secret: the phone that asked is told, the log is not."""


class NotYours(Refused):
    """It is another side's alone to do, or would change what that side keeps secret. `side` is what it is called,
    `what` the thing that is its own."""

    def __init__(self, side: str, what: str = "secret") -> None:
        super().__init__(f"That is {side}'s {what}: sit there first.")


UNREADABLE = (sqlite3.Error, msgspec.DecodeError)
"""What is raised where the journal does not give back what it has, or not as it was."""


class Unread(WarglassError):
    """What happened earlier in the match cannot be read at the moment."""


@contextmanager
def readable() -> Iterator[None]:
    """Raises Unread where the journal fails within."""
    try:
        yield
    except UNREADABLE as error:
        raise Unread(f"The journal cannot be read at the moment: {error}. The game goes on.") from error


class NotHere(WarglassError):
    """The command names something this table does not have, or this hall. `kind` is what, `name` which."""

    def __init__(self, kind: str, name: str, *, where: str = "at this table") -> None:
        super().__init__(f"There is no {kind} called {name} {where}.")
        self.kind = kind
        self.name = name

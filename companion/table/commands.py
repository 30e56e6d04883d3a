"""Defines the commands that every game shares. A game refuses in words what it does not have."""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from companion.fields.words import kind_of, present
from companion.table.events import Event
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


# Keeps one act of a game in one place: what a player asks, why it is refused, what it changes, what the log says.
#
# A `GameAct` is what a player asks for, with its address on the site. A `GameEvent` says what has happened: the journal
# keeps it. Both stand in one file of their game, one below the other. An event without an act happens by itself.

S = TypeVar("S")
E = TypeVar("E", bound=Event)


class GameAct(Command, Generic[S, E], frozen=True, kw_only=True):
    """Asks for one act. Its fields are the body of its endpoint, under their JSON names and with their bounds."""

    ADDRESSES: ClassVar[Sequence[str]] = ()
    """Lists where the site takes it, below the game's own address. A field named in an address comes from there."""
    SUMMARY: ClassVar[str] = ""
    """Says what the act does, in the API's description."""

    def decide(self, state: S, at: int) -> Sequence[E]:
        """Returns what the act brings about at that sand time. Raises Refused, NotHere."""
        raise NotImplementedError


class GameEvent(Event, Generic[S], frozen=True, kw_only=True):
    """Says what has happened, and when."""

    @property
    def by(self) -> str | None:
        """Returns whose act it was; None where it was not a side's."""
        return None

    def apply(self, state: S) -> S:
        """Returns the state after it. Never refuses: after an undo it may follow any other."""
        raise NotImplementedError

    def sentence(self, state: S) -> str:
        """Returns what the log says of it, as one player would tell another."""
        raise NotImplementedError

    def label(self, state: S) -> str:
        """Returns it in a few words, for the button that would undo it: "Knight’s flip". See `few_words`."""
        raise NotImplementedError


Read = Callable[[str, Any], Any]
"""Returns what a field's value means in the game, such as a card for its text. It takes the field's JSON name first,
and may raise Invalid or NotHere."""


def typed(read: Read) -> msgspec.Meta:
    """Marks a field of an act that the site reads so. It reads a part of an address from its text alone."""
    return msgspec.Meta(extra={"read": read})


def reader(kind: Any) -> Read | None:
    """Returns how the site reads a field of this type; None where it takes the value as it is."""
    told = present(kind_of(kind))
    extra = told.extra if isinstance(told, msgspec.inspect.Metadata) else None
    return extra.get("read") if extra else None


def union(kinds: Sequence[type[Any]]) -> Any:
    """Returns the union of these types, which the journal reads or the table takes."""
    return reduce(or_, kinds)

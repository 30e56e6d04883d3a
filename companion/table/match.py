"""What every game offers to the live table."""

from collections.abc import Sequence
from typing import Protocol, Self

import msgspec

from companion.table.events import Event, Undone
from companion.table.view import TableView


class Match(Protocol):
    """One game being played: immutable state and the pure functions over it (the Decider pattern).

    Instants named `now` are monotonic nanoseconds; what events carry is sand time (see SandClock).
    """

    @property
    def game(self) -> str:
        """The name under which the game is known in the API and the journal, such as "wartime"."""

    def decide(self, command: object, now: int) -> Sequence[Event]:
        """The events that `command` brings about now. Raises Refused or NotHere, and then nothing has changed.

        Besides the game's own commands it answers the table's: Lapse and Recover.
        """

    def sand(self, now: int) -> int:
        """Sand time at the monotonic instant `now`, never before the last event."""

    def evolve(self, event: Event) -> Self:
        """The match after `event`. Total: any event of this game's may follow any other, for undo leaves gaps."""

    def rewound(self, undone: Undone) -> Self:
        """This match, evolved afresh without the undone event, carried on from the instant of the undo."""

    def due(self) -> int | None:
        """The next monotonic instant at which something happens by itself (`Lapse` brings it about), or None."""

    def view(self, now: int) -> TableView:
        """What phones and screens are drawn from."""

    def sentence(self, event: Event) -> str:
        """What an event was, as one player would tell another."""

    def side(self, event: Event) -> str | None:
        """Which side's act it was, for the gaps in the log; None where it was neither's."""

    def report(self, events: Sequence[Event], *, sand_ns: int) -> msgspec.Struct:
        """What there is to tell of a game that opened as this match and went through `events`, none of them taken
        back: up to its end, else up to the sand time `sand_ns`."""

    def undoable(self, event: Event) -> bool:
        """Whether it was a player's act."""
